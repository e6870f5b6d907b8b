# make demo: installs everything and runs the main tasks on the bundled examples.
# make test: installs everything and runs all checks.
# make quick: in about a minute, lint and the tests of what has changed since the branch left main.
# make papers: runs the papers' experiments on the folder DATA, and writes docs/papers.md from them.
# make bench: measures everything beside peers, and writes the figures to one file.
# make claims: measures the figures of the documentation again, and tells which are stale.
# make fuzz: mutates files at random, to see that every reader tells what is wrong with them.
# make properties: looks for inputs for which what must always hold does not.
# make rules: measures the bundled rules on the folder DATA, and writes their figures into the docs.
# make app: builds one file that runs without being installed, with the network for every use.
# make release: builds the wheels and source distributions of all packages into dist, and checks them.
# make floors: tests the lower bounds of the dependencies, in an environment of their own.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FLOORS := .venv-floors
CORE := packages/solecism/tests
FLOORS_TESTS := $(addprefix $(CORE)/,uncertainty reporting cli/text cli/measure/test_agree.py \
  cli/measure/test_report.py) $(addprefix packages/solecism-study/tests/,cli serve/admin)
# Servers and peers that are not installed there, and how much numpy 2 imports at the start.
FLOORS_LEAVE_OUT := not postgresql and not scipy and not start_is_not_burdened

# Real corpora, which cannot be shipped; the tests that need them are skipped without them.
DATA ?= ../shared/data
export SOLECISM_DATA ?= $(wildcard $(DATA))

# Tests start hundreds of processes, each of which would compile the modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: app demo test quick lint unit compiled docs mutants fuzz properties bench floors clean chromium office nginx papers claims rules release wheels

demo: $(VENV)/.run
	@PATH="$(CURDIR)/$(BIN):$$PATH" bash docs/demo.sh

# Lint, docs and the compiling of the tests share the cores, which the tests then have to themselves.
test: $(VENV)/.test
	$(MAKE) -j 2 --output-sync lint docs compiled
	$(MAKE) unit

# What needs a browser or a server, and whatever knows the change only through other modules, is
# left to make test.
QUICK := not browser and not docs and not figures and not office and not postgresql and not ray and not slow
quick: $(VENV)/.test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(MYPY)
	@files=$$($(BIN)/python tests/changed.py) || exit; \
	[ -z "$$files" ] || $(BIN)/pytest -q -n 2 --dist loadgroup -m "$(QUICK)" $$files || [ $$? = 5 ]

# mypy shares its work between processes, which give up (exit code 2) if a busy machine starts them
# slowly; one process takes longer and has no such limit.
MYPY := $(BIN)/mypy || { [ $$? = 2 ] && $(BIN)/mypy --num-workers 0; }

lint: $(VENV)/.test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(MYPY)
	$(BIN)/lint-imports

# One process has all tests that need the same server or browser, and all of a file; what takes
# longest begins.
unit: $(VENV)/.test chromium office nginx
	$(BIN)/pytest -n 2 --dist loadgroup --no-loadscope-reorder

# Two processes that share the tests would each compile all of them. What is wrong here is told there.
compiled: $(VENV)/.test
	-@$(BIN)/pytest -q --collect-only >/dev/null 2>&1

# A real browser for the tests of pages; where it cannot be installed they are skipped, and say so.
# The one without windows is quicker; where there is another, and it is not at hand, that one does.
chromium:
	@has() { command -v "$$1" >/dev/null; }; \
	AS=; [ "$$(id -u)" = 0 ] || AS="sudo -n"; \
	APT="$$AS env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300"; \
	install() { $$APT install -y --no-install-recommends "$$@" fonts-liberation >/dev/null; }; \
	has chromium-headless-shell || { \
	  if has chromium || has chromium-browser; then \
	    install -o Acquire::http::Timeout=10 chromium-headless-shell 2>/dev/null || true; \
	  else \
	    $$APT update; install -o Acquire::Retries=3 chromium-headless-shell || install chromium; \
	  fi; \
	} && { has chromium-headless-shell || has chromium || has chromium-browser; } || \
	  echo "No chromium, and none could be installed: tests that need a browser are skipped." >&2

# A real office program, and the way to drive it, for the tests of documents and of LanguageTool's
# API; where they cannot be installed these are skipped.
office:
	@{ command -v soffice >/dev/null && /usr/bin/python3 -c "import uno" 2>/dev/null; } || { \
	  AS=; [ "$$(id -u)" = 0 ] || AS="sudo -n"; \
	  APT="$$AS env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3"; \
	  $$APT update; $$APT install -y --no-install-recommends libreoffice-writer-nogui python3-uno >/dev/null; \
	} && command -v soffice >/dev/null || \
	  echo "No LibreOffice, and none could be installed: tests that need it are skipped." >&2

# A real proxy for the test of the server behind one; where it cannot be installed it is skipped.
nginx:
	@command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || { \
	  AS=; [ "$$(id -u)" = 0 ] || AS="sudo -n"; \
	  APT="$$AS env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3"; \
	  $$APT update; $$APT install -y --no-install-recommends nginx-light >/dev/null; \
	} && [ -x /usr/sbin/nginx ] || command -v nginx >/dev/null || \
	  echo "No nginx, and none could be installed: the test behind a proxy is skipped." >&2

docs: $(VENV)/.test
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

