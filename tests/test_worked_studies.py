"""The pages of docs/studies say what their scripts find."""

import importlib.util
import math
import re
import sys
from pathlib import Path

import pytest

STUDIES = Path(__file__).parent.parent / "docs" / "studies"
NAMES = ("units", "throws", "ten", "declaring", "kitty", "policies")
FEW = {"kitty": 2_000, "policies": 1_000}
SIGMAS = 5


def script(name, monkeypatch):
    monkeypatch.syspath_prepend(STUDIES)
    spec = importlib.util.spec_from_file_location(f"study_{name}", STUDIES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module, sys.modules.pop("shared")


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def read(block):
    """Head, rows and number of deals of a table of a page."""
    lines = [line for line in block.splitlines() if line.startswith("|")]
    (deals,) = re.findall(r"^([\d,]+) (?:deals|rounds) a row", block, re.MULTILINE)
    return cells(lines[0]), [cells(line) for line in lines[2:]], int(deals.replace(",", ""))


def number(text):
    value, _, error = text.replace("−", "-").rstrip(")").partition("(")
    decimals = len(value.partition(".")[2])
    return float(value), float(error or 0) / 10**decimals


def agrees(text, fresh, deals, few):
    """Whether a number of a page lies near that of a smaller run of other deals."""
    value, error = number(text)
    # the error of the page tells that of few deals better than they do themselves
    off = error * math.sqrt(1 + deals / few) or fresh.error * fresh.scale
    return abs(value - fresh.value * fresh.scale) <= SIGMAS * off + 1e-4 * abs(value)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_pages_hold_what_their_scripts_find(name, monkeypatch):
    module, shared = script(name, monkeypatch)
    few = FEW.get(name, 20_000)
    page = (STUDIES / f"{name}.md").read_text(encoding="utf-8")
    exact = sampled = 0
    for table in module.find(few, shared.SEED + 1).tables:
        (found,) = shared.block_of(table.name).finditer(page)
        head, rows, deals = read(found[0])
        assert head == list(table.head)
        assert len(rows) == len(table.rows)
        assert deals > few
        for row, fresh in zip(rows, table.rows, strict=True):
            for text, cell in zip(row, fresh, strict=True):
                where = (name, table.name, row, text, cell)
                if isinstance(cell, shared.Off):
                    assert text == "" or abs(number(text)[0]) < SIGMAS, where
                elif isinstance(cell, shared.Sampled):
                    sampled += 1
                    assert math.isnan(cell.value) or agrees(text, cell, deals, few), where
                else:
                    exact += isinstance(cell, shared.Exact)
                    assert text == str(cell), where
    assert sampled > 20
    assert exact > 10 or name == "policies"


@pytest.mark.parametrize("name", NAMES)
def test_pages_name_their_command_and_show_their_plot(name):
    page = (STUDIES / f"{name}.md").read_text(encoding="utf-8")
    assert f"```sh\npython docs/studies/{name}.py\n```" in page
    assert len(re.findall(rf"^!\[[^\]]+\]\({name}\.svg\)$", page, re.MULTILINE)) == 1
    assert f"\n{name}\n" in (STUDIES / "index.md").read_text(encoding="utf-8")
    svg = (STUDIES / f"{name}.svg").read_text(encoding="utf-8")
    assert svg.startswith("<?xml") and svg.rstrip().endswith("</svg>")
    assert len(svg) < 200_000
    # every table of the page was filled by one of its script
    blocks = re.findall(r"<!-- table: [\w-]+ -->\n(.*?)<!-- end -->", page, re.DOTALL)
    assert len(blocks) == page.count("<!--") / 2 >= 2
    assert all(read(block)[1] for block in blocks)


@pytest.mark.parametrize(
    ("text", "value", "error", "near"),
    [
        ("29.245(10)", 0.29245, 0.001, True),
        ("29.245(10)", 0.2980, 0.001, True),  # 4 of the errors of as many deals as here
        ("29.245(10)", 0.3000, 0.001, False),
        ("−0.286(1)", -0.0029, 0.001, True),
        ("0", 0.0, 0.0, True),
        ("0", 0.001, 0.0, False),
    ],
)
def test_agreement_of_numbers(text, value, error, near, monkeypatch):
    _, shared = script("units", monkeypatch)
    assert agrees(text, shared.Sampled(value, error), 2_000_000, 10_000) is near


def test_cells_are_written_with_their_digits(monkeypatch):
    _, shared = script("units", monkeypatch)
    assert [
        str(shared.Exact(value)) for value in (None, 0, 1 / 3, 1, 1 - 3e-6, 1 - 1e-12, 1.4e-6)
    ] == ["", "0", "33.333", "100", "99.99970", "> 99.999999", "0.00014000"]
    assert str(shared.Sampled(0.123456, 0.000123)) == "12.346(12)"
    assert str(shared.Sampled(-1.5, 0.02, 1)) == "−1.500(20)"
    assert (str(shared.Off(-0.25)), str(shared.Off(None))) == ("−0.2", "")


def test_blocks_of_a_page_are_filled(tmp_path, monkeypatch):
    _, shared = script("units", monkeypatch)
    page = tmp_path / "page.md"
    page.write_text("A\n\n<!-- table: x -->\nold\n<!-- end -->\n\nB\n", encoding="utf-8")
    table = shared.Table("x", ("of", "sampled"), [("a", shared.Sampled(0.5, 0.01))], 1000)
    for _ in range(2):
        shared.fill(page, [table])
        text = page.read_text(encoding="utf-8")
        assert "old" not in text and text.startswith("A\n") and text.endswith("\n\nB\n")
        (found,) = shared.block_of("x").finditer(text)
        assert read(found[0]) == (["of", "sampled"], [["a", "50.0(10)"]], 1000)
    with pytest.raises(ValueError, match="0 blocks"):
        shared.fill(page, [shared.Table("y", ("of",), [("a",)], 1)])
