"""Hints are right: compared with an oracle that tries everything, at every position of many games."""

import re
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

import naive
from games import in_chess_names
from plain_completion import Oracle, proved_impossible, random_games
from strategies import boards
from turaga import Board, solve
from turaga.board import KNIGHT
from turaga.completion.completer import Completer, Completion
from turaga.errors import BadInput, NotATour
from turaga.play.game import Game
from turaga.play.hints import HintFinder
from turaga.squares import use
from turaga.text import show

pytestmark = pytest.mark.usefixtures("row_col")
RING = Board(5, 5, holes=[(2, 2)])
PIERCED = Board(6, 6, holes=[(0, 0), (2, 3), (5, 5), (4, 1)])
SMALL = [
    *map(Board, ["3x3", "3x4", "3x7", "3x8", "4x4", "4x5", "4x6", "5x5", "5x6", "6x6", "1x1", "1x2"]),
    RING, PIERCED, Board(4, 7, holes=[(1, 1), (2, 5)]),
    Board("4x5", leaper=(0, 1)), Board("5x5", leaper=(0, 1)), Board("5x7", leaper=(2, 3)),
    Board("6x6", leaper=(1, 1)), Board("6x6", leaper=(1, 3)),
]  # fmt: skip
GAMES = {"5x5": 80, "6x6": 20}  # of other boards 15


def game_of(board, squares):
    return Game(board=board, path_indices=tuple(board.index(square) for square in squares))


def true_hint(oracle, board, path):
    """What a hint must say: ("go", all good squares), ("back", number of steps), or ("none",)."""
    if oracle.can(path):
        free = set(naive.squares(board)) - set(path)
        if not free:
            return ("won",)
        return "go", {square for square in naive.near(board, path[-1], free) if oracle.can([*path, square])}
    if not any(oracle.can([square]) for square in naive.squares(board)):
        return ("none",)
    alive = (back for back in range(1, len(path)) if oracle.can(path[:-back]))
    return "back", next(alive, len(path))


def how_many(hint, game):
    """How many moves the text of a hint calls good, and how many undecided."""
    targets = len(game.targets)
    if hint.says.endswith("(it is the only possible move)"):
        assert targets == 1
        return 1, 0
    if hint.says.endswith(f"({'both' if targets == 2 else f'all {targets}'} possible moves are good)"):
        return targets, 0
    words = re.search(
        r"\((\d) of the (\d) possible moves (is|are) good(?:, (\d) (is|are) too hard to decide)?\)$",
        hint.says,
    )
    assert int(words[2]) == targets
    assert (words[3] == "is") == (words[1] == "1")
    assert words[5] is None or (words[5] == "is") == (words[4] == "1")
    return int(words[1]), int(words[4] or 0)


def is_undecided(hint):
    """Whether a hint leaves anything undecided."""
    match hint.kind:
        case "unknown":
            return True
        case "go":
            return bool(hint.undecided)
        case "back":
            if hint.bad_start is not None:
                return hint.square is None
            return hint.safe is None or hint.visited - hint.safe[1] != hint.back
    return False


def said(hint):
    """The same for the hint itself. Checks that its text agrees with its data, in both notations."""
    if hint.reason is None and hint.board.leaper == KNIGHT:  # theory's reasons and leapers stay row,col
        said = hint.says
        with use("chess"):
            assert hint.says == in_chess_names(said, hint.board)
    if hint.kind == "go":
        assert hint.square in hint.good
        assert hint.says.startswith(f"go to {show(hint.square)}: the board can still be completed from there")
        return "go", set(hint.good)
    return ("back", hint.back) if hint.kind == "back" else (hint.kind,)


# -- the oracle ---------------------------------------------------------------------------------------


def test_the_oracles_know_every_beginning_of_every_tour():
    """Checks every walk on 3x4. The tours come from trying everything."""
    board = Board("3x4")
    oracle, beginnings = Oracle(board), set()
    for start in naive.squares(board):
        for tour in naive.tours(board, start):
            beginnings |= {tuple(tour[:k]) for k in range(1, len(tour) + 1)}
    for path in walks(board):
        assert oracle.can(path) == (path in beginnings)
        assert proved_impossible(board, path) == (path not in beginnings)


