# Two commands: `make demo` shows what the program does, `make test` checks it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# The Pythons that the program is for; `make test-pythons` checks it with each of them.
PYTHONS := 3.11 3.12 3.13

.PHONY: demo test test-pythons test-numba slow bench figures figures-stale weights screenshots docs package chromium clean skat-weights

demo: $(VENV)/installed
	@$(BIN)/python -m kiebitz.demo

test: $(VENV)/installed-test chromium
	@echo "== ruff: style and mistakes"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@echo "== pytest: doctests and tests, with mypy in the times in which they wait"
	@nice -n 19 $(BIN)/mypy > $(VENV)/mypy.txt 2>&1 & types=$$!; \
	$(BIN)/pytest -q -n auto --durations=10; tests=$$?; \
	echo "== mypy: types"; wait $$types; types=$$?; cat $(VENV)/mypy.txt; \
	exit $$((tests ? tests : types))

# Hundreds of processes load the same modules: they are compiled once, whatever the environment says.
test slow: export PYTHONDONTWRITEBYTECODE =

# Each in a fresh environment, so that it gets the newest libraries; a shim may be there without its Python.
test-pythons:
	@for version in $(PYTHONS); do \
		if python$$version -c '' > /dev/null 2>&1; then \
			echo "== Python $$version"; \
			rm -rf $(VENV)-$$version; \
			$(MAKE) --no-print-directory test PYTHON=python$$version VENV=$(VENV)-$$version || exit 1; \
		else \
			echo "== Python $$version is not installed: skipped"; \
		fi; \
	done

# The oldest Numba that is supported, and the newest: what compiles, keeps and finds kernels leans on its inside.
NUMBAS := 0.60.0 0.68.1
test-numba:
	@for version in $(NUMBAS); do \
		echo "== Numba $$version"; \
		$(PYTHON) -m venv $(VENV)-numba-$$version; \
		$(VENV)-numba-$$version/bin/python -m pip install --quiet --disable-pip-version-check \
			"numba==$$version" -e '.[test]' || exit 1; \
		KIEBITZ_CACHE=$(VENV)-numba-$$version/cache $(VENV)-numba-$$version/bin/pytest -q \
			src/kiebitz/kernel tests/kernel tests/rules tests/contract/test_golden.py || exit 1; \
	done

slow: $(VENV)/installed-test
	@echo "== pytest: the slow tests"
	@$(BIN)/pytest -q -m slow --durations=10

bench: $(VENV)/installed-test
	@for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

# The measured tables of the pages, from docs/figures; AGAIN="durak-closed schnapsen-pu" or AGAIN=quick plays them again.
figures: $(VENV)/installed
	@$(BIN)/python docs/make_figures.py $(AGAIN)

# Which of them were measured with other code than today's.
figures-stale: $(VENV)/installed
	@$(BIN)/python docs/make_figures.py --stale

# The weights of reduced estimates that the games ship; GAMES="skat" names some.
weights: $(VENV)/installed
	@$(BIN)/python docs/make_weights.py $(GAMES)

# The winning tables and weights of the Skat players, from nothing; what the steps make stays in TRAINED.
# Keep them only if the players become no worse: see docs/skat-player-measured.md.
TRAINED ?= trained
SHARE ?= 1
SKAT := src/kiebitz/games/skat/agents
skat-weights: $(VENV)/installed
	@$(BIN)/python -m tools.skat_training train-all $(TRAINED) --seed 1 --share $(SHARE)
	@cp $(TRAINED)/tables.npz $(SKAT)/bidding/ && cp $(TRAINED)/instinct.npz $(SKAT)/cards/ && cp $(TRAINED)/trained.json $(SKAT)/

screenshots: $(VENV)/installed-test chromium
	@echo "== pictures of the table, with Chromium"
	@$(BIN)/python docs/make_screenshots.py

# The site of the documentation; a link that leads nowhere is an error.
docs: $(VENV)/installed-docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "== the site is in build/site: $(BIN)/python -m http.server --directory build/site"

# What would be published, and a try of it in a fresh environment outside the repository.
package: $(VENV)/installed-test
	@rm -rf dist
	@$(BIN)/python -c 'from setuptools.build_meta import build_sdist, build_wheel; build_sdist("dist"); build_wheel("dist")' > /dev/null
	@wheel=$$(ls $$PWD/dist/*.whl); elsewhere=$$(mktemp -d); cd $$elsewhere; \
	$(PYTHON) -m venv fresh && fresh/bin/python -m pip install --quiet --disable-pip-version-check "$$wheel" && \
	export KIEBITZ_RUNS=$$elsewhere/runs && \
	fresh/bin/kiebitz games && \
	fresh/bin/kiebitz match durak greedy random --deals 200 --seed 1 && \
	fresh/bin/kiebitz reproduce boerenbridge-table6 --deals 500 --quiet && \
	fresh/bin/python -m kiebitz --version; \
	answer=$$?; rm -rf $$elsewhere; exit $$answer
	@ls dist

# A real browser for the tests and pictures of the table; the one without windows takes half the time. Without
# one the rest goes on.
PACKAGES := chromium-headless-shell chromium
BROWSERS := $(KIEBITZ_CHROMIUM) $(PACKAGES) chromium-browser google-chrome
chromium:
	@for name in $(BROWSERS); do command -v "$$name" > /dev/null && exit; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		echo "== installing Chromium for the tests of the table"; \
		apt-get update > /dev/null 2>&1 < /dev/null; \
		for package in $(PACKAGES); do \
			apt-get install -y --no-install-recommends $$package > /dev/null 2>&1 < /dev/null && exit; \
		done; \
		echo "== Chromium could not be installed: the tests in a browser are skipped"; \
	else \
		echo "== no Chromium (Debian: sudo apt install chromium): the tests in a browser are skipped"; \
	fi

$(VENV)/bin/python:
	@echo "== creating $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Kiebitz needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	@echo "== installing kiebitz and what it needs (a minute or two)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/installed-test: pyproject.toml | $(VENV)/bin/python
	@echo "== installing kiebitz and what its tests need (a minute or two)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-docs: pyproject.toml | $(VENV)/bin/python
	@echo "== installing what the site of the documentation needs"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-* build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