# Each formula of a list is made wrong in turn, and a test must fail; about ten minutes.
mutants: $(VENV)/.test
	$(BIN)/python tests/mutants/run.py

# Files mutated at random, N for each reader and each model: whatever is wrong with a file must be
# told in one line. make fuzz N=10000 is for a night.
N ?= 1000
fuzz: $(VENV)/.test
	PYTHONPATH=tests/support $(BIN)/python tests/fuzz/run.py -n $(N)

# Ten times as many random examples as in make test, new ones each time, for all tests of what must
# hold for any input.
properties: $(VENV)/.test
	$(BIN)/pytest -n 2 --dist loadgroup -m hypothesis --hypothesis-profile=search

# All figures beside those of peers in one JSON file, which benchmarks/compare.py compares with
# another; make bench PARTS="language judgments" runs two parts, OUT names the file.
bench: $(VENV)/.test
	$(BIN)/pip install --quiet --group bench
	$(BIN)/python benchmarks/suite.py --data $(DATA) $(if $(PARTS),--parts $(PARTS)) \
	  $(if $(OUT),-o $(OUT))

# The papers, run again on the open data in DATA: their figures and pictures in docs/papers.md, and a
# page per paper in PAGES. Finished parts are kept there, so that a run that was stopped goes on.
# make papers ONLY="turk nouns" runs two.
PAGES ?= build/papers

papers: $(VENV)/.run
	$(BIN)/python docs/paper_page.py --data $(DATA) --work $(PAGES) $(or $(ONLY),prepositions treebanks crowd turk nouns)

# Figures of README.md and docs with the commands in claims.toml, on the open data in DATA; those
# that take over three minutes, or need a GPU, run with ALL=1. ONLY=ranking runs those with
# this text, and WRITE=1 puts stale figures right.
claims: $(VENV)/.test
	$(BIN)/pip install --quiet --group bench
	$(BIN)/python docs/claims.py --data $(DATA) $(if $(ALL),--all) $(if $(ONLY),--only "$(ONLY)") \
	  $(if $(WRITE),--write)

# The figures of the bundled rules, measured on the open data in DATA, and the tables of docs/rules.md.
LEARNER := $(DATA)/learner
RULE_TEXTS := $(foreach level,A B C,$(LEARNER)/wi/$(level).train.m2) $(LEARNER)/fce \
  $(foreach name,wikinews elife_digest openstax reuters21578 enwiki fiction_se,--native $(DATA)/native/$(name).txt.xz)

rules: $(VENV)/.run
	$(BIN)/solecism rules measure $(RULE_TEXTS) --part training --limit 2500000 \
	  --out packages/solecism/src/solecism/rulebook/measured.json
	$(BIN)/python docs/rule_tables.py

# A part of the tests with the lowest versions of all dependencies that pyproject.toml allows.
floors: $(FLOORS)/.run
	$(FLOORS)/bin/pytest -q -p no:cacheprovider -o addopts="--import-mode=importlib" \
	  -o filterwarnings=default -k "$(FLOORS_LEAVE_OUT)" $(FLOORS_TESTS)

clean:
	rm -rf $(VENV) $(FLOORS) build dist docs/_build docs/reference docs/kinds

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

# The packages as they are in this checkout; PARTS are their extras, as `pip install` wants them.
PROJECTS := $(wildcard packages/*/pyproject.toml models/pyproject.toml open/pyproject.toml)
RUN := -e "packages/solecism[documents,project,report]" -e packages/solecism-write \
  -e packages/solecism-study -e packages/solecism-lab -e models
TEST := -e "packages/solecism[documents,parquet,project,ray,report,spacy,web]" \
  -e packages/solecism-write -e "packages/solecism-study[postgres]" \
  -e "packages/solecism-lab[parse]" -e models -e open

$(VENV)/.run: pyproject.toml $(PROJECTS) | $(VENV)/bin/python
	$(BIN)/pip install --quiet $(RUN)
	@touch $@

$(VENV)/.test: pyproject.toml $(PROJECTS) | $(VENV)/bin/python
	$(BIN)/pip install --quiet $(TEST) --group test
	@$(BIN)/pip install --quiet "torch==2.13.0+cpu" 2>/dev/null || \
	  echo "No torch for the CPU in these indexes: tests of training with it are skipped." >&2
	@touch $@

$(FLOORS)/.run: pyproject.toml $(PROJECTS) tests/support/lowest_versions.py
	$(PYTHON) -m venv --clear $(FLOORS)
	$(PYTHON) tests/support/lowest_versions.py > $(FLOORS)/constraints.txt
	$(FLOORS)/bin/pip install --quiet --constraint $(FLOORS)/constraints.txt $(TEST) \
	  pytest hypothesis httpx2 onnx reportlab statsmodels
	@touch $@

# A wheel and a source distribution of every package, built twice with equal bytes, checked by twine.
release: $(VENV)/.test
	$(BIN)/python docs/release.py

# One file for this system and this version of Python: check, measures and the page to write in.
app: $(VENV)/bin/python
	$(BIN)/pip install --quiet "shiv>=1.0.8"
	@mkdir -p dist
	$(BIN)/shiv --quiet --compressed --reproducible -p "/usr/bin/env python3" -c solecism \
	  -o dist/solecism.pyz "./packages/solecism[documents,project]" ./packages/solecism-write ./open
	dist/solecism.pyz --version

wheels: $(VENV)/bin/python
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist $(wildcard packages/*) models open large
