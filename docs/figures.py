"""Draw the pictures of the engine page: python docs/figures.py writes docs/_static/*.svg."""

from __future__ import annotations

from pathlib import Path

import tractor_core as tc

CELL = 17
RANKS = "23456789TJQKA"
SUITS = (("d", "♦", "#c0392b"), ("c", "♣", "#1e6b3a"), ("h", "♥", "#d35400"), ("s", "♠", "#2c3e50"))
INK, PALE = "#333", "#f2f2f2"


def text(x: float, y: float, words: str, size: int = 11, colour: str = INK, anchor: str = "middle"):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" '
        f'font-family="Helvetica, Arial, sans-serif">{words}</text>'
    )


def cell(x: float, y: float, fill: str, width: float = CELL):
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width}" height="{CELL}" fill="{fill}" '
        f'stroke="#999" stroke-width="0.7"/>'
    )


def arrow(x: float, y: float, to_x: float, to_y: float, colour: str = "#888"):
    return (
        f'<path d="M{x:.1f},{y:.1f} C{x:.1f},{(y + to_y) / 2:.1f} {to_x:.1f},{(y + to_y) / 2:.1f} '
        f'{to_x:.1f},{to_y:.1f}" fill="none" stroke="{colour}" stroke-width="1" '
        'marker-end="url(#tip)"/>'
    )


def picture(width: float, height: float, parts: list[str]) -> str:
    tip = (
        '<defs><marker id="tip" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" '
        'markerHeight="6" orient="auto"><path d="M0,0 L6,3 L0,6 z" fill="#888"/></marker></defs>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}"><rect width="100%" height="100%" fill="white"/>{tip}'
        + "\n".join(parts)
        + "</svg>\n"
    )


def kind_face(kind: int) -> tuple[str, str]:
    if kind >= 52:
        return ("SJ", "BJ")[kind - 52], "#7d3c98"
    return RANKS[kind % 13], SUITS[kind // 13][2]


def planes() -> str:
    """Three planes of a hand, a bit a kind."""
    hand = tc.Cards("2d 7d 7d 8d 8d 5h 5h 5h Jh As As Ks SJ")
    left, parts = 62, []
    for suit, (_, sign, colour) in enumerate(SUITS):
        parts.append(text(left + CELL * (13 * suit + 6.5), 14, sign, 14, colour))
    for kind in range(54):
        face, colour = kind_face(kind)
        x = left + CELL * kind
        parts.append(text(x + CELL / 2, 30, face, 10 if kind < 52 else 8, colour))
        for row, plane in enumerate(hand.planes):
            on = plane >> kind & 1
            parts.append(cell(x, 36 + row * (CELL + 4), colour if on else PALE))
            if on:
                parts.append(text(x + CELL / 2, 48.5 + row * (CELL + 4), "1", 10, "white"))
        if kind % 13 == 0 or kind >= 52:
            parts.append(text(x + CELL / 2, 112, str(kind), 9, "#777"))
    for row, name in enumerate(("one", "two", "three")):
        parts.append(text(left - 8, 49 + row * (CELL + 4), name, 11, INK, "end"))
    parts.append(text(left - 8, 112, "bit", 9, "#777", "end"))
    return picture(left + 54 * CELL + 8, 120, parts)


def fold() -> str:
    """How the trumps of hearts at level ten become a chain, a bit a step."""
    steps = [*(f"{rank}h" for rank in RANKS if rank != "T"), "Td Tc Ts", "Th", "SJ", "BJ"]
    left, wide, parts = 20, 44, []
    kinds = [kind for step in steps for kind in tc.Cards(step).kinds()]
    at = {}
    for i, kind in enumerate(sorted(kinds, key=lambda kind: (kind >= 52, kind))):
        face, colour = kind_face(kind)
        sign = "" if kind >= 52 else SUITS[kind // 13][1]
        x = left + i * (wide - 5)
        at[kind] = x + 14
        parts.append(cell(x, 14, "white", 28))
        parts.append(text(x + 14, 26.5, face + sign, 11, colour))
    for i, step in enumerate(steps):
        x = left + i * wide
        tied = len(tc.Cards(step).kinds()) > 1
        parts.append(cell(x, 110, "#fdebd0" if tied else PALE, wide - 8))
        parts.append(text(x + (wide - 8) / 2, 122.5, "T♦♣♠" if tied else step[:2], 10))
        parts.append(text(x + (wide - 8) / 2, 142, str(i), 9, "#777"))
        for kind in tc.Cards(step).kinds():
            parts.append(arrow(at[kind], 32, x + (wide - 8) / 2, 108))
    parts.append(
        text(
            left,
            158,
            "step: neighbours in the chain are neighbours in a tractor",
            10,
            "#777",
            "start",
        )
    )
    return picture(left + len(steps) * wide + 10, 168, parts)


def runs() -> str:
    """Finding the tractors of a chain: and with itself, moved by one."""
    plane = [0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0]
    moved = [*plane[1:], 0]
    both = [a & b for a, b in zip(plane, moved, strict=True)]
    again = [a & b for a, b in zip(both, [*moved[1:], 0], strict=True)]
    left, parts = 130, []
    rows = (
        ("p", plane, "pairs held"),
        ("p &gt;&gt; 1", moved, ""),
        ("p &amp; p &gt;&gt; 1", both, "tractors of two start here"),
        ("… &amp; p &gt;&gt; 2", again, "tractors of three start here"),
    )
    for row, (name, bits, note) in enumerate(rows):
        y = 26 + row * (CELL + 6)
        parts.append(text(left - 10, y + 12.5, name, 11, INK, "end"))
        for i, on in enumerate(bits):
            parts.append(cell(left + i * CELL, y, "#2c7fb8" if on else PALE))
        parts.append(text(left + 12 * CELL + 12, y + 12.5, note, 11, "#777", "start"))
    for i, rank in enumerate("23456789JQKA"):
        parts.append(text(left + (i + 0.5) * CELL, 18, rank, 10))
    return picture(left + 12 * CELL + 190, 124, parts)


def main() -> None:
    static = Path(__file__).parent / "_static"
    static.mkdir(exist_ok=True)
    for draw in (planes, fold, runs):
        (static / f"{draw.__name__}.svg").write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
