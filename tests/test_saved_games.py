"""Games as text and in files: what is written is read back, and input is not trusted."""

import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import random_moves
from strategies import boards
from turaga import Board, Walk, solve
from turaga.errors import BadInput
from turaga.notation import read, write
from turaga.play.game import Game
from turaga.play.game_json import read_game, write_game
from turaga.play.saved_games import LARGEST, GameStore, load_game, save_game, state_directory
from turaga.verify import verify

pytestmark = pytest.mark.usefixtures("row_col")


def random_game(board, seed, count):
    return list(random_moves(Game.new(board), seed, count))[-1].after(seed / 7).count_hint()


# -- text -----------------------------------------------------------------------------------------


@settings(deadline=None)
@given(board=boards(most=7), seed=st.integers(0, 10**6), count=st.integers(1, 40))
def test_a_game_is_read_as_it_was_written(board, seed, count):
    game = random_game(board, seed, count)
    assert read_game(write_game(game)) == game
    assert read_game(("\ufeff" + write_game(game)).encode()) == game
    assert read(write_game(game)).path == game.walk


def test_a_game_without_a_start_is_a_game():
    assert read_game(write_game(Game.new("5x5"))) == Game.new("5x5")


@pytest.mark.parametrize("form", ["board", "squares", "names", "moves", "agh", "fractions", "json"])
def test_any_walk_is_a_game(form):
    tour = solve("6x6", start="1,1").tour
    assert read_game(write(tour, form)).path == tour.squares
    assert read_game(write(tour, form)).state == "won"
    part = Walk.from_indices(tour.board, tour.indices[:20])
    assert read_game(write(part, form)) == Game(board=part.board, path_indices=part.indices)


def assert_error_or_valid(text):
    """Check that the text gives a one-sentence error or a valid game."""
    try:
        game = read_game(text)
    except BadInput as bad:
        said = str(bad)
    else:
        whole = Game(board=game.board, path_indices=(*game.path_indices, *reversed(game.undone_indices)))
        assert verify(whole.walk).is_walk
        assert min(game.undos, game.hints, game.seconds) >= 0
        assert game.seconds < 1e15
        return
    assert said
    assert "\n" not in said
    assert len(said) < 500


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just([1, 1]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
GAME = json.loads(write_game(Game.new("5x5", "1,1").go("2,3").go("4,4").undo().count_hint()))


@settings(deadline=None, max_examples=300)
@given(key=st.sampled_from(sorted(GAME)), value=VALUES, gone=st.booleans())
def test_a_damaged_value_is_an_error_or_another_game(key, value, gone):
    damaged = {k: v for k, v in {**GAME, key: value}.items() if not (gone and k == key)}
    assert_error_or_valid(json.dumps(damaged))


@settings(deadline=None, max_examples=300)
@given(at=st.integers(0, 10**4), length=st.integers(0, 30), instead=st.binary(max_size=10))
def test_damaged_bytes_are_an_error_or_another_game(at, length, instead):
    text = write_game(Game.new("5x5", "1,1").go("2,3").go("4,4").undo()).encode()
    at %= len(text) + 1
    assert_error_or_valid(text[:at] + instead + text[at + length :])


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"squares": [[1, 1], [2, 2]]}, "step 2, from 1,1 to 2,2, is not a move"),
        ({"squares": [[1, 1], [2, 3], [1, 1]]}, "visits 1,1 again"),
        ({"squares": 3}, "'squares' is 3"),
        ({"undone": [[1, 1]]}, "the undone squares do not continue the game"),
        ({"undone": 3}, "the game's 'undone' is 3"),
        ({"undos": -1}, "the game's 'undos' must be a whole number from 0 to 1000000000000, got -1"),
        ({"hints": True}, "the game's 'hints' must be a whole number from 0 to 1000000000000, got true"),
        ({"seconds": "long"}, "the game's 'seconds' must be a number from 0 to 1000000000000, got \"long\""),
        ({"seconds": float("nan")}, "the game's 'seconds' must be a number from 0 to 1000000000000, got NaN"),
        ({"board": {"rows": 1000, "cols": 1000}}, "at most 2500"),
    ],
)
def test_the_error_names_the_fault(changed, words):
    with pytest.raises(BadInput) as refused:
        read_game(json.dumps({**GAME, **changed}))
    assert words in str(refused.value)


