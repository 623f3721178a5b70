"""Bodies for `scripts/hostile.py`: as large as a request may be, with one kind of content."""

from collections.abc import Iterator
from typing import Any

from turaga.operations import arguments
from turaga.web.routes import ROUTES

PATHS = {one.path.strip("/"): one.operation for one in ROUTES}
CLASSES = {
    "spaces": b" ", "digits": b"1", "letters": b"a", "punctuation": b"!", "commas": b"1,", "brackets": b"(",
    "closing brackets": b")]}", "quotes": b'\\"', "backslashes": b"\\\\", "control characters": b"\\u001e",
    "zeros": b"\\u0000", "tabs and newlines": b"\\t\\n", "non-ASCII digits": "٨".encode(),
    "emoji": "♞🐴".encode(), "escapes": b"\\ud83d\\udc0e", "lone surrogates": b"\\ud800",
    "orders": b"12345678,", "squares": b"1,1 ", "minus": b"-", "colons": b"lookahead:",
}  # fmt: skip
# Values that are not strings: what is repeated, what comes before it, and what comes after it.
SHAPES = {
    "a number": (b"1", b"", b""), "a fraction": (b"1", b"0.", b""), "an exponent": (b"9", b"1e", b""),
    "lists in lists": (b"[", b"", b""), "closed lists": (b"[],", b"[", b"[]]"),
    "objects in objects": (b'{"a":', b"", b""), "small objects": (b"{},", b"[", b"{}]"),
    "numbers": (b"1,", b"[", b"1]"), "strings": (b'"",', b"[", b'""]'),
    "squares": (b"[1,1],", b"[", b"[1,1]]"), "nulls": (b"null,", b"[", b"null]"),
    "the same key": (b'"rows":1,', b"{", b'"cols":1}'),
}  # fmt: skip


def fields_of(request: Any) -> tuple[str, ...]:
    """The fields of a request."""
    return tuple(getattr(request, "model_fields", None) or arguments(request))


def hostile_bodies(size: int) -> Iterator[tuple[str, str, bytes]]:
    """Every path, a description, and a body of about `size` bytes."""
    for path, model in PATHS.items():
        for name in fields_of(model):
            rest = b"" if name == "board" else b'"board":"8x8",'
            head = b'{%b"%b":' % (rest, name.encode())
            for kind, unit in CLASSES.items():
                text = unit * ((size - 100) // len(unit))
                yield path, f"{name}: {kind}", head + b'"' + text + b'"}'
                yield path, f"{name}: {kind} in a list", head + b'["' + text + b'"]}'
            for kind, (unit, before, after) in SHAPES.items():
                yield (
                    path,
                    f"{name}: {kind}",
                    head + before + unit * ((size - 100) // len(unit)) + after + b"}",
                )
        keys = b",".join(b'"%x":0' % n for n in range(size // 10 - 10))
        yield path, "unknown keys", b"{" + keys + b"}"
        yield path, "a long key", b'{"board":"8x8","' + b"k" * (size - 100) + b'":0}'
        for kind, (unit, before, after) in SHAPES.items():
            yield path, f"the body: {kind}", before + unit * ((size - 100) // len(unit)) + after
