PYTHON ?= python
STORE ?= .benchmarks

.DEFAULT_GOAL := help
.PHONY: help build debug test coverage counts counts-full bench bench-save bench-compare docs lint \
	clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## compile the native modules in place
	$(PYTHON) setup.py build_ext --inplace $(FORCE)

debug: ## the same with bounds checks and asserts; "make build FORCE=--force" goes back
	TRACTOR_CHECKED=1 $(PYTHON) setup.py build_ext --inplace --force

test: ## run the tests, all but the deep ones
	$(PYTHON) -m pytest

counts: ## compare the quick exhaustive counts with those stored (a minute)
	$(PYTHON) tests/counts/count.py --tier quick

counts-full: ## compare the full exhaustive counts with those stored (a quarter of an hour)
	$(PYTHON) tests/counts/count.py --tier full

coverage: ## the lines that the quick tests run, by module; of the engine at least 98 %
	TRACTOR_COVERAGE=1 $(PYTHON) setup.py -q build --build-base build/coverage \
		--build-lib build/coverage/lib
	find build/coverage -name "*.gcda" -delete
	PYTHONPATH="$(CURDIR)/build/coverage/lib" $(PYTHON) -m coverage run \
		-m pytest -m "not slow and not deep"
	PYTHONPATH="$(CURDIR)/build/coverage/lib" $(PYTHON) -m pytest -m slow tests/test_consumer.py
	$(PYTHON) -m coverage report
	$(PYTHON) tests/covered.py build/coverage --least 98

bench: ## measure
	$(PYTHON) -m pytest benchmarks

bench-save: ## measure, and keep the figures as the baseline of this machine
	$(PYTHON) -m pytest benchmarks --benchmark-save=baseline --benchmark-storage=$(STORE)

bench-compare: ## measure again, keep the figures, show them beside the baseline saved last
	$(PYTHON) -m pytest benchmarks --benchmark-autosave --benchmark-storage=$(STORE) \
		--benchmark-compare=$$(ls $(STORE)/*/*_baseline.json | tail -n 1 | xargs basename | cut -d_ -f1)

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
