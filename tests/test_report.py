"""Published results compared with ours: the claims, the page, and the command."""

import json
import re
import tempfile
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from command import on_a_terminal, refused, turaga
from naive import near, squares
from turaga import SYSTEMS, Board
from turaga.cli.reproduce import _finding_text, _sentence
from turaga.report import agh, klochko, serafeimidis
from turaga.report import published_data as published
from turaga.report.claims import VERDICTS, Claim, Finding, Share, agrees, differs, student, undecided
from turaga.report.experiments import Experiments
from turaga.report.figures import draw_figures, inline
from turaga.report.html_page import write_page
from turaga.report.reproduction import Reproduction, claims_of
from turaga.report.small_counts import count_entered, count_walks

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"
CLAIMS = {(claim.source, claim.name): claim for claim in claims_of()}

# Claims that take a moment each; together some seconds.
SWIFT = [
    *(key for key in CLAIMS if key[0] in ("bencic", "agh")),
    ("serafeimidis", "full orders"),
    ("serafeimidis", "from 3,4"),
    ("serafeimidis", "from 3,4 closed"),
    ("serafeimidis", "six zones"),
    ("serafeimidis", "first closed starts"),
    ("klochko", "5x5"),
    ("klochko", "3x12"),
    ("klochko", "8x8"),
    ("klochko", "the opposite"),
    ("klochko", "half the squares"),
    ("klochko", "Euler"),
    ("klochko", "Vandermonde's circuits"),
    ("klochko", "Vandermonde's joins"),
    ("klochko", "Vandermonde on any board"),
    ("stahovec", "cannot tell"),
]


@pytest.fixture(scope="module")
def lab():
    with tempfile.TemporaryDirectory() as folder, Experiments(folder, quick=True) as lab:
        yield lab


@pytest.fixture(scope="module")
def findings(lab):
    return {key: lab.check(CLAIMS[key]) for key in SWIFT}


def golden_grid(name):
    return [[int(n) for n in line.split()] for line in (GOLDEN / name).read_text().splitlines()]


# -- the claims -----------------------------------------------------------------------------------------


def test_every_system_has_claims_and_each_is_named_once():
    assert {claim.source for claim in claims_of()} == set(SYSTEMS)
    assert len(CLAIMS) == len(claims_of()) > 40
    assert [claim.source for claim in claims_of(["agh", "Bencic"])] == ["bencic"] * 2 + ["agh"] * 7


@pytest.mark.parametrize(
    "name",
    [
        "full_orders_8x8.txt",
        "first_closed_start.csv",
        "klochko_8x8.txt",
        "agh_8x8_x1_y1.txt",
        "euler_example.json",
    ],
)
def test_published_data_matches_the_golden_files(name):
    kept = ROOT / "src" / "turaga" / "report" / "data" / name
    assert kept.read_bytes() == (GOLDEN / name).read_bytes()


def test_results_match_known_values(findings):
    def measured(source, name):
        return findings[source, name].result.measured

    assert measured("serafeimidis", "full orders")["orders"] == sorted(
        (GOLDEN / "full_orders_8x8.txt").read_text().split()
    )
    table = [line.split(",") for line in (GOLDEN / "first_closed_start.csv").read_text().split()[1:]]
    assert measured("serafeimidis", "first closed starts")["ours"] == {n: f"{r},{c}" for n, r, c in table}
    assert measured("serafeimidis", "from 3,4")["visited"] == 56
    assert measured("serafeimidis", "from 3,4 closed") == {"closed": True, "end": "5,3"}
    assert set(measured("klochko", "5x5").values()) == {1728}
    assert measured("klochko", "the opposite")["complete"] == 0
    assert measured("klochko", "Vandermonde on any board")["others"] == dict.fromkeys(
        ["6x6", "6x10", "6x14", "10x10", "10x14", "14x14"], 2
    )
    assert measured("bencic", "every start") == {"starts": 64, "complete": 63, "failing": {"5,3": 60}}
    assert measured("bencic", "combinations")["moves"] == 64
    assert measured("agh", "5x5 directly")["steps"] == 25
    assert measured("agh", "5x5 by backtracking")["steps"] == 354
    assert len(measured("agh", "even boards")["8x8"]) == 1


def test_verdicts_of_the_quick_claims(findings):
    differing = {name for (_, name), found in findings.items() if found.result.verdict == "differs"}
    assert differing == {"every start", "combinations", "even boards", "Vandermonde on any board"}
    assert [name for (_, name), f in findings.items() if f.result.verdict == "undecided"] == ["3x12"]
    for found in findings.values():
        assert found.result.verdict == "agrees" or found.result.why
        json.dumps(found.as_json())


