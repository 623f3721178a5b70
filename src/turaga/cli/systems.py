"""`turaga systems`: the published systems that can be asked for with --like."""

import json

import click

from turaga.cli._options import json_option
from turaga.rule import SYSTEMS, System


@click.command(
    short_help="Describe the published systems.",
    epilog="Example: turaga systems; turaga solve 8x8 --like klochko",
)
@json_option
def command(as_json: bool) -> int:
    """Describe the published systems that --like names, and what each changes.

    A system sets the rule and the method, and no limits; it walks even from starts that colour rules out,
    and prunes nothing. Options given beside --like override it.
    """
    if as_json:
        click.echo(json.dumps({name: _facts(system) for name, system in SYSTEMS.items()}))
        return 0
    for system in SYSTEMS.values():
        click.echo(f"{system.name}: {system.what}")
        click.echo(f"    method {system.method}, {system.rule}")
        click.echo(f"    {system.changes}")
    return 0


def _facts(system: System) -> dict[str, object]:
    return {
        "what": system.what,
        "method": system.method,
        "rule": system.rule.as_json(),
        "changes": system.changes,
    }
