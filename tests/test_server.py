"""examples/server over loopback: four clients, one rude, a crash, and no hidden card told."""

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import tractor_core as tc
from tractor_core import actions
from tractor_core.actions import Action

FOLDER = Path(__file__).parent.parent / "examples" / "server"
# one deck: every card is there once, so that a card named is a card known
RULES = tc.Rules(decks=1, levels=("2", "3"), partner_protect=True, throw_penalty=5)
PATIENCE = 120  # seconds for what takes one or two; only a server that hangs needs them
RUDE = 2
CARD = re.compile(r"\b(?:(?:10|[2-9TJQKA])[dchs]|[SB]J)\b")


@contextlib.contextmanager
def running(command, **options):
    """Run a command with pipes, for as long as the patience lasts."""
    options |= {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    with subprocess.Popen(command, **options) as process:
        watch = threading.Timer(PATIENCE, process.kill)
        watch.start()
        try:
            yield process
        finally:
            watch.cancel()
            process.kill()


@contextlib.contextmanager
def serving(folder):
    """Run a server on a free port; give its address and the process. It may report no error."""
    rules = folder / "rules.toml"
    options = RULES.to_dict().items()
    rules.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in options if value))
    command = [sys.executable, "-u", str(FOLDER / "server.py"), "--port", "0", "--pace", "0"]
    command += ["--rules", str(rules), "--tables", str(folder / "tables")]
    errors = folder / "errors.txt"
    with errors.open("w") as file, running(command, stderr=file) as process:
        address = process.stdout.readline().strip()  # it listens from then on
        assert address.startswith("ws://127.0.0.1:"), errors.read_text()
        yield address.removesuffix("/NAME"), process
    assert not re.search("Traceback|ERROR|Exception", errors.read_text()), errors.read_text()


# --- what a seat may know, found from the log alone ---


def knowledge(log):
    """For every step of a match what each seat may know of its round: sets of kinds."""
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    match = tc.Match.from_dict(entries[0]["match"])
    known = [set() for _ in range(4)]
    steps = [[set(seen) for seen in known]]
    for entry in entries[1:]:
        if "action" not in entry:
            continue
        action = Action.from_dict(entry["action"])
        hands = match.hands
        match.apply(action)
        public = set()
        if isinstance(action, actions.NextRound):
            known = [set() for _ in range(4)]
        elif isinstance(action, actions.Deal):
            for seat in range(4):
                known[seat] |= set(match.hands[seat])
        elif isinstance(action, actions.TakeKitty):
            known[action.seat] |= set(match.hands[action.seat]) - set(hands[action.seat])
        elif isinstance(action, (actions.Declare, actions.Play)):
            public |= set(action.cards)
        if match.turned is not None:
            public.add(match.turned)
        if match.phase in (tc.Phase.ROUND_OVER, tc.Phase.OVER):
            public |= set(match.kitty)
        for seat in range(4):
            known[seat] |= public
        steps.append([set(seen) for seen in known])
    return match, steps


def cards_named(value):
    """Every kind that a message names, wherever it stands in it."""
    if isinstance(value, str):
        return {tc.parse_kind(card) for card in CARD.findall(value)}
    if isinstance(value, dict):
        return cards_named([*value, *value.values()])
    if isinstance(value, list):
        return set().union(*map(cards_named, value))
    return set()


def leaks(messages, seat, steps):
    """The messages that name a card which the seat did not know at that step.

    A refusal may repeat what the seat has sent.
    """
    step = 0
    found = []
    for allowed, message in messages:
        if "step" in message:
            step = message["step"]
        # a token may look like a card; what the round before declared was public
        message = {**message, "token": None, "rounds": []}
        if message["type"] == "refusal":
            message["text"] = message["text"].replace("or SJ, BJ)", "")  # how cards are written
        else:
            allowed = frozenset()
        if not cards_named(message) <= steps[step][seat] | allowed:
            found.append(message)
    return found


# --- a client ---


