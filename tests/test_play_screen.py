"""The game on a screen, played by Textual's pilot: by keys, by mouse and by typing."""

import asyncio
import itertools

from textual.events import Key, Paste
from textual.widgets import Static

import turaga
from screens import HOLES, after, dead_end, known_tour, point_on, press, said, settled, shown
from turaga.board import Board
from turaga.play.game import Game
from turaga.play.hints import HintFinder
from turaga.play.screen.board_widget import BoardWidget
from turaga.play.screen.dialogs import Help
from turaga.play.screen.watch_screen import WatchScreen
from turaga.text import show
from turaga.verify import find_faults

OPEN = known_tour()


def closed_tour():
    return turaga.solve("6x6", closed=True).tour.squares


def arrows(here, there):
    """The keys that move the cursor from one square to another, and enter."""
    down, right = there[0] - here[0], there[1] - here[1]
    keys = ["down" if down > 0 else "up"] * abs(down) + ["right" if right > 0 else "left"] * abs(right)
    return [*keys, "enter"]


def marks(app):
    return [view.mark for view in app.table.view.squares]


# -- whole games ----------------------------------------------------------------------------------


def test_a_whole_game_by_keys(play):
    keys = arrows((3, 3), OPEN[0])
    for here, there in itertools.pairwise(OPEN):
        keys += arrows(here, there)

    async def story(app, pilot):
        await press(pilot, *keys)
        assert app.table.game.state == "won"
        assert "You did it!" in said(app)
        assert "An open tour, from 1,1 to 2,7." in said(app)
        assert app.table.tone == "won"
        view = app.table.view
        assert (view.squares[0].mark, view.squares[14].mark) == ("first", "last")
        assert view.cursor is None  # only the tour is shown

    game = play(story)
    assert game.walk.squares == OPEN
    assert find_faults(game.board, game.walk.squares)[0] == []
    assert (game.undos, game.hints) == (0, 0)


def test_a_whole_game_by_mouse(play):
    async def story(app, pilot):
        for square in OPEN:
            assert await pilot.click(BoardWidget, offset=point_on(app.table.view, square))
        assert "Every square is visited." in said(app)

    assert play(story).walk.squares == OPEN


def test_a_whole_game_by_typing_that_ends_closed(play):
    tour = closed_tour()
    board = Board("6x6")

    async def story(app, pilot):
        keys = []
        for number, square in enumerate(tour):
            typed = show(square) if number % 2 else ":" + board.name(square)
            keys += [*(dict.fromkeys(",", "comma").get(c, c) for c in typed), "enter"]
        await press(pilot, *keys)
        assert "A closed tour" in said(app)

    game = play(story, Game.new(board))
    assert (game.walk.squares, game.closed) == (tour, True)


def test_a_dead_end_and_what_to_do_about_it(play):
    async def story(app, pilot):
        await press(pilot, "1", "comma", "1", "enter")
        assert app.table.game.state == "stuck"
        text = said(app)
        assert "Dead end" in text
        assert "21 squares are left" in text
        for offered in ("Press u to", "h to", "n for"):
            assert offered in text
        assert marks(app).count("missed") == 21
        await press(pilot, "w")  # the computer cannot finish either, and gives a hint
        await settled(pilot)
        assert app.screen is app.table
        assert "No tour starts on 3,2" in said(app)
        await press(pilot, "u", "u")
        assert app.table.game.state == "playing"
        assert "Step 2 of 25 on 4,4." in said(app)

    assert play(story, dead_end().undo()).undos == 3


# -- moves, errors, undo and redo -----------------------------------------------------------------


def test_impossible_moves_show_the_reason(play):
    async def story(app, pilot):
        table = app.table
        await press(pilot, "right", "enter")
        assert "1,2 is not a knight's move from 1,1: the possible moves are 3,2 and 2,3." in said(app)
        assert table.tone == "refused"
        await press(pilot, "left", "enter")
        assert "1,1 was already visited at step 1." in said(app)
        await press(pilot, "9", "comma", "9", "enter")
        assert "9,9 is not on the 8x8 board" in said(app)
        await press(pilot, "colon", *"zz", "enter")
        assert "'zz'" in said(app)
        assert await pilot.click(BoardWidget, offset=point_on(table.view, (7, 7)))
        assert "8,8 is not a knight's move" in said(app)
        assert await pilot.click(BoardWidget, offset=(0, 0))  # beside the squares
        await press(pilot, "y")
        assert "nothing to redo" in said(app)
        await press(pilot, "u", "u")
        assert "nothing to undo" in said(app)

    assert play(story, Game.new("8x8", "1,1")).path == ()


