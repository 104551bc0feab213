# Everything sets itself up: `make run` and `make test` need only Python 3.11+ and the network the first time.
.PHONY: help setup run test test-slow test-long check bench mutants messages screenshots lock sbom dist clean
.DEFAULT_GOAL := help

bin := .venv/bin
locks := pyproject.toml requirements.txt requirements-photos.txt requirements-build.txt scripts/setup
PHOTOS ?= yes
export PHOTOS
run_ready := .venv/.ready-run
dev_ready := .venv/.ready-dev
ARGS ?=
# Two for each core, because tests wait for browsers; more than six would need much memory.
workers = $(shell python3 -c 'import os; print(min(6, 2 * (os.cpu_count() or 1)))')
on_every_core = -n $(workers) --dist worksteal
# The files of tests are in memory if 4 GB of it are free: a disk would delay each of the many small files.
scratch = $(shell python3 -c 'import os, shutil, tempfile; m = "/dev/shm"; print(m if os.access(m, os.W_OK) and shutil.disk_usage(m).free > 4e9 else tempfile.gettempdir())')

sources = scorekeeper/engine scorekeeper/play scorekeeper/store --tests tests/engine tests/play tests/store tests/event

# A .venv whose Python is gone, for example after an upgrade of the system, is made again.
ifeq ($(shell $(bin)/python -c 'print("alive")' 2> /dev/null),)
$(shell rm -f $(run_ready) $(dev_ready))
endif

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: $(run_ready) ## serve the score pad (ARGS="--port 8080" for its options; PHOTOS=no sets it up without its photo reader)
	@$(bin)/python -m scorekeeper serve $(ARGS)

# Tests start hundreds of processes, which load the bytecode of the first one, so Python has to write it.
test: $(dev_ready) ## run the tests for every change, on every core (ARGS="-k spansk tests/engine" for some of all tests)
	@CHROMIUM="$$(scripts/find-chromium)" && export CHROMIUM && TMPDIR=$(scratch) PYTHONDONTWRITEBYTECODE= $(bin)/python -m pytest $(if $(ARGS),$(ARGS),$(on_every_core) -m "not slow")

test-slow: $(dev_ready) ## run the rest of what CI runs: more of the browser, rendered photos, attacks, machines that are set up and lost
	@$(MAKE) --no-print-directory test ARGS='$(on_every_core) -m slow'

test-long: $(dev_ready) ## run the tests that take hours (docs/long-tests.md), one after the other
	TRUST=long $(MAKE) --no-print-directory test ARGS="-n $(workers) -o faulthandler_timeout=0 tests/trust tests/browser tests/event tests/cluster tests/play/test_analysis.py tests/cli/test_camera.py tests/play/test_rivalries.py tests/play/test_years.py tests/web/test_every_number.py"
	TESTS_DATABASE=yes $(MAKE) --no-print-directory test ARGS="-n $(workers) tests/browser"
	$(bin)/python -m tests.simulator 1000
	$(bin)/python -m tests.simulator.spoilt --matches 40
	$(bin)/python -m tests.simulator.spoilt --legal 400
	$(MAKE) --no-print-directory mutants ARGS="$(sources) --seed $$(date +%j) --sample 400"
	$(bin)/python -m tests.long.soak --hours 6
	$(MAKE) --no-print-directory dist
	$(bin)/python -m tests.long.install dist

check: $(dev_ready) ## check formatting, lint, types, and the licences of dependencies
	$(bin)/ruff format --check .
	$(bin)/ruff check .
	$(bin)/python -m mypy
	$(bin)/python -m scripts.licences

screenshots: $(dev_ready) ## update the README's pictures
	@mkdir -p docs/screenshots
	@TRUST=long SCREENSHOTS=docs/screenshots $(MAKE) --no-print-directory test ARGS="tests/browser/test_whole_match.py"
	@mkdir -p docs/pages
	@CHROMIUM="$$(scripts/find-chromium)" && export CHROMIUM && $(bin)/python -m tests.browser.moving_picture docs/screenshots/round.webp && $(bin)/python -m tests.browser.gallery docs/pages

bench: $(dev_ready) ## measure the figures that have goals, as ratios
	@$(bin)/python -m tests.bench $(ARGS)

mutants: $(dev_ready) ## change the rules in 100 places, each of which a test has to notice (ARGS="--seed 7")
	@PYTHONHASHSEED=0 nice -n 19 $(bin)/python -m tests.mutants $(ARGS)

setup: $(dev_ready) ## make .venv with everything to run, test and check

messages: $(dev_ready) ## update the catalogues of all languages
	@$(bin)/python -m scripts.messages

lock: $(dev_ready) ## update the exact versions from pyproject's ranges
	scripts/lock

sbom: $(dev_ready) ## write sbom.cdx.json: the packages that the score pad needs, as a CycloneDX bill of materials
	@scripts/sbom

dist: $(dev_ready) ## build the sdist, the wheel and their bill of materials into dist/
	@scripts/dist

clean: ## remove what the tools made; matches are kept
	rm -rf .venv build dist sbom.cdx.json .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info

$(run_ready): $(locks)
	@scripts/setup run

$(dev_ready): $(locks) requirements-cluster.txt requirements-dev.txt
	@scripts/setup dev
