"""`turaga systems`: the published programs that --like can imitate."""

from turaga.cli._help import ORDER_DIAGRAM, ORDER_MEANING, make_command
from turaga.cli._options import json_option
from turaga.cli._terminal import put_json, put_wrapped
from turaga.order import order_diagram
from turaga.rule import SYSTEMS, System


@make_command(
    examples=(
        ("turaga systems", "Describe all five."),
        ("turaga solve 8x8 --like klochko", "Find a tour as one of them does."),
    ),
    status="0.",
)
@json_option
def command(as_json: bool) -> int:
    """Describe the published programs that --like imitates.

    --like SYSTEM sets the rule and the method of a program, but no limits. It also turns off theory and
    pruning, so a walk begins even where theory rules out a tour. Other options override it.
    """
    if as_json:
        put_json({name: _facts(system) for name, system in SYSTEMS.items()})
        return 0
    put_wrapped(
        "Each diagram shows in which sequence a program tries the squares around the knight (N), 1 first.\n\n"
    )
    for system in SYSTEMS.values():
        put_wrapped(
            f"{system.name}: {system.what}\n"
            f"    method {system.method}, {system.rule}\n"
            f"    {system.changes}\n\n"
            f"{_indented(order_diagram(system.rule.order))}\n"
        )
    put_wrapped(f"Orders:\n    {ORDER_MEANING}\n\n{_indented(ORDER_DIAGRAM)}\nturaga orders explains more.\n")
    return 0


def _indented(diagram: tuple[str, ...]) -> str:
    return "".join(f"        {line}\n" for line in diagram)


def _facts(system: System) -> dict[str, object]:
    return {
        "what": system.what,
        "method": system.method,
        "rule": system.rule.text,
        "changes": system.changes,
    }
