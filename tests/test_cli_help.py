"""Help, suggestions and messages: readable at any width, and in plain characters."""

import importlib
import re

import click
import pytest

from command import on_a_terminal, refused, started, turaga
from docs_output import masked
from turaga.cli import _advice, group
from turaga.errors import BadInput

ORDER_DIAGRAM = "      . 5 . 6 .\n      4 . . . 7\n      . . N . .\n      3 . . . 8\n      . 2 . 1 .\n"


def all_commands(command=group, path=()):
    """The paths of all commands, groups too."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from all_commands(command.get_command(context, name), (*path, name))


COMMANDS = [*all_commands()]
NAMES = [" ".join(("turaga", *path)) for path, _ in COMMANDS]


def help_text(path, command, width):
    context = click.Context(group, info_name="turaga", terminal_width=width)
    for name in path:
        inner = context.command.get_command(context, name)
        context = click.Context(inner, parent=context, info_name=name, terminal_width=width)
    return command.get_help(context)


# -- help ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=NAMES)
def test_help_fits_the_terminal_and_breaks_no_words(path, command, width):
    text = help_text(path, command, width)
    whole = help_text(path, command, 10_000)
    words = set(re.findall(r"\S+", whole)) | {"\\"}
    assert set(re.findall(r"\S+", text)) <= words
    for line in text.splitlines():
        assert len(line) <= min(width, 80) or len(line.split()) == 1, line


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=NAMES)
def test_help_says_what_it_does_then_shows_examples_then_options(path, command):
    text = help_text(path, command, 80)
    lines = text.splitlines()
    assert lines[0].startswith(" ".join(("Usage: turaga", *path)))
    assert lines[2].endswith(".")
    assert lines[3:5] == ["", "Examples:"]
    assert lines[5].startswith("  turaga")
    headings = re.findall(r"^([A-Z][A-Za-z ]+):$", text, re.MULTILINE)
    assert headings.index("Examples") < headings.index("Options")
    assert "-h, --help" in text


def test_the_word_help_works_too():
    for args in ([], ["solve"], ["survey", "show"]):
        assert turaga("help", *args).stdout == turaga(*args, "--help").stdout


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=NAMES)
def test_orders_are_explained_where_they_can_be_typed(path, command):
    names = {"--rule", "--order", "--orders", "--retry-orders"}
    takes_order = any(names & set(param.opts) for param in command.params)
    assert (ORDER_DIAGRAM in help_text(path, command, 80) + "\n") == takes_order


def test_the_diagram_is_the_one_of_the_directions():
    from turaga.order import direction_steps

    rows = [line.split() for line in ORDER_DIAGRAM.splitlines()]
    for digit, (down, right) in enumerate(direction_steps(), start=1):
        assert rows[2 + down][2 + right] == str(digit)


def test_the_examples_of_the_help_are_commands_that_exist():
    for _, command in COMMANDS:
        for example, _ in command.examples:
            for part in example.split("|"):
                assert part.split()[0] == "turaga"
                assert group.get_command(click.Context(group), part.split()[1]) is not None


# -- messages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["sovle", "8x8"], "there is no command 'sovle': did you mean 'solve'?"),
        (["8x8"], "there is no command '8x8': did you mean 'solve 8x8'?"),
        (["xyzzy"], "there is no command 'xyzzy': turaga --help lists the commands"),
        (["survey", "shwo"], "there is no command 'survey shwo': did you mean 'survey show'?"),
        (["solve", "8x8", "--sed", "1"], "solve has no option --sed: did you mean --seed?"),
        (["solve", "8x8", "--xyzzy"], "no option --xyzzy: turaga solve --help lists the options"),
        (["--verzion"], "there is no option --verzion: did you mean --version?"),
        (["solve"], "BOARD is required, for example: turaga solve 8x8"),
        (["survey", "run", "-o", "x"], "--boards is required, for example: turaga survey run --boards 8x8"),
        (["solve", "8x8", "--start"], "--start requires a value: --start SQ"),
        (["solve", "8x8", "--closed=yes"], "--closed does not accept a value: write --closed alone"),
        (["solve", "8x8", "9x9"], "unexpected argument '9x9': solve accepts BOARD"),
        (["systems", "agh"], "unexpected argument 'agh': systems accepts no arguments"),
        (["solve", "8x8", "--seed", "abc"], "a whole number from 0 to 18446744073709551615, got 'abc'"),
        (["solve", "8x8", "--seed", "1.5"], "--seed must be a whole number from 0 to"),
        (["solve", "8x8", "--retries", "x"], "--retries must be a whole number, 0 or more, got 'x'"),
        (["solve", "8x8", "--time-limit", "x"], "--time-limit must be a number of seconds above 0, got 'x'"),
        (["solve", "6x6", "--step", "x"], "--step must be a whole number, 1 or more, got 'x'"),
        (["solve", "8x8", "--avoid", "c3", "--avoid", "d4"], "--avoid is given twice: give it once"),
        (["solve", "8x8", "-s", "a1"], "solve has no option -s: did you mean --start?"),
        (["solve", "8", "8"], "unexpected argument '8': did you mean 'turaga solve 8x8'?"),
        (["solve", "8x8", "a1"], "unexpected argument 'a1': did you mean 'turaga solve 8x8 --start a1'?"),
        (["solve", "--board", "8x8"], "solve has no option --board: write the board alone, such as 8x8"),
        (["solve", "foo"], "a shape such as ring:20x20, or @FILE for a mask or a picture"),
        (["explain", "4x9", "--closed"], "did you mean 'turaga solve 4x9 --why --closed'?"),
        (["unrank", "5x5", "100"], "did you mean 'turaga tours 5x5 --nth 100'?"),
        (["step", "8x8"], "did you mean 'turaga solve 8x8 --square SQ'?"),
        (["rank", "f.txt"], "did you mean 'turaga check f.txt --rank'?"),
        (
            ["orders", "17", "-o", "x.svg"],
            "turaga map 8x8 --rule 12345678 walks by an order from every square",
        ),
        (["check", "f.txt", "--avoid", "c4"], "check does not take --avoid: it is for solve, draw, count, "),
        (
            ["count", "5x5", "--by-start", "--method", "enumerate"],
            "--by-start cannot be used with --method enum",
        ),
        (["tours", "5x5", "--nth", "1,2"], "--nth must be a whole number, 1 or more, got '1,2'"),
        (
            ["tours", "5x5", "--rule", "24753186,open-start"],
            "--rule must be an order or the name of a program",
        ),
        (["solve", "8x8", "--like", "bencic", "--start", "42"], "counted from 0, use --squares bencic"),
        (["solve", "8x8", "--end", "1,2", "--start", "z9"], "square z9 is not on the 8x8 board"),
        (["serve", "--port", "http"], "--port must be a whole number from 0 to 65535, got 'http'"),
    ],
)
def test_a_mistake_is_one_sentence_that_says_what_is_accepted(args, said):
    assert said in refused(*args)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("solve 8x8 --start a1", "from a1 to c4"),
        ("solve 8x8 --start 8,1 --avoid b7", "from 8,1 to"),
        ("solve 8x8 --end b8 --start 1,1", "from a8 to b8"),
        ("solve 3x30 --start 1,1", "from 1,1 to"),
        ("solve 8x8 --squares bencic", "from 00 to 56"),
        ("solve 8x8 --like serafeimidis", "from 1,1 to 2,7"),
        ("solve 8x8 --like bencic", "from 00 to"),
        ("solve 12x12 --like bencic", "from a12 to"),
    ],
)
def test_squares_are_written_as_they_are_typed(args, said):
    assert said in turaga(*args.split(), "--show", "none").stderr


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "8x8", "--seed", "abc"],
        ["solve", "8x8"],
        ["solve", "5x5", "--start", "1,2"],
        ["systems"],
        ["solve", "4x9", "--closed", "--why"],
        ["solve", "8x8", "--like", "bencic", "--start", "5,3"],
        ["sovle"],
    ],
)
def test_sentences_are_not_broken_inside_words(args):
    whole = turaga(*args)
    _, seen = on_a_terminal(*args, columns=40)
    assert all(len(line) <= 40 or len(line.split()) == 1 for line in seen.splitlines())
    assert masked(" ".join(seen.split())) == masked(" ".join((whole.stdout + whole.stderr).split()))


def test_the_command_names_the_option_and_the_library_does_not():
    said = refused("count", "12x12", "--closed")
    assert said.endswith("; --estimate gives an estimate instead\n")
    assert "--" not in said.rpartition(";")[0]
    assert "--estimate" not in refused("count", "12x12", "--closed", "--classes")
    assert "--estimate" not in refused("tours", "12x12", "--closed", "--random", "1")


def test_every_class_in_the_table_of_advice_exists():
    for module in ("turaga.frontier.memory", "turaga.survey.sql"):
        importlib.import_module(module)
    found = {one.__name__ for one in subclasses(BadInput)}
    assert {name for name, _ in _advice._ADVICE} <= found


def subclasses(one):
    yield one
    for each in one.__subclasses__():
        yield from subclasses(each)


# -- odd characters -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["check", "draw", "convert", "repair"])
def test_control_characters_are_not_spaces(command):
    args = ("--to", "names") if command == "convert" else ()
    for text, word in (
        ("(\x1e2, 1)\n", r"'(\x1e2,'"),
        ("1 2\x1c3\n", r"'2\x1c3'"),
        ("ſtart 1,1\n1,2", "'ſtart'"),
    ):
        assert f"{word} in line 1, word " in refused(command, "-", *args, stdin=text)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["solve", "6x6", "--fix", "\x1c1=1,1"], r"must be a step and a square such as 17=c4, got '\x1c1"),
        (["solve", "5x5", "--seed", "٣"], "got '٣'"),
        (["solve", "5\x1fx5"], r"board '5\x1fx5' is not understood"),
        (["solve", "5x5", "--start", "1,\xa01"], r"square '1,\xa01' is not understood"),
        (["solve", "5x5", "--start", "9,\x0c9"], "square 9,9 is not on the 5x5 board"),
        (["tours", "5x5", "--nth", "\x1d1"], r"--nth must be a whole number, 1 or more, got '\x1d1'"),
        (["watch", "5x5", "--frames", "1\x1e"], r"--frames '1\x1e' is not a frame"),
    ],
)  # fmt: skip
def test_only_plain_spaces_and_digits_are_understood(args, says):
    """What each parser takes for a space or a number is in test_parsers; here, how the command shows it."""
    assert says in refused(*args)


def test_spaces_of_copied_web_pages_separate_numbers():
    done = turaga("check", "-", stdin="1\xa00\xa00\n0\u20030\u20032\n")
    assert done.stdout.startswith("number grid, 2x3: a walk of 2 squares, from a2 to c1; 4 unvisited: ")


@pytest.mark.parametrize(
    "args",
    [["solve", "5x5", "--\x1b[31mred"], ["solve", "5x5", "-o", "/dev/null/\x1b]0;title\x07"], ["\x1b[2J"]],
)
def test_a_terminal_gets_no_characters_that_it_would_obey(args):
    status, seen = on_a_terminal(*args)
    assert status == 2
    assert "\\x1b" in seen
    assert all(char.isprintable() or char in "\r\n" for char in seen), seen


# -- pictures in the terminal -------------------------------------------------------------------------


def test_draw_shows_a_coloured_picture_in_the_terminal():
    plain = turaga("draw", "8x8", "--colour", "steps")
    assert plain.returncode == 0
    assert plain.stdout == turaga("draw", "8x8").stdout
    status, seen = on_a_terminal("draw", "8x8", "--colour", "steps")
    assert status == 0
    assert len(re.findall(r"\x1b\[38;5;\d+m\x1b\[48;5;\d+m\s+\d+ \x1b\[0m", seen)) == 64
    assert re.sub(r"\x1b\[[0-9;]*m", "", seen).replace("\r\n", "\n").endswith(plain.stdout)
    done = started("draw", "8x8", "--colour", "plain")
    assert (done.returncode, done.stdout) == (0, plain.stdout)


def test_out_can_be_written_as_a_letter(tmp_path):
    assert turaga("solve", "6x6", "-o", tmp_path / "tour.txt").returncode == 0
    assert turaga("convert", tmp_path / "tour.txt", "-o", tmp_path / "tour.json").returncode == 0
    assert turaga("repair", tmp_path / "tour.txt", "-o", tmp_path / "same.txt").returncode == 0
    for path, command in COMMANDS:
        for param in command.params:
            if "--out" in param.opts:
                assert "-o" in param.opts, path