class Client:
    """Play legally at random, from what the server has told this seat and nothing else."""

    def __init__(self, seat, seed):
        self.seat = seat
        self.rng = np.random.default_rng(seed)
        self.ws = self.token = self.rules = self.view = None
        self.sent = set()  # kinds named to the server, which refusals may repeat
        self.messages = []  # what was received, each with `sent` as it was

    async def join(self, address):
        self.ws = await connect(f"{address}/one", max_size=None)
        request = {"action": "sit"}
        request |= {"seat": self.seat} if self.token is None else {"token": self.token}
        seated = await self.ask(request)
        assert (seated["type"], seated["seat"]) == ("seated", self.seat)
        self.token = seated["token"]
        self.rules = tc.Rules.from_dict(seated["rules"])
        assert self.rules == RULES
        self.view = None
        await self.see(lambda view: True)

    async def receive(self):
        message = json.loads(await self.ws.recv())
        self.messages.append((frozenset(self.sent), message))
        if message["type"] == "view":
            assert message["seat"] == self.seat
            self.view = message
        return message

    async def see(self, condition):
        """Wait for a view."""
        while self.view is None or not condition(self.view):
            await self.receive()

    async def ask(self, request):
        """Send something and wait for the answer to it; requests may be of any kind."""
        if not isinstance(request, (str, bytes)):
            self.sent |= cards_named(request)
            request = json.dumps(request)
        await self.ws.send(request)
        while (answer := await self.receive())["type"] == "view":
            pass
        return answer

    async def refused(self, request):
        """Ask for what is to be refused; give the reason and the rule."""
        answer = await self.ask(request)
        assert answer["type"] == "refusal", answer
        assert answer["text"]
        return answer["reason"], answer["rule"]

    def choose(self):
        """Something that the view says this seat may do, or None to wait."""
        view = self.view
        hand = tc.Cards(view["hand"])
        if view["phase"] == "round_over":
            return {"action": "next_round"} if self.seat == 0 else None
        if self.seat not in view["actors"]:
            return None
        if view["phase"] == "bury":
            buried = self.rng.permutation(list(hand))[: len(hand) - view["counts"][self.seat - 1]]
            return {"action": "bury", "cards": str(tc.Cards(map(int, buried)))}
        if view["phase"] == "play":
            trump = tc.Trump(view["trump"]["level"], view["trump"]["suit"])
            trick = view["play"]["tricks"][-1:]
            if trick and trick[0]["winner"] is None:
                lead = tc.Cards(trick[0]["plays"][0])
                cards = tc.random_legal_follow(hand, lead, trump, self.rules, rng=self.rng)
            else:
                throws = self.rng.random() < 0.3
                cards = tc.random_lead(hand, trump, self.rules, rng=self.rng, throws=throws)
            assert view["legal"]
            return {"action": "play", "cards": str(cards)}
        if view["phase"] == "dealing" and self.rng.random() < 0.5:
            return None
        legal = view["legal"]
        return legal[int(self.rng.integers(len(legal)))] if legal else None

    async def play(self, until=None):
        """Play on until a view satisfies a condition, or the match is over."""
        while self.view["phase"] != "over" and not (until and until(self.view)):
            action = self.choose()
            if action is None:
                await self.receive()
                continue
            answer = await self.ask(action)
            # refused only where somebody declared at the same time
            assert answer["type"] == "done" or answer["rule"] in ("B1", "B2"), answer
            await self.see(lambda view, step=answer["step"]: view["step"] >= step)


async def rude_words(address):
    """Send what no client should before it has a seat, then to seats it does not have."""
    client = Client(RUDE, 0)
    async with connect(f"{address}/one") as client.ws:
        assert await client.refused({"action": "pass"}) == ("not_seated", None)
        assert await client.refused({"action": "sit", "token": "guess"}) == ("wrong_token", None)
        assert await client.refused({"action": "sit", "token": "\ud800"}) == ("wrong_token", None)
        for seat in (4, -1, "0", [], {}, 1.5):
            assert await client.refused({"action": "sit", "seat": seat}) == ("no_seat", None)
        await garbage(client)
    for name in ("..%5Cone", "%2E%2E", "One", "a" * 33):
        async with connect(f"{address}/{name}") as client.ws:
            assert await client.refused({"action": "sit"}) == ("no_table", None)
    for path in ("..%2Fone", "one/", ""):
        with pytest.raises(InvalidStatus):
            await connect(f"{address}/{path}")
    return client


