"""Questions about counting, listing and sampling tours, for `scripts/oracle.py`. See `oracle_solving`."""

import itertools
import random
from typing import Any

import turaga
from brute_force import Path, edges
from oracle_cases import Case, Ends, expect, random_ends, random_order
from turaga.counting import enumeration
from turaga.errors import BadInput, NoTours

LISTED = 4000  # the most tours that are listed and compared one by one


def count(case: Case, rng: random.Random) -> str:
    """`count` by every method."""
    ends = random_ends(case, rng)
    directed = rng.random() < 0.3
    method = rng.choice(["auto", "auto", "sweep", "narrowest", "halves", "enumerate"])
    case.ask("count", **ends.options(), directed=directed, method=method)
    try:
        found = turaga.count(case.board, **ends.options(), directed=directed, method=method)
    except BadInput:
        expect(method in ("halves", "narrowest", "sweep"), "it was rejected")
        return "rejected"
    own = case.puzzle.count(ends.start, ends.end, ends.closed, directed)
    expect(found.count == own, f"{found.count} by {found.method}, not {own}")
    told = found.as_json()
    expect(int(told["count"]) == own, "the count of the JSON")
    return "found" if own else "impossible"


def by_start(case: Case, rng: random.Random) -> str:
    """`Tours.by_start`."""
    case.ask("Tours.by_start")
    try:
        found = turaga.Tours(case.board).by_start()
    except BadInput as error:  # moves reach too far ahead for a sweep
        expect("the board is too wide" in str(error), f"it was rejected: {error}")
        return "rejected"
    own = {square: case.puzzle.completions([square]) for square in case.puzzle.squares}
    expect(found == own, f"{found}, not {own}")
    return "found" if any(own.values()) else "impossible"


def classes(case: Case, rng: random.Random) -> str:
    """`Tours.classes`, with the right count, a wrong count or none."""
    closed = rng.random() < 0.4
    total = case.puzzle.count(None, None, closed)
    given = rng.choice([None, None, total, total + rng.choice([1, 2, 4, 8, -1, -8])])
    case.ask("Tours.classes", given, closed=closed)
    try:
        found = turaga.Tours(case.board, closed=closed).classes(given)
    except BadInput as error:
        expect(given not in (None, total), f"it was rejected: {error}")
        return "rejected"
    expect(given in (None, total), f"the wrong count {given} was accepted")
    own = case.puzzle.class_sizes(closed)
    expect(dict(found.sizes) == own, f"sizes are {dict(found.sizes)}, not {own}")
    expect(found.classes == sum(own.values()) and found.count == total, "classes")
    return "found" if total else "impossible"


def estimate(case: Case, rng: random.Random) -> str:
    """`Tours.estimate`: near the number, and not 0 if a probe found a tour."""
    ends = random_ends(case, rng)
    directed = rng.random() < 0.2
    options: dict[str, Any] = {"probes": 1500, "seed": rng.randrange(10**6)}
    case.ask("Tours.estimate", **ends.options(), directed=directed, **options)
    found = turaga.Tours(case.board, **ends.options(), directed=directed).estimate(**options)
    own = case.puzzle.count(ends.start, ends.end, ends.closed, directed)
    expect(bool(own) or found.estimate == 0, f"about {found.estimate}, but there are none")
    expect(found.probes > 0 or found.estimate == own, f"{found.estimate} without probes, not {own}")
    expect(not found.reached or found.estimate > 0, "a probe found a tour, but the estimate is 0")
    if found.reached > 50:
        expect(abs(found.estimate - own) <= 8 * found.error + 1, f"about {found.estimate}, not {own}")
    return "found" if own else "impossible"


def list_tours(case: Case, rng: random.Random) -> str:
    """`list_tours`: every tour once, in the documented sequence."""
    ends = random_ends(case, rng, end_alone=0.25)
    directed = rng.random() < 0.3
    order = random_order(rng) if rng.random() < 0.5 else "12345678"
    own = case.puzzle.listed(ends.start, ends.end, ends.closed, directed, order)
    first = rng.choice([1, 1, rng.randint(1, len(own) + 2)])
    case.ask("list_tours", **ends.options(), directed=directed, order=order, first=first)
    tours = turaga.Tours(case.board, **ends.options(), directed=directed)
    found = enumeration.list_tours(tours, order=order, first=first)
    got = [tour.squares for tour in itertools.islice(found, LISTED)]
    wanted = own[first - 1 :][:LISTED]
    expect(len(got) == len(wanted), f"{len(got)} tours, not {len(wanted)}")
    expect(got == wanted, "the tours differ")
    expect(len(own) == case.puzzle.count(ends.start, ends.end, ends.closed, directed), "the brute force")
    return "found" if own else "impossible"


