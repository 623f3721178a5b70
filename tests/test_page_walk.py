"""Warnsdorff's rule in the page: in Chromium it makes the same walks, with the same words, as in Python."""

import json
from itertools import islice

import pytest

from browsing import scripting
from page_walks import Question, differences, expected, questions
from serving import get
from turaga import Board
from turaga.errors import BadInput
from turaga.limits import MOST_SEED
from turaga.play.animation import Animation
from turaga.rng import Rng
from turaga.rule import SYSTEMS, Rule, find_system

MOST, NARRATED = 2000, 150

# The names that the tests use, from all modules.
IMPORTS = """
const load = async (names) => Object.assign({}, ...await Promise.all(
  names.map((name) => import(`/page/${name}.js`))));
const all = await load(["core/board", "core/names", "walk/rng", "walk/rule", "walk/systems", "walk/walk",
  "walk/reel", "walk/narration", "walk/starts", "walk/client"]);
const asked = (question) => {
  const board = all.makeBoard(question.board);
  return [board, question.beginning, all.parseRule(question.rule)];
};
"""


@pytest.fixture
def evaluate(chromium, server):
    with scripting(chromium, server) as evaluate:
        yield evaluate


@pytest.fixture
def run(evaluate):
    """A function that runs JavaScript in a page of the server: the body of a function of `given`."""
    return lambda body, given=None: evaluate(f"async (given) => {{ {IMPORTS} {body} }}", given)


# -- the same walks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [200, MOST])
def test_the_page_walks_as_python_does(number, evaluate):
    assert next(differences(evaluate, number), None) is None


def test_the_questions_are_of_every_kind():
    """Otherwise equal walks would mean little."""
    asked = list(islice(questions(0), MOST))
    walks = [expected(question) for question in asked]
    kinds = {
        "tours": sum(walk.complete and len(walk) > 1 for walk in walks),
        "dead ends": sum(not walk.complete for walk in walks),
        "holes": sum(bool(q.board.hole_indices) for q in asked),
        "leapers": sum(q.board.leaper != (1, 2) for q in asked),
        "most": sum(q.rule.most for q in asked),
        "open start": sum(q.rule.open_start for q in asked),
        "dead ends last": sum(q.rule.dead_ends_last for q in asked),
        "random": sum(q.rule.is_random for q in asked),
        "beginnings": sum(len(q.beginning) > 2 for q in asked),
        "largest seed": sum(q.seed == MOST_SEED for q in asked),
        "large boards": sum(q.board.area > 144 for q in asked),
    }
    depths = {tie.depth for q in asked for tie in q.rule.stages}
    assert depths == set(range(9))
    assert {name: n for name, n in kinds.items() if n < 15} == {}


def test_a_walk_continues_its_own_beginning(run):
    """Even by random ties: the random numbers of the beginning are used up."""
    rule = {"rule": "outermost,random", "seed": str(MOST_SEED)}
    whole = expected(Question(Board("7x9"), (5,), {"rule": "outermost,random"}, MOST_SEED)).indices
    board = {"rows": 7, "cols": 9}
    beginnings = [list(whole[:n]) for n in range(1, len(whole) + 1)]
    made = run(
        """const [board, , rule] = asked(given);
        return given.beginnings.map((squares) => [...all.walk(board, squares, rule).path]);""",
        {"board": board, "rule": rule, "beginnings": beginnings},
    )
    assert made == [list(whole)] * len(whole)


def test_the_deepest_lookahead_is_that_of_python(run):
    """Here, and on few other boards, one walk looks eight moves ahead before it can decide."""
    board = Board(7, 8, holes=[(0, 1), (4, 0)])
    asked = [Question(board, (16,), {"rule": f"lookahead:{depth}"}, 0) for depth in (7, 8)]
    walks = [list(expected(question).indices) for question in asked]
    assert walks[0] != walks[1]
    assert (
        run("return given.map((one) => [...all.walk(...asked(one)).path])", [q.for_page() for q in asked])
        == walks
    )


@pytest.mark.parametrize("beginning", [[], [-1], [9], [4], [0, 1], [0, 5, 0], [0, 7, 2, 4], [1.5]])
def test_a_beginning_that_is_no_walk_is_refused(run, beginning):
    given = {"board": {"rows": 3, "cols": 3, "holes": [4]}, "rule": {}, "beginning": beginning}
    assert (
        run("try { all.walk(...asked(given)); } catch (error) { return error.name; }", given) == "RangeError"
    )


# -- the same words -----------------------------------------------------------------------------------------

