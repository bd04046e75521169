"""Run the command line: ``python -m tractor_core``, or ``tractor``."""

from __future__ import annotations

import importlib
import sys

_EXTRA = ("typer", "rich")


def main() -> int:
    """Run the command line, or say how to get it where Typer or Rich is missing.

    Returns
    -------
    int
        The exit status: 0 yes, 1 no or the extra is missing, 2 bad input.
    """
    try:
        for name in _EXTRA:
            importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        from tractor_core.messages import say

        print(say("error.missing"), file=sys.stderr)
        return 1
    from tractor_core.cli import run

    return run()


if __name__ == "__main__":
    sys.exit(main())