def _belongs(case: Case, ends: Ends, tour: turaga.Tour) -> None:
    """A sampled tour must fit. A closed tour may start anywhere, unless both ends are given."""
    both = ends.start is not None and ends.end is not None
    start, end = (ends.start, ends.end) if both or not ends.closed else (None, None)
    wrong = case.puzzle.not_the_tour(tour.squares, start, end, ends.closed)
    expect(not wrong, f"{tour.squares}: {wrong}")


def sample(case: Case, rng: random.Random) -> str:
    """`sample`: every sample is a tour that fits, and the same seed gives the same samples."""
    ends = random_ends(case, rng, end_alone=0.2)
    number, seed = rng.randint(1, 4), rng.randrange(1000)
    case.ask("sample", number, **ends.options(), seed=seed)
    own = case.puzzle.count(ends.start, ends.end, ends.closed)
    try:
        found = turaga.sample(case.board, number, **ends.options(), seed=seed)
    except NoTours:
        expect(own == 0, f"there are {own}")
        return "impossible"
    except BadInput as error:  # moves reach too far ahead for a sweep
        expect(own > 0 and error.field == "board", f"it was rejected: {error}")
        return "rejected"
    expect(own > 0, "there are none")
    expect(len(found) == number, "the number of samples")
    for tour in found:
        _belongs(case, ends, tour)
    return "found"


def rank(case: Case, rng: random.Random) -> str:
    """`Tours.sampler`, `rank` and `unrank`: a bijection between the tours and 1 to their number."""
    ends = random_ends(case, rng, end_alone=0.2)
    method = rng.choice(["auto", "auto", "sweep", "halves"])
    case.ask("Tours.sampler", **ends.options(), method=method)
    own = case.puzzle.count(ends.start, ends.end, ends.closed)
    try:
        sampler = turaga.Tours(case.board, **ends.options()).sampler(method=method)
    except NoTours:
        expect(own == 0, f"there are {own}")
        return "impossible"
    except BadInput as error:  # the method is not for this board, or moves reach too far ahead for a sweep
        expect(method == "halves" or (own > 0 and error.field == "board"), f"it was rejected: {error}")
        return "rejected"
    expect(sampler.count() == own, f"{sampler.count()} tours, not {own}")
    ranks = range(1, own + 1) if own <= 100 else sorted(rng.sample(range(1, own + 1), 20))
    seen: set[object] = set()
    for number in ranks:
        tour = sampler.unrank(number)
        _belongs(case, ends, tour)
        whole = ends.start is not None and ends.end is not None
        seen.add(edges(tour.squares, closed=ends.closed and not whole))
        expect(sampler.rank(tour) == number, f"rank {number} comes back as {sampler.rank(tour)}")
    expect(len(seen) == len(ranks), "two ranks have the same tour")
    for number in (0, own + 1):
        try:
            sampler.unrank(number)
        except BadInput:
            continue
        expect(False, f"rank {number} of {own} was accepted")
    return "found"


def rank_of_tour(case: Case, rng: random.Random) -> str:
    """`Tours.index` of a tour of the brute force, and back."""
    closed = rng.random() < 0.4
    tours: list[Path] = [t for t in case.puzzle.tours() if not closed or case.puzzle.closes(t)]
    if not tours:
        return "impossible"
    own = turaga.Tour(case.board, rng.choice(tours))
    case.ask("Tours.index", own.squares, closed=closed)
    every = turaga.Tours(case.board, closed=closed)
    expect(own in every, "it does not belong to its tours")
    try:
        number = every.index(own)
    except BadInput as error:  # moves reach too far ahead for a sweep
        expect(error.field == "board", f"it was rejected: {error}")
        return "rejected"
    expect(0 <= number < case.puzzle.count(None, None, closed), f"number {number}")
    back = every[number]
    expect(edges(back.squares, closed=closed) == edges(own.squares, closed=closed), "another tour comes back")
    return "found"
