"""Published results compared with ours: the claims, the page, and the command."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from command import on_a_terminal, refused, turaga
from naive import near, squares
from turaga import Board
from turaga.report.claims import VERDICTS, Claim, Finding, Share, agrees, differs, not_run, student, undecided
from turaga.report.documents import document_of
from turaga.report.edge_ties import edge_distance, edge_walk
from turaga.report.experiments import Experiments
from turaga.report.figures import draw_figures
from turaga.report.html_page import write_page
from turaga.report.printed_grids import PrintedGrid, entries
from turaga.report.reproduction import Reproduction, claims_of
from turaga.report.small_counts import count_walks
from turaga.report.svg_figure import draw_tiles, inline
from turaga.rule import Rule
from turaga.walks import SYSTEMS

ROOT = Path(__file__).parent.parent

GOLDEN = ROOT / "tests" / "golden"
DATA = ROOT / "src" / "turaga" / "report" / "data"
# A section, figure or table with its number, or a heading of the document that has no numbers.
SECTION = re.compile(
    r"sections? [0-9]|Figs?\.? [0-9]|Table [0-9]|Tab\. [0-9]"
    r"|Introduction|Warnsdorff's algorithm|The program|Conclusion|Appendix"
)

# Claims that take a moment each, of two documents.
SWIFT = [
    "serafeimidis/table-2",
    "serafeimidis/fig-6",
    "serafeimidis/fig-15",
    "serafeimidis/quarter-line",
    "serafeimidis/fig-22",
    "serafeimidis/fig-23",
    "serafeimidis/figs-11-to-14",
    "serafeimidis/table-57-to-300",
    "bencic/every-start",
]


@pytest.fixture(scope="module")
def findings(lab):
    return {claim.id: lab.check(claim) for claim in claims_of(ids=SWIFT)}


# -- the claims -----------------------------------------------------------------------------------------


def test_every_document_has_claims():
    assert {claim.source for claim in claims_of()} == set(SYSTEMS)
    assert len(claims_of()) > 118
    assert {claim.source for claim in claims_of(["agh", "Bencic"])} == {"agh", "bencic"}
    assert [claim.id for claim in claims_of(ids=SWIFT[:2])] == SWIFT[:2]
    for source in SYSTEMS:
        about = document_of(source)
        assert all([about.author, about.title, about.work, about.place, about.year, about.language])


def test_every_claim_names_its_document_and_section():
    assert [claim.id for claim in claims_of() if not SECTION.match(claim.section)] == []
    for claim in claims_of():
        assert claim.source in SYSTEMS
        assert claim.says
        assert re.fullmatch(r"[a-z]+/[a-z0-9.,-]+", claim.id), claim.id


def claim_of(**facts):
    """A claim of Agh's with these facts."""
    return Claim(**{"name": "one", "source": "agh", "says": "it works", "find": lambda _: agrees("")} | facts)


def test_a_claim_without_a_section_is_refused():
    with pytest.raises(TypeError, match="section"):
        claim_of()
    with pytest.raises(AssertionError):
        claim_of(section="")


def test_ids_are_unique():
    assert [claim for claim, count in Counter(claim.id for claim in claims_of()).items() if count > 1] == []


@pytest.mark.parametrize("directory", [DATA, GOLDEN])
def test_published_data_names_its_source(directory):
    sources = (directory / "SOURCES.md").read_text()
    for path in directory.iterdir():
        assert path.name == "SOURCES.md" or f"`{path.name}" in sources, path


def test_findings_as_json(findings):
    for found in findings.values():
        assert found.result.verdict == "agrees" or found.result.why
        json.dumps(found.as_json())
    compared = findings["serafeimidis/quarter-line"].as_json()["comparisons"][0]
    assert compared["differing"] == ["1,18", "1,19", "1,25"]


def test_a_result_that_does_not_agree_needs_a_reason():
    for answer in (differs, undecided):
        with pytest.raises(AssertionError):
            answer("something", "")
    assert not_run("a full run").why == "to test this, use a full run"