def test_after_a_rejected_square_the_keys_work_again(play):
    async def story(app, pilot):
        await press(pilot, "colon", *"a1", "enter")
        assert app.table.tone == "refused"
        assert "8,1 is " in said(app)
        assert str(app.table.query_one("#typing", Static).render()).startswith("Type a square: ")
        await press(pilot, "h")
        await settled(pilot)
        assert app.table.hint is not None

    assert play(story, Game.new("8x8", "1,1")).hints == 1


def test_undo_and_redo_without_limit(play):
    async def story(app, pilot):
        await press(pilot, *["u"] * 10, *["backspace"] * 10, *["ctrl+z"] * 10)
        assert app.table.game.path == ()
        assert "Choose a square to start on." in said(app)
        await press(pilot, *["y"] * 20, *["ctrl+y"] * 10)
        assert "Undos   30" in said(app)

    assert play(story, after(OPEN[:30])).walk.squares == OPEN[:30]


def test_the_cursor_jumps_among_the_targets(play):
    async def story(app, pilot):
        view, seen = app.table.view, []
        for key in ("tab", "tab", "tab", "shift+tab", "shift+tab"):
            await press(pilot, key)
            seen.append(view.cursor)
        assert seen == [(2, 1), (1, 2), (2, 1), (1, 2), (2, 1)]
        await press(pilot, "space")

    assert play(story, Game.new("8x8", "1,1")).knight == (2, 1)


def test_the_cursor_jumps_both_ways(play):
    targets = Game.new("8x8", "1,2").targets
    assert len(targets) == 3

    async def story(app, pilot):
        seen = []
        for key in ("tab", "tab", "shift+tab", "shift+tab", "tab"):
            await press(pilot, key)
            seen.append(targets.index(app.table.view.cursor))
        assert seen == [0, 1, 0, 2, 0]

    play(story, Game.new("8x8", "1,2"))


def test_the_cursor_goes_around_edges_and_over_holes(play):
    async def story(app, pilot):
        view = app.table.view
        assert view.cursor == (2, 2)
        await press(pilot, "up")  # 2,3 is a hole
        assert view.cursor == (0, 2)
        await press(pilot, "up", "right", "right")  # 5,5 is a hole too
        assert view.cursor == (4, 0)
        assert await pilot.click(BoardWidget, offset=point_on(view, (1, 2)))
        assert "2,3 is a hole" in said(app)

    assert play(story, Game.new(HOLES)).path == ()


def test_degrees_are_shown_and_hidden(play):
    async def story(app, pilot):
        view = app.table.view
        await press(pilot, "d")
        assert view.squares[10].text == "5"  # six squares are a move away, and the knight is on one of them
        await press(pilot, "d")
        assert view.squares[10].text == ""

    play(story, Game.new("8x8", "1,1"))


def test_keys_that_arrive_together_are_all_handled(play):
    async def story(app, pilot):
        for key, character in (("colon", ":"), ("d", "d"), ("4", "4"), ("enter", "\r"), ("3", "3")):
            app.post_message(Key(key, character))
        await shown(pilot)
        assert str(app.table.query_one("#typing", Static).render()) == "Go to: 3▏"
        app.post_message(Paste(",5\n"))
        await shown(pilot)
        await press(pilot, "enter")

    assert play(story).walk.squares == ((4, 3), (2, 4))


def test_text_that_is_too_long_for_a_square(play):
    async def story(app, pilot):
        app.post_message(Paste(" ".join(map(show, OPEN))))
        await shown(pilot)
        assert "Only one square can be pasted" in said(app)
        await press(pilot, *["1"] * 200)
        assert str(app.table.query_one("#typing", Static).render()) == f"Go to: {'1' * 20}▏"
        await press(pilot, "enter")
        assert app.table.tone == "refused"

    play(story)


# -- hints ----------------------------------------------------------------------------------------


def test_a_game_that_follows_the_hints_is_won(play):
    async def story(app, pilot):
        while app.table.game.state != "won":
            await press(pilot, "h")
            await settled(pilot)
            hint = app.table.hint
            assert app.table.view.squares[app.table.board.index(hint.square)].pointed
            assert show(hint.square) in said(app)
            assert await pilot.click(BoardWidget, offset=point_on(app.table.view, hint.square))

    game = play(story, Game.new("5x5"))
    assert (game.state, game.hints, game.undos) == ("won", 25, 0)


