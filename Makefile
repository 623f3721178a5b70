# make tour     set up (once) and print an 8x8 tour
# make compile  set up (once) and compile all kernels, so that no command waits for that later
# make test     set up (once) and run ruff, mypy and pytest
# make chromium  install Chromium, so that the browser tests run too
# make lowest   run the smoke test with the lowest versions of all dependencies that pyproject.toml allows
# make bench    compare the kernels with the same loops in C (needs gcc), solve and count with other programs

VENV := .venv
LOWEST := .venv-lowest
PIP := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Let Python save its compiled files, whatever the environment says: the tests start it many hundred times.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: tour compile test lowest bench chromium clean

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
	rm -rf $(VENV) $(LOWEST)

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
