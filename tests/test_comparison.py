"""Comparing methods and rules: the Python function, `turaga compare` and its plot."""

import json
from collections import Counter
from dataclasses import replace

import pytest

import naive
from command import turaga
from turaga import Board, Rule
from turaga.cli.compare import _table
from turaga.errors import BadInput
from turaga.pictures import comparison_plot
from turaga.pictures.comparison_plot import Measured
from turaga.pictures.plot_canvas import Look, style
from turaga.solve import comparison as comparing
from turaga.solve.comparison import Contestant, Range, Standing, Trial, read_starts, summary_of
from turaga.walks import SYSTEMS, compare


def by_name(comparison):
    return {one.name: one for one in comparison.standings}


def timeless(facts):
    """JSON without times, and with contestants by name: their sequence depends on times."""
    if isinstance(facts, dict):
        return {name: timeless(value) for name, value in facts.items() if name not in ("seconds", "summary")}
    if isinstance(facts, list):
        named = all(isinstance(item, dict) and "name" in item for item in facts)
        return [timeless(item) for item in (sorted(facts, key=lambda one: one["name"]) if named else facts)]
    return facts


# -- what is measured -----------------------------------------------------------------------------------


def test_rules_are_compared_by_the_walks_that_they_make():
    board = Board("5x6")
    rules = {"corner": Rule("corner"), "serafeimidis": SYSTEMS["serafeimidis"].rule}
    found = by_name(compare(board, rules="corner", like="serafeimidis"))
    for name, rule in rules.items():
        walks = [naive.walk(board, start, rule, None) for start in naive.squares(board)]
        tours = [walk for walk in walks if len(walk) == 30]
        assert 0 < len(tours) < 30
        standing = found[name]
        assert [trial.visited for trial in standing.trials] == [len(walk) for walk in walks]
        assert standing.steps == Range(min(map(len, walks)), sum(map(len, walks)) / 30, max(map(len, walks)))
        assert (standing.solved, standing.gave_up) == (len(tours), 30 - len(tours))
        assert standing.closed == sum(naive.is_tour(board, tour, closed=True) for tour in tours)
        assert standing.fewest_visited == min(map(len, walks))
        assert standing.seconds.least <= standing.seconds.mean <= standing.seconds.most


def test_steps_and_outcomes_are_those_of_each_start():
    """Agh, section 2.3: 5x5 from three starts, the last of which has no tour."""
    (agh,) = compare("5x5", like="agh", starts="4,2 2,2 5,2", step_limit=1000).standings
    assert [(trial.outcome, trial.steps) for trial in agh.trials] == [
        ("found", 25), ("found", 354), ("gave-up", 1000)
    ]  # fmt: skip


def test_methods_that_cannot_be_used_have_a_reason():
    found = by_name(compare("3x10", methods=["vandermonde", "search", "blocks"], starts=[(0, 0)]))
    assert [found[name].trials for name in ("vandermonde", "blocks")] == [(), ()]
    assert "it needs even sides of 6 or more" in found["vandermonde"].refused
    assert "both sides must be 5 or more" in found["blocks"].refused
    assert (found["search"].refused, found["search"].solved) == (None, 1)
    nothing = compare("7x7", methods="vandermonde")
    assert (nothing.starts, nothing.summary) == ((), "none of them can be used here")


def test_retries_help_only_greedy():
    closed = {"closed": True, "methods": "greedy,search", "starts": "1,1", "step_limit": 20_000}
    once, often = (by_name(compare("8x8", retries=n, **closed)) for n in (0, 19))
    assert (once["greedy"].solved, once["greedy"].trials[0].visited) == (0, 64)
    assert (often["greedy"].solved, often["greedy"].closed) == (1, 1)
    assert once["search"] == often["search"]


def test_all_take_turns_at_each_start_and_start_with_the_same_limits(monkeypatch):
    calls = []
    timed = comparing._timed

    def watched(request):
        calls.append((request.tours.start, request.method, request.step_limit, request.time_limit))
        return timed(request)

    monkeypatch.setattr(comparing, "_timed", watched)
    monkeypatch.setattr(comparing, "_REPEATED", 0)
    compare("6x6", methods="greedy,euler,search", starts="1,1 2,2 3,3", time_limit=3, step_limit=500)
    warm_up, *rounds = (calls[i : i + 3] for i in range(0, 12, 3))
    assert [call[1] for call in warm_up] == ["greedy", "euler", "search"]
    assert [[call[0] for call in one] for one in rounds] == [[(n, n)] * 3 for n in range(3)]
    assert [one[0][1] for one in rounds] == ["greedy", "euler", "search"]  # another is first each time
    assert {call[2:] for one in rounds for call in one} == {(500, 3.0)}


