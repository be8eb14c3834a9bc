# Two commands do everything on a fresh machine: make demo, make test.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: setup setup-dev demo test check clean wheel
setup: $(VENV)/.ready
setup-dev: $(VENV)/.ready-dev

$(VENV)/.ready: pyproject.toml constraints.txt deploy/make-venv.sh
	PYTHON=$(PYTHON) sh deploy/make-venv.sh $(VENV)
	@touch $@

$(VENV)/.ready-dev: pyproject.toml constraints.txt deploy/make-venv.sh
	PYTHON=$(PYTHON) sh deploy/make-venv.sh $(VENV) dev
	@touch $@ $(VENV)/.ready

demo: setup
	$(BIN)/keltis demo

test: setup-dev
	$(MAKE) check

check:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest
