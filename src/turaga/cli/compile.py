"""`turaga compile`: compile all kernels now."""

import time

import click

from turaga.cli._progress import progress
from turaga.cli._terminal import put
from turaga.text import plural


@click.command(
    short_help="Compile all kernels now, so that no later command waits.", epilog="Example: turaga compile"
)
def command() -> int:
    """Compile all kernels now, so that no later command waits for that.

    Kernels are the parts of Turaga that are compiled to machine code. Each is compiled when a command first
    needs it, which takes some seconds, and then kept on disk. This command compiles all of them, on all cores.
    You need it at most once after each installation or update, and never have to run it.

    Exit status 0, or 2 if there is no directory to save the kernels in."""
    from turaga.precompile import compile_kernels

    began = time.perf_counter()
    with progress() as report:
        compiled = compile_kernels(progress=report)
    if compiled.kernels:
        seconds = time.perf_counter() - began
        put(
            f"{plural(compiled.kernels, 'kernel')} compiled in {seconds:.0f} s, saved in {compiled.directory}.\n"
        )
    else:
        put(f"All kernels are already compiled, in {compiled.directory}.\n")
    return 0