# -- unfinished games -----------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path):
    return GameStore(str(tmp_path / "a" / "state"))


def put_time(store, second):
    """Set the time of each new file."""
    for name in os.listdir(store.directory):
        path = os.path.join(store.directory, name)
        if os.stat(path).st_mtime > 10**6:
            os.utime(path, (second, second))


def test_each_board_has_its_own_game_and_the_last_one_is_known(store):
    kept = [
        Game.new(board, start)
        for board, start in [
            (Board("8x8"), "1,1"),
            (Board("5x8"), "1,2"),
            (Board("8x8", leaper=(1, 3)), "1,3"),
            (Board(8, 8, holes=[(3, 3)]), "1,4"),
            (Board(8, 8, holes=[(3, 4)]), "1,5"),
        ]
    ]
    assert store.kept() is None
    for second, game in enumerate(kept):
        assert store.keep(game) is None
        put_time(store, second)
        assert store.kept() == game
    for game in kept:
        assert store.kept(game.board) == game
    assert store.kept(Board("6x6")) is None
    assert store.trouble is None


def test_only_unfinished_games_are_saved(store):
    game = Game.new("1x2", "1,1")  # stuck, but it can be undone
    store.keep(game)
    assert store.kept(game.board) == game
    store.keep(game.undo())
    assert store.kept(game.board) == game.undo()  # it can be redone
    store.keep(Game.new("1x2"))  # without a start, it does not replace another game
    assert store.kept(game.board) == game.undo()
    undone = Game.new("1x1", "1,1").undo()
    store.keep(undone)
    assert store.kept(undone.board) == undone
    store.keep(undone.redo())  # won
    assert store.kept(undone.board) is None
    assert store.trouble is None


def test_an_earlier_game_is_not_the_one_to_continue(store):
    first, second = Game.new("8x8", "1,1"), Game.new("8x8", "2,2")
    store.keep(first)
    name = store.set_aside(first)
    store.keep(second)
    assert (store.kept(first.board), store.kept(), load_game(name)) == (second, second, first)
    assert store.set_aside(Game.new("8x8")) is None  # nothing to save


def test_earlier_games_do_not_replace_each_other(store):
    games = [Game.new("8x8", f"1,{col}").go("3,3") for col in (2, 4)]
    games += [Game.new("8x8", f"{row},{col}") for row in (5, 6) for col in range(1, 5)]
    names = []
    for second, game in enumerate(games):
        names.append(store.set_aside(game))
        assert store.set_aside(game) == names[-1]  # the same game needs no second file
        os.utime(names[-1], (second, second))
    assert len(set(names)) == 9
    assert names[-1] == names[0]  # the oldest was overwritten
    assert [load_game(name) for name in names[1:]] == games[1:]
    assert store.kept() is None


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b"1 2\n3 4\n", b"x" * (LARGEST + 1), b"5x5 game"])
def test_a_damaged_file_is_renamed(store, damage):
    game = Game.new("8x8", "1,1")
    store.keep(game)
    path = os.path.join(store.directory, "8x8.json")
    with open(path, "wb") as file:
        file.write(write_game(Game.new("5x5", "1,1")).encode() if damage == b"5x5 game" else damage)
    assert store.kept() is None
    assert "is damaged (" in store.trouble
    assert os.listdir(store.directory) == ["8x8.json.damaged"]
    assert store.keep(game) is None
    assert store.kept() == game


