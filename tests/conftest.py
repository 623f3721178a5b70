"""Fixtures: surveys that several files use, and functions that query them.

pytest loads this before every test, so nothing here loads the kernels: many tests check what works without
them.
"""

import os
import sys
from collections import defaultdict
from itertools import chain, islice

import pytest
from hypothesis import settings

from command import turaga
from turaga.cli import main

# How long an example takes depends on what else runs on the machine.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_collection_modifyitems(config, items):
    """Let each process begin with its share of the tests that take long and of those in a browser: at the end
    they would run alone. pytest-xdist gives each process an equal part of the list."""
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


@pytest.fixture(scope="session", autouse=True)
def isolated_settings(tmp_path_factory):
    """Hide the settings and the saved games of the person who runs the tests."""
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


@pytest.fixture
def ask(capsys):
    """What `turaga survey show` prints to stdout and stderr, run in this process."""

    def asked(folder, *options):
        assert main(["survey", "show", str(folder), *options]) == 0
        return capsys.readouterr()

    return asked


@pytest.fixture
def shown(ask):
    """What it prints to stdout, if nothing goes to stderr."""

    def asked(folder, *options):
        printed = ask(folder, *options)
        assert printed.err == ""
        return printed.out

    return asked


@pytest.fixture
def refused(capsys):
    """The one sentence that it prints for bad input."""

    def asked(folder, *options):
        assert main(["survey", "show", str(folder), *options]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("turaga: ")
        assert printed.err.count("\n") == 1
        assert "bug in Turaga" not in printed.err
        return printed.err

    return asked


@pytest.fixture(scope="session")
def server():
    """The real server, started as a person starts it. Its responses do not depend on earlier requests."""
    from serving import served

    with served(fork=False) as there:
        yield there


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


@pytest.fixture
def play(tmp_path, monkeypatch):
    """A function that runs a story with a game on the screen, and returns the last game."""
    import screens
    from turaga.play.game import Game
    from turaga.play.saved_games import GameStore

    screens.hurry(monkeypatch)

    def played(story, game=None, *, store=None, **options):
        kept = store or GameStore(str(tmp_path / "kept"))
        return screens.play(story, game or Game.new("8x8"), kept, **options)

    return played
