"""What the figures were taken on: the processor, the versions, the build of the engine."""

import platform
import re
import sys
import sysconfig
from pathlib import Path

import numpy as np

import tractor_core
from tractor_core import _cyutility, cards, throws, tricks, trump, units

# what Cython writes into a module whose run-time checks are on
NONE_CHECK = b"'NoneType' object has no attribute"


def binary(module):
    return Path(module.__file__).read_bytes()


def refusal():
    """Why this build is not to be measured; None if it is."""
    if hasattr(sys, "gettotalrefcount") or sysconfig.get_config_var("Py_DEBUG"):
        return "this is a debug build of Python"
    built = [binary(module) for module in (throws, tricks, trump, units)]
    if any(b"__asan_" in code or b"__ubsan_" in code for code in built):
        return "tractor_core is built with sanitizers (TRACTOR_SANITIZE)"
    if any(b".gcda" in code for code in built):
        return "tractor_core is built to count lines (TRACTOR_COVERAGE)"
    if all(NONE_CHECK in code for code in built):
        return "tractor_core is built with run-time checks (TRACTOR_CHECKED)"
    return None


def processor():
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor() or platform.machine()
    found = re.search(r"^model name\s*:\s*(.*)$", text, re.MULTILINE)
    return found[1] if found else platform.machine()


def features():
    """The newer instruction sets that the processor offers, of those that matter here."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return ""
    flags = set(text.split("flags", 1)[-1].split("\n", 1)[0].split())
    return " ".join(name for name in ("popcnt", "avx2", "bmi2", "avx512f") if name in flags)


def machine():
    return f"{processor()} ({features()}), {platform.system()} {platform.machine()}"


def versions():
    """Versions; those of Cython and of the compiler are read from the engine's binaries."""
    code = binary(cards)
    compiler = re.search(rb"(GCC: \([^)]*\) [\d.]+|clang version [\d.]+)", code)
    cython = re.search(rb"_cython_(\d+)_(\d+)_(\d+)", binary(_cyutility))
    return ", ".join(
        [
            f"CPython {platform.python_version()}",
            f"NumPy {np.__version__}",
            "Cython " + (b".".join(cython.groups()).decode() if cython else "unknown"),
            compiler[1].decode() if compiler else "compiler unknown",
        ]
    )


def build():
    """The build of the engine; without popcnt a library routine counts bits."""
    folder = Path(tractor_core.__file__).parent
    text = f"tractor_core {tractor_core.__version__}, flags of setup.py"
    if platform.machine().lower() in ("x86_64", "amd64"):
        soft = any(b"__popcountdi2" in binary(module) for module in (throws, tricks, units))
        text += ", baseline x86-64" + (" without popcnt" if soft else "-v2 or later (popcnt)")
    sources = folder.parents[1] / "src" / "tractor_core"
    newer = []
    for source in sorted(sources.glob("*.pyx")):
        module = vars(tractor_core).get(source.stem)
        if module and source.stat().st_mtime > Path(module.__file__).stat().st_mtime:
            newer.append(source.name)
    if newer:
        text += f"; older than {', '.join(newer)}: build it again"
    return text


def lines():
    return [f"machine: {machine()}", f"versions: {versions()}", f"build: {build()}"]
