# Each verb has a help line behind `##`; `make` alone prints them.
# A first run needs Python 3.11 or newer, make and a package index, nothing else; `compiled` and `check` a C compiler.

PYTHON ?= python3
DISTS  := engine proto/python server clients/python clients/web

# Two environments: what we run on, and what writes code from proto/ (it wants an older protobuf).
VENV   := .venv
BIN    := $(VENV)/bin
TOOLS  := .venv-proto
BUF    := $(TOOLS)/bin/buf
PROTOC := $(TOOLS)/bin/python -m grpc_tools.protoc --proto_path=proto

PROTOS   := $(sort $(wildcard proto/arbitro/v1/*.proto))
SERVICES := $(if $(PROTOS),$(shell grep -l '^service ' $(PROTOS)))
STUBS    := arbitro/v1
RELEASED := proto/baseline.binpb

# The hot part as C. Compiled in place it would hide its sources, so that is done in a copy. Tests find it from
# whatever folder they start a process in: its path is absolute.
COMPILED := build/compiled
HOT      := engine proto/python
COMPILED_TESTS := tests/engine tests/proto tests/differential tests/server/runtime tests/e2e/test_demo.py tests/e2e/test_kill.py

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo test check audit compiled proto bench wheels lock clean

help:
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(VENV)/.ready ## make .venv: the locked requirements and the five projects, editable

demo: setup ## play a round robin between sample bots and verify its logs
	@$(BIN)/arbitro demo

test: setup ## run the tests
	@$(BIN)/python -m pytest

check: setup $(TOOLS)/.ready ## all that CI checks; ends with the tests
	@echo '== format, lint'
	@$(BIN)/ruff format --quiet --diff .
	@$(BIN)/ruff check --quiet --output-format concise .
	@echo '== types'
	@$(BIN)/mypy --no-error-summary
	@echo '== imports'
	@report=$$($(BIN)/lint-imports --no-logo 2>&1) || { echo "$$report"; exit 1; }
	@echo '== proto: lint, format, breaking, drift'
	@$(BUF) lint proto
	@$(BUF) format --diff --exit-code proto
	@$(BUF) breaking proto --against $(RELEASED)
	@$(call generate,$(TOOLS)/fresh)
	@diff -r -x __pycache__ $(TOOLS)/fresh/$(STUBS) proto/python/$(STUBS) || { echo 'stubs are stale: make proto'; exit 1; }
	@echo '== locks, spelling'
	@! grep -n '://' requirements/*.txt
	@$(BIN)/codespell
	@echo '== known vulnerabilities'
	@$(MAKE) audit
	@echo '== tests'
	@$(BIN)/python -m pytest --quiet
	@echo '== the same tests of what is compiled'
	@$(MAKE) compiled
	@PYTHONPATH='$(CURDIR)/$(COMPILED)/site' $(BIN)/python -m pytest --quiet -m 'not source' $(COMPILED_TESTS)

audit: setup ## ask the index for known vulnerabilities of what runs; an index that cannot tell fails nothing
	@report=$$($(BIN)/pip-audit --disable-pip --require-hashes --requirement requirements/server.txt \
		--progress-spinner off --timeout 10 2>&1) && told=yes || told=no; \
	case "$$told $$report" in \
		*'Found '*' known vulnerabilit'*) echo "$$report"; exit 1;; \
		yes*'could not be audited'* | no*) echo 'not told: this index cannot be asked, or knows nothing of them';; \
	esac

proto: $(TOOLS)/.ready ## write the Python stubs anew from proto/
	@$(call generate,proto/python)

bench: setup ## measure and print; nothing here fails on a number
	@$(BIN)/python -m bench $(if $(FULL),--full)

compiled: $(COMPILED)/.ready ## build/compiled/site: rules, match machine and codec as C, for PYTHONPATH; wants a C compiler

wheels: setup $(if $(FAST),compiled) ## build the five wheels into dist/; FAST=1: with what is compiled, for this platform
	@rm -rf dist
	@for dist in $(if $(FAST),$(filter-out $(HOT),$(DISTS)),$(DISTS)); do \
		$(BIN)/python -m build --no-isolation --wheel --outdir dist $$dist >/dev/null || exit 1; done
	@$(if $(FAST),cp $(COMPILED)/wheels/*.whl dist)
	@ls dist

lock: setup ## write requirements/*.txt anew from the .in files and the five projects
	@$(call compile,dev)
	@$(call compile,proto)
	@$(call compile,server,--constraint requirements/dev.txt)
	@$(call compile,build,--constraint requirements/dev.txt)

clean: ## remove everything that the other verbs made
	@rm -rf $(VENV) $(TOOLS) build dist .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment is ready once its last step has run; the stamp makes the next `make` instant.
$(VENV)/.ready: requirements/dev.txt VERSION $(DISTS:%=%/pyproject.toml)
	$(call environment,$(VENV),dev)
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation $(DISTS:%=--editable ./%)
	@touch $@

$(TOOLS)/.ready: requirements/proto.txt
	$(call environment,$(TOOLS),proto)
	@touch $@

$(COMPILED)/.ready: $(VENV)/.ready pyproject.toml $(shell find $(HOT) -name '*.py' -o -name '*.toml')
	@$(BIN)/python -c 'import os, shutil, sys, sysconfig; \
		compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]; \
		header = os.path.join(sysconfig.get_path("include"), "Python.h"); \
		sys.exit(None if shutil.which(compiler) and os.path.exists(header) else \
		f"A C compiler ({compiler}) and the headers of Python ({header}) are needed. Debian: gcc, python3-dev")'
	@echo 'compiling the rules, the match machine and the codec: a minute or two'
	@rm -rf $(COMPILED) && mkdir -p $(COMPILED)/source
	@cp -R VERSION pyproject.toml engine proto $(COMPILED)/source
	@for dist in $(HOT); do \
		HATCH_BUILD_HOOKS_ENABLE=1 $(BIN)/python -m build --no-isolation --wheel --outdir $(COMPILED)/wheels \
			$(COMPILED)/source/$$dist >$(COMPILED)/log 2>&1 || { cat $(COMPILED)/log; exit 1; }; done
	@$(BIN)/python -m pip install --quiet --no-deps --target $(COMPILED)/site $(COMPILED)/wheels/*.whl
	@PYTHONPATH='$(CURDIR)/$(COMPILED)/site' $(BIN)/python -c 'from arbitro.codec import frames; \
		from arbitro_engine.match import match; \
		assert all(one.__file__.endswith((".so", ".pyd")) for one in (match, frames)), "the source goes first"'
	@touch $@

define environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed. Name one: make PYTHON=python3.12")'
	@echo 'setting up $(1), once: a few minutes at most'
	$(PYTHON) -m venv $(1)
	$(1)/bin/python -m pip install --quiet --upgrade pip
	$(1)/bin/python -m pip install --quiet --require-hashes --requirement requirements/$(2).txt
endef

# The package path equals the proto path, so that imports in generated code need no rewriting.
define generate
	rm -rf $(1)/$(STUBS) && mkdir -p $(1)/$(STUBS) && \
	echo '"""Generated by `make proto` from proto/$(STUBS); not edited by hand."""' >$(1)/$(STUBS)/__init__.py && \
	$(PROTOC) --plugin=$(TOOLS)/bin/protoc-gen-mypy --python_out=$(1) --mypy_out=quiet:$(1) $(PROTOS) && \
	$(PROTOC) --plugin=$(TOOLS)/bin/protoc-gen-mypy_grpc --grpc_python_out=$(1) --mypy_grpc_out=quiet:$(1) $(SERVICES)
endef

define compile
	$(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-header \
		$(patsubst %,--no-emit-package arbitro-%,engine proto sdk server web) $(2) requirements/$(1).in --output-file requirements/$(1).txt
endef
