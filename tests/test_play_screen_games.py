"""Games on a screen, played by Textual's pilot: the clock, and new, saved and loaded games."""

import pytest
from textual.events import Key
from textual.widgets import Input, Static

from screens import after, known_tour, press, said, settled
from turaga.board import Board
from turaga.play.game import Game
from turaga.play.saved_games import GameStore, load_game, save_game
from turaga.play.screen.dialogs import Ask, Confirm

OPEN = known_tour()


# -- the clock ------------------------------------------------------------------------------------


def test_the_clock_runs_while_the_game_is_played(play):
    now = [0.0]

    async def story(app, pilot):
        now[0] += 100  # while the start is chosen
        await press(pilot, "enter")
        assert "00:00" in said(app)
        now[0] += 75
        await press(pilot, "tab", "enter")
        assert "01:15" in said(app)
        now[0] += 7  # added when the dialog covers the board
        await press(pilot, "question_mark")
        now[0] += 1000  # while a dialog covers the board
        await press(pilot, "escape")
        now[0] += 5
        await press(pilot, "u")
        assert "01:27" in said(app)

    assert play(story, clock=lambda: now[0]).seconds == 87


def test_the_clock_runs_on_in_a_dead_end_which_is_not_the_end(play):
    now = [0.0]

    async def story(app, pilot):
        now[0] += 20
        await press(pilot, "u")
        assert "00:20" in said(app)

    assert play(story, Game.new("1x2", "1,1"), clock=lambda: now[0]).seconds == 20


def test_the_clock_stops_at_the_end(play):
    now = [0.0]

    async def story(app, pilot):
        now[0] += 61
        await press(pilot, "tab", "enter")
        now[0] += 1000
        await press(pilot, "up", "h")
        assert "64 squares in 01:01, with no undos and no hints" in said(app)

    assert play(story, after(OPEN[:63]), clock=lambda: now[0]).seconds == 61


# -- new, saved and loaded games ------------------------------------------------------------------


def test_a_new_game_on_another_board(play):
    async def story(app, pilot):
        await press(pilot, "n", *"6x7", "enter")
        assert app.table.board == Board("6x7")
        assert "A knight's tour of 6x7" in said(app)
        assert app.table.view.cell == (6, 3)  # larger squares than those of 8x8

    assert play(story) == Game.new("6x7")


def test_leaving_an_unfinished_game_needs_a_yes(play, tmp_path):
    async def story(app, pilot):
        before = app.table.game
        for keys in (["n", "escape"], ["n", "enter", "n"], ["n", "enter", "enter", "escape"]):
            await press(pilot, *keys)
            assert app.screen is app.table
            assert app.table.game == before
        await press(pilot, "n", "enter")
        assert isinstance(app.screen, Confirm)
        await press(pilot, "y")
        assert app.table.game == Game.new("8x8")
        assert "Your previous game is saved; press l to load it." in said(app)
        await press(pilot, "l", "enter")
        assert app.table.game == before

    play(story, after(OPEN[:12]))


def test_the_saved_game_of_another_board_is_not_lost(play, tmp_path):
    store, kept = GameStore(str(tmp_path)), Game.new("6x6", "1,1").go("2,3")
    store.keep(kept)

    async def story(app, pilot):
        await press(pilot, "n", *"6x6", "enter", "y")
        assert "Your unfinished game on 6x6 is saved in" in said(app)
        assert load_game(str(tmp_path / "6x6-before.json")) == kept
        await press(pilot, "enter", "l", "enter")  # the previous game is offered first
        assert app.table.game == after(OPEN[:12])

    play(story, after(OPEN[:12]), store=store)


def test_a_game_that_cannot_be_moved_to_another_file_stays_where_it_is(play, tmp_path, monkeypatch):
    store = GameStore(str(tmp_path))
    monkeypatch.setattr(GameStore, "set_aside", lambda *_: None)  # as if the disk were full

    async def story(app, pilot):
        await press(pilot, "u", "y", "n", "enter", "y")
        assert app.table.game.path == ()
        assert "previous game" not in said(app)
        await press(pilot, "h")
        await settled(pilot)
        await press(pilot, "q")

    play(story, after(OPEN[:12]), store=store)
    assert store.kept(Board("8x8")).walk.squares == OPEN[:12]


