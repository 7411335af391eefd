# Each verb has a help line behind `##`; `make` alone prints them.
# A first run needs Python 3.11 or newer, make and a package index, nothing else.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
TOOLS  := .venv-proto
DISTS  := engine proto/python server clients/python clients/web

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo test check proto bench wheels lock clean

help:
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(VENV)/.ready ## make .venv with the locked requirements and the five projects in it

demo: setup ## play a round robin between sample bots and verify its logs
	@$(BIN)/arbitro demo

test: setup ## run the tests
	@$(BIN)/python -m pytest

bench: setup ## measure, and print; nothing here fails on a number
	@$(BIN)/python -m bench

clean: ## remove everything that the other verbs made
	rm -rf $(VENV) $(TOOLS) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment is ready when its last step has run; the stamp makes the next `make` instant.
$(VENV)/.ready: requirements/dev.txt VERSION $(DISTS:%=%/pyproject.toml)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Arbitro needs Python 3.11 or newer; name one: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements/dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation $(DISTS:%=--editable ./%)
	@touch $@

$(TOOLS)/.ready: requirements/proto.txt
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet --upgrade pip
	$(TOOLS)/bin/python -m pip install --quiet --require-hashes --requirement requirements/proto.txt
	@touch $@