def test_the_oracle_knows_where_the_tours_from_a_corner_turn():
    """On 5x5, every beginning of a tour and every move from it."""
    board = Board("5x5")
    oracle, tours = Oracle(board), naive.tours(board, (0, 0))
    assert len(tours) == 304
    beginnings = {tuple(tour[:k]) for tour in tours for k in range(1, 26)}
    for path in beginnings:
        for square in naive.near(board, path[-1], set(naive.squares(board)) - set(path)):
            assert oracle.can([*path, square]) == ((*path, square) in beginnings)


def walks(board):
    """Every walk on the board."""
    waiting = [(square,) for square in naive.squares(board)]
    while waiting:
        path = waiting.pop()
        yield path
        free = set(naive.squares(board)) - set(path)
        waiting += [(*path, square) for square in naive.near(board, path[-1], free)]


# -- hints compared with the oracle -------------------------------------------------------------------


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_hints_are_right_at_every_position_of_random_games(board):
    oracle, finder = Oracle(board), HintFinder(board)
    for path in random_games(board, GAMES.get(str(board), 15), seed=7):
        for k in range(1, len(path) + 1):
            game = game_of(board, path[:k])
            hint = finder.hint(game)
            assert said(hint) == true_hint(oracle, board, path[:k]), path[:k]
            if hint.kind == "go":
                assert how_many(hint, game) == (len(hint.good), 0)
            elif 0 < hint.back < k:
                last = path[k - hint.back - 1]
                assert hint.square == last
                assert f", to step {k - hint.back} on {show(last)}. From there" in hint.says
            elif hint.back:
                assert oracle.can([hint.square])
                undo = f"undo all {k} steps" if k > 1 else "undo it"
                advice = f"{undo} and start on {show(hint.square)} instead"
                assert hint.says.startswith(f"no tour starts on {show(path[0])}: {advice}")


def test_hints_are_right_at_every_position_of_a_small_board():
    board = Board("3x4")
    oracle, finder = Oracle(board), HintFinder(board)
    for path in walks(board):
        assert said(finder.hint(game_of(board, path))) == true_hint(oracle, board, path), path


def test_hints_are_right_on_the_chessboard():
    """At every position of the games. A tour shows that a square is good. A proof shows that each other
    square, and the first lost position, is not. Every position after a lost one is lost."""
    board = Board("8x8")
    oracle, finder = Oracle(board, most=300), HintFinder(board)
    proofs = 0
    for path in random_games(board, 10, seed=3):
        good_until = 0
        for k in range(1, len(path) + 1):
            game = game_of(board, path[:k])
            hint = finder.hint(game)
            if hint.kind == "back":
                assert k - hint.back == good_until
                refused = [path[:k]] if k == good_until + 1 else []
            else:
                assert (hint.kind, good_until) == ("go", k - 1)
                good_until = k
                for square in hint.good:
                    assert naive.is_tour(board, finished(finder, game.go(square)))
                refused = [[*path[:k], square] for square in game.targets if square not in hint.good]
            for lost in refused:
                assert oracle.can(lost) is False or proved_impossible(board, lost)
            proofs += len(refused)
    assert proofs > 70


def finished(finder, game):
    """The tour with which the finder finishes a game."""
    tour = finder.finish(game)
    assert tour.squares[: len(game.path)] == game.path
    return tour.squares


@settings(deadline=None, max_examples=60)
@given(board=boards(most=5), seed=st.integers(0, 10**6))
def test_hints_are_right_on_any_board(board, seed):
    oracle, finder = Oracle(board), HintFinder(board)
    for path in random_games(board, 2, seed=seed):
        for k in range(1, len(path) + 1):
            assert said(finder.hint(game_of(board, path[:k]))) == true_hint(oracle, board, path[:k])


