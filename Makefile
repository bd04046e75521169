PYTHON ?= python

.DEFAULT_GOAL := help
.PHONY: help build test counts counts-full bench docs lint clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## compile the native modules in place
	$(PYTHON) setup.py build_ext --inplace

test: ## run the tests, all but the deep ones
	$(PYTHON) -m pytest

counts: ## compare the quick exhaustive counts with those stored (a minute)
	$(PYTHON) tests/counts/count.py --tier quick

counts-full: ## compare the full exhaustive counts with those stored (a quarter of an hour)
	$(PYTHON) tests/counts/count.py --tier full

bench: ## measure
	$(PYTHON) -m pytest benchmarks

lint: ## check style and types
	ruff check .
	cython-lint src
	$(PYTHON) -m mypy --strict python tests/typing examples/server
	$(PYTHON) -m mypy.stubtest tractor_core --mypy-config-file pyproject.toml \
		--allowlist tests/stubtest-allowlist.txt

docs: ## build the site in docs/_build, with warnings as errors
	$(PYTHON) docs/figures.py
	$(PYTHON) -m sphinx -W -q -b html docs docs/_build

clean: ## remove what was built, compiled modules too
	rm -rf build dist docs/_build .pytest_cache .ruff_cache .mypy_cache .hypothesis .benchmarks htmlcov
	rm -f src/tractor_core/*.c src/tractor_core/*.html
	rm -f python/tractor_core/*.so python/tractor_core/*.pyd
	find tests benchmarks python -name __pycache__ -type d -prune -exec rm -rf {} +
