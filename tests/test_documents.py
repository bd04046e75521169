"""The examples of the docstrings and of the README run and print what they say."""

import contextlib
import doctest
import importlib
import io
import re
from pathlib import Path

import pytest

import tractor_core

ROOT = Path(__file__).parent.parent
MODULES = (
    "actions", "batch", "cards", "errors", "follows", "leads", "match", "presets", "record",
    "rounds", "rules", "scoring", "throws", "tricks", "trump", "units", "views",
)  # fmt: skip
README = re.findall(
    r"```python\n(.*?)```\n\nprints\n\n```\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL
)


def documented():
    """(name, docstring, names its examples may use) of every public thing."""
    for module_name in MODULES:
        module = importlib.import_module(f"tractor_core.{module_name}")
        names = {**vars(tractor_core), **vars(module)}
        for name in module.__all__:
            thing = getattr(module, name)
            yield f"{module_name}.{name}", thing.__doc__ or "", names
            if isinstance(thing, type):
                for member, value in vars(thing).items():
                    if not member.startswith("_"):
                        yield f"{module_name}.{name}.{member}", value.__doc__ or "", names


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
    assert result.attempted


@pytest.mark.parametrize(("code", "printed"), README, ids=range(len(README)))
def test_examples_of_the_readme(code, printed):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "README.md", "exec"), {})
    assert said.getvalue() == printed


def test_the_readme_has_its_examples():
    assert len(README) >= 3


def test_every_verb_has_an_example():
    verbs = {
        f"{module}.{name}": getattr(importlib.import_module(f"tractor_core.{module}"), name)
        for module in MODULES
        for name in importlib.import_module(f"tractor_core.{module}").__all__
    }
    lacking = {
        name
        for name, verb in verbs.items()
        if callable(verb) and not isinstance(verb, type) and ">>>" not in (verb.__doc__ or "")
    }
    assert lacking == set()
