"""The examples of the docstrings and of the README run and print what they say."""

import contextlib
import doctest
import importlib
import io
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import tractor_core
import tractor_core.odds
import tractor_core.record

ROOT = Path(__file__).parent.parent
MODULES = [
    module
    for module in (
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(tractor_core.__path__, "tractor_core.")
        if not found.name.rpartition(".")[2].startswith("_")
    )
    if hasattr(module, "__all__")
]
PUBLIC = (
    tractor_core,
    tractor_core.actions,
    tractor_core.batch,
    tractor_core.odds,
    tractor_core.odds.counts,
    tractor_core.record,
)
PAGES = [ROOT / "README.md", ROOT / "README.zh.md", *sorted((ROOT / "docs").rglob("*.md"))]


def name_of(page):
    return page.relative_to(ROOT).with_suffix("").as_posix()


EXAMPLES = [
    pytest.param(page.name, code, printed, id=f"{name_of(page)}-{number}")
    for page in PAGES
    for number, (code, printed) in enumerate(
        re.findall(
            r"```python\n(.*?)```\n\nprints\n\n```\n(.*?)```",
            page.read_text(encoding="utf-8"),
            re.DOTALL,
        )
    )
]


def documented():
    """(name, docstring, names its examples may use) of every public thing."""
    for module in MODULES:
        names = {**vars(tractor_core), **vars(module)}
        for name in module.__all__:
            thing = getattr(module, name)
            title = f"{module.__name__}.{name}"
            yield title, thing.__doc__ or "", names
            if isinstance(thing, type):
                for member, value in vars(thing).items():
                    if not member.startswith("_"):
                        yield f"{title}.{member}", value.__doc__ or "", names


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [case for case in documented() if ">>>" in case[1]],
    ids=lambda value: value if isinstance(value, str) and "\n" not in value else "",
)
def test_examples_of_docstrings(name, text, names):
    examples = doctest.DocTestParser().get_doctest(text, dict(names), name, None, 0)
    said = io.StringIO()
    result = doctest.DocTestRunner(verbose=False).run(examples, out=said.write)
    assert result.failed == 0, said.getvalue()
    assert result.attempted or "# doctest: +SKIP" in text


@pytest.mark.parametrize(("page", "code", "printed"), EXAMPLES)
def test_examples_of_pages(page, code, printed):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, page, "exec"), {})
    assert said.getvalue() == printed


def test_pages_have_their_examples():
    found = [example.id.rsplit("-", 1)[0] for example in EXAMPLES]
    assert found.count("README") >= 3
    assert found.count("docs/tour") >= 5
    # an example of a page is tested only with what it prints beside it
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert text.count("```python\n") == found.count(name_of(page)), page


def test_every_public_name_is_in_the_documents():
    pages = "\n".join(
        page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md")
    )
    shown = set(re.findall(r"^\.\. auto\w+:: tractor_core\.([\w.]+)$", pages, re.MULTILINE))
    assert set(tractor_core.__all__) - shown == set()
    for module in (tractor_core.odds, tractor_core.odds.counts, tractor_core.odds.plots):
        inside = module.__name__.removeprefix("tractor_core.")
        names = {name: getattr(module, name) for name in module.__all__ if name != "NoExactValue"}
        things = {name for name, thing in names.items() if not isinstance(thing, ModuleType)}
        assert {f"{inside}.{name}" for name in things} - shown == set()
    assert "odds.NoExactValue" in shown


def test_every_verb_has_an_example():
    verbs = {
        f"{module.__name__}.{name}": getattr(module, name)
        for module in PUBLIC
        for name in module.__all__
    }
    lacking = {
        name
        for name, verb in verbs.items()
        if callable(verb) and not isinstance(verb, type) and ">>>" not in (verb.__doc__ or "")
    }
    assert lacking == set()