def test_enter_pressed_twice_closes_a_box_once(play, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    async def story(app, pilot):
        for keys in (["n"], ["s"], ["question_mark"]):
            await press(pilot, *keys)
            if keys == ["s"]:
                app.screen.query_one(Input).value = "mine.json"
            for _ in range(4):
                app.post_message(Key("enter", "\r"))
            await settled(pilot)
            assert app.screen is app.table
            assert len(app.screen_stack) == 2
        await press(pilot, "tab", "enter", "n", "enter")
        for _ in range(4):
            app.post_message(Key("n", "n"))  # the first says no
        await settled(pilot)
        assert app.screen_stack[1] is app.table

    play(story)


@pytest.mark.parametrize(
    ("typed", "why"),
    [("abc", "'abc' is not understood"), ("51x51", "at most 2500"), ("20x20", "needs 96 columns")],
)
def test_wrong_boards_show_the_reason(play, typed, why):
    async def story(app, pilot):
        await press(pilot, "n", *typed, "enter")
        assert isinstance(app.screen, Ask)
        assert why in str(app.screen.query_one("#refused", Static).render())
        await press(pilot, "escape")
        assert app.screen is app.table

    play(story)


def test_the_leaper_stays_when_the_board_changes(play):
    async def story(app, pilot):
        assert "not a leaper's move" in (app.table.game.why_not("1,2") or "")
        await press(pilot, "n", *"5x5", "enter")

    board = Board("10x10").with_leaper((1, 3))
    assert play(story, Game.new(board, "1,1")).board == Board("5x5").with_leaper((1, 3))


def test_saving_and_loading(play, tmp_path):
    name = str(tmp_path / "mine.json")

    async def story(app, pilot):
        await press(pilot, "s")
        app.screen.query_one(Input).value = name
        await press(pilot, "enter")
        assert f"Game saved to {name}." in said(app)
        assert load_game(name) == app.table.game
        await press(pilot, "u", "u", "l", "enter", "y")
        assert "Game loaded." in said(app)

    assert play(story, after(OPEN[:12])).walk.squares == OPEN[:12]


def test_saving_overwrites_another_game_only_after_a_second_enter(play, tmp_path):
    name, other = str(tmp_path / "mine.json"), Game.new("5x5", "1,1")
    save_game(name, other)

    async def story(app, pilot):
        await press(pilot, "n", "enter", "y", "s")
        assert app.screen.query_one(Input).value == "8x8.json"  # not the file of the previous game
        app.screen.query_one(Input).value = name
        await press(pilot, "enter")
        assert "already contains a saved game: press enter again" in str(
            app.screen.query_one("#refused", Static).render()
        )
        assert load_game(name) == other
        await press(pilot, "enter")
        assert load_game(name) == app.table.game
        await press(pilot, "enter", "s", "enter")  # its own file needs no second enter
        assert load_game(name) == app.table.game

    play(story, after(OPEN[:12]))


def test_a_game_of_a_board_that_does_not_fit_is_not_loaded(play, tmp_path):
    name = str(tmp_path / "large.json")
    save_game(name, Game.new("20x20", "1,1"))

    async def story(app, pilot):
        await press(pilot, "l")
        app.screen.query_one(Input).value = name
        await press(pilot, "enter")
        assert "20x20 needs 96 columns" in str(app.screen.query_one("#refused", Static).render())

    assert play(story).board == Board("8x8")


def test_wrong_files_show_the_reason(play, tmp_path):
    async def story(app, pilot):
        await press(pilot, "l", *"nowhere", "enter")
        assert "no file 'nowhere'" in str(app.screen.query_one("#refused", Static).render())
        await press(pilot, "escape", "s")
        app.screen.query_one(Input).value = str(tmp_path)
        await press(pilot, "enter")
        assert "is a directory" in str(app.screen.query_one("#refused", Static).render())

    play(story, after(OPEN[:12]))


def test_the_game_is_saved_after_every_action(play, tmp_path):
    store = GameStore(str(tmp_path))

    async def story(app, pilot):
        for keys in (["enter"], ["tab", "enter"], ["h"], ["u"], ["y"]):
            await press(pilot, *keys)
            await settled(pilot)
            assert store.kept(Board("8x8")) == app.table.game
        await press(pilot, "q")

    assert play(story, store=store) == store.kept(None)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_quitting_saves_the_game_and_its_time(play, tmp_path, key):
    store, now = GameStore(str(tmp_path)), [0.0]

    async def story(app, pilot):
        now[0] += 30
        await press(pilot, key)
        assert app.return_value == app.table.game

    game = play(story, Game.new("8x8", "1,1"), store=store, clock=lambda: now[0])
    assert (game.seconds, store.kept(None)) == (30, game)


def test_a_continued_game_says_so_and_a_win_is_not_saved(play, tmp_path):
    store = GameStore(str(tmp_path))

    async def story(app, pilot):
        assert "Welcome back" in said(app)
        await press(pilot, "tab", "enter")

    assert play(story, after(OPEN[:63]), store=store, resumed=True).state == "won"
    assert store.kept(None) is None


def test_a_game_that_cannot_be_saved_is_reported_once(play, tmp_path):
    (tmp_path / "file").write_text("")

    async def story(app, pilot):
        await press(pilot, "enter")
        assert "cannot be saved" in said(app)
        await press(pilot, "tab", "enter")
        assert "cannot be saved" not in said(app)

    assert len(play(story, store=GameStore(str(tmp_path / "file"))).path) == 2
