"""The game as a value, and the game played by typing lines."""

import itertools
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from games import random_moves
from strategies import boards
from turaga import Board
from turaga.errors import BadInput
from turaga.play.game import Game
from turaga.play.hints import HintFinder
from turaga.play.saved_games import GameStore, load_game
from turaga.play.text_game import TextGame, show_board
from turaga.text import show_time

# -- the value ------------------------------------------------------------------------------------


@settings(deadline=None)
@given(board=boards(most=6), seed=st.integers(0, 10**6))
def test_after_any_moves_the_squares_are_a_walk_and_the_properties_are_correct(board, seed):
    squares = set(naive.squares(board))
    for game in random_moves(Game.new(board), seed, 40):
        path = list(game.path)
        free = squares - set(path)
        steps = set(naive.moves(board).values())
        assert len(set(path)) == len(path)
        assert all((b[0] - a[0], b[1] - a[1]) in steps for a, b in pairwise(path))
        targets = set(naive.near(board, path[-1], free)) if path else squares
        assert set(game.targets) == targets
        assert game.state == (
            "choosing" if not path else "won" if not free else "playing" if targets else "stuck"
        )
        assert game.left == len(free)
        assert game.degrees() == {square: len(naive.near(board, square, free)) for square in free}
        assert game.closed == (len(path) > 2 and naive.is_tour(board, path, closed=True))


@settings(deadline=None)
@given(board=boards(most=6), seed=st.integers(0, 10**6))
def test_go_accepts_exactly_the_targets(board, seed):
    for game in random_moves(Game.new(board), seed, 10):
        for square in naive.squares(board):
            why_not = game.why_not(square)
            assert (why_not is None) == (square in game.targets)
            if why_not is not None:
                with pytest.raises(BadInput) as refused:
                    game.go(square)
                assert str(refused.value) == why_not


@settings(deadline=None)
@given(board=boards(most=6), seed=st.integers(0, 10**6))
def test_undone_squares_can_be_redone(board, seed):
    for game in random_moves(Game.new(board), seed, 20):
        for count in range(1, len(game.path) + 1):
            back = game.undo(count)
            assert back.undos == game.undos + count
            again = back
            for _ in range(count):
                step = again.redo()
                assert step == again.go(step.path[-1])  # the same as going there
                again = step
            assert (again.path, again.undone) == (game.path, game.undone)


def test_going_elsewhere_forgets_the_undone_squares():
    game = Game.new("8x8", "1,1").go("2,3").undo().go("3,2")
    assert game.undone == ()
    with pytest.raises(BadInput, match="nothing to redo"):
        game.redo()


STUCK = Game.new("5x5", "3,2").go("4,4").go("2,3").go("1,1")
LEAPER = Board("6x6", leaper=(1, 3))


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda: STUCK.go("5,5"), "the knight is stuck on a5"),
        (lambda: STUCK.go("4,4"), "d2 was already visited at step 2"),
        (lambda: STUCK.go("6,1"), "not on the 5x5 board"),
        (lambda: STUCK.undo(5), "cannot undo 5 steps: 4 steps have been made"),
        (lambda: STUCK.undo(0), "cannot undo 0 steps"),
        (lambda: Game.new("5x5", "1,1").undo(2), "cannot undo 2 steps: 1 step has been made"),
        (lambda: Game.new(LEAPER, "1,1").go("1,2"), "a leaper's move from a6: the possible moves are b3"),
        (lambda: Game.new("2x3", "1,1").go("2,2"), "a knight's move from a2: the possible move is c1"),
        (lambda: Game.new(Board("1x5", leaper=(1, 3)), "1,1").go("1,2"), "the leaper is stuck on a1"),
        (lambda: Game.new("51x50"), "51x50 has 2550 squares: at most 2500 can be played"),
        (lambda: Game.new(Board.from_mask("." + "#" * 10_000)), "10001 squares and holes: at most 10000"),
    ],
)
def test_what_is_impossible_is_an_error_with_the_reason(act, reason):
    with pytest.raises(BadInput, match=reason):
        act()


