# make tour     set up (once) and print an 8x8 tour
# make compile  set up (once) and compile all kernels, so that no command waits for that later
# make test     set up (once) and run ruff, mypy and pytest
# make chromium  install Chromium, so that the browser tests run too
# make flips    damage every kind of file that Turaga reads, and fill disks: no answer may be wrong
# make bench    compare the kernels with the same loops in C (needs gcc), solve and count with other programs

VENV := .venv
PIP := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Let Python save its compiled files, whatever the environment says: the tests start it many hundred times.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: tour compile test bench flips chromium clean

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

bench: $(VENV)/.installed-bench
	$(VENV)/bin/python benchmarks/kernel_vs_c.py
	$(VENV)/bin/python benchmarks/solvers.py
	$(VENV)/bin/python benchmarks/big_grid.py
	$(VENV)/bin/python benchmarks/implicit.py
	$(VENV)/bin/python benchmarks/counting.py

# Minutes; FLIPS=1000 cases of each kind take about half an hour.
flips: $(VENV)/.installed-dev
	$(VENV)/bin/python scripts/flips.py --number $(or $(FLIPS),100)

clean:
	rm -rf $(VENV)

# Each stamp stands for a set of installed packages. It is made again only when that set has changed.
$(VENV)/bin/python:
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Turaga needs python3 3.11 or newer"; exit 1; }
	python3 -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) -e '.[all]'
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) -e '.[all,dev]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) -e '.[all,bench]'
	@touch $@ $(VENV)/.installed
