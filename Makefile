# The interpreter that .venv is made with: `make setup PYTHON=python3.13` takes another one.
PYTHON := python3
BIN := .venv/bin
# Three files at a time on two cores: half of the suite waits for browsers and for processes that it
# kills, and meetings in real time mostly wait; those run by themselves, so that no sound is lost.
# In the order of collection the slow files come first, and the many quick ones fill what is left.
THREE := -n 3 --dist loadfile --no-loadscope-reorder

export PYTHON
# Hundreds of processes are started by tests: each would compile the package anew.
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup dev demo check test nightly bench docs build clean

help:  ## List these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup:  ## Make .venv, install ModylBench into it, build the page for surfaces
	@scripts/setup.sh

dev:  ## The same, with the development tools
	@scripts/setup.sh dev

demo: setup  ## Set up, then hold a meeting with the oracle, judge and score it
	$(BIN)/modylbench scenarios check
	rm -rf results/demo
	$(BIN)/modylbench run --agent oracle --scenarios financial_analyst --k 1 --output results/demo
	$(BIN)/modylbench recording show results/demo --turn 1
	$(BIN)/modylbench report results/demo
	@echo "open it:  $(BIN)/modylbench report results/demo --open   or, with all runs beside it:  $(BIN)/modylbench view results"

check: dev  ## Formatting, lint, types, import layers
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check  ## All checks, then all tests
	$(BIN)/pytest $(THREE) --ignore=tests/livekit
	$(BIN)/pytest $(THREE) tests/livekit

nightly: check  ## The same suites at full size, and a real small language model
	scripts/nightly.sh $(THREE)

bench: dev  ## Measure speed
	$(BIN)/python -m benchmarks

docs: dev  ## Build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

build: setup  ## Build the wheel into dist/
	$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

clean:  ## Remove all that these targets made
	rm -rf .venv .cache dist site .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf web/node_modules src/modylbench/surfaces/page src/modylbench/publishing/page
	find . -type d -name __pycache__ -prune -exec rm -rf {} +
