"""Play at a table of server.py from a terminal: `python client.py ws://127.0.0.1:8765/tables/one`.

What is typed is an action and its cards, such as `play 9h 9h`, `declare 2s`, `pass`, `take_kitty`,
`bury 3d 4d ...`, `next_round`; `quit` leaves, and the token printed takes the seat back.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import tractor_core as tc


def describe(view: dict[str, Any]) -> str:
    """Write a view in a few lines."""
    hand = tc.Cards(view["hand"])
    trump = view["trump"]
    trumps = "none yet"
    if trump is not None:
        order = tc.Trump(**trump)
        hand_text = " ".join(map(tc.format_kind, tc.sort_hand(hand, order)))
        trumps = f"{trump['suit'] or 'no trump'}, level {trump['level']}"
    else:
        hand_text = str(hand)
    if view["phase"] == "dealing":
        return f"   your hand: {hand_text}"
    turn = "" if view["turn"] is None else f", seat {view['turn']} to act"
    lines = [
        f"-- you are seat {view['seat']}: round {view['round_number']}, {view['phase']}{turn}",
        f"   trumps: {trumps}; dealer: {view['dealer']}; levels: {' '.join(view['levels'])}",
    ]
    for bid in view["declarations"][-1:]:
        lines.append(f"   declared: seat {bid['seat']} {bid['cards']}")
    play = view["play"]
    if play is not None:
        lines.append(f"   attackers' points: {play['points']}")
        for trick in play["tricks"][-2:]:
            plays = [f"{(trick['leader'] + i) % 4}: {p}" for i, p in enumerate(trick["plays"])]
            won = "" if trick["winner"] is None else f"  (seat {trick['winner']} wins)"
            back = f"  (back: {trick['returned']})" if trick["returned"] else ""
            lines.append(f"   {' | '.join(plays)}{back}{won}")
    lines.append(f"   your hand: {hand_text}")
    if view["seat"] in view["actors"] and view["legal"]:
        first = view["legal"][0]
        lines.append(f"   for example: {first['action']} {first.get('cards', '')}".rstrip())
    return "\n".join(lines)


def read(line: str) -> dict[str, Any]:
    """Turn what was typed into an action."""
    name, _, cards = line.strip().partition(" ")
    message: dict[str, Any] = {"action": name}
    if cards:
        message["card" if name == "name_card" else "cards"] = cards
    return message


def listen(ws: ClientConnection) -> None:
    """Print what the server says until it closes; what is alike is said once."""
    said = ""
    try:
        for text in ws:
            message = json.loads(text)
            if message["type"] == "view":
                view = describe(message)
                if view != said:
                    print(view, flush=True)
                said = view
            elif message["type"] == "refusal":
                rule = f" ({message['rule']})" if message["rule"] else ""
                print(f"refused: {message['text']}{rule}", flush=True)
            elif message["type"] == "seated":
                print(f"seat {message['seat']}, token {message['token']}", flush=True)
    except ConnectionClosed as closed:
        print(f"closed: {closed}", flush=True)


def main() -> None:
    """Take a seat, print views, send what is typed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--seat", type=int, help="the first that is free if left out")
    parser.add_argument("--token", help="take this seat back")
    args = parser.parse_args()
    with connect(args.url) as ws:
        ws.send(json.dumps({"action": "sit", "seat": args.seat, "token": args.token}))
        listener = threading.Thread(target=listen, args=(ws,), daemon=True)
        listener.start()
        try:
            for line in sys.stdin:
                if line.strip() == "quit":
                    break
                if line.strip():
                    ws.send(json.dumps(read(line)))
        except ConnectionClosed:
            pass  # the listener says so
    listener.join(5)


if __name__ == "__main__":
    main()
