# make tour      set up (once) and print an 8x8 tour
# make compile   set up (once) and compile all kernels, so that no command waits for that later
# make test      set up (once) and run ruff, mypy and pytest: about 5 minutes on 2 cores
# make chromium  install Chromium, so that the browser tests run too
# make docs      write the references of commands and Python to docs/build
# make bench     compare the kernels with the same loops in C (needs gcc), solve and count with other programs
#
# make test-all  run `make test`, the tests that are rarely needed, and the five searches for faults below, shorter:
#                less than an hour on 2 cores. docs/measurements.md has the last result.
# make rare      run the tests that are rarely needed: each kernel from an empty cache, the wheel, every state of the
#                page in four sizes, a cluster whose workers are killed, long random tests
# make fuzz      read random texts, files and requests
# make flips     damage every kind of file that we read, and fill the disk
# make oracle    ask random questions on small boards, and compare the answers with a brute force
# make bounds    run the tests of the kernels with every access to an array checked
# make lowest    run the smoke test with the lowest versions of all dependencies that pyproject.toml allows

VENV := .venv
LOWEST := .venv-lowest
# Tests outside tests/kernels that run kernels on many boards.
BOUNDS := auto classes counting estimating halves hints listing narrow samples sampling solve sweeping survey_rows
PIP := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Let Python save its compiled files, whatever the environment says: the tests start it many hundred times.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: tour compile test test-all rare fuzz flips oracle lowest bounds bench docs chromium clean

tour: $(VENV)/.installed
	$(VENV)/bin/turaga solve 8x8

compile: $(VENV)/.installed
	$(VENV)/bin/turaga compile

test: $(VENV)/.installed-dev $(if $(CI),chromium)
	@echo "make test, 1 of 2: ruff, mypy and the kernels as plain Python, while the kernels are compiled (about a minute)"
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/turaga compile & \
	$(VENV)/bin/mypy && NUMBA_DISABLE_JIT=1 $(VENV)/bin/pytest tests/kernels && \
	$(VENV)/bin/pytest --collect-only >/dev/null; status=$$?; \
	wait $$! && exit $$status
	@echo "make test, 2 of 2: pytest (about 4 minutes on 2 cores)"
	@# Three processes on two cores: some tests wait. What pytest makes of the tests was saved above, so that each
	@# does not make it again.
	$(VENV)/bin/pytest -n 3 --dist worksteal

rare: $(VENV)/.installed-dev $(if $(CI),chromium)
	$(VENV)/bin/pytest -n 3 --dist worksteal --rare

test-all: test rare
	$(MAKE) fuzz oracle flips bounds lowest SEARCH=300 FLIPS=20
	@echo "make test-all: everything has passed"

chromium:
	@scripts/chromium.sh

fuzz: $(VENV)/.installed-dev
	$(VENV)/bin/python scripts/fuzz.py --seconds $(or $(SEARCH),600)

# FLIPS=1000 takes about half an hour.
flips: $(VENV)/.installed-dev
	$(VENV)/bin/python scripts/flips.py --number $(or $(FLIPS),100)

oracle: $(VENV)/.installed-dev
	$(VENV)/bin/python scripts/oracle.py --seconds $(or $(SEARCH),600)

# Checked kernels are compiled separately, and saved in a directory of their own.
bounds: export NUMBA_BOUNDSCHECK = 1
bounds: export NUMBA_CACHE_DIR = $(CURDIR)/.bounds-cache
bounds: $(VENV)/.installed-dev
	$(VENV)/bin/turaga compile
	$(VENV)/bin/pytest -n 2 --dist worksteal tests/kernels $(BOUNDS:%=tests/test_%.py)

lowest: $(LOWEST)/.installed
	@# Turaga itself is installed each time, with its source of now, and not as a link to it.
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall .
	timeout 1200 env -u PYTHONPATH $(LOWEST)/bin/python scripts/smoke.py

docs: $(VENV)/.installed
	$(VENV)/bin/python scripts/reference.py docs/build

bench: $(VENV)/.installed-bench
	$(VENV)/bin/python benchmarks/kernel_vs_c.py
	$(VENV)/bin/python benchmarks/solvers.py
	$(VENV)/bin/python benchmarks/big_grid.py
	$(VENV)/bin/python benchmarks/implicit.py
	$(VENV)/bin/python benchmarks/counting.py

clean:
	rm -rf $(VENV) $(LOWEST) .bounds-cache docs/build

# Each stamp stands for a set of installed packages. It is made again only when that set has changed.
$(VENV)/bin/python:
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Turaga needs python3 3.11 or newer"; exit 1; }
	python3 -m venv $(VENV)

$(LOWEST)/.installed: pyproject.toml scripts/lowest.py
	rm -rf $(LOWEST)
	python3 -m venv $(LOWEST)
	$(LOWEST)/bin/python scripts/lowest.py > $(LOWEST)/constraints.txt
	timeout 1200 $(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check \
	    -c $(LOWEST)/constraints.txt '.[all]'
	@touch $@

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing Turaga into $(VENV) (about a minute)"
	$(PIP) -e '.[all]'
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing Turaga and the tools of its tests into $(VENV) (about a minute)"
	$(PIP) -e '.[all,dev]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) -e '.[all,bench]'
	@touch $@ $(VENV)/.installed
