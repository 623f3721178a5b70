"""The lowest versions that pyproject.toml allows, as constraints for pip. `make lowest` uses it.

    python scripts/lowest.py                   name==version for every requirement of Turaga and its extras
    python scripts/lowest.py dev bench         those of other extras

The lower bounds in pyproject.toml are the only list. A requirement without one is an error, because nobody
would know which versions work.
"""

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
_REQUIREMENT = re.compile(
    r"(?:turaga\[(?P<extras>[a-z,]+)\])|(?P<name>[\w.-]+)>=(?P<version>[\d.]+)(?:,<[\d.]+)?"
)


def lowest(extras: list[str], project: Path = PROJECT) -> dict[str, str]:
    """The lowest version of each package that Turaga and these extras require."""
    table = tomllib.loads(project.read_text())["project"]
    wanted: list[str] = [*table["dependencies"], *(f"turaga[{extra}]" for extra in extras)]
    versions: dict[str, str] = {}
    while wanted:
        line = wanted.pop()
        parts = _REQUIREMENT.fullmatch(line.replace(" ", ""))
        if parts is None:
            raise ValueError(f"the requirement {line!r} has no lower bound, such as name>=1.2,<2")
        inner, name, version = parts.groups()
        if inner is not None:
            wanted += [one for extra in inner.split(",") for one in table["optional-dependencies"][extra]]
        elif versions.setdefault(name, version) != version:
            raise ValueError(f"{name} has two lower bounds: {versions[name]} and {version}")
    return dict(sorted(versions.items()))


def main() -> None:
    """Print the constraints."""
    for name, version in lowest(sys.argv[1:] or ["all"]).items():
        print(f"{name}=={version}")


if __name__ == "__main__":
    main()
