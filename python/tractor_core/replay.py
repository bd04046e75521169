"""Showing records: `tractor replay`, which verifies every line and prints the rounds."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from tractor_core import IllegalPlay, Match, Round, RoundResult, Trump
from tractor_core.arguments import standard_input
from tractor_core.lines import RecordError
from tractor_core.record import Record, read_records
from tractor_core.terminal import Screen, printable

__all__ = [
    "replay_file",
    "result_text",
    "seat_names",
    "show_tricks",
    "trump_text",
    "why_refused",
]


def replay_file(file: str, screen: Screen, *, quiet: bool) -> tuple[int, str | None]:
    """Verify a file of records and print its rounds.

    Returns
    -------
    tuple
        How many rounds hold, and what does not, with its line; None if all does.
    """
    where = "stdin" if file == "-" else file
    count = 0
    try:
        for record in read_records(standard_input(screen) if file == "-" else file):
            count += 1
            if screen.as_json:
                screen.json(file=where, **_json(record))
            elif not quiet:
                _show(record, screen)
            sys.stdout.flush()
    except RecordError as error:
        message = str(error.error)
        if isinstance(error, IllegalPlay):
            message = why_refused(error, screen)
        return count, f"{printable(where)}:{error.line}: {printable(message)}"
    return count, None


def why_refused(error: IllegalPlay, screen: Screen) -> str:
    """Why a play is refused, with the rule and the play, in the language of the screen."""
    sentence = screen.say(f"reason.{error.reason.value}")
    return screen.say("replay.refused", why=sentence, rule=error.rule, play=error.play)


def seat_names(names: Sequence[str], screen: Screen) -> list[str]:
    """What seats are called; a seat without a name by its number."""
    return [
        printable(name) if name else screen.say("seat.number", seat=seat)
        for seat, name in enumerate(names)
    ]


def trump_text(trump: Trump, screen: Screen) -> str:
    """The level and the trumps in words."""
    level = {"T": "10"}.get(trump.level, trump.level)
    if trump.suit is None:
        text = screen.say("trump.none", level=level)
    else:
        text = screen.say("trump.suit", level=level, suit=screen.say(trump.suit))
    return screen.say("trump.twos", trump=text) if trump.permanent_twos else text


def result_text(result: RoundResult, round: Round, names: Sequence[str], screen: Screen) -> str:
    """How a round ended, in a sentence."""
    change = result.change
    parts = [screen.say("result.points", points=result.points)]
    if result.multiplier:
        added = result.multiplier * result.kitty_points
        parts[0] = screen.say(
            "result.kitty",
            points=result.points,
            kitty=result.kitty_points,
            times=result.multiplier,
            added=added,
        )
    if result.revoked is not None:
        parts.append(screen.say("result.revoked", seat=names[result.revoked]))
    if change.side is None:
        parts.append(screen.say("result.draw"))
    else:
        key = "dealer" if change.side == "dealer" else "attackers"
        if change.levels == 0:
            parts.append(screen.say("result.swap"))
        elif change.levels == 1:
            parts.append(screen.say(f"result.{key}.one"))
        else:
            parts.append(screen.say(f"result.{key}", levels=change.levels))
    return screen.say("result.joint").join(parts)


def _attackers(round: Round) -> Iterator[int]:
    """The attackers' points after each trick, penalties included."""
    points = 0
    for trick in round.tricks:
        if trick.winner is not None and not round.is_defender(trick.winner):
            points += trick.points
        if trick.failed:
            penalty = round.rules.throw_penalty
            points += penalty if round.is_defender(trick.leader) else -penalty
        yield points


def _title(record: Record, names: Sequence[str], screen: Screen) -> Text:
    round = record.round
    title = Text(screen.say("round.number", number=record.number), "bold")
    event = record.header.tags.get("Event")
    if event:
        title.append(f"  {printable(event)}", "bold")
    if round is not None:
        title.append(f"  {trump_text(round.trump, screen)}")
        partner = names[round.partner]
        if round.partner == round.dealer:
            partner = screen.say("round.alone")
        title.append(
            "  " + screen.say("round.dealer", dealer=names[round.dealer], partner=partner), "dim"
        )
    return title