def test_a_directory_that_cannot_be_used_gives_a_message_and_no_exception(tmp_path):
    (tmp_path / "file").write_text("in the way")
    for folder in (str(tmp_path / "file"), str(tmp_path / "file" / "inside"), "/proc/none", "a\0b"):
        store = GameStore(folder)
        game = Game.new("8x8", "1,1")
        said = store.keep(game)
        assert said.startswith(f"the game cannot be saved in {folder!r}: ")
        assert store.kept() is None
        assert store.kept(game.board) is None
        assert store.set_aside(game) is None
        assert store.keep(Game.new("1x1", "1,1")) is None  # a won game is not saved


def test_a_directory_in_place_of_the_file(store):
    os.makedirs(os.path.join(store.directory, "8x8.json"))
    assert store.kept() is None
    assert "cannot be read" in store.trouble
    assert store.keep(Game.new("8x8", "1,1")).endswith("Is a directory")


def test_where_games_are_saved(monkeypatch):
    monkeypatch.setenv("HOME", "/home/somebody")
    for name in ("TURAGA_STATE", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert state_directory() == "/home/somebody/.local/state/turaga"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")  # the standard says to ignore it
    assert state_directory() == "/home/somebody/.local/state/turaga"
    monkeypatch.setenv("XDG_STATE_HOME", "/var/state")
    assert state_directory() == "/var/state/turaga"
    monkeypatch.setenv("TURAGA_STATE", "/elsewhere")
    assert GameStore().directory == "/elsewhere"


# -- files that the user names --------------------------------------------------------------------


def test_a_saved_game_is_loaded(tmp_path):
    game = random_game(Board("6x6"), 4, 20)
    name = str(tmp_path / "mine.json")
    for _ in range(2):  # the second time it overwrites the first
        save_game(name, game)
        assert load_game(name) == game
    assert os.listdir(tmp_path) == ["mine.json"]


def test_links_and_permissions_are_kept(tmp_path):
    held, link = tmp_path / "held.json", tmp_path / "link.json"
    save_game(str(held), Game.new("8x8"))
    held.chmod(0o640)
    link.symlink_to(held)
    save_game(str(link), Game.new("8x8", "1,1"))
    assert link.is_symlink()
    assert load_game(str(held)).knight == (0, 0)
    assert held.stat().st_mode & 0o777 == 0o640


def test_a_tilde_is_the_home_directory(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    save_game("~/mine.json", Game.new("8x8"))
    assert load_game("~/mine.json") == Game.new("8x8")


def test_a_file_that_is_not_a_game_is_not_overwritten(tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("dear diary")
    with pytest.raises(BadInput, match="already exists and is not a saved game: choose another name"):
        save_game(str(notes), Game.new("8x8"))
    assert notes.read_text() == "dear diary"
    walk = tmp_path / "tour.txt"
    walk.write_text("1 0 0\n0 0 2\n")  # a walk, not a saved game
    with pytest.raises(BadInput, match="already exists and is not a saved game: choose another name"):
        save_game(str(walk), Game.new("8x8"))
    (tmp_path / "empty").write_text("")
    save_game(str(tmp_path / "empty"), Game.new("8x8"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "a file name is required"),
        (".", "is a directory"),
        ("no such/file", "there is no directory 'no such'"),
        ("/dev/null", "not a regular file"),
        ("/dev/null/x", "cannot be saved"),
        ("a\0b", "cannot be saved"),
    ],
)
def test_errors_of_saving(name, words):
    with pytest.raises(BadInput) as refused:
        save_game(name, Game.new("8x8"))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "a file name is required"),
        (".", "'.' is a directory"),
        ("no such file", "there is no file 'no such file'"),
        ("/dev/null", "contains no game: the text is empty"),
        ("/dev/zero", f"has more than {LARGEST} bytes"),
        ("/dev/null/x", "cannot be read: Not a directory"),
        ("a\0b", "cannot be read"),
    ],
)
def test_errors_of_loading(name, words):
    with pytest.raises(BadInput) as refused:
        load_game(name)
    assert words in str(refused.value)
