# make demo          a whole match of Twenty-Nine on pretend hardware, to watch
# make demo FAST=1   the same without waiting
# make demo WEB=1    play along in the browser
# make test          the tests
# make test-pi       a match on an emulated Raspberry Pi, through the genuine RPi.GPIO
# make check         lint, format and types
# make bench         how fast and light it is, beside its peers; docs/bench.md
# make bench PART=tap  one part of it
# make messages      compile the message files; NEW=hi begins another language

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SET_UP := $(VENV)/.set-up

# Debian keeps the module venv in a package of its own, which a fresh machine may lack.
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo)
ADD_VENV = echo "Python's module venv is missing: installing python3-venv" && \
  $(AS_ROOT) apt-get update -qq && $(AS_ROOT) apt-get install -y -qq python3-venv

.PHONY: demo test test-pi check bench messages setup clean

demo: setup
	$(BIN)/chhakka demo $(GAME) $(if $(WEB),--web) $(if $(FAST),--fast) $(if $(SEED),--seed $(SEED))

test: setup
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

# On Debian, as root: what it needs is installed and downloaded once (docs/emulated-pi.md).
test-pi: setup
	$(BIN)/python tests/pi/pi_needs.py
	$(BIN)/python -m pytest --numprocesses 2 --dist loadgroup tests/pi

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Without the peers the rest is measured all the same.
bench: setup
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --editable '.[bench]' || \
	  echo "the peers OpenSpiel and RLCard cannot be installed here: measuring the rest"
	$(BIN)/python -m bench --history bench/history.jsonl $(PART)

messages: setup
	$(BIN)/python -m controller.messages.make $(NEW)

setup: $(SET_UP)

$(SET_UP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "chhakka needs Python 3.11 or newer; found `$(PYTHON) --version 2>&1`. Try: make $(MAKECMDGOALS) PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); $(ADD_VENV) && $(PYTHON) -m venv $(VENV); }
	$(BIN)/python -m pip install --quiet --upgrade pip
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
