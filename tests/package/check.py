"""Check an sdist and the wheel built from it, and all of packaging that needs no network.

    python tests/package/check.py DIST

DIST holds one sdist and one wheel, as `python -m build --outdir DIST` leaves them. Run it in a
checkout, with the extra "package" installed; the last line tells the size and the platform tag.
"""

import argparse
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
WHEELS = Path(__file__).with_name("wheels.txt")
PLATFORMS = (
    ("linux", "x86_64,aarch64"),
    ("macos", "x86_64,arm64"),
    ("windows", "AMD64,ARM64"),
)
MOST_BYTES = 3_000_000
NEWEST_GLIBC = (2, 28)  # what the manylinux image of cibuildwheel has
UNSHIPPED = (".ci/", ".github/", ".gitignore", ".pre-commit-config.yaml")  # of the checkout
MADE = ("PKG-INFO", "setup.cfg", "python/tractor_core.egg-info/")  # by setuptools, in the sdist


def run(*command):
    """Output of a command; the check ends with what it says if it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def demand_equal(what, found, expected):
    if found != expected:
        more, fewer = sorted(set(found) - set(expected)), sorted(set(expected) - set(found))
        sys.exit(f"{what}: too many {more}, missing {fewer}")


def sdist_files(path):
    with tarfile.open(path) as archive:
        names = [member.name.partition("/")[2] for member in archive if member.isfile()]
    return sorted(name for name in names if not name.startswith(MADE))


def tracked_files():
    names = run("git", "ls-files", "-z").rstrip("\0").split("\0")
    return sorted(name for name in names if not name.startswith(UNSHIPPED))


def wheel_files(path):
    """Files of the package, the suffix of native modules cut to .so."""
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    return sorted(re.sub(r"\.[^/]+\.(so|pyd)$", ".so", name) for name in names)


def expected_wheel():
    """One file for each source: Python, stubs and headers as they are, modules compiled."""
    names = {"tractor_core/_cyutility.so"}
    for path in (ROOT / "python").rglob("*"):
        if path.suffix in (".py", ".pyi", ".typed"):
            names.add(path.relative_to(ROOT / "python").as_posix())
    for path in (ROOT / "src").rglob("*"):
        name = path.relative_to(ROOT / "src")
        if path.suffix in (".pxd", ".h"):
            names.add(name.as_posix())
        elif path.suffix == ".pyx":
            names.add(name.with_suffix(".so").as_posix())
    return sorted(names)


def build_identifiers():
    found = []
    for platform, processors in PLATFORMS:
        command = ["cibuildwheel", "--print-build-identifiers", "--platform", platform]
        found += run(*command, "--archs", processors, ".").split()
    return found


def platform_tag(wheel):
    """The tag that auditwheel would give, at most that of the image wheels are built in."""
    said = " ".join(run("auditwheel", "show", str(wheel)).split())
    tag = re.search(r'platform tag: "(manylinux_(\d+)_(\d+)_\w+)"', said)
    if tag is None or (int(tag[2]), int(tag[3])) > NEWEST_GLIBC:
        sys.exit(said)
    return tag[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dist", type=Path)
    dist = parser.parse_args().dist
    (sdist,), (wheel,) = dist.glob("*.tar.gz"), dist.glob("*.whl")
    demand_equal("sdist", sdist_files(sdist), tracked_files())
    demand_equal("wheel", wheel_files(wheel), expected_wheel())
    if wheel.stat().st_size > MOST_BYTES:
        sys.exit(f"{wheel.name} has {wheel.stat().st_size:,} bytes")
    run("twine", "check", "--strict", str(sdist), str(wheel))
    run("check-wheel-contents", str(wheel))
    run("validate-pyproject", "pyproject.toml")
    run("actionlint", *map(str, sorted((ROOT / ".github" / "workflows").glob("*.yml"))))
    demand_equal("wheels.txt", build_identifiers(), WHEELS.read_text().split())
    tag = platform_tag(wheel) if sys.platform == "linux" else "not looked for"
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, tag {tag}")


if __name__ == "__main__":
    main()
