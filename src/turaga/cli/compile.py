"""`turaga compile`: compile all kernels now."""

import time

from turaga.cli._help import make_command
from turaga.cli._progress import progress
from turaga.cli._terminal import put
from turaga.text import duration, plural


@make_command(
    examples=(("turaga compile", "Compile all kernels."),),
    status="0, or 2 if there is no directory to save the kernels in.",
)
def command() -> int:
    """Compile all kernels now, so that no later command waits.

    Kernels are loops that are compiled to machine code. A kernel is compiled when a command first needs it,
    which takes a few seconds, and is then kept on disk. This command compiles all of them, on all cores. You
    do not have to run it. It is useful once after each installation or update.
    """
    from turaga.precompile import compile_kernels

    began = time.perf_counter()
    with progress() as report:
        compiled = compile_kernels(progress=report)
    if compiled.kernels:
        kernels, seconds = plural(compiled.kernels, "kernel"), time.perf_counter() - began
        put(f"{kernels} compiled in {duration(seconds)} and saved in {compiled.directory}.\n")
    else:
        put(f"All kernels are already compiled. They are saved in {compiled.directory}.\n")
    return 0