@pytest.mark.parametrize(
    ("module", "data", "wrong", "claim"),
    [
        (klochko, "printed_board", lambda name: golden_grid("agh_8x8_x1_y1.txt"), ("klochko", "8x8")),
        (agh, "printed_board", lambda name: golden_grid("klochko_8x8.txt"), ("agh", "8x8")),
        (serafeimidis, "full_orders", lambda: ("12345678",), ("serafeimidis", "full orders")),
        (
            serafeimidis,
            "first_closed_starts",
            lambda: {**published.first_closed_starts(), 8: (8, 8)},
            ("serafeimidis", "first closed starts"),
        ),
        (klochko, "euler_closed", published.euler_path, ("klochko", "Euler")),
    ],
)
def test_a_changed_publication_gives_differs(lab, findings, monkeypatch, module, data, wrong, claim):
    assert findings[claim].result.verdict == "agrees"
    monkeypatch.setattr(module, data, wrong)
    answer = lab.check(CLAIMS[claim]).result
    assert answer.verdict == "differs"
    assert answer.why


class Told(Experiments):
    """Experiments that are given the rows of their surveys, by plan."""

    def __init__(self, told):
        super().__init__("", quick=True)
        self.told = told

    def rows(self, plan, query):
        return self.told(plan)

    def columns(self, plan, query):
        names = ("rows", "order", "end_row", "end_col")
        return dict(zip(names, map(np.array, zip(*self.told(plan), strict=True)), strict=True))


def rising(shares):
    """Failures of a thousand walks by how ties are broken, rising with the board to the last."""
    return lambda plan: [(n, round(1000 * shares[plan.rule.ties.split(":")[0].split(",")[0]] * n / 300), 1000)
                         for n in (8, 300)]  # fmt: skip


def orders_failing(*shares):
    """Orders that fail so often, a hundred walks each, and the walks of 12345678."""
    return lambda plan: [(share, 100) for share in shares] if plan.orders else [(45, 100)]


