"""The versions of the dependencies: every lower bound was tested, and the pinned versions respect it."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.version import Version

from lowest import lowest

PROJECT = Path(__file__).parent.parent
EXTRAS = list(tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["optional-dependencies"])


def test_pinned_versions_are_not_below_the_lower_bounds():
    lines = [
        line.split("==") for line in (PROJECT / "constraints.txt").read_text().splitlines() if "==" in line
    ]
    pinned = {name.lower(): version for name, version in lines}
    for name, version in lowest(EXTRAS).items():
        assert Version(pinned[name]) >= Version(version), name


def test_measurements_name_the_lowest_versions():
    text = (PROJECT / "docs" / "measurements.md").read_text()
    first = text.partition("\n## Versions\n\n")[2].partition("\n\n")[0]
    named = dict(re.findall(r"([a-z]+)\s([0-9][0-9.]*[0-9])", first))
    for name, version in lowest(["all"]).items():
        assert Version(named.get(name, "0")) == Version(version), (
            f"run make lowest, and record {name} {version}"
        )


@pytest.mark.parametrize("requirement", ["numpy", "numpy<3", "numpy==2.1", "numpy; python_version < '3.12'"])
def test_a_requirement_needs_a_lower_bound(requirement, tmp_path):
    project = tmp_path / "pyproject.toml"
    project.write_text(f'[project]\ndependencies = ["{requirement}"]\n')
    with pytest.raises(ValueError, match="has no lower bound"):
        lowest([], project)
