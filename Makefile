# Two commands do everything on a fresh machine: make demo, make test.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# One more than the cores of a small machine: many tests wait for a browser, a thread or a process.
JOBS ?= 3

.PHONY: models models-smoke setup setup-dev demo test check lint format types contracts tests coverage unit page prove bench wheel wheel-check deploy-check clean
setup: $(VENV)/.ready
setup-dev: $(VENV)/.ready-dev

$(VENV)/.ready: pyproject.toml constraints.txt deploy/make-venv.sh
	@PYTHON=$(PYTHON) sh deploy/make-venv.sh $(VENV)
	@touch $@

$(VENV)/.ready-dev: pyproject.toml constraints.txt deploy/make-venv.sh
	@PYTHON=$(PYTHON) sh deploy/make-venv.sh $(VENV) dev
	@touch $@ $(VENV)/.ready

# The rig without any hardware: rendered dice, the real reader, the page. Its address is printed.
demo: setup
	@$(BIN)/keltis demo

# All checks, from a fresh clone.
test: setup-dev
	@$(MAKE) --no-print-directory check

# Each of the checks is made even if another failed; the short ones beside the tests.
check:
	@$(MAKE) --no-print-directory --keep-going -j2 lint format types contracts tests

lint:
	$(BIN)/ruff check .

format:
	$(BIN)/ruff format --check .

types:
	$(BIN)/mypy

contracts:
	$(BIN)/lint-imports --no-logo

# The rules and the adviser: at least 98 % of their lines and branches are covered, by their own tests.
# Only those are watched line by line: the others would take half as long again.
tests:
	$(BIN)/pytest tests/engine -n $(JOBS) --dist worksteal --cov=engine --cov-report=term:skip-covered --cov-fail-under=98; \
	rules=$$?; $(BIN)/pytest --ignore=tests/engine -n $(JOBS) --dist worksteal && exit $$rules

# What the tests cover of everything; slower, as every line is watched.
coverage: setup-dev
	$(BIN)/pytest -n $(JOBS) --dist worksteal --cov --cov-report=term:skip-covered

unit: setup-dev
	$(BIN)/pytest -n $(JOBS) --dist worksteal

# Whole games in a real browser; long proofs of the rules.
# axe-core, which looks for barriers, comes from npm; without it its tests are skipped.
page: setup-dev
	-@test -d tests/rig/page/node_modules/axe-core || npm install --prefix tests/rig/page --no-audit --no-fund
	$(BIN)/pytest -m page -n $(JOBS) --dist worksteal --durations 5

prove: $(VENV)/.ready-prove
	$(BIN)/pytest -m prove --timeout 0 -n $(JOBS) --dist worksteal -vv -rP --durations 10

# Speed of the rules of both dice games beside python-chess, in the same run.
bench: $(VENV)/.ready-prove
	$(BIN)/python -m tests.engine.perft

$(VENV)/.ready-prove: pyproject.toml constraints.txt deploy/make-venv.sh
	@PYTHON=$(PYTHON) sh deploy/make-venv.sh $(VENV) dev,prove
	@touch $@ $(VENV)/.ready-dev $(VENV)/.ready

# The reader's networks from nothing (up to 90 minutes on two cores, resumable), and a run of a minute that ships nothing.
# TRAIN names a Python with torch and onnx: pip install -e '.[train]' in an environment of its own.
TRAIN ?= .venv-train/bin/python

models:
	$(TRAIN) -m models.reader.make

models-smoke:
	$(TRAIN) -m models.reader.make --smoke

wheel: setup-dev
	rm -rf build dist
	$(BIN)/python -m build --wheel --outdir dist .

# The wheel alone, in an empty environment in an empty folder.
wheel-check: wheel
	sh deploy/check/wheel.sh dist

# The installer, the services, the camera path and ARM on the Pi's operating systems, without a Pi (root, Debian).
# One of them alone: make deploy-check PARTS=camera
deploy-check: setup-dev
	bash deploy/check/all.sh $(PARTS)

clean:
	rm -rf build dist *.egg-info .coverage .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