FRAMES = """return given.map(({ question, impossible, order }) => {
  const made = all.walk(...asked(question));
  const reel = all.reelOfWalk(made, { impossible });
  const frames = [];
  for (const i of order) {
    const { number, path, square, candidates, targets, next, choice, ending, says } = reel.frame(i);
    frames[i] = { number, path: [...path], square, candidates, targets, next, ending, says,
      degrees: [...reel.degrees(i)],
      choice: choice && [choice.decidedBy, choice.chosen, choice.degree, choice.deadEnds, choice.tied,
        choice.stages.map(({ tie, kept, decisive }) => [tie.kind, tie.depth, kept, decisive])] };
  }
  return [frames, all.branchPoints(made)];
})"""


def python_frames(animation):
    """The frames in the shape of `FRAMES`."""
    index = animation.board.index
    for number in range(1, animation.length + 1):
        frame = animation.frame(number)
        said, choice = frame.narration, frame.narration.choice
        yield {
            "number": number,
            "path": [index(square) for square in frame.path],
            "square": said.square,
            "candidates": said.candidates,
            "targets": [n for n, _ in said.targets],
            "next": said.next,
            "ending": said.ending,
            "says": frame.says,
            "degrees": [(index(square), degree) for square, degree in frame.degrees.items()],
            "choice": choice
            and [
                choice.decided_by,
                choice.chosen,
                choice.degree,
                choice.dead_ends,
                choice.tied,
                [(s.tie.kind, s.tie.depth, s.kept, s.decisive) for s in choice.stages],
            ],
        }


def test_the_page_explains_walks_as_python_does(run):
    """Every frame of some walks, in any sequence: the sentences, and the data that they are made from."""
    small = (q for q in questions(1) if q.board.size <= 49 and len(q.beginning) == 1)
    given, wanted, decisions = [], [], set()
    for number, question in enumerate(islice(small, NARRATED)):
        board = question.board
        start = board.square(question.beginning[0])
        animation = Animation.of_walk(board, start, question.rule, seed=question.seed)
        animation.run()
        frames = json.loads(json.dumps(list(python_frames(animation))))
        order = list(range(len(frames)))[:: -1 if number % 2 else 1]
        if number % 3 == 0:  # jumps
            order = Rng(number).shuffled(order)
        impossible = animation.frame(1).narration.impossible
        given.append({"question": question.for_page(), "impossible": impossible, "order": order})
        wanted.append([frames, [i for i, frame in enumerate(frames) if len(frame["candidates"]) > 1]])
        decisions |= {frame["choice"][0] for frame in frames if frame["choice"]}
    assert len(decisions) == 7  # each kind of decision
    for made, frames in zip(run(FRAMES, given), wanted, strict=True):
        assert made == frames


def test_the_frames_of_given_squares_say_only_where_the_knight_goes(run):
    given = {"board": {"rows": 3, "cols": 4}, "rule": {}, "beginning": [0, 6, 8]}
    says, parts, last = run(
        """const reel = all.reelOfWalk(all.walk(...asked(given)));
        return [reel.frame(1).says, reel.parts(0), reel.frame(2).choice.decidedBy]""",
        given,
    )
    assert says == ["Step 2: knight on c2.", "Next: a1."]  # chess names: the page's notation
    assert parts == [["Step 1: knight on ", 0, ", the start."], ["Next: ", 6, "."]]
    assert last == "only"


# -- random numbers, rules and systems ----------------------------------------------------------------------


def test_random_numbers_are_those_of_python(run):
    seeds = [(0,), (1,), (MOST_SEED,), (1 << 63, 5), (7, 999_999), (MOST_SEED, 0), (2**53 + 1, 3, 4)]
    bounds = [1, 2, 3, 7, 64, 1_000_003, 1 << 21, (1 << 21) + 1, (1 << 32) - 1, 1 << 32]
    made = run(
        """return given.seeds.map((seeds) => {
          const rng = all.makeRng(...seeds);
          const bits = Array.from({ length: 20 }, () => String(rng.nextBits()));
          return [bits, given.bounds.map((n) => rng.below(n))];
        })""",
        {"seeds": [list(map(str, each)) for each in seeds], "bounds": bounds},
    )
    for each, (bits, numbers) in zip(seeds, made, strict=True):
        rng = Rng(*each)
        assert bits == [str(rng.next_bits()) for _ in range(20)]
        assert numbers == [rng.below(n) for n in bounds]


