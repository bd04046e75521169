"""The stubs of the native modules, and the snippets that type checkers read."""

import ast
import inspect
import pkgutil
import runpy
from importlib import import_module
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec
from pathlib import Path

import pytest

import tractor_core

PACKAGE = Path(tractor_core.__file__).parent
SNIPPETS = Path(__file__).parent / "typing"
STUBS = sorted(path.stem for path in PACKAGE.glob("*.pyi"))
BAD_CALLS = runpy.run_path(str(SNIPPETS / "bad.py"))["CALLS"]


def native_modules():
    for found in pkgutil.iter_modules(tractor_core.__path__, "tractor_core."):
        if isinstance(find_spec(found.name).loader, ExtensionFileLoader):
            yield import_module(found.name)


def own_names(module):
    """The public names that a module does not take from another one."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    }


def documented(nodes, owner):
    """Every class, function, method and property of a stub: its name, docstring and object."""
    for node in nodes:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("__"):
            found = getattr(owner, node.name)
            yield f"{owner.__name__}.{node.name}", ast.get_docstring(node), found
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield from documented(node.body, found)


def test_the_modules_with_names_of_their_own_have_stubs():
    assert (
        sorted(
            module.__name__.rpartition(".")[2] for module in native_modules() if own_names(module)
        )
        == STUBS
    )


@pytest.mark.parametrize("stem", STUBS)
def test_docstrings_of_stubs(stem):
    module = import_module(f"tractor_core.{stem}")
    tree = ast.parse((PACKAGE / f"{stem}.pyi").read_text(encoding="utf-8"))
    assert ast.get_docstring(tree) == inspect.cleandoc(module.__doc__)
    for name, docstring, found in documented(tree.body, module):
        expected = found.__doc__ and inspect.cleandoc(found.__doc__)
        assert docstring == expected, f"{name}: the stub has another docstring"


@pytest.mark.parametrize("name", ["good", "revealed"])
def test_snippets_run(name):
    runpy.run_path(str(SNIPPETS / f"{name}.py"))


@pytest.mark.parametrize("call", BAD_CALLS, ids=lambda call: f"{call.__code__.co_firstlineno}")
def test_bad_calls_raise(call):
    with pytest.raises((TypeError, AttributeError, tractor_core.TractorError)):
        call()