def test_states():
    assert STUCK.state == "stuck"
    assert Game.new("50x50").state == "choosing"


# -- typed lines ----------------------------------------------------------------------------------


@pytest.fixture
def talk(tmp_path):
    """Starts a text game on a board, with a clock that advances by a second per line."""

    def begin(board="5x5", **options):
        ticks = iter(range(10**6))
        store = GameStore(str(tmp_path / "state"))
        return TextGame(Game.new(board), store, clock=lambda: next(ticks), **options)

    return begin


def test_the_clock_runs_while_there_is_a_game(talk):
    plain = talk("3x4")
    plain.answer("")
    assert plain.game.seconds == 0  # before the start
    tour = naive.tours(Board("3x4"), (0, 0))[0]
    for row, col in tour[:-1]:
        plain.answer(f"{row + 1},{col + 1}")
    said = plain.answer(f"{tour[-1][0] + 1},{tour[-1][1] + 1}")
    assert "Well done! All 12 squares are visited. This is an open tour.\nTime 00:11, " in said
    plain.answer("")
    assert plain.game.seconds == 11  # it is over


def test_the_clock_runs_on_in_a_dead_end(talk):
    plain = talk("1x2")
    plain.answer("1,1")
    assert plain.game.state == "stuck"
    before = plain.game.seconds
    plain.answer("undo")  # a second later, which counts
    assert plain.game.seconds == before + 1


def test_undos_and_hints_are_counted_at_the_win(talk):
    plain = talk("3x4")
    tour = [f"{row + 1},{col + 1}" for row, col in naive.tours(Board("3x4"), (0, 0))[0]]
    for square in [*tour[:5], "undo 2", "hint", "redo", "h", *tour[4:]]:
        said = plain.answer(square)
    assert "2 undos, 2 hints." in said
    assert plain.answer("hint") == plain.answer("watch")
    assert plain.game.hints == 2


def test_short_words_mean_the_long_ones(talk):
    for word in ("undo", "redo", "hint", "targets", "degrees", "board", "watch", "new", "quit"):
        long, short = talk(), talk()
        for plain in (long, short):
            plain.answer("1,1")
            plain.answer("2,3")
            plain.answer("undo")
        assert long.answer(word.upper()) == short.answer(word[0])
        assert long.game == short.game
        assert (long.over, short.over) == (word == "quit", word == "quit")
    assert talk().answer("?") == talk().answer("help")


def test_degrees_are_listed_and_shown_on_the_board(talk):
    plain = talk()
    plain.answer("1,1")
    assert "1 |  N .3 .4 .3 .2 | 5" in plain.answer("degrees")
    assert plain.answer("2,3").endswith(
        "You can move to 4,4 (degree 3), 4,2 (degree 3), 3,1 (degree 3), 1,5 (degree 1) or 3,5 (degree 3)."
    )
    assert plain.answer("d") == "Degrees are hidden."


def test_the_board_is_shown_with_all_its_signs():
    board = Board(4, 11, holes=[(1, 2), (3, 10)])
    game = Game.new(board, "1,1").go("3,2").go("1,3")
    assert show_board(game).splitlines() == [
        "     1  2  3  4  5  6  7  8  9 10 11",
        "1 |  1  .  N  .  .  .  .  .  .  .  . | 4",
        "2 |  *  .  #  .  *  .  .  .  .  .  . | 3",
        "3 |  .  2  .  *  .  .  .  .  .  .  . | 2",
        "4 |  .  .  .  .  .  .  .  .  .  .  # | 1",
        "     a  b  c  d  e  f  g  h  i  j  k",
    ]
    assert "*" not in show_board(Game.new("3x4"))  # every square is a possible start
    stuck = Game.new("3x3", "1,1").go("2,3").go("3,1").go("1,2").go("3,3").go("2,1").go("1,3").go("3,2")
    assert "2 |  6  .  2 | 2" in show_board(stuck, degrees=True)  # the game is over