def test_a_seed_can_be_a_number_a_text_or_a_bigint(run):
    made = run(
        """const seeds = [7, "7", 7n, 2n ** 64n - 1n, "18446744073709551615", 2 ** 53 - 1];
        const bad = [-1, 1.5, 2 ** 53, "18446744073709551616", 2n ** 64n, -1n, "x", "", "1e3", true, NaN];
        const parsed = (seed) => all.parseRule({ seed })?.seed ?? null;
        return [seeds.map(parsed), bad.map(parsed)]""",
    )
    good = ["7", "7", "7", str(MOST_SEED), str(MOST_SEED), str(2**53 - 1)]
    assert made == [good, [None] * 11]


RULES = [
    "", ",", "outermost", "Outermost", " corner\t", "\ncorner", "\N{NO-BREAK SPACE}corner", "corner,",
    "random", "random,corner", "random,nothing", "random,random", "corner,corner", "order", "order:",
    "order:12345678", "12345678", " 87654321 ", "1234567", "12345677", "123456789", "12345678:",
    "12345678,87654321", "12345678,corner", "12345678,random", "1234567x,corner", "corner,21345678,random",
    "corner,21345678", "\N{ARABIC-INDIC DIGIT ONE}2345678", "lookahead", "lookahead:", "lookahead :2",
    "lookahead:0", "lookahead:1", "lookahead:2:3", "lookahead:8", "lookahead:9", "lookahead:+2",
    "lookahead:-1", "lookahead: 3 ", "lookahead:003", "lookahead:2.0", "lookahead:2,lookahead,lookahead:2",
    "lookahead:\N{ARABIC-INDIC DIGIT TWO}", f"lookahead:{'0' * 19}2", f"lookahead:{'0' * 20}2",
    "loo\N{KELVIN SIGN}ahead", "random:1", "corner:", "outermost,corner,lookahead:2,random",
    f"{' ' * 192}12345678", f"{' ' * 193}12345678", "outermost;corner", "corner," * 1000 + "corner",
    " " * 999_994 + "corner", " " * 999_995 + "corner", "most", " Most ", "most,most", "open-start,most",
    "most,", "dead-ends-last", "dead-ends-last,open-start,Dead-Ends-Last", "random,most",
    "lookahead:2,open-start,corner,most,21436587,dead-ends-last", "fewest", "open_start", "most:1",
    *SYSTEMS, " Klochko ", "\N{KELVIN SIGN}lochko", "nobody", "klochko,most", "corner,klochko", "klochko,",
    *(f"bencic{' ' * more}" for more in (193, 194, 195)),
]  # fmt: skip


def same_rule(value):
    """What Python makes of a rule with these fields, as `PARSED` writes it; None if it is not valid."""
    try:
        system = None if value.get("like") is None else find_system(value["like"])
        text = value.get("rule")
        rule = Rule(text) if text is not None else system.rule if system else Rule()
    except BadInput:
        return None
    stages = [[tie.kind, tie.depth] for tie in rule.stages]
    return [stages, rule.order, rule.most, rule.open_start, rule.dead_ends_last, rule.text, True]


PARSED = """return given.map((value) => {
  const rule = all.parseRule(value);
  if (!rule) return null;
  const stages = rule.stages.map(({ kind, depth }) => [kind, depth]);
  const again = JSON.stringify(all.parseRule(JSON.parse(JSON.stringify(all.ruleValue(rule)))));
  return [stages, rule.order, rule.most, rule.openStart, rule.deadEndsLast, all.writeRule(rule),
    again === JSON.stringify(rule)];
})"""


def test_rules_are_parsed_and_written_as_in_python(run):
    asked = [{"rule": text} for text in RULES]
    asked += [
        {}, *({"like": like} for like in ("klochko", " Klochko ", "nobody", "", None, "bencic" + " " * 200)),
        {"like": "serafeimidis", "rule": "12345678"}, {"like": "agh", "rule": "random,most"},
        {"like": "klochko", "rule": None}, {"like": "klochko", "rule": "nothing"}, {"like": "agh", "rule":
        "bencic"}, {"like": "nobody", "rule": "corner"},
    ]  # fmt: skip
    for value, parsed in zip(asked, run(PARSED, asked), strict=True):
        assert parsed == same_rule(value), str(value)[:200]


def test_the_page_knows_the_systems_without_the_server(run, server):
    assert run("return all.SYSTEMS") == get(server.url, "/api/v1/options")[2]["systems"]


# -- large boards, and several starts -----------------------------------------------------------------------