# -- comparisons ----------------------------------------------------------------------------------------


def test_comparisons_name_squares_and_misread_characters():
    board = PrintedGrid(
        title="a board", printed=entries([[1, 24], [3, None]]), ours=entries([[1, 21], [8, 4]]),
        misread={(0, 1): "21"},
    )  # fmt: skip
    assert board.differing == ((1, 0), (1, 1))
    misread = "1 of 4 squares is the same; 1 is misread: 1,2 (24 for 21); 2 are different: 2,1 and 2,2"
    assert board.sentence == misread
    assert board.as_json()["misread"] == {"1,2": "21"}
    table = PrintedGrid(title="", printed=entries([[1, 2]]), ours=entries([[1, 2]]), where="entry")
    assert (table.same, table.sentence) == (True, "all 2 entries are the same")
    lines = PrintedGrid(title="", printed=entries([[1, 2], [3, 4]]), ours=entries([[1, 2], [5, 4]]),
                        misread={(0, 1): "2"}, where="entry")  # fmt: skip
    assert lines.sentence.endswith("misread: line 1, entry 2 (2 for 2); 1 is different: line 2, entry 1")


def test_comparisons_name_missing_rows():
    board = PrintedGrid(
        title="", printed=entries([[1, 2], [None, None]]), ours=entries([[1, 2], [3, 4]]),
        misread={(1, 0): "3", (1, 1): "4"},
    )  # fmt: skip
    assert board.sentence == "all 2 squares in the text are the same; missing in the text: row 2"


def test_comparisons_of_different_sizes():
    board = PrintedGrid(title="", printed=entries([[1, 2]]), ours=entries([[1], [2]]))
    assert board.differing == ((0, 1), (1, 0))


def test_the_page_marks_differences_and_misread_characters():
    board = PrintedGrid(
        title="a board", printed=entries([[1, 24, 5]]), ours=entries([[1, 21, 6]]), misread={(0, 1): "21"}
    )
    claim = claim_of(name="Fig. 1", section="Fig. 1", says="a board")
    result = differs("not the same", "one square", comparisons=[board])
    text = write_page(made_of([Finding(claim=claim, result=result, seconds=0.1)]), Experiments("nowhere"))
    stands_alone(text)
    assert "<details open>" in text
    assert '<td>1</td><td class="misread">24</td><td class="off">5</td>' in text
    assert '<td>1</td><td>21</td><td class="off">6</td>' in text
    same = agrees("the same", comparisons=[PrintedGrid(title="b", printed=board.ours, ours=board.ours)])
    text = write_page(made_of([Finding(claim=claim, result=same, seconds=0.1)]), Experiments("nowhere"))
    assert "<details open>" not in text


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


def test_students_quantiles_match_the_tables():
    for freedom, quantile in {4: 2.776, 5: 2.571, 9: 2.262, 19: 2.093, 29: 2.045, 99: 1.984}.items():
        assert student(freedom) == pytest.approx(quantile, abs=0.01)


def test_shares():
    exact, sampled = Share.counted(3, 4), Share.sampled(30, 40)
    assert (exact.low, exact.high, exact.is_sample) == (0.75, 0.75, False)
    assert sampled.low < 0.75 < sampled.high
    assert "40 walks" in str(sampled)
    assert sampled.within(0.75, 1.0)
    assert not sampled.within(sampled.high, 1.0)
    assert not sampled.excludes(sampled.high, 1.0)
    assert sampled.excludes(0.99, 1.0)
    # All walks of an order alike: what is sampled are orders, however many walks there are.
    assert Share.of_orders([0.0, 1.0] * 5, 10**6).high - Share.of_orders([0.0, 1.0] * 5, 10**6).low > 0.5


