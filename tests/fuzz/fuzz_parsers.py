"""Feed mutated input to everything that reads text or bytes: errors of the right class only.

Run with atheris: python tests/fuzz/fuzz_parsers.py -max_total_time=60 tests/fuzz/corpus
The first byte of the input says which reader gets the rest. Without atheris
`tests/test_fuzz_corpus.py` runs the corpus.
"""

import io
import json
import sys
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
READERS = "nujtbdamr"  # the first bytes, in the order of the functions below


def notation(data):
    text = data.decode("utf-8", "surrogateescape")
    assert tc.Cards(str(cards := tc.Cards(text))) == cards


def kind(data):
    card = tc.parse_kind(data.decode("utf-8", "surrogateescape"))
    assert tc.parse_kind(tc.format_kind(card)) == card


def rules_json(data):
    rules = tc.Rules.from_json(data)
    assert tc.Rules.from_json(rules.to_json()) == rules


def rules_toml(data):
    tc.Rules.from_toml(io.BytesIO(data))


def round_bytes(data):
    """The checksum is mended, so that what stands behind it is reached."""
    tc.Round.from_bytes(data + zlib.crc32(data).to_bytes(4, "big"))


def read_json(data):
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def round_dict(data):
    tc.Round.from_dict(read_json(data))


def action_dict(data):
    tc.actions.Action.from_dict(read_json(data))


def match_dict(data):
    tc.Match.from_dict(read_json(data))


def record(data):
    for found in read_records(io.BytesIO(data)):
        what = found.match or found.round
        again = list(read_records(io.StringIO(format_record(what))))[-1]
        assert (again.match or again.round) == what


TARGETS = dict(
    zip(
        READERS,
        (
            notation, kind, rules_json, rules_toml, round_bytes, round_dict, action_dict,
            match_dict, record,
        ),
        strict=True,
    )
)  # fmt: skip


def read_one(data):
    """Give input to its reader; what it may raise is let pass."""
    target = TARGETS.get(chr(data[0])) if data else None
    if target is None:
        return
    try:
        target(data[1:])
    except tc.TractorError:
        pass
    except TypeError as error:
        # a value of a wrong type in JSON or TOML, told by the package itself
        if target in (notation, kind, round_bytes, record):
            raise
        trace = error.__traceback__
        while trace.tb_next is not None:
            trace = trace.tb_next
        assert "tractor_core" in trace.tb_frame.f_code.co_filename or "must be" in str(error)


def main():
    atheris.Setup(sys.argv, read_one)
    atheris.Fuzz()


if __name__ == "__main__":
    import atheris

    with atheris.instrument_imports(include=["tractor_core"]):
        import tractor_core  # noqa: F401

import zlib  # noqa: E402

import tractor_core as tc  # noqa: E402
from tractor_core.record import format_record, read_records  # noqa: E402

if __name__ == "__main__":
    main()
