"""Fixtures: surveys that several files use, and functions that query them.

pytest loads this before every test, so nothing here loads the kernels: many tests check what works without
them.
"""

import gc
import os
import signal
import sys
import tempfile
from collections import defaultdict
from itertools import chain, count, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from command import turaga
from turaga.cli import main
from turaga.squares import use

# How long an example takes depends on what else runs on the machine.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def rare_tests():
    """The tests of rare.txt and why they are there. A name may be the beginning of the names of several."""
    lines = (Path(__file__).parent / "rare.txt").read_text().splitlines()
    return [tuple(line.split("  # ")) for line in lines if not line.startswith("#")]


def pytest_addoption(parser):
    parser.addoption(
        "--rare", action="store_true", help="run the tests listed in rare.txt instead of the others"
    )


def pytest_ignore_collect(collection_path, config):
    """Do not load files none of whose tests run."""
    name = collection_path.relative_to(Path(__file__).parent).as_posix()
    rare = [test for test, _ in rare_tests() if test.startswith(f"{name}::")]
    if collection_path.suffix != ".py" or not (config.getoption("--rare") or f"{name}::" in rare):
        return None
    return not (rare and config.getoption("--rare"))


def pytest_collection_modifyitems(config, items):
    """Leave out the tests of rare.txt, or all others. Let each process begin with its share of the tests that
    take long and of those in a browser: at the end they would run alone. pytest-xdist gives each process an
    equal part of the list."""
    rare = tuple(f"tests/{name}" for name, _ in rare_tests())
    wanted = config.getoption("--rare")
    left_out = [item for item in items if item.nodeid.startswith(rare) != wanted]
    items[:] = [item for item in items if item.nodeid.startswith(rare) == wanted]
    config.hook.pytest_deselected(items=left_out)
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    long = [item for item in items if item.get_closest_marker("long")]
    modules = defaultdict(list)  # the browser stays open from test to test
    for item in items:
        if "chromium" in item.fixturenames and item not in long:
            modules[item.module].append(item)
    browser = list(modules.values())
    first = [[*long[n::processes], *chain(*browser[n::processes])] for n in range(processes)]
    taken = set(chain(*first))
    rest = iter([item for item in items if item not in taken])
    size = len(items) // processes
    for part in first:
        part += islice(rest, max(0, size - len(part)))
    items[:] = [*chain(*first), *rest]


def pytest_collection_finish():
    """Garbage collection need not look at the tests again and again: that saves 6% of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def isolated_settings(tmp_path_factory):
    """Hide the settings and the saved games of the person who runs the tests, and signals that are ignored or
    blocked: nohup and scripts start programs so, and what the tests start would inherit it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        os.environ.pop(name, None)
    os.environ["TURAGA_STATE"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(scope="session")
def all8(tmp_path_factory):
    """8x8 by all orders with the open start, surveyed by the command."""
    folder = tmp_path_factory.mktemp("all8")
    done = turaga(
        "survey", "run", "--boards", "8x8", "--like", "serafeimidis", "--orders", "all", "--out", folder
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def few(tmp_path_factory):
    """Three orders on three boards, including an odd board and a rectangle."""
    from surveys import OPEN, ORDERS
    from turaga.survey import Plan, parse_boards, run_survey

    folder = tmp_path_factory.mktemp("few")
    run_survey(Plan(boards=parse_boards("5,5x6,6"), rule=OPEN, orders=",".join(ORDERS)), folder)
    return folder


@pytest.fixture(scope="session")
def lab():
    """The experiments of a quick reproduction."""
    from turaga.report.experiments import Experiments

    with tempfile.TemporaryDirectory() as folder, Experiments(folder, quick=True) as lab:
        yield lab


@pytest.fixture
def ticking(monkeypatch):
    """For time limits, the clock goes on by a tenth of a second whenever it is read."""
    from turaga.solve.problem import Problem

    ticks = count(1)
    monkeypatch.setattr(Problem, "seconds", property(lambda problem: next(ticks) / 10))


@pytest.fixture
def here(capsys):
    """The command in this process: its exit status, and what it prints to stdout and stderr."""

    def run(*args):
        status = main([*map(str, args)])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def sentence(here):
    """The one sentence that it prints for bad input."""

    def run(*args):
        status, out, err = here(*args)
        assert (status, out, err.count("\n")) == (2, "", 1), err
        assert err.startswith("turaga: ")
        assert "bug in Turaga" not in err
        return err

    return run


@pytest.fixture
def shown(here):
    """What `turaga survey show` prints to stdout, if nothing goes to stderr."""

    def asked(folder, *options):
        status, out, err = here("survey", "show", folder, *options)
        assert (status, err) == (0, "")
        return out

    return asked


@pytest.fixture(scope="session")
def server():
    """The real server, started as a person starts it, with more time for a busy machine. Its responses do not
    depend on earlier requests."""
    from serving import served

    path = os.pathsep.join(
        filter(None, [str(Path(__file__).parent / "patient"), os.environ.get("PYTHONPATH")])
    )
    with served(env={"PYTHONPATH": path}, fork=False) as there:
        yield there


@pytest.fixture(scope="module")
def client():
    """A client of the web app, whose jobs run in threads of this process."""
    from web import asking

    with asking() as client:
        yield client


@pytest.fixture
def chromium():
    """The system's Chromium, driven by Playwright."""
    from browsing import open_browser

    return open_browser()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem):
    """Close the browser before the first test that does not need it: while it is open, asyncio cannot run."""
    if (nextitem is None or "chromium" not in nextitem.fixturenames) and "browsing" in sys.modules:
        sys.modules["browsing"].close_browser()


@pytest.fixture(scope="module")
def row_col():
    """Sentences write squares as row,col, so that they can be compared with pairs."""
    with use("row,col"):
        yield
