"""Coefficients: read one coefficient of a generating function, exactly.

How many deals have a property is one coefficient of a polynomial in a variable a hand: the sum,
over all deals that have it, of the product of t_i for every card that hand i gets. The polynomial
is never written out. It is evaluated at roots of unity modulo primes, and the coefficient is put
together by the inverse transform and the Chinese remainder theorem, so it is an exact integer.

Cards that no hand gets (the *pool*: a kitty, a hand that does not matter) have the variable 1.
With N cards in all, hands of n_i and a pool of n_0, exponents read modulo L_i > max(n_i, n_0)
cannot be mistaken: another exponent is n_i + k_i L_i with k_i >= 0, and their sum stays within
N only when every k_i is 0. An empty pool has the variable 0, and the last hand takes its part.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import TractorError

__all__ = ["Field", "NoExactValue", "coefficient", "count_points", "deals", "quickly"]

Values: TypeAlias = npt.NDArray[np.uint64]  # residues, a row a prime, a column a point

_TOP = 1 << 29  # a residue times a sum of up to 32 residues has to fit into 64 bits
_TERMS = 32
_POINTS = 1 << 19  # more would take a minute
_FEW = 20_000  # a few tenths of a second
_BLOCK = 1 << 17  # residues evaluated at once; a dozen such arrays stay in the cache


class NoExactValue(TractorError, ValueError):
    """Say why a question has no exact answer here; simulation answers it.

    Examples
    --------
    >>> str(NoExactValue("a policy plays the cards"))
    'a policy plays the cards'
    """


_most: ContextVar[int] = ContextVar("_most", default=_POINTS)


@contextlib.contextmanager
def quickly() -> Iterator[None]:
    """Let `NoExactValue` be raised for what takes more than a few tenths of a second.

    Examples
    --------
    >>> with quickly():
    ...     coefficient((25, 25, 25, 25), 8, lambda field: field.any_hand(108), alike=(4,))
    Traceback (most recent call last):
    tractor_core.odds.coefficients.NoExactValue: counting 4 hands of 25 cards together, with 8 \
