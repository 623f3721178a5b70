# make tour      set up (once) and print an 8x8 tour
# make compile   set up (once) and compile all kernels, so that no command waits for that later
# make test      set up (once) and run ruff, mypy and pytest
# make chromium  install Chromium, so that the browser tests run too
# make bench     compare the kernels with the same loops in C (needs gcc), solve and count with other programs
#
# These look for faults. Each takes at most ten to twenty minutes; docs/measurements.md has their last results.
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

.PHONY: tour compile test fuzz flips oracle lowest bounds bench chromium clean

tour: $(VENV)/.installed
	$(VENV)/bin/turaga solve 8x8

compile: $(VENV)/.installed
	$(VENV)/bin/turaga compile

test: $(VENV)/.installed-dev $(if $(CI),chromium)
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	@# While the kernels are compiled, they are tested as plain Python.
	$(VENV)/bin/turaga compile & \
	$(VENV)/bin/mypy && NUMBA_DISABLE_JIT=1 $(VENV)/bin/pytest tests/kernels; status=$$?; \
	wait $$! && exit $$status
	@# Four processes on two cores: many tests wait for terminals, browsers and other processes.
	$(VENV)/bin/pytest -n 4 --dist worksteal

chromium:
	@scripts/chromium.sh

fuzz: $(VENV)/.installed-dev
	$(VENV)/bin/python scripts/fuzz.py --seconds 600

# FLIPS=1000 takes about half an hour.
flips: $(VENV)/.installed-dev
	$(VENV)/bin/python scripts/flips.py --number $(or $(FLIPS),100)

oracle: $(VENV)/.installed-dev
	$(VENV)/bin/python scripts/oracle.py --seconds 600

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

bench: $(VENV)/.installed-bench
	$(VENV)/bin/python benchmarks/kernel_vs_c.py
	$(VENV)/bin/python benchmarks/solvers.py
	$(VENV)/bin/python benchmarks/big_grid.py
	$(VENV)/bin/python benchmarks/implicit.py
	$(VENV)/bin/python benchmarks/counting.py

clean:
	rm -rf $(VENV) $(LOWEST) .bounds-cache

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
	$(PIP) -e '.[all]'
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) -e '.[all,dev]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) -e '.[all,bench]'
	@touch $@ $(VENV)/.installed
