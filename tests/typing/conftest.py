"""Leave the run of mypy out where mypy is not installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("mypy") else ["test_mypy.py"]
