"""Print the modules that a question passes through, in the order in which they are entered.

    python scripts/call_paths.py            # all five paths
    python scripts/call_paths.py --check    # exit with 1 if docs/architecture.md lists others

Each path is run in a process of its own with Numba's compiler off, so that kernels are seen as well, and with
`sys.setprofile` in every thread. A module counts when one of its functions is first called; what runs while a
module is loaded does not count. Modules that every path uses for values and text are left out (`SHARED`).
"""

import argparse
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "architecture.md"
PATHS = {
    "solve 8x8": "from turaga.cli import main; main(['solve', '8x8', '--show', 'none'])",
    "count 6x6 --closed": "from turaga.cli import main; main(['count', '6x6', '--closed'])",
    "survey run --boards 5": (
        "import tempfile; from turaga.cli import main; "
        "main(['survey', 'run', '--boards', '5', '--orders', '12345678', '--out', tempfile.mkdtemp()])"
    ),
    "a hint": (
        "from turaga import play; from turaga.play.hints import HintFinder; "
        "game = play.Game.new('6x6', '1,1'); HintFinder(game.board).hint(game)"
    ),
    "POST /api/v1/solve": "from call_paths import ask_api; ask_api('solve', {'board': '8x8'})",
}
# Values and text, used everywhere.
SHARED = re.compile(
    r"turaga(\.(_version|errors|text|order|rng|limits|board|board_input|symmetry|walk|verify|rule|jit|extras|files))?$"
)


def ask_api(name: str, asked: dict[str, object]) -> None:
    """Send a request to the app, whose jobs are run here and not by a worker process.

    A real request comes in through `web.server`, and goes from `web.app` through `web.worker_pool` and
    `web.worker` to `web.handlers`.
    """
    import asyncio

    import httpx

    from turaga.web import handlers
    from turaga.web.app import make_app

    class Runner:
        async def ask(self, job: str, request: dict[str, Any], **_: object) -> bytes:
            return handlers.run(job, request, lambda part: None)

        async def ping(self) -> bool:
            return False

        def status(self) -> Any:
            return {}

    async def post() -> None:
        pool: Any = Runner()
        transport = httpx.ASGITransport(app=make_app(pool, hosts=("*",)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            (await client.post(f"/api/v1/{name}", json=asked)).raise_for_status()

    asyncio.run(post())


def trace(code: str) -> None:
    """Run the code and print each module when it is first entered."""
    seen: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_globals.get("__name__", "")
        if event != "call" or name in seen or not name.startswith("turaga"):
            return
        if frame.f_code.co_name in ("<module>", "<genexpr>", "<listcomp>") or _is_loading(frame):
            return
        seen.add(name)
        if not SHARED.match(name):
            print("@" + name, flush=True)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        exec(compile(code, "<path>", "exec"), {})
    finally:
        sys.setprofile(None)


def _is_loading(frame: FrameType) -> bool:
    """Whether a module is being loaded further up: decorators and class bodies are no part of a path."""
    above = frame.f_back
    while above is not None:
        if above.f_code.co_name == "<module>" and above.f_globals.get("__name__", "").startswith("turaga"):
            return True
        above = above.f_back
    return False


def modules_of(code: str) -> list[str]:
    """The modules of one path, in order."""
    done = subprocess.run(
        [sys.executable, __file__, "--trace", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    lines = [line[1:] for line in done.stdout.splitlines() if line.startswith("@")]
    return [line.removeprefix("turaga.") for line in lines]


def section(name: str, modules: list[str]) -> str:
    """How docs/architecture.md lists a path."""
    return f"`{name}`: {', '.join(modules)}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare with docs/architecture.md")
    parser.add_argument("--trace", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.trace:
        trace(given.trace)
        return 0
    document = " ".join(DOCUMENT.read_text().split())
    status = 0
    for name, code in PATHS.items():
        line = section(name, modules_of(code))
        if not given.check:
            print(f"- {line}\n")
        elif line not in document:
            print(f"docs/architecture.md does not list this path: {line}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
