"""A round for Python."""
from tractor_core.cards cimport Cards
from tractor_core.options cimport Options
from tractor_core.tables cimport Table
from tractor_core.trump cimport Trump
from tractor_core.units cimport Run


cdef class Round:
    cdef Table table
    cdef readonly Trump trump
    cdef readonly Options rules
    cdef readonly bint partial
    # by number of a trick whose throw failed or whose units were named: the cards shown, the
    # units named or None, the units led
    cdef dict notes
    cdef bytes head         # what to_bytes() begins with, once it has been asked for
    # of a round from a view: what came before its first trick, or None, and how many plays are
    # not judged by the hands
    cdef object earlier
    cdef int given
    cdef int begin(self, object earlier) except -1
    cdef int take_tricks(self, tuple tricks, bint over) except -1
    cdef int take_lead(self, Cards shown, object units, object named) except -1
    cdef int take_revoke(self, Cards cards) except -1
    cdef list plays_made(self)
    cdef tuple told_otherwise(self)
    cdef tuple note(self, int number)
    cdef int set_units_led(self) except -1
    cdef record(self, int number)
    cdef int judge_play(self, Cards cards, object units, object seat, Run *runs, int *n) except -1
    cdef refuse(self, int verdict, Cards cards, object seat)
    cdef bint stands_as_revoke(self, int verdict, Cards cards, object seat)
    cdef bint canonical(self, Cards cards, const Run *runs, int n)
    cdef tuple units_led(self)
