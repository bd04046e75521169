"""Where the headers for Cython and C are: see docs/cimport.md."""

from __future__ import annotations

from pathlib import Path

__all__ = ["get_include"]


def get_include() -> str:
    """Return the folder of the .pxd files and C headers.

    Cython finds the .pxd files of an installed package by itself; the C compiler wants the folder,
    ``Extension(..., include_dirs=[tractor_core.get_include()])``.

    Returns
    -------
    str

    Raises
    ------
    FileNotFoundError
        A plain editable install has no headers beside its modules, and none were found in the
        sources either.

    Examples
    --------
    >>> from pathlib import Path
    >>> (Path(get_include()) / "cards.pxd").exists()
    True
    """
    package = Path(__file__).parent
    for folder in (package, package.parents[1] / "src" / package.name):  # the latter: editable
        if (folder / "cards.pxd").exists():
            return str(folder)
    raise FileNotFoundError(f"the headers of tractor_core are not in {package}: install it anew")
