"""The language of texts: no command-line options in messages of the library, and no banned phrases."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "turaga"
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")

# Modules that may name options, and why.
EXCEPTIONS = {
    "report/html_page.py": "the report quotes the complete command that made it",
}

# Words and phrases that no text may use, with what to write instead. Each is a regular expression.
BANNED = {
    r"mend(s|ed|ing)?": "repair",
    r"whoever": "the caller, the user",
    r"so many": "this many, N",
    r"way round": "direction",
    r"deeds?": "move",
    r"told": "said, shown; a function is called with a value",
    r"asked for": "requested",
    r"not taken": "not accepted, already in use",
    r"(is|are) refused": "is not allowed, cannot be combined with",
    r"(can|cannot|could|to) be had": "is in use, is not available",
    r"holds no": "contains no",
    r"at hand": "available, known",
    r"anew|afresh": "again",
    r"(comes?|came) (of|about)": "results from, happens",
    r"has a say": "matters",
    r"turned round": "reversed, rotated",
    r"turning and mirroring|images of one another": "rotations and reflections",
    r"fairly": "uniformly at random",
    r"best walk": "longest walk",
    r"habits?": "quirk of a published program",
    r"(the|a|no|this|that|its|another) folder": "directory",
    r"file endings?|name ending": "extension",
    r"(hold|holds|held) against": "compare with",
    r"(square|step)s? (can be )?taken back": "undone",
    r"nought|none such|thereof|oneself": "plain English",
}
BANNED_PHRASE = re.compile(rf"\b(?:{'|'.join(BANNED)})\b")

# Where a banned word is still allowed, and why.
ALLOWED = {
    ("told", "web/page/"): "the name of a CSS class",
}


def library_modules() -> list[Path]:
    """All modules except the commands themselves."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return [path for path in paths if path.relative_to(PACKAGE).parts[0] not in ("cli", "__main__.py")]


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the text of every string that is not a docstring."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def joined(source: str) -> str:
    """The source in lower case and in one line, without comment signs at the beginning of lines and without
    the quotes between the parts of a string, so that a phrase is found even if it is broken across lines."""
    source = re.sub(r"""["'`]?\n\s*(?:#|//|\*|[frb]?["'`])? ?""", "\n", source.lower())
    return re.sub(r" ?\n", " ", source)


def text_files() -> dict[str, Path]:
    """The files whose texts are checked, by name: the package with its page, and the documents."""
    kinds = (".py", ".js", ".html", ".css")
    package = [path for path in PACKAGE.rglob("*") if path.suffix in kinds]
    found = {path.relative_to(PACKAGE).as_posix(): path for path in package}
    documents = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    return found | {path.relative_to(ROOT).as_posix(): path for path in documents}


def banned_phrases(source: str) -> Iterator[tuple[str, str]]:
    """Every banned phrase in a text, and a note with the words around it and what to write instead."""
    text = joined(source)
    for match in BANNED_PHRASE.finditer(text):
        around = text[max(0, match.start() - 40) : match.end() + 40]
        (instead,) = (advice for phrase, advice in BANNED.items() if re.fullmatch(phrase, match[0]))
        yield match[0], f"...{around}...: write {instead}"


def test_library_texts_name_no_command_line_option():
    """The page, the API and Python programs show these messages too, and have no options."""
    named = {
        path.relative_to(PACKAGE).as_posix(): text
        for path in library_modules()
        for _, text in texts(ast.parse(path.read_text("utf-8")))
        if OPTION.search(text)
    }
    assert {name: text for name, text in named.items() if name not in EXCEPTIONS} == {}
    assert set(EXCEPTIONS) <= named.keys()  # an exception that is not needed any more is removed


def test_no_text_uses_a_banned_phrase():
    """Strings, docstrings, comments, the page and the documents use the terms of docs/glossary.md."""
    found, unused = [], set(ALLOWED)
    for name, path in text_files().items():
        for phrase, note in banned_phrases(path.read_text("utf-8")):
            allowed = {(word, where) for word, where in ALLOWED if word == phrase and name.startswith(where)}
            unused -= allowed
            if not allowed:
                found.append(f"{name}: {note}")
    assert not found
    assert not unused


@pytest.mark.parametrize(
    ("source", "phrase"),
    [
        ('raise BadInput("the seed is not taken")', "not taken"),
        ('problem = "this folder does not "\n    "exist"', "this folder"),
        ('problem = "the port is not "\n    f"taken by {name}"', "not taken"),
        ("# the tour in the other way\n    # round", "way round"),
        ('"""Return what comes\n    of it."""', "comes of"),
        ("// The walk was mended.", "mended"),
        ("* with so\n * many squares", "so many"),
    ],
)
def test_banned_phrases_are_found_even_across_lines(source, phrase):
    assert [word for word, _ in banned_phrases(source)] == [phrase]


@pytest.mark.parametrize("source", ["the amendment", "toldo", "indeed", "if it is_not taken_back: pass"])
def test_parts_of_other_words_are_not_banned(source):
    assert not list(banned_phrases(source))