# -- following the hints ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["5x5", "5x6", "3x8", "6x6", "6x7", "7x7", "8x8"])
def test_following_the_hints_wins_from_every_start(name):
    board = Board(name)
    finder, oracle = HintFinder(board), Oracle(board)
    lost = []
    for start in naive.squares(board):
        game = Game.new(board, start)
        while (hint := finder.hint(game)).kind == "go":
            game = game.go(hint.square)
        if game.state == "won":
            assert naive.is_tour(board, game.walk.squares)
        else:
            assert (hint.kind, hint.back, len(game.path)) == ("back", 1, 1)
            lost.append(start)
    assert not any(oracle.can([start]) for start in lost)
    if name == "8x8":
        assert not lost
    if name == "7x7":
        assert lost == [(r, c) for r in range(7) for c in range(7) if (r + c) % 2]


def test_a_start_is_found_where_there_is_one():
    for board in SMALL:
        oracle, hint = Oracle(board), HintFinder(board).hint(Game.new(board))
        if any(oracle.can([square]) for square in naive.squares(board)):
            assert (hint.kind, oracle.can([hint.square])) == ("go", True), board
            assert hint.good == (hint.square,)
        else:
            assert (hint.kind, hint.square) == ("none", None), board


@pytest.mark.parametrize("board", [Board("3x3"), Board("4x4"), Board("3x6"), Board("2x5")], ids=str)
def test_without_a_tour_the_hint_gives_the_reason(board):
    for game in (Game.new(board), Game.new(board, "1,1")):
        hint = HintFinder(board).hint(game)
        assert hint.kind == "none"
        assert hint.says.startswith("no tour is possible: ")
        assert str(board) in hint.says


# -- undecided hints ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "most"),
    [(Board("5x5"), 1), (Board("6x6"), 1), (Board("6x6"), 1000), (PIERCED, 1), (PIERCED, 300)],
    ids=str,
)
def test_with_a_low_work_limit_hints_say_less_and_nothing_wrong(board, most):
    oracle, finder = Oracle(board), HintFinder(board, most=most)
    doubts = 0
    for path in random_games(board, 5, seed=5):
        for k in range(1, len(path) + 1):
            game = game_of(board, path[:k])
            hint, truth = finder.hint(game), true_hint(oracle, board, path[:k])
            doubtful = is_undecided(hint)
            doubts += doubtful
            if hint.kind == "unknown":
                assert "it would take too long" in hint.says
            elif hint.kind == "back" and doubtful:
                assert truth[0] == "back"
                assert 1 <= hint.back <= truth[1]
                enough = re.search(
                    r"Going back (\d+) steps, to step (\d+) on ([0-9,]+), is enough$", hint.says
                )
                assert (enough is None) == (hint.safe is None)
                if enough:
                    assert int(enough[1]) == k - int(enough[2]) >= truth[1] > hint.back - 1
                    assert enough[3] == show(path[int(enough[2]) - 1])
            elif hint.kind == "go":
                good, unsure = how_many(hint, game)
                assert (good, unsure > 0) == (len(hint.good), doubtful)
                assert good + unsure <= len(game.targets)
                assert truth[0] == "go"
                assert hint.square in hint.good
                assert set(hint.good) <= truth[1]
                assert doubtful or set(hint.good) == truth[1]
            else:
                assert said(hint) == truth
    assert doubts


def test_a_start_is_suggested_only_if_a_tour_from_there_is_known():
    hint = HintFinder(Board("4x9"), most=1).hint(Game.new("4x9"))
    assert (hint.kind, hint.square) == ("unknown", None)
    assert hint.says == "there is no hint: it would take too long to find a good start"
    # Warnsdorff's rule finds a tour there.
    assert HintFinder(Board("8x8"), most=1).hint(Game.new("8x8")).kind == "go"


def test_one_undecided_start_is_enough_not_to_rule_out_a_tour(monkeypatch):
    def ask(_, path, **how):
        return Completion("undecided" if path == (0,) else "no")

    monkeypatch.setattr(Completer, "ask", ask)
    assert HintFinder(Board("4x9")).hint(Game.new("4x9")).kind == "unknown"