def ends(*squares):
    """Tours of 8x8 and 20x20 by 12345678 that end so far down and to the right of the middle."""
    return lambda plan: [
        (n, 12345678, n // 2 + down, n // 2 + right) for n in (8, 20) for down, right in squares
    ]


UP, RIGHT, DOWN = (-3, 1), (0, 3), (3, -1)  # the last directions of 12345678 point up and to the right
VERDICTS_TOLD = [
    ("random ties at 120", lambda plan: [(950, 1000)], "agrees"),
    ("random ties at 120", lambda plan: [(900, 1000)], "differs"),
    ("random ties at 120", lambda plan: [(995, 1000)], "differs"),
    ("random ties to 24", lambda plan: [(6, 900, 1000), (7, 500, 1000)], "agrees"),
    ("random ties to 24", lambda plan: [(6, 900, 1000), (8, 850, 1000)], "differs"),
    ("one order at 120", orders_failing(0.4, 0.45, 0.44, 0.5, 0.46), "agrees"),
    ("one order at 120", orders_failing(0.6, 0.65, 0.64, 0.7, 0.66), "differs"),
    ("one order from 150", orders_failing(0.7, 0.75, 0.74, 0.8, 0.76), "agrees"),
    ("one order from 150", orders_failing(0.9, 0.95, 0.94, 0.9, 0.96), "differs"),
    ("ends by 12345678", ends(*[UP] * 10, *[RIGHT] * 9, DOWN), "agrees"),
    ("ends by 12345678", ends(*[DOWN] * 19, UP), "differs"),
    ("outermost", rising({"corner": 0.9, "outermost": 0.1, "order": 0.5, "random": 0.9}), "agrees"),
    ("outermost", rising({"corner": 0.1, "outermost": 0.9, "order": 0.5, "random": 0.9}), "differs"),
    ("outermost", rising({"corner": 0.51, "outermost": 0.1, "order": 0.5, "random": 0.9}), "undecided"),
    ("the open start", lambda plan: [(80, 9, 100) if plan.rule.open_start else (90, 3, 100)], "agrees"),
    ("the open start", lambda plan: [(90, 9, 100) if plan.rule.open_start else (80, 3, 100)], "differs"),
    ("the open start", lambda plan: [(80, 3, 100) if plan.rule.open_start else (90, 9, 100)], "differs"),
    ("half the squares", lambda plan: [(5, 0.45, 0.5), (6, 0.55, 0.5)], "agrees"),
    ("half the squares", lambda plan: [(5, 0.45, 0.5), (6, 0.65, 0.5)], "differs"),
    ("half the squares", lambda plan: [(5, 0.35, 0.5), (6, 0.55, 0.5)], "differs"),
    ("the opposite", lambda plan: [(100, 0, 0.9)], "agrees"),
    ("the opposite", lambda plan: [(100, 1, 1.0)], "differs"),
]


@pytest.mark.parametrize(("name", "told", "verdict"), VERDICTS_TOLD)
def test_verdicts_follow_the_numbers(name, told, verdict):
    (claim,) = [claim for (_, known), claim in CLAIMS.items() if known == name]
    assert claim.find(Told(told)).verdict == verdict


def test_a_result_that_does_not_agree_needs_a_reason():
    for answer in (differs, undecided):
        with pytest.raises(AssertionError):
            answer("something", "")


# -- counts and samples ---------------------------------------------------------------------------------


def walks_one_by_one(board, moves):
    ends = squares(board)
    for _ in range(moves):
        ends = [there for here in ends for there in near(board, here, set(squares(board)))]
    return len(ends)


@pytest.mark.parametrize("moves", range(5))
def test_counting_walks_that_can_revisit_squares(moves):
    assert count_walks(Board("3x5"), moves) == walks_one_by_one(Board("3x5"), moves)


def test_the_published_number_of_tours_counts_walks():
    printed = 3926356053343005839641342729308535057127083875101072
    assert count_walks(Board("8x8"), 64) == printed


def entered_one_by_one(board, path):
    free = set(squares(board)) - set(path)
    if not free:
        return 1, 1
    below = [entered_one_by_one(board, [*path, there]) for there in near(board, path[-1], free)]
    return 1 + sum(entered for entered, _ in below), sum(found for _, found in below)


@pytest.mark.parametrize(("board", "start"), [("3x4", 0), ("3x4", 5), ("3x5", 0), ("3x3", 4)])
def test_squares_entered_by_a_plain_search(board, start):
    board = Board(board)
    assert count_entered(board, start) == entered_one_by_one(board, [board.square(start)])


def test_students_quantiles_match_the_tables():
    for freedom, quantile in {4: 2.776, 5: 2.571, 9: 2.262, 19: 2.093, 29: 2.045, 99: 1.984}.items():
        assert student(freedom) == pytest.approx(quantile, abs=0.01)


def test_shares():
    exact, sampled = Share.counted(3, 4), Share.sampled(30, 40)
    assert (exact.low, exact.high, exact.is_sample) == (0.75, 0.75, False)
    assert sampled.low < 0.75 < sampled.high
    assert "40 walks" in str(sampled)
    assert sampled.meets(sampled.high, 1.0)
    assert not sampled.meets(0.99, 1.0)
    # All walks of an order alike: what is sampled are orders, however many walks there are.
    assert Share.of_orders([0.0, 1.0] * 5, 10**6).high - Share.of_orders([0.0, 1.0] * 5, 10**6).low > 0.5


# -- the page -------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """A strict parser: every element must be closed, in order."""

    VOID = ("meta", "wbr", "br")

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes, self.words, self.ids = [], Counter(), [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] += 1
        self.note(attrs)

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def note(self, attrs):
        self.attributes += attrs
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def made_of(findings, quick=True):
    return Reproduction(findings=tuple(findings), quick=quick, seconds=1.0)


def stands_alone(text):
    assert not re.search(r"(?i)<script|javascript:|https?:|@import|<link|<iframe|<img", text)
    page = Page(text)
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "src"]
    links = [value for name, value in page.attributes if name.endswith("href")]
    links = [value for value in links if not value.startswith("data:image/png;base64,")]
    assert all(value.startswith("#") and value[1:] in page.ids for value in links)
    assert all(url.startswith("#") and url[1:] in page.ids for url in re.findall(r"url\(([^)]*)\)", text))
    assert len(page.ids) == len(set(page.ids))
    return page


def test_the_page_is_self_contained_and_complete(lab, findings):
    text = write_page(made_of(findings.values()), lab)
    page = stands_alone(text)
    words = " ".join("".join(page.words).split())
    for found in findings.values():
        for said in (found.claim.says, found.result.gets, found.result.why):
            assert said in words
    assert page.tags["svg"] == page.tags["figure"] == len(list(draw_figures(lab))) >= 2
    assert page.tags["tr"] == len(findings) + len(SYSTEMS)
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    assert "#serafeimidis" in text


