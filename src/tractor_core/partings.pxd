"""Partings: how hidden cards are given to those who may hold them, and ways drawn evenly from all.

Kinds of which nothing is known but the slots that may hold them form classes by those slots; the
kinds of which more is known stand alone.  Layers give the kinds that stand alone, and the classes
but those of the chain, which is dealt last.  The ways are counted from the chain up, and a deal is
drawn layer by layer.  When all numbers are drawn the cards of a class are parted by them.
"""
from tractor_core.classes cimport Classes
from tractor_core.grids cimport Grid
from tractor_core.layers cimport Layers
from tractor_core.slots cimport Slots

cdef enum Outcome:
    DONE
    DOUBTFUL        # a draw has come too near to a limit for floating point
    NO_ROOM         # of memory

cdef struct Parting:
    Slots slots
    Classes classes
    Layers layers
    Grid grid
    bint whole      # whether classes may be dealt whole
    bint possible
