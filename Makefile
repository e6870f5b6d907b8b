# make demo: from a fresh checkout to the main job done on the bundled examples.
# make test: from a fresh checkout to all checks passed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOLECISM := $(BIN)/solecism

.PHONY: demo test lint unit docs bench clean chromium

demo: $(VENV)/.run
	@PATH="$(CURDIR)/$(BIN):$$PATH" bash docs/demo.sh

test: lint unit docs

lint: $(VENV)/.test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.test chromium
	$(BIN)/pytest -n 2

# A real browser for the tests of pages; where it cannot be installed they are skipped, and say so.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { \
	  AS=; [ "$$(id -u)" = 0 ] || AS="sudo -n"; \
	  APT="$$AS env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3"; \
	  $$APT update; $$APT install -y --no-install-recommends chromium fonts-liberation >/dev/null; \
	} && command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	  echo "No chromium, and none could be installed: tests that need a browser are skipped." >&2

docs: $(VENV)/.test
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

bench: $(VENV)/.test
	$(BIN)/pip install --quiet -e ".[bench]"
	$(BIN)/python benchmarks/language.py
	$(BIN)/python benchmarks/judgments.py
	$(BIN)/python benchmarks/check.py
	$(BIN)/python -m benchmarks.collect

clean:
	rm -rf $(VENV) build dist docs/_build docs/reference

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet -e .
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet -e ".[test]"
	@$(BIN)/pip install --quiet "torch==2.13.0+cpu" 2>/dev/null || \
	  echo "No torch for the CPU in these indexes: tests of training with it are skipped." >&2
	@touch $@