def test_text_of_claims_is_escaped():
    nasty = "<script>alert('&amp;')</script> \"quoted\" <b>" + "x" * 60
    claim = Claim(name=nasty, source="agh", says=nasty, find=lambda lab: agrees(nasty))
    findings = [
        Finding(claim=claim, result=answer, seconds=1.0)
        for answer in (agrees(nasty, nasty), differs(nasty, nasty), undecided(nasty, nasty))
    ]
    page = stands_alone(write_page(made_of(findings), Experiments("nowhere")))
    assert page.tags["script"] == 0
    assert "".join(page.words).count(nasty) == 2 * 3 + 3 + 3  # name and says, gets, why


def test_ids_of_pictures_are_unique():
    one = inline(b'<?xml?>\n<!DOCTYPE svg>\n<svg id="a" xmlns="http://x"><g clip-path="url(#a)"/></svg>', "p")
    assert one == '<svg id="p-a" ><g clip-path="url(#p-a)"/></svg>'


# -- the command ----------------------------------------------------------------------------------------


def test_the_command_as_json():
    done = turaga("reproduce", "--quick", "--only", "bencic", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    assert {verdict: facts[verdict] for verdict in VERDICTS} == {"agrees": 0, "differs": 2, "undecided": 0}
    assert [found["source"] for found in facts["findings"]] == ["bencic"] * facts["claims"]
    first = facts["findings"][0]
    assert first["measured"]["failing"] == {"5,3": 60}
    assert first["why"]
    assert first["seconds"] >= 0


def test_the_command_prints_a_line_per_claim_and_writes_a_page(tmp_path):
    page = tmp_path / "report.html"
    done = turaga("reproduce", "--quick", "--only", "agh", "--only", "bencic", "-o", page)
    assert (done.returncode, done.stderr) == (0, "")
    *lines, tally = done.stdout.splitlines()
    assert len(lines) == len(claims_of(["agh", "bencic"]))
    for line, claim in zip(lines, claims_of(["agh", "bencic"]), strict=True):
        source, says, gets, verdict = line.split(" | ")
        assert (source, says) == (claim.source, f"says: {claim.says}")
        assert gets.startswith("we get: ")
        assert verdict.partition(":")[0] in VERDICTS
        assert verdict.startswith("agrees") or len(verdict.partition(": ")[2]) > 10
    assert tally.startswith("9 claims: 6 agree, 3 differ; ")
    stands_alone(page.read_text())
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_a_tally_has_singular_and_plural_forms():
    slow = Claim(name="time", source="agh", kind="time", says="it takes 1 s", find=lambda _: agrees(""))
    findings = [
        Finding(claim=slow, result=differs("2 s", "times depend on the machine"), seconds=0.1),
        Finding(claim=slow, result=agrees("1 s"), seconds=0.1),
    ]

    def tally(*chosen):
        return Reproduction(findings=chosen, quick=True, seconds=1.0).tally

    assert tally(findings[1]) == "1 claim: 1 agrees, 0 differ"
    one = "2 claims: 1 agrees, 1 differs (1 of them is a time on another machine)"
    assert tally(*findings) == one
    several = "4 claims: 2 agree, 2 differ (2 of them are times on another machine)"
    assert tally(*findings, *findings) == several


def test_lines_are_wrapped_for_a_terminal():
    status, seen = on_a_terminal("reproduce", "--quick", "--only", "bencic", columns=60)
    assert status == 0
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen)
    assert max(len(line.rpartition("\r")[2]) for line in shown.split("\r\n")) <= 60
    assert "63 of 64" in shown
    assert "5,3" in shown


def test_errors_of_the_command(tmp_path):
    assert "'nobody'" in refused("reproduce", "--only", "nobody")
    assert "there is no directory" in refused("reproduce", "-o", tmp_path / "none" / "report.html")
    assert "is a directory" in refused("reproduce", "-o", tmp_path)


def test_our_observations_are_not_attributed_to_the_systems(findings):
    for finding in findings.values():
        line = _finding_text([finding])
        ours = finding.claim.kind == "record"
        assert (" | our record says: " if ours else " | says: ") in line
        assert _sentence(finding.claim).startswith("Our record: ") is ours
    assert any(finding.claim.kind == "record" for finding in findings.values())