def test_ties_by_the_edge():
    board, rule = Board("6x6"), Rule("12345678")
    assert [edge_distance(board, index) for index in range(12)] == [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0]
    walk = [board.square(index) for index in edge_walk(board, 14, rule)]
    assert walk[0] == (2, 2)
    for step in range(1, len(walk)):
        free = set(squares(board)) - set(walk[:step])
        ranks = {
            there: (len(near(board, there, free - {there})), min(*there, 5 - there[0], 5 - there[1]))
            for there in near(board, walk[step - 1], free)
        }
        assert ranks[walk[step]] == min(ranks.values())


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
    figures = list(draw_figures(lab))
    assert page.tags["svg"] == page.tags["figure"] == len(figures) >= 2
    for figure in figures:
        assert figure.section in words
        assert figure.original in words
    assert "Serafeimidis" in words
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    assert "#serafeimidis" in text


def test_text_of_claims_is_escaped():
    nasty = "<script>alert('&amp;')</script> \"quoted\" <b>" + "x" * 60
    results = agrees(nasty, nasty), differs(nasty, nasty), undecided(nasty, nasty)
    findings = [
        Finding(claim=claim_of(name=f"{nasty}{n}", section=nasty, says=nasty), result=result, seconds=1.0)
        for n, result in enumerate(results)
    ]
    page = stands_alone(write_page(made_of(findings), Experiments("nowhere")))
    assert page.tags["script"] == 0
    assert "".join(page.words).count(nasty) == 2 * 3 + 3 + 3  # section and says, gets, why


def test_small_boards_side_by_side():
    text = draw_tiles([("one", [["", "7"], ["<", ""]]), ("two", [["", ""], ["", ""]])], 2, "boards & maps")
    picture = Page(text)
    assert picture.tags["rect"] == 8
    assert "".join(picture.words) == "boards & mapsone7<two"


def test_ids_of_pictures_are_unique():
    one = inline(b'<?xml?>\n<!DOCTYPE svg>\n<svg id="a" xmlns="http://x"><g clip-path="url(#a)"/></svg>', "p")
    assert one == '<svg id="p-a" ><g clip-path="url(#p-a)"/></svg>'


# -- the command ----------------------------------------------------------------------------------------


