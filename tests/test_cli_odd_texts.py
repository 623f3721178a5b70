"""Control characters and other odd characters on the command line and in files: one sentence, status 2."""

import pytest

from command import on_a_terminal, refused, turaga

ODD = {"(\x1e2, 1)\n": r"'(\x1e2,'", "1 2\x1c3\n": r"'2\x1c3'", "ſtart 1,1\n1,2": "'ſtart'"}


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
        (["solve", "6x6", "--fix", "\x1c1=1,1"], r"must be a step and a square such as 17=3,5, got '\x1c1"),
        (["solve", "5x5", "--seed", "1_0"], "a whole number from 0 to 18446744073709551615, got '1_0'"),
        (["solve", "5x5", "--seed", "٣"], "got '٣'"),
        (["solve", "5x5", "--time-limit", "1_0"], "must be a number of seconds above 0, got '1_0'"),
        (["solve", "5\x1fx5"], r"board '5\x1fx5' is not understood"),
        (["solve", "5x5", "--start", "1,\xa01"], r"square '1,\xa01' is not understood"),
        (["solve", "5x5", "--start", "9,\x0c9"], "square 9,9 is not on the 5x5 board"),
        (["unrank", "5x5", "\x1d1"], r"the rank N must be a whole number, 1 or more, got '\x1d1'"),
        (["watch", "5x5", "--frames", "1\x1e"], r"--frames '1\x1e' is not a frame"),
    ],
)  # fmt: skip
def test_only_plain_spaces_and_digits_are_understood(args, says):
    assert says in refused(*args)


def test_spaces_of_copied_web_pages_separate_numbers():
    done = turaga("check", "-", stdin="1\xa00\xa00\n0\u20030\u20032\n")
    assert (
        done.stdout
        == "number grid, 2x3: a walk of 2 squares, from 1,1 to 2,3; 4 unvisited: 1,2 1,3 2,1 2,2\n"
    )


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "5x5", "--\x1b[31mred"],
        ["solve", "5x5", "-o", "/dev/null/\x1b]0;title\x07"],
        ["\x1b[2J"],
    ],
)
def test_a_terminal_gets_no_characters_that_it_would_obey(args):
    status, seen = on_a_terminal(*args)
    assert status == 2
    assert "\\x1b" in seen
    assert all(char.isprintable() or char in "\r\n" for char in seen), seen