def test_a_comparison_that_takes_too_long_ends_after_a_whole_start():
    cut = compare("8x8", methods="greedy,euler", total_limit=1e-9)
    assert (cut.starts, cut.planned) == (((0, 0),), 64)
    assert [len(one.trials) for one in cut.standings] == [1, 1]


# -- what is compared -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        ({}, "greedy search euler vandermonde blocks auto"),
        ({"rules": ["outermost", "87654321"]}, "outermost 87654321"),
        ({"methods": "Search,blocks", "rules": ["corner,random"]}, "search corner,random; blocks"),
        ({"methods": "blocks", "rules": "random", "like": "agh,agh"}, "random blocks agh"),
        ({"rules": "corner,random"}, "corner,random;"),
        ({"rules": [Rule(most=True), Rule(open_start=True)]}, "most,outermost; outermost,open-start"),
    ],
)
def test_contestants(choice, names):
    request = comparing.Compare.of("8x8", **choice)
    expected = names.rstrip(";").split("; ") if ";" in names else names.split()
    assert [one.name for one in request.contestants] == expected


def test_starts():
    odd = Board("5x5")
    allowed = [square for square in naive.squares(odd) if sum(square) % 2 == 0]
    assert read_starts(odd, None, 0) == read_starts(odd, "all", 0) == tuple(allowed)
    large = Board("12x12")
    sample = read_starts(large, None, 7)
    assert len(set(sample)) == 20
    assert sample == tuple(sorted(sample))
    assert read_starts(large, "random:20", 7) == sample != read_starts(large, "random:20", 8)
    assert read_starts(odd, "random:99", 0) == tuple(allowed)
    drawn = Counter(read_starts(odd, "random:1", seed)[0] for seed in range(1300))
    assert set(drawn) == set(allowed)
    assert max(drawn.values()) < 150  # each is expected 100 times, with a standard deviation of 10
    assert read_starts(odd, ["b1", (0, 0), "5,2"], 0) == ((4, 1), (0, 0))


# -- the summary ----------------------------------------------------------------------------------------


def standing(name, *outcomes, seconds=0.001, steps=64):
    trials = tuple(Trial((0, k), outcome, False, 64, steps, seconds) for k, outcome in enumerate(outcomes))
    return Standing(replace(Contestant.of_method("greedy"), name=name), trials)


@pytest.mark.parametrize(
    ("standings", "words"),
    [
        (
            [standing("a", *["found"] * 3, seconds=0.002), standing("b", *["found"] * 3)],
            "all 3 starts were solved by a and b; the faster was b, 1 ms on average",
        ),
        (
            [standing("a", "found", "gave-up"), standing("b", "gave-up", "gave-up", seconds=1e-6)],
            "the most starts, 1 of 2, were solved by a; it took 1 ms on average",
        ),
        ([standing("a", "gave-up"), standing("b", "gave-up")], "no tour was found"),
        (
            [standing("a", "found", "impossible")],
            "both starts were answered by a; it took 1 ms on average",
        ),
        (
            [standing("a", "impossible")],
            "there is no tour from the start, as was proved by a; it took 1 ms",
        ),
        (
            [standing(name, "found") for name in "abcde"],
            "the start was solved by all 5; the fastest was a, 1 ms",
        ),
    ],
)
def test_the_summary_names_the_best_and_the_fastest(standings, words):
    assert summary_of(standings, len(standings[0].trials)) == words


# -- the command ----------------------------------------------------------------------------------------


