"""Choices: powers, factorials and the ways of choosing cards."""
from libc.stdint cimport uint64_t


cdef void fill_tables() noexcept:
    """Factorials and choices, right to 2 ** -44: at most 162 products and two quotients."""
    cdef int n
    cdef int k
    for k in range(COPIES + 1):
        for n in range(MAX_CARDS + 1):
            POWER[k][n] = POWER[k][n - 1] * k if n else 1.0
    FACTORIAL[0] = INVERSE[0] = 1.0
    for n in range(1, MAX_CARDS + 1):
        FACTORIAL[n] = FACTORIAL[n - 1] * n
        INVERSE[n] = 1.0 / FACTORIAL[n]
    for n in range(MAX_CARDS + 1):
        for k in range(MAX_CARDS + 1):
            CHOOSE[n][k] = FACTORIAL[n] / FACTORIAL[k] / FACTORIAL[n - k] if k <= n else 0.0


fill_tables()


cdef double choose(int n, int k) noexcept nogil:
    """n over k, exact for the numbers of cards that a move gives."""
    cdef uint64_t ways = 1
    cdef int i
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways
