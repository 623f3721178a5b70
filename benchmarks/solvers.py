"""Compare `turaga.solve` with CP-SAT, a textbook Warnsdorff and networkx.

    make bench        (or: python benchmarks/solvers.py [--rounds 3] [--sides 8,20])

Every solver runs in its own process for each board, and the solvers take turns. After a warm-up round, in
which libraries are loaded and kernels compiled, the best round is reported. A time covers the whole call,
from the size of the board to the list of squares, including the model or graph and, for Turaga, its
verification. `turaga.verify` checks every result, and a ratio is given only if both found the requested
tour. A solver that reaches its time limit is stopped and not tried on larger boards, and neither are those
of networkx once they fail on 8x8. Needs the extra `bench`. Writes no files.
"""

import argparse
import importlib.metadata
import multiprocessing
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path

from turaga import Board, Walk, solve, verify
from turaga.text import plural

METHOD: str | None = None  # the default of `solve`
SIDES = (5, 8, 20, 30, 50, 100, 300)  # networkx fails above 5
CLOSED_SIDES = (8, 20, 30, 50, 100, 300)
LONG = 10.0  # seconds; a call that takes longer runs only once
MOVES = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]

Square = tuple[int, int]


# -- the solvers: from a side to the squares in turn, or nothing --------------------------------------


def by_turaga(side: int, closed: bool) -> Iterable[Square] | None:
    """Solve with Turaga."""
    return solve(side, closed=closed, method=METHOD).walk


def by_textbook(side: int, _closed: bool) -> Iterable[Square] | None:
    """Warnsdorff's rule as in textbooks: take the first square with the fewest onward moves."""
    visited = [[False] * side for _ in range(side)]

    def onward(row: int, col: int) -> list[Square]:
        squares = []
        for down, right in MOVES:
            r, c = row + down, col + right
            if 0 <= r < side and 0 <= c < side and not visited[r][c]:
                squares.append((r, c))
        return squares

    visited[0][0] = True
    path = [(0, 0)]
    while True:
        best, fewest = None, 9
        for r, c in onward(*path[-1]):
            count = len(onward(r, c))
            if count < fewest:
                best, fewest = (r, c), count
        if best is None:
            return path
        visited[best[0]][best[1]] = True
        path.append(best)


def by_cp_sat(side: int, closed: bool) -> Iterable[Square] | None:
    """The circuit constraint over all moves, as in OR-tools' examples, with default settings (all cores).

    For an open tour, an extra node joins the ends.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    arcs = []
    for row in range(side):
        for col in range(side):
            for down, right in MOVES:
                r, c = row + down, col + right
                if 0 <= r < side and 0 <= c < side:
                    arcs.append((row * side + col, r * side + c, model.new_bool_var("")))
    if not closed:
        nowhere = side * side
        arcs.append((nowhere, 0, model.new_bool_var("")))
        arcs += [(n, nowhere, model.new_bool_var("")) for n in range(1, side * side)]
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    following = {tail: head for tail, head, taken in arcs if solver.boolean_value(taken)}
    path = [0]
    while (n := following[path[-1]]) not in (0, side * side):
        path.append(n)
    return [divmod(n, side) for n in path]


def by_isomorphism(side: int, _closed: bool) -> Iterable[Square] | None:
    """Find a path of all squares as a subgraph of the graph of moves (VF2).

    networkx itself finds Hamiltonian paths only in tournaments.
    """
    import networkx as nx

    graph = _graph(side)
    path = nx.path_graph(side * side)
    nx.set_node_attributes(graph, {square: square == (0, 0) for square in graph}, "first")
    nx.set_node_attributes(path, {node: node == 0 for node in path}, "first")
    matcher = nx.isomorphism.GraphMatcher(
        graph, path, node_match=lambda one, other: one["first"] == other["first"]
    )
    found = next(matcher.subgraph_monomorphisms_iter(), None)
    return found and sorted(found, key=found.__getitem__)


def by_salesman(side: int, _closed: bool) -> Iterable[Square] | None:
    """Solve a travelling salesman problem in which a move costs 0 and any other step 1, by annealing."""
    import networkx as nx

    graph = _graph(side)
    roads = nx.complete_graph(list(graph))
    for one, other in roads.edges:
        roads[one][other]["weight"] = 0 if graph.has_edge(one, other) else 1
    trip = nx.approximation.greedy_tsp(roads, source=(0, 0))
    trip = nx.approximation.simulated_annealing_tsp(roads, trip, source=(0, 0), seed=0)
    return list(trip[:-1])


def _graph(side: int):  # type: ignore[no-untyped-def]  # networkx has no types
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from((row, col) for row in range(side) for col in range(side))
    for row, col in list(graph):
        for down, right in MOVES:
            if (row + down, col + right) in graph:
                graph.add_edge((row, col), (row + down, col + right))
    return graph


@dataclass(frozen=True, kw_only=True)
class Peer:
    """A solver, its name in the table, and its limits."""

    name: str
    work: Callable[[int, bool], Iterable[Square] | None]
    limit: float = 60.0  # seconds for a call
    closes: bool = False  # whether it can be asked for a closed tour
    stubborn: bool = True  # whether it is tried on after a board without a tour


OURS = Peer(name="Turaga", work=by_turaga, closes=True)
PEERS = (
    OURS,
    Peer(name="textbook Warnsdorff", work=by_textbook),
    Peer(name="CP-SAT circuit", work=by_cp_sat, closes=True),
    Peer(name="networkx, VF2", work=by_isomorphism, limit=20, stubborn=False),
    Peer(name="networkx, salesman", work=by_salesman, limit=20, stubborn=False),
)


# -- running them -------------------------------------------------------------------------------------


@dataclass
class Runner:
    """The process of a solver for one board, and its results so far."""

    peer: Peer
    side: int
    closed: bool
    seconds: list[float] = field(default_factory=list)  # of the rounds that count
    what: str = ""
    over: bool = False  # no further rounds
    out_of_time: bool = False
    verified: bool = False

    def __post_init__(self) -> None:
        self.line, theirs = multiprocessing.Pipe()
        arguments = (theirs, PEERS.index(self.peer), self.side, self.closed)
        self.process = multiprocessing.get_context("spawn").Process(target=serve, args=arguments, daemon=True)
        self.process.start()
        theirs.close()

    @property
    def best(self) -> float | None:
        """The seconds of the best round, if there is one."""
        return min(self.seconds, default=None)

    def round(self, *, counts: bool) -> None:
        """Run one more round."""
        if self.over:
            return
        self.line.send(None)
        # Starting Python and loading libraries does not count.
        if not self.line.poll(self.peer.limit + (0 if counts else 10)):
            self.run_out()
            return
        try:
            seconds, squares = self.line.recv()
        except EOFError:  # out of memory, most likely
            self.what = "its process died"
            self.end()
            return
        if seconds > self.peer.limit:
            self.run_out()
            return
        self.what, self.verified = judged(self.side, self.closed, squares)
        if counts or seconds > LONG:
            self.seconds.append(seconds)
        self.over = seconds > LONG

    def run_out(self) -> None:
        """Record that the time limit was reached."""
        self.out_of_time, self.verified = True, False
        self.what = f"not within {self.peer.limit:g} s"
        self.seconds.clear()
        self.end()

    def end(self) -> None:
        """Stop the process, so that it takes no time from the others."""
        self.over = True
        self.process.kill()
        self.process.join()


def serve(line: Connection, peer: int, side: int, closed: bool) -> None:
    """The process of a solver: one call for each message, answered with the time and the squares."""
    while True:
        line.recv()
        began = time.perf_counter()
        squares = PEERS[peer].work(side, closed)
        seconds = time.perf_counter() - began
        line.send((seconds, None if squares is None else list(squares)))


def judged(side: int, closed: bool, squares: list[Square] | None) -> tuple[str, bool]:
    """The result in words, and whether it is the requested tour."""
    if squares is None:
        return "no tour", False
    board = Board(side)
    report = verify(Walk(board, squares))
    if report.is_tour and report.closed >= closed and (closed or squares[0] == (0, 0)):
        return "a verified tour", True
    if report.is_tour:
        return "a tour, but open", False
    if report.is_walk:
        return f"no tour: a walk of {len(squares)} of {board.size} squares", False
    steps = sum(not board.is_move(board.index(a), board.index(b)) for a, b in pairwise(squares))
    return f"no tour: {steps} of {len(squares) - 1} steps are not moves", False


def contest(peers: Sequence[Peer], side: int, closed: bool, rounds: int) -> list[Runner]:
    """All solvers on one board, taking turns."""
    runners = [Runner(peer, side, closed) for peer in peers]
    try:
        for number in range(rounds + 1):
            for runner in runners:
                runner.round(counts=number > 0)
    finally:
        for runner in runners:
            runner.end()
    return runners


def command_seconds(side: int, closed: bool, rounds: int) -> str:
    """The time of the whole command: the best of the rounds."""
    command = [sys.executable, "-m", "turaga", "solve", str(side), "--show", "none"]
    command += ["--closed"] if closed else []
    command += ["--method", METHOD] if METHOD else []
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        try:
            subprocess.run(command, capture_output=True, timeout=OURS.limit)
        except subprocess.TimeoutExpired:
            return f"more than {OURS.limit:g}"
        best = min(best, time.perf_counter() - began)
        if best > LONG:
            break
    return f"{best:.2f}"


# -- the tables ---------------------------------------------------------------------------------------


WIDTHS = (7, 20, 9, 8, 40)


def row(*cells: str) -> None:
    """A row of a table, in Markdown and in line."""
    print("| " + " | ".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True)) + " |")


def ratio(result: Runner, ours: Runner | None) -> str:
    """The time divided by Turaga's, if both found the requested tour."""
    if ours is None or ours.best is None or result.best is None or not (ours.verified and result.verified):
        return "-"
    times = result.best / ours.best
    return f"{times:.2f}" if times < 10 else f"{times:.0f}"


def table(closed: bool, sides: Sequence[int], rounds: int) -> None:
    """One table, row by row as it is measured."""
    row("board", "solver", "best, s", "/ Turaga", "result")
    print("|" + "|".join("-" * (width + 2) for width in WIDTHS) + "|")
    dropped: dict[str, str] = {}  # solvers that are not tried any more, and why
    for side in sides:
        board = f"{side}x{side}"
        peers = [peer for peer in PEERS if peer.closes >= closed]
        runners = contest([peer for peer in peers if peer.name not in dropped], side, closed, rounds)
        results = {runner.peer.name: runner for runner in runners}
        ours = results.get(OURS.name)
        for peer in peers:
            if peer.name in dropped:
                row(board, peer.name, "-", "-", f"not tried: {dropped[peer.name]}")
                continue
            result = results[peer.name]
            time_taken = "-" if result.best is None else f"{result.best:.3g}"
            row(board, peer.name, time_taken, ratio(result, ours), result.what)
            if result.out_of_time:
                dropped[peer.name] = f"{result.what} on {board}"
            elif not result.verified and not peer.stubborn and side >= 8:
                dropped[peer.name] = f"no tour on {board}"
        row(board, "the command `turaga`", command_seconds(side, closed, rounds), "-", "the whole command")
        sys.stdout.flush()


def machine() -> str:
    """The machine and the versions, in a line."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        lines = [line for line in information.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].split(":", 1)[1].strip() if lines else model
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    versions = [f"{name} {importlib.metadata.version(name)}" for name in ("turaga", "ortools", "networkx")]
    versions.insert(0, f"Python {platform.python_version()}")
    return f"{model}, {plural(cores or 1, 'core')}, {platform.system()}; {', '.join(versions)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sides", help="only these, with commas")
    arguments = parser.parse_args()
    only = {int(side) for side in arguments.sides.split(",")} if arguments.sides else None
    try:
        print(machine())
    except importlib.metadata.PackageNotFoundError as missing:
        print(f"this benchmark needs {missing.name}: pip install 'turaga[bench]'", file=sys.stderr)
        return 2
    for closed, sides in ((False, SIDES), (True, CLOSED_SIDES)):
        print(f"\n{'Closed tours' if closed else 'Open tours from the corner'}\n")
        table(closed, [side for side in sides if only is None or side in only], arguments.rounds)
    print(
        f"\nBest of {arguments.rounds} rounds after a warm-up round, or of a single round if it takes "
        f"more than {LONG:g} s."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
