"""Sequels: a position played on to the end of the round, in many deals of the hidden cards."""

from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from .cards import Cards
from .deals import Deals
from .follows import _Rng
from .knowledge import MatchView
from .outcomes import Playouts
from .playouts import _Name, _Seats
from .rounds import Round
from .views import View

__all__ = ["play_on"]

def play_on(
    view: View | MatchView,
    worlds: Deals | npt.NDArray[np.uint64],
    policy: _Name | tuple[_Name, _Name] | Callable[[Round], Cards] = "random",
    rng: _Rng = None,
    *,
    candidates: Cards | Iterable[Cards] | npt.NDArray[np.uint64] | None = None,
    partner: _Seats | None = None,
    first: int = 0,
    plays: bool = False,
    out: Playouts | None = None,
) -> Playouts:
    """Play the rest of a round from a view, in many deals of what it hides, world by world.

    Parameters
    ----------
    view : View or MatchView
        Where the round stands, as a seat sees it. Its rules are those of the round.
    worlds : Deals or ndarray of uint64, shape (n, 5, 3)
        Hands and kitty as they are now, such as `sample_hidden` draws them; each has to fit the
        view, as for `Round.from_view`.
    policy : str, tuple of two str, or callable
        How seats play, as in `playouts`; what the view's seat and the others have seen counts.
    rng : int, SeedSequence, Generator or None
        World i plays from the stream of row ``first + i`` of `playouts`. A callable draws for
        itself: None.
    candidates : Cards, iterable of Cards, or ndarray of uint64, shape (k, 3), optional
        Plays of the view's seat, whose turn it is: the first play of every world instead of the
        policy's. Each of several is made in every world, and a world has the same stream for
        all: differences between candidates are due to them. A throw is judged by the hands of the
        world: where it fails, it is replaced (T4, T5).
    partner : int or ndarray of int8, shape (n,), optional
        The dealer's partner, wanted where the view keeps him secret (B7). The view of a match
        that has a card named tells him by the world.
    first : int
        Number of the first world: worlds cut in pieces are played on the same.
    plays : bool
        Whether all plays are returned as well, from the lead of the trick in play on.
    out : Playouts, optional
        Its first four arrays are written to and returned.

    Returns
    -------
    Playouts
        Arrays of shape (n,), or (k, n) for an iterable or an array of candidates. ``points`` are
        those of the whole round, ``tricks`` and ``plays`` begin with the trick in play.

    Raises
    ------
    CardsError
        A world that does not fit the view.
    IllegalPlay
        A candidate, or a play of a callable, that may not be made; a note says which.
    RulesError
        A round that is over, candidates for another seat's turn, or a partner missing or given
        where the view says otherwise.
    ValueError
        As for `playouts`.

    See Also
    --------
    playouts : whole rounds.

    Examples
    --------
    >>> from tractor_core.deals import deal
    >>> from tractor_core.insight import sample_hidden
    >>> from tractor_core.rounds import Round
    >>> from tractor_core.trump import Trump
    >>> hands, kitty = deal(1, rng=1)[0]
    >>> round = Round(hands, kitty, 0, Trump("2", "h"))
    >>> view = round.view(0)
    >>> worlds = sample_hidden(view, 500, rng=1)
    >>> ended = play_on(view, worlds, "greedy", 1, candidates=[Cards("Ad"), Cards("Td")])
    >>> ended.points.shape
    (2, 500)
    >>> means = ended.points.mean(axis=1)
    >>> bool(means[0] < means[1])
    True
    """