def test_watch_finishes_the_tour_and_leaves_the_game_alone(talk):
    plain = talk("6x6")
    plain.answer("1,1")
    before = plain.game.path
    said = plain.answer("watch")
    assert plain.game.path == before
    assert plain.game.hints == 1  # it shows where to go
    squares = [
        tuple(int(n) - 1 for n in word.split(",")) for word in " ".join(said.splitlines()[1:6]).split()
    ]
    assert naive.is_tour(Board("6x6"), [(0, 0), *squares])
    assert talk("6x6").answer("watch").startswith("The computer finishes with a")  # it chooses a start
    refused = talk("4x4").answer("watch")
    assert refused.startswith("The computer cannot finish from here. No tour is possible: 4x4 has")


def test_no_game_is_lost_to_a_new_one(talk, tmp_path):
    plain = talk()
    for line in ("1,1", "2,3", "new 6x6", "2,2", "new", "3,3"):
        plain.answer(line)
    aside = tmp_path / "state" / "6x6-before.json"
    assert load_game(str(aside)).walk.squares == ((1, 1),)
    assert "Loaded a game on 6x6: 1 square visited" in plain.answer("load")
    said = plain.answer("new 5x5 e5")  # a board with a saved game
    aside = f"{tmp_path}/state/5x5-before.json"
    assert f"Type load {aside} to return to your unfinished game on 5x5." in said
    assert "2 squares visited" in plain.answer(f"load {aside}")
    assert plain.answer("new 4,4").startswith("Type load to return to your game on 5x5.\nNew game on 5x5.")
    assert plain.game.knight == (3, 3)


def test_a_saved_game_that_cannot_be_moved_is_not_offered(talk, monkeypatch):
    plain = talk()
    for line in ("1,1", "new 6x6", "1,1"):
        plain.answer(line)
    monkeypatch.setattr(GameStore, "set_aside", lambda *_: None)  # as if the disk were full
    assert "None" not in plain.answer("new 5x5")


def test_a_new_game_replaces_the_saved_one_with_its_first_square(talk, tmp_path):
    store, kept = GameStore(str(tmp_path / "state")), Game.new("6x6", "2,2").go("4,3")
    store.keep(kept)
    plain = talk()
    plain.answer("new 6x6")
    assert store.kept(kept.board) == kept
    plain.answer("1,1")
    assert store.kept(kept.board).path == ((0, 0),)
    assert load_game(str(tmp_path / "state" / "6x6-before.json")) == kept


def test_redo_stops_at_the_last_undone_square(talk):
    plain = talk()
    for line in ("1,1", "2,3", "3,5", "undo 2"):
        plain.answer(line)
    assert plain.answer("redo 9").startswith("Step 3: knight on 3,5.")
    assert plain.answer("redo 9") == "There is nothing to redo."


def test_a_clock_that_goes_back_takes_no_time_away():
    ticks = iter([100.0, 101.0, 50.0, 51.0])
    plain = TextGame(Game.new("5x5"), clock=lambda: next(ticks))
    for line, seconds in (("1,1", 0.0), ("2,3", 0.0), ("3,5", 1.0)):
        plain.answer(line)
        assert plain.game.seconds == seconds


