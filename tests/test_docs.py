"""What the documents show is what the commands print.

After a change of output, `python scripts/docs_output.py` rewrites the documents.
"""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from PIL import Image, ImageSequence

import docs_output
import record
import turaga as turaga_package
from command import started, turaga
from docs_output import IN_SEQUENCE, masked
from turaga.cli import group

ROOT = Path(__file__).parent.parent
PAGES = docs_output.pages()
EXAMPLES = [(page.name, *example) for page in PAGES for example in docs_output.examples(page)]


def show(command, expected, folder, how=turaga):
    name, *args = shlex.split(command)
    assert name == "turaga"
    done = how(*args, cwd=folder)
    assert masked(done.stdout + done.stderr) == masked(expected)


ALONE = [example for example in EXAMPLES if example[0] not in IN_SEQUENCE]


@pytest.mark.parametrize(
    ("page", "command", "expected"), ALONE, ids=[f"{page}: {command}" for page, command, _ in ALONE]
)
def test_what_the_documents_show(page, command, expected):
    show(command, expected, ROOT, started if page == "README.md" else turaga)


@pytest.mark.long
@pytest.mark.parametrize("name", IN_SEQUENCE)
def test_what_the_documents_show_in_sequence(name, tmp_path):
    commands = [(command, expected) for page, command, expected in EXAMPLES if page == name]
    assert commands
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    for command, expected in commands:
        show(command, expected, tmp_path)
    page = (ROOT / "docs" / name).read_text()
    for picture in re.findall(r"\]\((pictures/[^)]+)\)", page):
        made, kept = tmp_path / Path(picture).name, ROOT / "docs" / picture
        if kept.suffix == ".gif":  # packed as the library at hand packs it: what is to be seen is compared
            assert frames(made) == frames(kept)
        else:
            assert with_numbered_clips(made) == with_numbered_clips(kept)


def with_numbered_clips(path):
    """The picture as text. matplotlib names a clipping area by its place to the last bit, which depends
    on where in memory its layout is computed; here the areas are numbered."""
    numbers = {}
    return re.sub(
        r"\bp[0-9a-f]{10}\b", lambda name: str(numbers.setdefault(name[0], len(numbers))), path.read_text()
    )


def frames(path):
    with Image.open(path) as image:
        return [
            (frame.info["duration"], frame.convert("RGB").tobytes())
            for frame in ImageSequence.Iterator(image)
        ]


def test_the_readme_shows_the_most_common_commands():
    shown = {command.split()[1] for page, command, _ in EXAMPLES if page == "README.md"}
    assert {"solve", "count", "tours", "map"} <= shown
    readme = (ROOT / "README.md").read_text()
    assert readme.index("make tour") < readme.index("make test") < readme.index("turaga solve")


def test_the_record_lists_every_claim_and_has_a_command_for_every_feature():
    page = record.PAGE.read_text()
    assert record.problems(page) == []
    assert len(list(record.features(page))) > 60
    assert "no command: 3.1: a table" in record.problems(f"{page}\n| 3.1 | a table | soon |\n")


def all_commands(command, name):
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for inner in command.list_commands(context):
            yield from all_commands(command.get_command(context, inner), f"{name} {inner}")


def test_the_references_are_made_from_help_and_docstrings(tmp_path):
    subprocess.run([sys.executable, ROOT / "scripts" / "reference.py", tmp_path / "build"], check=True)
    page = (tmp_path / "build" / "commands.md").read_text()
    for name, command in all_commands(group, "turaga"):
        assert f"## {name}\n" in page
        assert command.examples, f"{name} --help has no example"
        for param in command.params:
            if isinstance(param, click.Option):
                assert param.help, f"{name} {param.name} is not explained"
                assert all(option in page for option in (*param.opts, *param.secondary_opts))
    names = re.findall(r"^### turaga\.(\w+)$", (tmp_path / "build" / "python.md").read_text(), re.MULTILINE)
    assert {*names, "__version__"} == {*turaga_package.__all__}


def test_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_picture_of_the_readme_is_a_tour_drawn_as_a_line():
    tour = turaga_package.solve("8x8", start="a1", method="vandermonde").tour
    assert (ROOT / "docs" / "tour.svg").read_text() == turaga_package.pictures.svg(tour, size=396)
