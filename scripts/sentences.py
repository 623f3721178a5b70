"""Print random sentences that people read: from help, errors, the page, the documents and docstrings.

    python scripts/sentences.py --seed 16 --each 12 [TREE]

TREE is a checkout of Turaga, by default this one. The same seed and tree give the same sentences. Use it to
review the English of a version: a random sample shows what a reader meets, not what an author remembers.
"""

import argparse
import ast
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'(])")
_JS_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_HTML_TEXT = re.compile(r">([^<>]+)<|(?:aria-label|title|placeholder)=\"([^\"]+)\"")

Sentence = tuple[str, str]  # where it stands, and the sentence


def sentences(text: str) -> Iterator[str]:
    """The sentences of a paragraph that have at least four words."""
    for sentence in _SENTENCE_END.split(" ".join(text.split())):
        if len(re.findall(r"[A-Za-z]{2,}", sentence)) >= 4:
            yield sentence


def help_sentences(tree: Path) -> Iterator[Sentence]:
    """What `--help` says about each command and option, as click holds it."""
    program = (
        "import click, json\n"
        "from turaga.cli import group\n"
        "def walk(command, name):\n"
        "    yield name, command.help or ''\n"
        "    for p in command.params:\n"
        "        if isinstance(p, click.Option) and not p.hidden:\n"
        "            yield name + ' ' + p.opts[-1], p.help or ''\n"
        "    if isinstance(command, click.Group):\n"
        "        context = click.Context(command)\n"
        "        for inner in command.list_commands(context):\n"
        "            yield from walk(command.get_command(context, inner), name + ' ' + inner)\n"
        "print(json.dumps(list(walk(group, 'turaga'))))\n"
    )
    run = [sys.executable, "-c", program]
    found = subprocess.run(run, check=True, capture_output=True, text=True, env={"PYTHONPATH": f"{tree}/src"})
    seen = set()
    for where, text in ast.literal_eval(found.stdout):
        for sentence in sentences(text):
            if sentence not in seen:  # many commands share an option
                seen.add(sentence)
                yield where, sentence


def rendered(node: ast.expr) -> str:
    """A text or f-string of the source, with {...} where a value is put in; empty if it is neither."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            "{" + ast.unparse(part.value) + "}" if isinstance(part, ast.FormattedValue) else rendered(part)
            for part in node.values
        )
    return ""


def error_sentences(tree: Path) -> Iterator[Sentence]:
    """The messages of the errors that the library raises."""
    for path in sorted((tree / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)):
                continue
            texts = [rendered(arg) for arg in node.exc.args]
            texts += [rendered(word.value) for word in node.exc.keywords if word.arg == "accepted"]
            text = ": ".join(filter(None, texts))
            if len(text.split()) >= 4:
                yield f"{path.relative_to(tree)}:{node.lineno}", text


def page_sentences(tree: Path) -> Iterator[Sentence]:
    """The texts of the page: in its HTML, and in the strings of its scripts."""
    page = tree / "src/turaga/web/page"
    for path in sorted([*page.rglob("*.html"), *page.rglob("*.js")]):
        pattern = _HTML_TEXT if path.suffix == ".html" else _JS_TEXT
        text = re.sub(r"^\s*(//|\*).*$", "", path.read_text(), flags=re.MULTILINE)
        for match in pattern.finditer(text):
            for sentence in sentences(match[1] or match[2] or ""):
                if not re.search(r"[<>{;]\s*$|^\W*[a-z-]+:|=\"", sentence):
                    yield str(path.relative_to(tree)), sentence


def doc_sentences(tree: Path) -> Iterator[Sentence]:
    """The prose of the README and the documents, without their code and tables."""
    for path in [tree / "README.md", *sorted((tree / "docs").glob("*.md"))]:
        text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
        if path.name == "reference.md":  # it repeats what help says
            continue
        for paragraph in re.split(r"\n\s*\n", text):
            if not re.match(r"\s*(\||#|    )", paragraph):
                for sentence in sentences(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)):
                    yield str(path.relative_to(tree)), sentence


def docstring_sentences(tree: Path) -> Iterator[Sentence]:
    """What docstrings say before their examples."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for path in sorted((tree / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            text = ast.get_docstring(node) if isinstance(node, kinds) else None
            name = getattr(node, "name", "module")
            for sentence in sentences((text or "").partition(">>>")[0]):
                yield f"{path.relative_to(tree)} {name}", sentence


SOURCES = {
    "help": help_sentences,
    "error": error_sentences,
    "page": page_sentences,
    "docs": doc_sentences,
    "docstring": docstring_sentences,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Print sentences that people read, chosen at random.")
    parser.add_argument("tree", nargs="?", type=Path, default=ROOT, help="a checkout; this one by default")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--each", type=int, default=12, help="sentences from each source")
    options = parser.parse_args()
    for name, collect in SOURCES.items():
        found = list(collect(options.tree))
        chosen = random.Random(options.seed).sample(found, min(options.each, len(found)))
        print(f"{name}: {len(chosen)} of {len(found)}")
        for where, sentence in chosen:
            print(f"  {where} | {sentence}")


if __name__ == "__main__":
    main()