def test_squares_in_two_digits_as_in_bencics_program(talk):
    plain = talk("8x8", squares="bencic")
    assert "\n0 | 00 01 02 " in plain.greeting()
    said = plain.answer("52")
    assert "\n5 | 50 51  N 53 " in said
    assert said.endswith("Step 1: knight on 52. You can move to 73, 71, 60, 40, 31, 33, 44 or 64.")
    assert plain.answer("00").startswith("00 is not a knight's move from 52: the possible moves are 73, 71, ")
    off = "Square 80 is not on the 8x8 board: rows and columns are counted from 0, up to 7 and 7."
    assert plain.answer("80") == off
    said = plain.answer("71")
    assert "\n5 | 50 51    53 " in said  # a visited square is blank
    assert "Go to 50" in plain.answer("hint") or "Go to 63" in plain.answer("hint")
    assert "two digits" in plain.answer("help")
    assert "12x12 cannot be written in two digits" in plain.answer("new 12x12")
    assert "You can move to 21 or 12." in plain.answer("new 5x5 00")
    assert "0 |  N 01 02 03 04 |" in plain.answer("board")
    assert plain.answer("degrees").endswith("You can move to 21 (degree 5) or 12 (degree 5).")


def test_a_board_without_a_tour_is_reported_at_the_start(talk):
    assert "This board has no tour" in talk("4x4").greeting()
    assert "This board has no tour" not in talk("5x5").greeting()
    assert "This board has no tour" in talk("5x5").answer("new 3x3")
    assert talk("4x4").answer("hint").startswith("No tour is possible: 4x4 has no tour")


def test_help_explains_how_the_leaper_moves(talk):
    assert "The knight moves 2 squares one way and 1 across." in talk().answer("help")
    assert "The leaper moves 4 squares one way and 1 across." in talk(Board(5, leaper=(1, 4))).answer("help")


@pytest.mark.parametrize("board", ["1x1", "2x3", "3x3", "5x5", "8x8", "20x30"])
def test_every_suggested_square_is_on_the_board(talk, board):
    plain, square = talk(board), r"\d+,\d+|[a-z]+\d+"
    suggestions = [plain.greeting(), plain.answer("help"), plain.answer("nonsense"), plain.answer("new abc")]
    plain.answer("1,1")
    suggestions += [plain.answer("help"), plain.answer("nonsense")]
    for said in suggestions:
        texts = re.findall(rf"(?:such as|such as new|example:) ({square})(?: or ({square}))?", said)
        assert texts
        for text in filter(None, itertools.chain(*texts)):
            assert plain.game.board.read_square(text) in plain.game.board


def test_new_with_a_wrong_board_says_what_a_board_is(talk):
    plain = talk()
    said = plain.answer("new abc")
    assert said == (
        "'abc' is not a board: type rows x columns, such as new 6x6, or a start on the same board, "
        "such as new a5."
    )
    assert plain.answer("new abc a1").startswith("'abc' is not a board")
    assert "a6" in plain.answer("new a6")  # a square, but not on 5x5
    assert plain.answer("new 6x6 a1 a2").startswith("'new 6x6 a1 a2' is not understood")


def test_a_tiny_board_is_won_at_once(talk):
    assert "Well done! The only square is visited. This is an open tour." in talk("1x1").answer("1,1")


def test_an_undecided_hint_says_so(talk):
    plain = talk("4x9", finder=lambda board: HintFinder(board, most=1))
    assert plain.answer("hint") == "There is no hint: it would take too long to find a good start."


def test_times_in_minutes_and_seconds():
    assert [show_time(s) for s in (0, 59.9, 60, 3599, 3600, 36_061)] == [
        "00:00", "00:59", "01:00", "59:59", "1:00:00", "10:01:01",
    ]  # fmt: skip


LINES = st.one_of(
    st.text(max_size=20),
    st.sampled_from(["undo", "redo", "u 2", "d", "b", "t", "new", "n 3x4", "load", "?", "", "n 2 1,1", "w"]),
    st.builds("{},{}".format, st.integers(0, 4), st.integers(0, 5)),
)


@settings(deadline=None, max_examples=50)
@given(lines=st.lists(LINES, max_size=25))
def test_any_line_gets_a_printable_answer(lines):
    plain = TextGame(Game.new("3x4"), clock=lambda: 0.0)
    for line in [line for line in lines if not line.strip().startswith(("save", "load ", "s ", "l "))]:
        said = plain.answer(line)
        assert said
        assert all(character.isprintable() or character == "\n" for character in said)