def test_hints_in_lost_positions_say_how_far_to_go_back(play):
    async def story(app, pilot):
        await press(pilot, "h")
        await settled(pilot)
        hint = app.table.hint
        assert hint.kind == "back"
        await press(pilot, *["u"] * hint.back)
        assert app.table.hint is None
        assert HintFinder(Board("5x5")).hint(app.table.game).kind == "go"

    play(story, dead_end())


def test_a_hint_on_a_board_without_tours_says_so(play):
    async def story(app, pilot):
        await press(pilot, "h")
        await settled(pilot)
        assert "No tour is possible: 3x3 has no tour" in said(app)

    assert play(story, Game.new("3x3", "1,1")).hints == 1


def test_a_hint_for_an_earlier_position_is_dropped(play):
    async def story(app, pilot):
        with app.table._worker._one_at_a_time:  # so that the hint arrives after the move
            await press(pilot, "h")
            assert "Thinking..." in said(app)
            await press(pilot, "tab", "enter")
        await settled(pilot)
        assert app.table.hint is None
        assert "Thinking" not in said(app)

    assert play(story, Game.new("8x8", "1,1")).hints == 0


def test_holding_a_key_down_asks_once(play, monkeypatch):
    asked, hint = [], HintFinder.hint
    monkeypatch.setattr(HintFinder, "hint", lambda self, game: asked.append(game.path) or hint(self, game))

    async def story(app, pilot):
        await settled(pilot)  # loading the kernels asks for a hint too
        asked.clear()
        with app.table._worker._one_at_a_time:
            await press(pilot, *"hhhhh", *"uyuhyh")
            for _ in range(3):  # so fast that the first question is not started
                app.table.action_watch()
                app.table.action_hint()
        await settled(pilot)
        assert len(asked) <= 2  # one that was running, and the last one
        assert asked[-1] == app.table.game.path
        assert app.table.hint is not None

    assert play(story, Game.new("5x5", "1,1").go("2,3")).hints == 1


def test_watching_the_computer_finish_leaves_the_game_alone(play):
    async def story(app, pilot):
        await press(pilot, "w")
        await settled(pilot)
        assert isinstance(app.screen, WatchScreen)
        await press(pilot, "end")
        async with asyncio.timeout(60):  # it runs there tick by tick
            while not app.screen.frame.over:
                await pilot.pause(0.01)
        frame = app.screen.frame
        assert frame.path[:20] == app.table.game.path
        assert sorted(frame.path) == list(app.table.game.board.squares())
        await press(pilot, "q")
        assert app.screen is app.table

    assert play(story, after(OPEN[:20])).walk.squares == OPEN[:20]


def test_before_the_start_and_after_a_win_there_is_nothing_to_watch(play):
    async def story(app, pilot):
        await press(pilot, "w")
        assert "Choose a start first" in said(app)
        await press(pilot, "enter", "h", "w")
        assert "nothing left to watch" in said(app)
        assert app.screen is app.table

    assert play(story, Game.new("1x1")).state == "won"


# -- the terminal ---------------------------------------------------------------------------------


def test_too_small_a_terminal_and_back(play):
    async def story(app, pilot):
        table, small = app.table, app.table.query_one("#small", Static)
        sizes = {(80, 24): (4, 2), (51, 24): None, (80, 10): None, (52, 11): (2, 1), (150, 50): (10, 5)}
        for size, cell in sizes.items():
            await pilot.resize_terminal(*size)
            await shown(pilot)
            assert table.has_class("small") == (cell is None) == small.display
            if cell:
                assert table.view.cell == cell
            else:
                assert "8x8 needs 52 columns and 11 lines." in str(small.render())
                assert f"This terminal has {size[0]} and {size[1]}." in str(small.render())
        await press(pilot, "tab", "enter")

    assert len(play(story, Game.new("8x8", "1,1")).path) == 2


def test_help_opens_and_closes(play):
    async def story(app, pilot):
        for key in ("escape", "q", "question_mark", "enter"):
            await press(pilot, "question_mark")
            assert isinstance(app.screen, Help)
            await press(pilot, key)
            assert app.screen is app.table

    play(story)


def test_the_largest_board_is_shown_where_it_fits(play):
    async def story(app, pilot):
        assert not app.table.has_class("small")
        await press(pilot, "enter", "d", "h")
        await settled(pilot)

    assert len(play(story, Game.new("50x50"), size=(236, 53)).path) == 1