async def garbage(client):
    """Send what is no action in any phase."""
    for text in (
        "",
        "{",
        "null",
        "[]",
        "7",
        '"play"',
        "[" * 4000,
        "x" * 5000,
        b"\x00\xff",
        "1" * 4096,
    ):
        assert await client.refused(text) == ("malformed", None), text
    if client.token is None:
        return
    for message in (
        {"action": "play"},
        {"action": "play", "cards": 7},
        {"action": "play", "cards": "Xs"},
        {"action": "play", "cards": "As As As As"},
        {"action": "play", "cards": "As", "units": [["As"]]},
        {"action": "play", "cards": "As", "seat": True},
        {"action": "play", "cards": "As", "seat": 10**300},
        {"action": "play", "cards": "As", "card": "\ud800"},
        {"action": "play", "cards": "As" * 1000},
        {"action": ["play"]},
        {"action": "explode"},
        {"action": "sit"},
        {},
    ):
        reason, rule = await client.refused(message)
        assert reason in ("malformed", "not_possible") and rule is None, message


async def rude_deeds(client, address):
    """In the middle of a trick: garbage, out of turn, not held, for others, for the table."""
    await garbage(client)
    seat, hand = client.seat, tc.Cards(client.view["hand"])
    before = client.view["step"]
    assert client.view["turn"] != seat
    card = tc.format_kind(next(iter(hand)))
    play = {"action": "play", "cards": card}
    assert await client.refused(play) == ("not_your_turn", "E1")
    for other in (0, 1, 3):
        assert await client.refused({**play, "seat": other}) == ("not_yours", None)
        assert await client.refused({"action": "flee", "seat": other}) == ("not_yours", None)
    for name in ("draw_seat", "flee"):
        assert await client.refused({"action": name}) == ("not_yours", None)
    for message in ({"action": "deal"}, {"action": "draw_card", "card": "As"}):
        assert (await client.refused(message))[0] == "not_possible"  # it has no seat
    for name in ("pass", "take_kitty", "next_round"):
        assert await client.refused({"action": name}) == ("not_possible", None)

    # a message beyond all bounds costs it the connection; the token gives the seat back
    with pytest.raises(ConnectionClosed) as closed:
        await client.ask("x" * 1_000_000)
    assert closed.value.rcvd.code == 1009
    await client.join(address)
    assert client.view["step"] == before and tc.Cards(client.view["hand"]) == hand

    # it vanishes without a word, and is seen to be away
    client.ws.transport.abort()
    await client.ws.wait_closed()
    await client.join(address)

    # a second connection with the token takes the seat from the first
    first = client.ws
    await client.join(address)
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await first.recv()
    assert closed.value.rcvd.code == 4001
    assert client.view["step"] == before and tc.Cards(client.view["hand"]) == hand


async def rude_on_turn(client):
    """On turn: cards it does not hold, too many, a suit that it has to follow."""
    hand = tc.Cards(client.view["hand"])
    strange = next(kind for kind in range(54) if kind not in hand)
    play = {"action": "play", "cards": tc.format_kind(strange)}
    assert await client.refused(play) == ("not_held", "F1")
    assert await client.refused({"action": "play", "cards": ""}) == ("empty", "F1")
    trump = tc.Trump(client.view["trump"]["level"], client.view["trump"]["suit"])
    lead = tc.Cards(client.view["play"]["tricks"][-1]["plays"][0])
    assert len(lead) == 1
    suit = tc.suit_of(next(iter(lead)), trump)
    off = [kind for kind in hand if tc.suit_of(kind, trump) != suit]
    play = {"action": "play", "cards": tc.format_kind(off[0])}
    assert await client.refused(play) == ("must_follow_suit", "F1")


def rude_moment(view):
    """Whether the rude seat is to follow a single card in its suit, and may not play at will."""
    if view["phase"] != "play" or not view["play"]["tricks"] or view["turn"] != RUDE:
        return False
    trick = view["play"]["tricks"][-1]
    lead = tc.Cards(trick["plays"][0])
    if trick["winner"] is not None or len(lead) != 1:
        return False
    trump = tc.Trump(view["trump"]["level"], view["trump"]["suit"])
    suits = {tc.suit_of(kind, trump) for kind in tc.Cards(view["hand"])}
    return len(suits) > 1 and tc.suit_of(next(iter(lead)), trump) in suits