def test_the_command_as_json():
    done = turaga("reproduce", "--quick", "--claim", "bencic/every-start", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    counted = {verdict: facts[verdict.replace(" ", "_")] for verdict in VERDICTS}
    assert counted == {"agrees": 0, "differs": 1, "undecided": 0, "not run": 0}
    (first,) = facts["findings"]
    assert (first["id"], first["source"]) == ("bencic/every-start", "bencic")
    assert first["section"]
    assert first["measured"]["failing"] == {"5,3": 60}
    assert first["why"]
    assert first["seconds"] >= 0
    assert list(facts["documents"]) == ["bencic"]


def test_the_command_prints_a_line_per_claim_and_writes_a_page(tmp_path):
    page = tmp_path / "report.html"
    ids = ["serafeimidis/fig-6", "serafeimidis/quarter-line", "serafeimidis/table-57-to-300"]
    done = turaga("reproduce", "--quick", *(word for name in ids for word in ("--claim", name)), "-o", page)
    assert (done.returncode, done.stderr) == (0, f"saved to {page}\n")
    *lines, tally = done.stdout.splitlines()
    claims = {claim.id: claim for claim in claims_of(ids=ids)}
    assert len(lines) == 3
    for line in lines:
        name, section, says, *gets, verdict = line.split(" | ")
        assert (section, says) == (claims[name].section, f"says: {claims[name].says}")
        assert [text.partition(": ")[0] for text in gets] == ["we get"] * (not verdict.startswith("not run"))
        assert verdict.partition(":")[0] in VERDICTS
        assert verdict.startswith("agrees") or len(verdict.partition(": ")[2]) > 10
    assert tally.startswith("3 claims: 1 agrees, 1 differs, 1 not run; ")
    words = " ".join("".join(stands_alone(page.read_text()).words).split())
    count = len(claims_of(["serafeimidis"]))
    assert f"This run covers only 3 of the {count} claims of Serafeimidis. It is a quick run" in words
    for label in ("Reported", "Claimed", "Quoted", "Time"):
        assert f"{label}: " in words
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_the_command_lists_claims_without_running_them():
    done = turaga("reproduce", "--list", "--only", "serafeimidis")
    assert (done.returncode, done.stderr) == (0, "")
    expected = [f"{claim.id} | {claim.section} | {claim.says}" for claim in claims_of(["serafeimidis"])]
    assert done.stdout.splitlines() == expected
    listing = json.loads(turaga("reproduce", "--list", "--only", "bencic", "--json").stdout)
    assert [claim["id"] for claim in listing["claims"]] == [claim.id for claim in claims_of(["bencic"])]


def test_ids_in_the_documentation_exist():
    ids = {claim.id for claim in claims_of()}
    texts = {path.name: path.read_text() for path in sorted((ROOT / "docs").glob("*.md"))}
    texts["help"] = turaga("reproduce", "--help").stdout
    named = {
        (name, found.rstrip(".,-"))
        for name, text in texts.items()
        for found in re.findall(rf"(?<![\w/.-])(?:{'|'.join(SYSTEMS)})/[a-z0-9][a-z0-9.,-]*", text)
    }
    assert ("help", "klochko/fig-3.5") in named
    assert [(name, found) for name, found in sorted(named) if found not in ids] == []


def test_what_a_run_covers():
    def covers(claims, quick=False):
        findings = [Finding(claim=claim, result=agrees(""), seconds=0.1) for claim in claims]
        return made_of(findings, quick=quick).covers

    whole = f"This run covers all {len(claims_of())} claims."
    assert covers(claims_of()) == f"{whole} It is a full run."
    assert covers(claims_of(), quick=True).startswith(f"{whole} It is a quick run: samples are smaller")
    some = claims_of(["agh", "bencic"], ["klochko/fig-3.5"])
    one = f"1 of the {len(claims_of(['klochko']))} claims of Klochko"
    assert covers(some) == f"This run covers only all claims of Bencic and Agh and {one}. It is a full run."


def test_a_tally_has_singular_and_plural_forms():
    slow = claim_of(section="section 2", kind="time", says="it takes 1 s")
    findings = [
        Finding(claim=slow, result=differs("2 s", "times depend on the machine"), seconds=0.1),
        Finding(claim=slow, result=agrees("1 s"), seconds=0.1),
        Finding(claim=slow, result=not_run("a full run"), seconds=0.1),
    ]

    def tally(*chosen):
        return Reproduction(findings=chosen, quick=True, seconds=1.0).tally

    assert tally(findings[1]) == "1 claim: 1 agrees, 0 differ"
    one = "2 claims: 1 agrees, 1 differs (1 of them is a time on another machine)"
    assert tally(*findings[:2]) == one
    several = "6 claims: 2 agree, 2 differ (2 of them are times on another machine), 2 not run"
    assert tally(*findings, *findings) == several


def test_lines_are_wrapped_for_a_terminal():
    status, seen = on_a_terminal("reproduce", "--quick", "--claim", "bencic/every-start", columns=60)
    assert status == 0
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen)
    assert max(len(line.rpartition("\r")[2]) for line in shown.split("\r\n")) <= 60
    assert "63 of 64" in shown
    assert "5,3" in shown


def test_errors_of_the_command(tmp_path):
    assert "'nobody'" in refused("reproduce", "--only", "nobody")
    near = refused("reproduce", "--claim", "serafeimidis/table-5")
    assert re.search(r": did you mean serafeimidis/table-5\S+, .* or \S+\? turaga reproduce --list", near)
    other = "use an id such as klochko/fig-3.5; turaga reproduce --list shows them"
    assert f"there is no claim 'nope': {other}" in refused("reproduce", "--claim", "nope")
    assert "--list cannot be used with --out" in refused("reproduce", "--list", "-o", tmp_path / "a.html")
    assert "must be .html or .htm" in refused("reproduce", "-o", tmp_path / "report.pdf")
    assert list(tmp_path.iterdir()) == []
    assert "there is no directory" in refused("reproduce", "-o", tmp_path / "none" / "report.html")
    assert "is a directory" in refused("reproduce", "-o", tmp_path)