def _show(record: Record, screen: Screen) -> None:
    names = seat_names(record.header.names, screen)
    round, match = record.round, record.match
    if screen.rich:
        screen.line(_title(record, names, screen))
        if 0 in record.comments:
            screen.note(printable_lines(record.comments[0]))
        if match is not None:
            for said in match.declarations:
                cards = screen.kinds(said.cards)
                seat = names[said.seat]
                screen.line(screen.phrase("round.declares", seat=seat, cards=cards))
        if round is not None:
            cards = screen.cards(round.kitty, round.trump)
            screen.line(screen.phrase("round.buried", cards=cards))
            show_tricks(round, names, screen, record.comments)
            if round.result is not None:
                text = result_text(round.result, round, names, screen)
                screen.line(Text(text, "bold"))
        if match is not None:
            screen.line(screen.say("round.levels", levels=levels_text(match, names)))
        if round is None or not round.over:
            screen.note(screen.say("round.unfinished"))
        screen.line("")
        return
    cells: list[str | int] = [screen.say("round"), record.number]
    cells.append(printable(record.header.tags.get("Event", "")) or "-")
    if round is not None:
        trump = round.trump
        cells += [trump.level, trump.suit or "NT", round.dealer, round.partner]
    screen.row(*cells)
    if match is not None:
        for said in match.declarations:
            screen.row(screen.say("declared"), said.seat, screen.kinds(said.cards))
    if round is not None:
        screen.row(screen.say("kitty"), screen.cards(round.kitty, round.trump))
        for number, (trick, points) in enumerate(
            zip(round.tricks, _attackers(round), strict=True), start=1
        ):
            plays = [Text()] * 4
            for i, cards_played in enumerate(trick.plays):
                seat_ = (trick.leader + i) % 4
                plays[seat_] = screen.cards(cards_played, round.trump)
            if trick.failed:
                back = screen.cards(trick.returned, round.trump)
                plays[trick.leader] = Text.assemble(plays[trick.leader], " ! ", back)
            winner: str | int = "-" if trick.winner is None else trick.winner
            start = (screen.say("trick"), number, trick.leader)
            screen.row(*start, *plays, winner, trick.points, points)
        result = round.result
        if result is not None:
            side = result.change.side or "draw"
            screen.row(
                screen.say("result"),
                result.points,
                result.kitty_points,
                result.multiplier,
                screen.say(f"side.{result.last_trick}"),
                screen.say(f"side.{side}"),
                result.change.levels,
            )
    if match is not None:
        screen.row(screen.say("levels"), *match.levels)
        if match.winners:
            screen.row(screen.say("won"), *match.winners)
    if round is None or not round.over:
        screen.row(screen.say("unfinished"))


def printable_lines(text: str) -> str:
    """The lines of a comment, without characters that would move the cursor."""
    return "\n".join(map(printable, text.split("\n")))


def levels_text(match: Match, names: Sequence[str]) -> str:
    """The levels of the sides, or of the seats where partners are found."""
    levels = [
        {"T": "10"}.get(level, level) + "+" * crown
        for level, crown in zip(match.levels, match.crowns, strict=True)
    ]
    if match.rules.find_partner:
        return ", ".join(f"{name} {level}" for name, level in zip(names, levels, strict=True))
    return f"{names[0]} + {names[2]} {levels[0]}, {names[1]} + {names[3]} {levels[1]}"


def show_tricks(
    round: Round,
    names: Sequence[str],
    screen: Screen,
    comments: Mapping[int, str] = MappingProxyType({}),
    *,
    last: int = 0,
    secret: bool = False,
) -> None:
    """Print the tricks of a round as a table in a terminal.

    `last` is how many of them, 0 for all; `secret` leaves the attackers' points out.
    """
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("", justify="right", style="dim")
    for name in names:
        table.add_column(name, overflow="fold")
    table.add_column(screen.say("points"), justify="right")
    if not secret:
        table.add_column(screen.say("attackers"), justify="right", no_wrap=True)
    before = 0
    tricks = list(zip(round.tricks, _attackers(round), strict=True))
    for number, (trick, points) in enumerate(tricks, start=1):
        if last and number <= len(tricks) - last:
            before = points
            continue
        cells = [Text()] * 4
        for i, cards in enumerate(trick.plays):
            seat = (trick.leader + i) % 4
            cell = screen.cards(cards, round.trump)
            if i == 0:
                cell = Text.assemble("› " if screen.style != "ascii" else "> ", cell)
                if trick.failed:
                    back = screen.cards(trick.returned, round.trump)
                    back.stylize("dim")
                    cell.append_text(Text.assemble(" (", back, ")"))
            if seat == trick.winner:
                cell.stylize("bold")
                cell.append(" ✓" if screen.style != "ascii" else " *", "bold green")
            cells[seat] = cell
        changed = "bold" if points != before else "dim"
        table.add_row(
            str(number),
            *cells,
            str(trick.points) if trick.winner is not None else "",
            *([] if secret else [Text(str(points), changed)]),
        )
        before = points
    screen.console.print(table)
    for number in sorted(comments):
        if number > 0:
            screen.note(f"{number}. {printable_lines(comments[number])}")


def _json(record: Record) -> dict[str, Any]:
    round, match = record.round, record.match
    tricks = []
    result = None
    if round is not None:
        for trick, points in zip(round.tricks, _attackers(round), strict=True):
            tricks.append(
                {
                    "leader": trick.leader,
                    "plays": [str(cards) for cards in trick.plays],
                    "returned": str(trick.returned),
                    "winner": trick.winner,
                    "points": trick.points,
                    "attackers": points,
                }
            )
        if round.result is not None:
            found = round.result
            result = {
                "points": found.points,
                "kitty_points": found.kitty_points,
                "multiplier": found.multiplier,
                "last_trick": found.last_trick,
                "side": found.change.side,
                "levels": found.change.levels,
                "deal": found.change.deal,
                "revoked": found.revoked,
            }
    return {
        "line": record.line,
        "number": record.number,
        "names": list(record.header.names),
        "tags": dict(record.header.tags),
        "comments": {str(trick): text for trick, text in record.comments.items()},
        "declarations": [
            {"seat": said.seat, "cards": str(said.cards), "how": said.how}
            for said in (match.declarations if match is not None else ())
        ],
        "dealer": None if round is None else round.dealer,
        "partner": None if round is None else round.partner,
        "level": None if round is None else round.trump.level,
        "trump": None if round is None else round.trump.suit or "NT",
        "kitty": None if round is None else str(round.kitty),
        "tricks": tricks,
        "result": result,
        "levels": None if match is None else list(match.levels),
        "winners": None if match is None else list(match.winners),
    }