def first_round(seed):
    """The log of a table that was left after a round, its last line cut short."""
    match, rng = tc.Match(RULES, seed), np.random.default_rng(seed)
    entries = [{"match": match.to_dict()}]
    while match.phase is not tc.Phase.ROUND_OVER:
        entries.append({"action": match.apply(match.random_action(rng)).to_dict()})
    return "\n".join(map(json.dumps, entries)) + '\n{"seat": 0, "tok'


async def whole_match(folder, seed):
    log = folder / "tables" / "one.jsonl"
    log.parent.mkdir()
    log.write_text(first_round(seed))
    clients = [Client(seat, seed + seat) for seat in range(4)]
    rude = clients[RUDE]

    with serving(folder) as (address, process):
        others = [client for client in clients if client is not rude]
        await asyncio.gather(*(client.join(address) for client in others))
        stranger = await rude_words(address)
        await rude.join(address)
        assert await stranger_is_refused(address) == ("no_seat", None)

        # the others wait where play begins, so that the rude one finds the match as it was
        await asyncio.gather(
            rude.play(lambda view: view["phase"] == "play" and view["turn"] != RUDE),
            *(client.play(lambda view: view["phase"] == "play") for client in others),
        )
        await rude_deeds(rude, address)

        # all play until the rude one is to follow a suit that it holds
        playing = [asyncio.create_task(client.play()) for client in others]
        await rude.play(rude_moment)
        in_trick = rude_moment(rude.view)
        if in_trick:  # else, hardly ever, the match was over before
            await rude_on_turn(rude)
        process.kill()  # nothing said
        results = await asyncio.gather(*playing, return_exceptions=True)
        assert all(isinstance(end, ConnectionClosed) or not in_trick for end in results), results
        process.wait()

    before = rude.view
    with serving(folder) as (address, process):
        await asyncio.gather(*(client.join(address) for client in clients))
        for name in before.keys() - {"present"}:
            assert rude.view[name] == before[name]
        await asyncio.gather(*(client.play() for client in clients))
        for client in clients:
            await client.ws.close()

    match, steps = knowledge(log)
    assert match.phase is tc.Phase.OVER and match.winners
    for client in clients:
        assert client.view["winners"] == list(match.winners)
        assert client.view["step"] == len(match.actions)
        assert leaks(client.messages, client.seat, steps) == []
        # the comparison sees leaks: another seat's messages are full of them
        assert len(leaks(client.messages, (client.seat + 1) % 4, steps)) > 20
    assert leaks(stranger.messages, RUDE, [[set()] * 4]) == []
    return match


async def stranger_is_refused(address):
    client = Client(0, 0)
    async with connect(f"{address}/one") as client.ws:
        return await client.refused({"action": "sit"})


def test_four_clients_play_a_whole_match(tmp_path):
    async def bounded():
        async with asyncio.timeout(PATIENCE):
            return await whole_match(tmp_path, 11)

    match = asyncio.run(bounded())
    assert match.round_number >= 2


def test_the_terminal_client_plays_at_a_new_table(tmp_path):
    view = "-- you are seat 3: round 1, draw_seat\n"
    with serving(tmp_path) as (address, _):
        command = [sys.executable, "-u", str(FOLDER / "client.py"), f"{address}/new", "--seat", "3"]
        with running(command) as client:
            client.stdin.write("pass\nfly away\nplay 9h 9h\n")
            said = []
            while view not in said or sum(line.startswith("refused:") for line in said) < 3:
                said.append(client.stdout.readline())
                assert said[-1], said
            client.stdin.write("quit\n")
            assert client.wait(PATIENCE) == 0
    said = "".join(said)
    token = re.search(r"^seat 3, token (\S+)$", said, re.MULTILINE)[1]
    assert "refused: pass is not possible in the phase draw_seat" in said
    assert "refused: unknown action 'fly'" in said
    log = (tmp_path / "tables" / "new.jsonl").read_text()
    assert '"seat": 3' in log and token not in log


def test_the_example_is_short():
    assert len((FOLDER / "server.py").read_text().splitlines()) < 300