def test_the_command_prints_tables_of_80_columns():
    done = turaga("compare", "7x7", "--methods", "vandermonde,search,greedy", "--starts", "1,1 1,3 b1")
    assert (done.returncode, done.stderr) == (0, "")
    head, _, *table = done.stdout.splitlines()
    assert head == "7x7, tours from 3 of 49 squares; the limit of a walk is 1,000,000 steps and 10 s"
    assert table[0].split() == ["solved", "impossible", "gave", "up", "closed", "fewest", "squares"]
    # From 1,3 the rule alone fails. b1 is 7,2, on the wrong colour, so theory rules it out.
    assert table[1].split()[:4] == ["search", "2", "1", "0"]
    assert table[2].split()[:4] == ["greedy", "1", "1", "1"]
    assert {line.split()[0]: line.split()[1:] for line in table[1:4]}["vandermonde"] == ["-"] * 5
    assert table[5].split() == ["steps:", "min", "mean", "max", "time:", "min", "mean", "max"]
    assert all(len(line) <= 80 for line in table[:8])
    assert table[-2].startswith("Method vandermonde does not work on board 7x7: it needs even sides")
    assert table[-1].startswith("All 3 starts were answered by search")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (
            ["2x2"],
            "2x2, tours from every square\n\nTheory rules out a tour from any of the 4 starts: a knight",
        ),
        (["5x5", "--closed"], "a closed tour has as many squares of one colour as of the other"),
        (["5x5", "--starts", "1,2"], "Theory rules out a tour from the start: each move changes colour"),
    ],
)
def test_nothing_is_ranked_where_theory_rules_out_every_tour(args, words):
    done = turaga("compare", *args)
    assert done.returncode == 0
    assert words in done.stdout
    assert done.stdout.count("\n") == 3


def test_a_published_program_walks_even_if_theory_rules_out_a_tour():
    done = turaga("compare", "3x3", "--like", "klochko", "--methods", "greedy")
    assert "fewest squares" in done.stdout
    assert "Theory rules out a tour from any of the 5 starts: 3x3 has no tour" in done.stdout


def test_a_name_that_is_too_long_has_a_line_of_its_own():
    long = "search lookahead:2,corner,87654321"
    rows = [(long, *["1,000,000"] * 6), ("agh", *["64"] * 6)]
    head, first, second, third = _table(("", *"abcdef"), rows)
    assert (first, second) == (long, " " * 14 + "  1,000,000" * 6)
    assert third == "agh".ljust(14) + "         64" * 6
    assert len(head) == len(second) == len(third) == 80


def test_the_command_prints_json_for_each_board(tmp_path):
    plot = tmp_path / "plot.svg"
    done = turaga(
        "compare", "5x5", "3x4", "--rule", "corner", "--rule", "random", "--seed", 3, "--json", "-o", plot
    )
    assert (done.returncode, done.stderr) == (0, "")
    for line, board in zip(done.stdout.splitlines(), ("5x5", "3x4"), strict=True):
        expected = compare(board, rules=["corner", "random"], seed=3).as_json()
        assert timeless(json.loads(line)) == timeless(expected)
    assert plot.read_bytes().startswith(b"<?xml")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--methods", "fast"], "method 'fast' is not known"),
        (["--methods", "greedy,,search"], "separate its items with single commas"),
        (["--rule", "outer"], "tie-break 'outer' is not known: the tie-breaks are outermost"),
        (["--rule", "random,corner"], "tie-break 'corner' is never used after random"),
        (["--rule", "1234"], "order '1234' is not a permutation"),
        (["--like", "knuth"], "system 'knuth' is not known"),
        (["--starts", "9,9"], "square 9,9 is not on the 8x8 board"),
        (["--starts", "random:0"], "write all, random:20, or squares such as 1,1 3,7"),
        (["-o", "plot.gif"], "the extension must be .svg or .png"),
        (["--total-limit", "0"], "--total-limit must be a number of seconds above 0"),
    ],
)
def test_bad_options_are_named(args, words):
    done = turaga("compare", "8x8", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


# -- the plot -------------------------------------------------------------------------------------------


def test_the_plot_shows_shares_and_ranges():
    measured = [Measured("greedy", 1, (60, 64), (0.001, 0.003)), Measured("vandermonde", 0)]
    with style():
        figure = comparison_plot.comparison_figure(
            [("8x8", measured), ("9x9", measured[:1])], Look(title="t")
        )
        _, solved, steps, seconds, *others = figure.axes
        assert [bar.get_width() for bar in solved.patches] == [50, 0]
        assert [text.get_text() for text in solved.texts] == ["1 of 2", "cannot be used here"]
        assert [line.get_xdata().tolist() for line in steps.get_lines()] == [[60, 64], [62]]
        assert [text.get_text() for text in seconds.texts] == ["2 ms"]
        assert solved.get_title(loc="left") == "8x8"
        assert len(others) == 3
    with pytest.raises(BadInput, match="41 results cannot be shown in one plot"):
        comparison_plot.comparison_figure([("8x8", measured[:1] * 41)], Look())
