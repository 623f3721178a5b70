"""Surveys that several files ask questions of, and the ways they ask.

Loaded before every test, so nothing here loads the kernels: many tests are of what is done without them.
"""

import os

import pytest
from hypothesis import settings

from command import turaga
from turaga.cli import main

# How long an example takes depends on what else the machine does.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session", autouse=True)
def nobodys_own(tmp_path_factory):
    """Tests see neither the wishes nor the games of whoever runs them."""
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
    """Three orders on three boards, an odd one and a rectangle among them."""
    from surveys import OPEN, ORDERS
    from turaga.survey import Plan, parse_boards, run_survey

    folder = tmp_path_factory.mktemp("few")
    run_survey(Plan(boards=parse_boards("5,5x6,6"), rule=OPEN, orders=",".join(ORDERS)), folder)
    return folder


@pytest.fixture
def ask(capsys):
    """What `turaga survey show` prints, its result and what it says beside it; here, not in a process."""

    def asked(folder, *options):
        assert main(["survey", "show", str(folder), *options]) == 0
        return capsys.readouterr()

    return asked


@pytest.fixture
def shown(ask):
    """What it prints where there is nothing to say beside it."""

    def asked(folder, *options):
        printed = ask(folder, *options)
        assert printed.err == ""
        return printed.out

    return asked


@pytest.fixture
def refused(capsys):
    """The one sentence with which it ends."""

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
    """The real server; what it answers depends on nothing that was asked before."""
    from serving import served

    with served() as there:
        yield there


@pytest.fixture(scope="module")  # no longer: while it is there, asyncio cannot be run by other tests
def chromium():
    """The system's Chromium, driven by Playwright."""
    from browsing import browser

    with browser() as opened:
        yield opened


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Lets a story act on a game on the screen, and gives the game it ends with."""
    import screens
    from turaga.play.game import Game
    from turaga.play.saved_games import GameStore

    screens.hurry(monkeypatch)

    def played(story, game=None, *, store=None, **options):
        kept = store or GameStore(str(tmp_path / "kept"))
        return screens.play(story, game or Game.new("8x8"), kept, **options)

    return played
