"""Serve tables of Tractor over WebSocket: a table a path, a token a seat (see README.md)."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import hmac
import itertools
import json
import re
import secrets
import socket
import weakref
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import tractor_core as tc
from tractor_core import actions
from tractor_core.actions import Action

MOST_TABLES = 1000
MOST_TEXT = 4096  # characters of a message; a longer one is refused
MOST_BYTES = 65536  # of a message; a longer one closes the connection (code 1009)
MOST_LEGAL = 24  # legal actions that a view lists

# What the table does itself: a player who named the seat or the card drawn would choose it.
CHANCE: dict[tc.Phase, Action] = {
    tc.Phase.DRAW_SEAT: actions.DrawSeat(),
    tc.Phase.DEALING: actions.Deal(),
    tc.Phase.DRAW_DEALER: actions.DrawSeat(),
    tc.Phase.DRAW_CARD: actions.DrawCard(),
}


class Refusal(ValueError):
    """Refuse a message; the reason is for programs, the text for people."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


def refuse(error: Exception) -> dict[str, Any]:
    """Write a refusal, with the rule where one is broken; never a hand."""
    reason, rule, text = "malformed", None, str(error)[:300]
    if isinstance(error, tc.IllegalPlay):
        reason, rule, text = error.reason.value, error.rule, error.reason.sentence
    elif isinstance(error, Refusal):
        reason = error.reason
    elif isinstance(error, tc.RulesError):
        reason, rule = "not_allowed" if error.rule else "not_possible", error.rule
    return {"type": "refusal", "reason": reason, "rule": rule, "text": text}