cards left, takes 23,751 evaluations; at most 20,000 are made
    """
    token = _most.set(_FEW)
    try:
        yield
    finally:
        _most.reset(token)


@dataclass(frozen=True, eq=False)
class Field:
    """Hold the points at which a polynomial is evaluated.

    Attributes
    ----------
    hands : tuple of ndarray of uint64
        The variable of each hand, shape (primes, points).
    primes : ndarray of uint64, shape (primes, 1)
    pool : ndarray of uint64 or None
        The variable of the cards that no hand gets; None stands for 1.
    made : dict
        Polynomials that were evaluated at these points before, for whoever wants them again.
    """

    hands: tuple[Values, ...]
    primes: Values
    pool: Values | None = None
    made: dict[object, Any] = dataclass_field(default_factory=dict)

    def constant(self, number: int) -> Values:
        """Return a number at every point."""
        value = np.array([number % int(p) for p in self.primes[:, 0]], np.uint64)
        return np.repeat(value[:, None], self.hands[0].shape[1], axis=1)

    def times(self, *factors: Values) -> Values:
        """Return the product of residues; the first may be a `loose` sum."""
        product = factors[0]
        for factor in factors[1:]:
            product = product * factor % self.primes
        return product

    def plus(self, *terms: Values) -> Values:
        """Return the sum of residues."""
        return terms[0] if len(terms) == 1 else self.loose(*terms) % self.primes

    def loose(self, *terms: Values) -> Values:
        """Return a sum of residues that may be the first factor of a product, no more."""
        if len(terms) > _TERMS:
            return self.plus(self.plus(*terms[:_TERMS]), *terms[_TERMS:])
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        return total

    def minus(self, one: Values, other: Values) -> Values:
        """Return the difference of residues."""
        return (one + self.primes - other) % self.primes

    def power(self, base: Values, exponent: int) -> Values:
        """Return a power of residues."""
        result = self.constant(1)
        while exponent:
            if exponent & 1:
                result = self.times(result, base)
            exponent >>= 1
            if exponent:
                base = self.times(base, base)
        return result

    def any_hand(self, cards: int, hands: Sequence[int] | None = None) -> Values:
        """Return the polynomial of cards that may go to any of the hands, or to the pool."""
        chosen = self.hands if hands is None else [self.hands[i] for i in hands]
        pool = self.constant(1) if self.pool is None else self.pool
        return self.power(self.plus(pool, *chosen), cards)


def deals(sizes: Sequence[int], pool: int) -> int:
    """Return the number of deals: ways to give n_1, n_2, ... cards and leave n_0.

    Examples
    --------
    >>> deals((2, 1), 1)
    12
    """
    ways = math.factorial(sum(sizes) + pool) // math.factorial(pool)
    for size in sizes:
        ways //= math.factorial(size)
    return ways


def coefficient(
    sizes: Sequence[int],
    pool: int,
    evaluate: Callable[[Field], Values],
    *,
    alike: Sequence[int] = (),
    bound: int | None = None,
) -> int:
    """Return the coefficient of the product of t_i**n_i.

    Parameters
    ----------
    sizes : sequence of int
        The cards n_i that each hand gets.
    pool : int
        The cards that are left.
    evaluate : callable
        Gives the values of the polynomial at the points of a `Field`. Every term has to be of
        degree ``sum(sizes) + pool``, the pool's variable included.
    alike : sequence of int, optional
        How many hands, one after the other, the polynomial is symmetric in; hands of equal
        size only. By default each hand stands alone.
    bound : int, optional
        No less than the coefficient; by default the number of all deals.

    Returns
    -------
    int
        From 0 to `bound`.

    Raises
    ------
    NoExactValue
        It would take more than half a million points, or within `quickly` 20,000.

    Examples
    --------
    >>> coefficient((2, 1), 1, lambda field: field.any_hand(4))
    12
    """
    groups = tuple(alike) or (1,) * len(sizes)
    if sum(groups) != len(sizes):
        raise ValueError(f"groups of {groups} hands do not make up {len(sizes)}")
    limit = deals(sizes, pool) if bound is None else bound
    if limit == 0:
        return 0
    points = count_points(sizes, pool, groups)
    most = _most.get()
    if points > most:
        raise NoExactValue(
            f"counting {len(sizes)} hands of {max(sizes)} cards together, with {pool} cards left, "
            f"takes {points:,} evaluations; at most {most:,} are made"
        )
    orders = _orders(tuple(sizes), pool)
    primes = _primes(math.lcm(*orders), limit)
    modulus = math.prod(primes)
    column = np.array(primes, np.uint64)[:, None]
    tables = [_roots(order, primes) for order in orders]
    exponents, many = _points(orders, groups)
    scale = math.prod(orders)
    total: npt.NDArray[np.uint64] = np.zeros((len(primes), 1), np.uint64)
    step = max(1, _BLOCK // len(primes))
    for start in range(0, exponents.shape[1], step):
        part = exponents[:, start : start + step]
        hands = tuple(t[:, e] for t, e in zip(tables, part, strict=True))
        field = Field(hands, column, None if pool else np.zeros_like(hands[0]))
        values = evaluate(field) * many[start : start + step] % column
        for size, order, table, e in zip(sizes, orders, tables, part, strict=True):
            values = values * table[:, -e * size % order] % column
        total = (total + values.sum(axis=1, keepdims=True, dtype=np.uint64)) % column
    found = 0
    for prime, residue in zip(primes, total[:, 0].tolist(), strict=True):
        residue = residue * pow(scale, -1, prime) % prime
        rest = modulus // prime
        found += residue * rest * pow(rest, -1, prime)
    return found % modulus


def count_points(sizes: Sequence[int], pool: int, alike: Sequence[int] = ()) -> int:
    """Return at how many points a polynomial will be evaluated, the primes not counted.

    Examples
    --------
    >>> count_points((25, 25, 25, 25), 8, (4,))
    23751
    """
    orders = _orders(tuple(sizes), pool)
    points, at = 1, 0
    for group in tuple(alike) or (1,) * len(sizes):
        points *= _choices(orders[at : at + group])
        at += group
    return points


def _choices(orders: Sequence[int]) -> int:
    """The points of hands that are alike; the last of them may have the variable 1."""
    free = sum(order > 1 for order in orders)
    return math.comb(orders[0] + free - 1, free)


def _orders(sizes: tuple[int, ...], pool: int) -> tuple[int, ...]:
    rest = pool if pool else sizes[-1]
    orders = [max(size, rest) + 1 for size in sizes]
    if pool == 0:
        orders[-1] = 1
    return tuple(orders)


@lru_cache(maxsize=16)
def _points(
    orders: tuple[int, ...], groups: tuple[int, ...]
) -> tuple[npt.NDArray[np.int64], Values]:
    """The exponents of the roots, a row a hand, and how many points each stands for."""
    exponents = np.zeros((0, 1), np.int64)
    many = np.ones(1, np.int64)
    at = 0
    for group in groups:
        free = sum(order > 1 for order in orders[at : at + group])
        chosen = list(itertools.combinations_with_replacement(range(orders[at]), free))
        rows = np.array(chosen, np.int64).reshape(len(chosen), free).T
        weight = np.array([_arrangements(c) for c in chosen], np.int64)
        if free < group:
            rows = np.concatenate([rows, np.zeros((group - free, len(chosen)), np.int64)])
        before = exponents.shape[1]
        exponents = np.concatenate(
            [np.repeat(exponents, len(chosen), axis=1), np.tile(rows, (1, before))]
        )
        many = np.repeat(many, len(chosen)) * np.tile(weight, before)
        at += group
    return exponents, many.astype(np.uint64)


def _arrangements(chosen: tuple[int, ...]) -> int:
    ways = math.factorial(len(chosen))
    for _, same in itertools.groupby(chosen):
        ways //= math.factorial(sum(1 for _ in same))
    return ways


@lru_cache(maxsize=64)
def _primes(multiple: int, limit: int) -> tuple[int, ...]:
    """Primes p below 2**29 with p - 1 a multiple, whose product is above the limit."""
    primes: list[int] = []
    product = 1
    candidate = (_TOP - 2) // multiple * multiple + 1
    while product <= limit:
        if candidate <= multiple:
            raise OverflowError(f"too few primes p with p - 1 a multiple of {multiple}")
        if _is_prime(candidate):
            primes.append(candidate)
            product *= candidate
        candidate -= multiple
    return tuple(primes)


def _is_prime(number: int) -> bool:
    """Miller and Rabin's test; these bases decide every number below 2**29."""
    if number < 2 or any(number % p == 0 for p in (2, 3, 5, 7)):
        return number in (2, 3, 5, 7)
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd //= 2
        twos += 1
    for base in (2, 3, 5, 7):
        x = pow(base, odd, number)
        if x in (1, number - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % number
            if x == number - 1:
                break
        else:
            return False
    return True


@lru_cache(maxsize=64)
def _roots(order: int, primes: tuple[int, ...]) -> Values:
    """The powers 0 to order - 1 of a root of unity of this order, a row a prime."""
    rows = []
    for prime in primes:
        base = 2
        while True:
            root = pow(base, (prime - 1) // order, prime)
            if all(pow(root, order // q, prime) != 1 for q in _factors(order)):
                break
            base += 1
        row = [1]
        for _ in range(order - 1):
            row.append(row[-1] * root % prime)
        rows.append(row)
    return np.array(rows, np.uint64)


def _factors(number: int) -> list[int]:
    return [q for q in range(2, number + 1) if number % q == 0 and _is_prime(q)]