def test_a_large_walk_is_computed_in_a_worker(run):
    """Its path and explanations are those of Python, and the page can do other things meanwhile."""
    question = Question(Board("160x150"), (77,), {"rule": "outermost,random"}, 3)
    path, ticks, says = run(
        """let ticks = 0;
        const ticking = setInterval(() => { ticks += 1; }, 1);
        let workers = 0;
        self.Worker = class extends Worker { constructor(...how) { super(...how); workers += 1; } };
        const made = await all.computeWalk(...asked(given));
        clearInterval(ticking);
        const reel = all.reelOfWalk(made);
        return [[...made.path], workers && ticks, reel.frame(20_000).says]""",
        question.for_page(),
    )
    walk = expected(question)
    assert path == list(walk.indices)
    assert ticks > 0
    animation = Animation.of_walk(question.board, "1,78", question.rule, seed=3, most_squares=24_000)
    assert says == list(animation.frame(20_001).says)


def test_without_a_worker_a_large_walk_is_computed_in_turns(run):
    question = Question(Board("300x300"), (0,), {"rule": "corner"}, 0)
    last, reports = run(
        """self.Worker = undefined;
        const reports = [];
        const onProgress = ({ visited }) => reports.push(visited);
        const made = await all.computeWalk(...asked(given), { onProgress });
        return [made.path.at(-1), reports]""",
        question.for_page(),
    )
    assert last == expected(question).indices[-1]
    assert len(reports) > 0
    assert reports == sorted(set(reports))


@pytest.mark.parametrize("worker", ["Worker", "undefined"])
def test_a_walk_can_be_cancelled(run, worker):
    """While it is computed it reports its progress. This walk takes seconds."""
    given = {"board": {"rows": 60, "cols": 60}, "beginning": 1830, "rule": {"rule": "lookahead:8"}}
    name, visited, size, later = run(
        f"""self.Worker = {worker};
        const cancel = new AbortController();
        let seen;
        const onProgress = (progress) => {{ seen = progress; cancel.abort(); }};
        const how = {{ signal: cancel.signal, onProgress }};
        const name = await all.computeWalk(...asked(given), how).catch((error) => error.name);
        const [board, , rule] = asked({{ ...given, rule: {{}} }});
        const later = await all.computeWalk(board, 0, rule);
        return [name, seen.visited, seen.size, later.path.length]""",
        given,
    )
    assert (name, size, later) == ("AbortError", 3600, len(expected(Question(Board("60x60"), (0,), {}, 0))))
    assert 1 <= visited < 2000


@pytest.mark.parametrize("size", ["5x7", "160x160"])
def test_any_start_is_the_first_that_gives_a_tour(run, size):
    board, fields = Board(size), {"rule": "corner,random"}
    squares = list(board.indices())
    tried = (expected(Question(board, (n,), fields, 9)) for n in squares)
    first, tour = next((i, walk) for i, walk in enumerate(tried) if walk.complete)
    path, tries = run(
        """const [board, , rule] = asked(given);
        const { walk, tries } = await all.findStart(board, rule);
        return [[...walk.path], tries]""",
        Question(board, (squares[0],), fields, 9).for_page(),
    )
    assert (path, tries) == (list(tour.indices), first + 1)


def test_without_a_tour_the_longest_walk_is_returned(run):
    walks = [expected(Question(Board("3x3"), (n,), {}, 0)) for n in range(9)]
    found, tries, few = run(
        """const board = all.makeBoard({ rows: 3, cols: 3 });
        const { walk, tries } = await all.findStart(board, all.parseRule());
        const few = await all.findStart(board, all.parseRule(), { most: 2 });
        return [[...walk.path], tries, few.tries]"""
    )
    assert (found, tries, few) == (list(max(walks, key=len).indices), 9, 2)


@pytest.mark.parametrize(("size", "holes"), [("5x5", [(0, 1), (3, 2), (4, 4)]), ("9x9", []), ("150x150", [])])
def test_a_new_tour_has_a_random_start_and_random_ties(run, size, holes):
    """The same sequence of tries as here, and the link can name the tour that it found."""
    board = Board(size, holes=holes)
    squares = list(board.indices())
    rng, walk, tries = Rng(3 << 46), None, 0
    while tries < 20 and (walk is None or not walk.complete):
        start, seed = squares[rng.below(board.size)], rng.below(1 << 31)
        fields = {"rule": "outermost,random" if tries % 2 else "random"}
        made, tries = expected(Question(board, (start,), fields, seed)), tries + 1
        if walk is None or len(made) > len(walk):
            walk = made
    path, tried, again = run(
        """const [board] = asked(given);
        const { walk, tries } = await all.newTour(board, { random: () => 0.75, most: 20, time: 60_000 });
        const named = all.parseRule(JSON.parse(JSON.stringify(all.ruleValue(walk.rule))));
        return [[...walk.path], tries, [...all.walk(board, walk.path[0], named).path]]""",
        Question(board, (squares[0],), {}, 0).for_page(),
    )
    assert (path, tried) == (list(walk.indices), tries)
    assert again == path