def test_a_walk_by_the_rule_that_misses_one_square_proves_nothing(monkeypatch):
    monkeypatch.setattr(Completer, "ask", lambda *_, **how: Completion("undecided"))
    game = Game.new("3x3", "1,1")  # the rule walks around the centre
    assert HintFinder(game.board).hint(game).kind == "unknown"
    assert HintFinder(game.board).finish(game) is None


def test_the_hint_says_why_no_tour_starts_here_if_theory_knows():
    says = HintFinder(Board("5x5")).hint(Game.new("5x5", "1,2")).says
    assert says.startswith(
        "no tour starts on 1,2: undo it and start on 1,1 instead. Each move changes colour"
    )


def comb(teeth, wide):
    """A board for the 0,1 leaper: lobes that are connected to a corridor by one square each. A walk cannot
    leave a lobe again, so there is no tour with three or more lobes. Only a search shows that."""
    rows, cols = wide + 3, teeth * (wide + 1) - 1
    corridor = {(r, c) for r in range(2) for c in range(cols)}
    hinges = {(2, t * (wide + 1) + wide // 2) for t in range(teeth)}
    lobes = {(3 + r, t * (wide + 1) + c) for t in range(teeth) for r in range(wide) for c in range(wide)}
    everywhere = {(r, c) for r in range(rows) for c in range(cols)}
    return Board(rows, cols, holes=sorted(everywhere - corridor - hinges - lobes), leaper=(0, 1))


@pytest.mark.parametrize("start", [None, "1,1"])
def test_the_total_work_for_a_hint_is_limited(start, monkeypatch):
    """Many cheap questions, one for each start, still add up."""
    spent = []

    def ask(completer, path, plainly=Completer.ask, **how):
        answer = plainly(completer, path, **how)
        spent.append(answer.spent)
        return answer

    monkeypatch.setattr(Completer, "ask", ask)
    board, most = comb(4, 4), 50_000
    assert HintFinder(board).hint(Game.new(board, start)).kind == "none"
    assert max(spent) < most < sum(spent) / 16
    assert len(spent) >= board.size
    spent.clear()
    hint = HintFinder(board, most=most).hint(Game.new(board, start))
    assert hint.kind == ("unknown" if start is None else "back")
    assert is_undecided(hint)
    assert hint.says.endswith("undo it and choose another start" if start else "to find a good start")
    assert 7 * most < sum(spent) < 9 * most


def test_a_completion_that_verify_rejects_is_an_error(monkeypatch):
    game = Game.new("5x5", "1,1")
    wrong = Completion("yes", tuple(range(1, 25)))  # along the rows
    monkeypatch.setattr(Completer, "ask", lambda _, path, **how: wrong)
    for claim in (HintFinder(game.board).hint, HintFinder(game.board).finish):
        with pytest.raises(NotATour):
            claim(game)


def test_a_hint_finder_is_for_one_board():
    for asked in (HintFinder(Board("5x5")).hint, HintFinder(Board("5x5")).finish):
        with pytest.raises(BadInput, match="the game is on 8x8: this HintFinder is for 5x5"):
            asked(Game.new("8x8", "8,8"))


def test_on_a_large_board_warnsdorffs_rule_finds_a_hint_within_a_low_limit():
    board = Board("30x30")
    finder, game = HintFinder(board, most=1000), Game.new("30x30", "1,1")
    assert finder.hint(game).kind == "go"
    assert naive.is_tour(board, finished(finder, game))


# -- where a walk was lost ----------------------------------------------------------------------------------


def check_lost(board, path, can, closed=False):
    """What is said about a walk agrees with an oracle that tries everything."""
    found = HintFinder(board).lost(game_of(board, path), closed=closed)
    alive = [k for k in range(1, len(path) + 1) if can(path[:k])]
    assert found.step == (max(alive) if alive else 0)
    assert (found.kind == "alive") == (len(path) in alive)
    assert (found.kind == "never") == (not alive)
    assert found.kind != "unknown"
    if found.kind in ("alive", "lost"):
        assert list(found.tour[: found.step]) == path[: found.step]
        assert naive.is_tour(board, list(found.tour), closed=closed)
    if found.kind == "lost":
        free = set(naive.squares(board)) - set(path[: found.step])
        options = naive.near(board, path[found.step - 1], free)
        assert found.square == path[found.step]
        assert set(found.better) == {one for one in options if can([*path[: found.step], one])}
        assert f"at step {found.step + 1} on {show(found.square)}" in found.says
        assert ("the only good move" in found.says) == (len(found.better) == 1)
    if board.leaper == KNIGHT and found.reason is None:
        said = found.says
        with use("chess"):
            assert found.says == in_chess_names(said, board)


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_a_walk_is_lost_where_an_oracle_says_so(board):
    oracle = Oracle(board)
    for path in random_games(board, 8, seed=9):
        check_lost(board, path, oracle.can)


def can_close(board, path):
    """Whether CP-SAT finds a closed tour that begins with these squares: a circuit through the free squares
    and a node that stands for the whole path."""
    free = set(naive.squares(board)) - set(path)
    if not free:
        return path[0] in naive.near(board, path[-1], {path[0]})
    places = {square: i for i, square in enumerate(sorted(free), start=1)}
    arcs = [(0, places[there]) for there in naive.near(board, path[-1], free)]
    arcs += [(places[there], 0) for there in naive.near(board, path[0], free)]
    arcs += [(places[one], places[other]) for one in free for other in naive.near(board, one, free)]
    if {one for one, _ in arcs} != {0, *places.values()}:
        return False  # some node has no arcs, so the model would not know of it
    model = cp_model.CpModel()
    model.add_circuit([(one, other, model.new_bool_var("")) for one, other in arcs])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) == cp_model.OPTIMAL


@pytest.mark.parametrize(
    "board",
    [Board("4x5", leaper=(0, 1)), Board(3, 3, holes=[(1, 1)]), Board("3x10"), Board("5x5"), Board("6x6")],
    ids=str,
)
def test_a_walk_that_must_be_closed_is_lost_where_cp_sat_says_so(board):
    for path in random_games(board, 5, seed=3):
        check_lost(board, path, partial(can_close, board), closed=True)


def test_a_published_walk_was_lost_ten_steps_from_its_end():
    walk = solve("8x8", like="bencic", start="5,3").best
    found = HintFinder(walk.board).lost(Game(board=walk.board, path_indices=walk.indices))
    assert (found.kind, found.square) == ("lost", walk[found.step])
    assert not proved_impossible(walk.board, list(walk[: found.step]))
    assert proved_impossible(walk.board, list(walk[: found.step + 1]))


def test_an_undecided_walk_is_unknown(monkeypatch):
    monkeypatch.setattr(Completer, "ask", lambda *_, **how: Completion("undecided"))
    found = HintFinder(Board("3x3")).lost(Game.new("3x3", "1,1"))
    assert (found.kind, found.step, found.tour) == ("unknown", 0, ())
    assert found.says == "It would take too long to decide where this walk was lost."


def test_an_early_step_is_offered_if_the_later_ones_are_too_hard(monkeypatch):
    board = Board("5x5")
    oracle = Oracle(board)
    games = (game[:12] for game in random_games(board, 50, seed=1) if len(game) >= 12)
    path = next(path for path in games if oracle.can(path[:5]) and not oracle.can(path))

    def ask(completer, beginning, plainly=Completer.ask, **how):
        return Completion("undecided") if 5 < len(beginning) < 12 else plainly(completer, beginning, **how)

    monkeypatch.setattr(Completer, "ask", ask)
    monkeypatch.setattr(HintFinder, "_walk_on", lambda *_: None)
    found = HintFinder(board).lost(game_of(board, path))
    assert (found.kind, found.step, list(found.tour[:5])) == ("unknown", 5, path[:5])
    assert naive.is_tour(board, list(found.tour))
    assert found.says.endswith("After step 5 it could still be completed.")


def test_a_game_without_squares_cannot_be_lost():
    with pytest.raises(BadInput, match="no squares"):
        HintFinder(Board("3x3")).lost(Game.new("3x3"))