def hashed(token: str) -> str:
    """Hash a token, so that the logs show none."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Guest:
    """Hold one connection, and the seat it has taken."""

    def __init__(self, ws: WebSocket) -> None:
        self.ws = ws
        self.table: Table | None = None
        self.seat = -1
        self.news = asyncio.Event()
        self.writer: asyncio.Task[None] | None = None

    async def write_views(self, table: Table) -> None:
        """Send the newest view when there is one: a slow reader misses the older ones."""
        try:
            while table.guests[self.seat] is self:
                self.news.clear()
                await self.ws.send_text(json.dumps(table.seen_by(self.seat)))
                await self.news.wait()
            await self.ws.close(4001, "the seat was taken by a newer connection")
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone; the reader sees it too and leaves the seat


class Table:
    """Hold a match, who sits at it, and its log.

    The log is a line of JSON for the match as it began, then one for every seat taken and for
    every action. It has the seed of all cards: only the server may read it.
    """

    def __init__(self, log: Path, rules: tc.Rules, pace: float) -> None:
        self.log, self.pace = log, pace
        self.tokens = [""] * 4  # hashed; empty where nobody has sat
        self.guests: list[Guest | None] = [None] * 4
        self.dealing: asyncio.Task[None] | None = None
        self.match = tc.Match(rules)
        if not self.read():
            self.write({"match": self.match.to_dict()})

    def write(self, entry: dict[str, Any]) -> None:
        with self.log.open("a", encoding="ascii") as file:
            file.write(json.dumps(entry) + "\n")

    def read(self) -> bool:
        """Play the log again, every action checked; a line cut short by a crash goes."""
        self.log.touch()
        with self.log.open("r+b") as file:
            whole, _, cut = file.read().rpartition(b"\n")
            file.truncate(file.tell() - len(cut))
        for entry in map(json.loads, whole.splitlines()):
            if "match" in entry:
                self.match = tc.Match.from_dict(entry["match"])
            elif "token" in entry:
                self.tokens[entry["seat"]] = entry["token"]
            else:
                self.match.apply(Action.from_dict(entry["action"]))
        return bool(whole)

    def apply(self, action: Action) -> Action:
        """Carry an action out: first on a copy, so that nothing is played but not written."""
        after = self.match.copy()
        done = after.apply(action)
        self.write({"action": done.to_dict()})
        self.match = after
        self.tell()
        return done

    def tell(self) -> None:
        """Have a view sent to every guest, and the cards dealt that are to be dealt."""
        for guest in self.guests:
            if guest is not None:
                guest.news.set()
        if self.dealing is None or self.dealing.done():
            self.dealing = asyncio.create_task(self.deal())

    async def deal(self) -> None:
        """Do what chance does, a card at a time, while all four seats have somebody."""
        while all(self.guests) and self.match.phase in CHANCE:
            self.apply(CHANCE[self.match.phase])
            await asyncio.sleep(self.pace)

    def seen_by(self, seat: int) -> dict[str, Any]:
        """Write the view of a seat, and some of what it may do."""
        match = self.match
        seen = {"type": "view", "step": len(match.actions), **match.view(seat).to_dict()}
        if seen["play"] is not None:
            del seen["play"]["unseen"]  # long, and told by the rest
        seen["rounds"] = seen["rounds"][-1:]
        seen["present"] = [guest is not None for guest in self.guests]
        legal = itertools.islice(match.legal_actions(seat), MOST_LEGAL)
        seen["legal"] = [action.to_dict() for action in legal]
        return seen

    def sit(self, guest: Guest, seat: Any, token: Any) -> str:
        """Give a guest a free seat and its token, or the seat of the token it has."""
        if token is None:
            free = [s for s in range(4) if not self.tokens[s] and seat in (None, s)]
            if not free:
                raise Refusal("no_seat", "there is no such free seat; a token takes its own back")
            found, token = free[0], secrets.token_urlsafe(16)
            self.write({"seat": found, "token": hashed(token)})
            self.tokens[found] = hashed(token)
        else:
            sent = hashed(str(token))
            own = [s for s in range(4) if hmac.compare_digest(sent, self.tokens[s])]
            if not own:
                raise Refusal("wrong_token", "no seat has this token")
            found = own[0]
        guest.table, guest.seat = self, found
        before, self.guests[found] = self.guests[found], guest
        if before is not None:
            before.news.set()  # it finds that it has lost the seat
        return str(token)


class House:
    """Hold the tables in use; all others are in their logs."""

    def __init__(self, rules: tc.Rules, folder: Path, pace: float) -> None:
        self.rules, self.folder, self.pace = rules, folder, pace
        self.tables: weakref.WeakValueDictionary[str, Table] = weakref.WeakValueDictionary()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def table(self, name: str) -> Table:
        """Find a table: one in use, one in a log, or a new one."""
        table = self.tables.get(name)
        if table is None:
            if not re.fullmatch(r"[a-z0-9-]{1,32}", name):
                raise Refusal("no_table", "a table is named by up to 32 of a-z, 0-9 and -")
            log = self.folder / f"{name}.jsonl"
            if not log.exists() and sum(1 for _ in self.folder.iterdir()) >= MOST_TABLES:
                raise Refusal("no_table", "there is no room for another table")
            table = self.tables[name] = Table(log, self.rules, self.pace)
        return table

    def answer(self, guest: Guest, text: str | None) -> dict[str, Any]:
        """Do what a message asks and say so, or raise why not."""
        if text is None or len(text) > MOST_TEXT:
            raise ValueError(f"a message is text of at most {MOST_TEXT} characters")
        data = json.loads(text)
        if not isinstance(data, dict):
            raise TypeError(f"a message is an object, not {type(data).__name__}")
        if guest.table is None:
            if data.get("action") != "sit":
                raise Refusal("not_seated", 'first take a seat: {"action": "sit"}')
            table = self.table(guest.ws.path_params["name"])
            token = table.sit(guest, data.get("seat"), data.get("token"))
            rules = table.match.rules.to_dict()
            return {"type": "seated", "seat": guest.seat, "token": token, "rules": rules}
        if guest.table.guests[guest.seat] is not guest:
            raise Refusal("not_seated", "the seat was taken by a newer connection")
        if data.get("action") != "next_round":
            data.setdefault("seat", guest.seat)
        action = Action.from_dict(data)
        if not (action.by_player or isinstance(action, actions.NextRound)):
            raise Refusal("not_yours", f"{action.name} is for the table to do")
        if getattr(action, "seat", guest.seat) != guest.seat:
            raise Refusal("not_yours", f"you have seat {guest.seat}")
        return {"type": "done", "action": guest.table.apply(action).to_dict()}

    async def serve(self, ws: WebSocket) -> None:
        """Answer one connection, whatever it sends, until it goes."""
        await ws.accept()
        guest = Guest(ws)
        try:
            while (message := await ws.receive())["type"] != "websocket.disconnect":
                try:
                    reply = self.answer(guest, message.get("text"))
                except (ValueError, TypeError, RecursionError) as error:
                    reply = refuse(error)
                if guest.table is not None:
                    reply["step"] = len(guest.table.match.actions)
                await ws.send_text(json.dumps(reply))
                if guest.table is not None and guest.writer is None:
                    guest.writer = asyncio.create_task(guest.write_views(guest.table))
                    guest.table.tell()
        except (WebSocketDisconnect, RuntimeError):
            pass  # it went while it was written to
        finally:
            if guest.writer is not None:
                guest.writer.cancel()
            if guest.table is not None and guest.table.guests[guest.seat] is guest:
                guest.table.guests[guest.seat] = None  # its token takes it back
                guest.table.tell()


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8765, help="0 for any that is free")
    parser.add_argument("--tables", type=Path, default=Path("tables"), help="folder of the logs")
    parser.add_argument("--rules", default="default", help="a preset, or a room's TOML file")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds between cards dealt")
    args = parser.parse_args()
    rules = tc.Rules.presets().get(args.rules) or tc.Rules.from_toml(args.rules)
    house = House(rules, args.tables, args.pace)
    app = Starlette(routes=[WebSocketRoute("/tables/{name}", house.serve)])
    options: dict[str, Any] = {"ws": "websockets-sansio", "ws_max_size": MOST_BYTES}
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2, **options)
    with socket.create_server((args.host, args.port)) as listening:
        print(f"ws://{args.host}:{listening.getsockname()[1]}/tables/NAME", flush=True)
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
