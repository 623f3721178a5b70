"""Error responses. They are always JSON with a sentence for people.

The mistakes in a request are listed field by field, `{"detail": [{"loc", "msg", "type"}]}`, with status 422.
Every other error is one sentence, `{"detail": ...}`.
"""

import json
import logging
import re
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from turaga.json_shapes import exactly
from turaga.text import short
from turaga.web.errors import MOST_LISTED, Broken, Busy, Refused, TooLong

if TYPE_CHECKING:
    from typing import TypedDict
else:  # before Python 3.12, pydantic does not accept the TypedDict of the standard library
    from typing_extensions import TypedDict

_MOST_MESSAGE = 1000  # characters of a message; parsers already shorten the values that they quote

_log = logging.getLogger("turaga.web")


@exactly
class FieldErrorJson(TypedDict):
    """A part of the request that is not valid: where it is, a sentence, and the kind of error."""

    loc: list[str | int]
    msg: str
    type: str


@exactly
class FieldErrorsJson(TypedDict):
    """What is wrong with a request, part by part."""

    detail: list[FieldErrorJson]


@exactly
class ErrorJson(TypedDict):
    """Why there is no result, in a sentence."""

    detail: str


class ClientGone(Exception):
    """The client has disconnected, so there is nobody to respond to."""


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON response."""
    return Response(json.dumps(value), status, headers, "application/json")


def report_bug(bug: Broken, path: str) -> None:
    """Log one line to stderr for the person who runs the server."""
    _log.error("turaga: %s (in %s)", bug.message, path)


async def _on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return json_response({"detail": [_fault(fault) for fault in error.errors()[:MOST_LISTED]]}, 422)


def _fault(fault: Mapping[str, Any]) -> dict[str, Any]:
    """One mistake in a request, as a sentence that names the field."""
    loc = [*fault["loc"]]
    kind, message = fault["type"], fault["msg"]
    field = (fault.get("ctx") or {}).get("field")
    if field:
        loc.append(field)
    name = loc[-1]
    if kind == "missing" and not field:
        message = f"{name} is required" if name != "body" else "the request has no body: send a JSON object"
    elif kind == "json_invalid":
        loc, message = ["body"], f"the body is not valid JSON: {_syntax_error(str(fault['ctx']['error']))}"
    elif kind == "extra_forbidden":
        loc[-1] = short(str(name))
        message = f"{short(str(name))!r} is not a field of this request"
    elif kind.startswith(("model_", "dict_")):
        message = 'the body must be a JSON object, such as {"board": "8x8"}'
    return _listed(loc, message, kind)


# What the JSON parser says, and what that means to a person.
_SYNTAX = {
    "EOF": "it ends too early",
    "expected value": "there is no value here; a text must be in double quotes, and NaN is not a value",
    "expected ident": "there is no value here; a text must be in double quotes, and NaN is not a value",
    "expected `,` or `}`": "after a value there must be a comma or }",
    "expected `,` or `]`": "after a value there must be a comma or ]",
    "expected `:`": "after the name of a field there must be a colon",
    "trailing comma": "there is a comma too many",
    "trailing characters": "there is more text after its end",
    "key must be a string": "the name of a field must be in double quotes",
    "recursion limit": "lists and objects are nested too deeply",
    "invalid number": "a number is not written correctly",
    "number out of range": "a number is too large",
    "control character": "a text has a line break or another control character",
    "invalid unicode": "it is not UTF-8",
    "invalid escape": "a text has an escape that does not exist",
    "unexpected end of hex": "a text has an escape that is not a character",
    "lone leading surrogate": "a text has an escape that is not a character",
}
_PLACE = re.compile(r" at line (\d+) column (\d+)$")


def _syntax_error(message: str) -> str:
    """A message of the JSON parser in plain words, with the place.

    >>> _syntax_error("trailing comma at line 1 column 8")
    'there is a comma too many (line 1, character 8)'
    """
    what = next((words for start, words in _SYNTAX.items() if message.startswith(start)), "it cannot be read")
    place = _PLACE.search(message)
    return f"{what} (line {place[1]}, character {place[2]})" if place else what


def _listed(loc: list[str], message: str, kind: str) -> dict[str, Any]:
    return {"loc": loc, "msg": short(message, _MOST_MESSAGE), "type": kind}


async def _on_refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    loc = ["body"] if error.field is None else ["body", error.field]
    return json_response({"detail": [_listed(loc, error.message, error.kind)]}, 422)


async def _on_busy(request: Request, error: Exception) -> Response:
    assert isinstance(error, Busy)
    return json_response({"detail": error.message}, 503, {"Retry-After": str(error.retry_after)})


async def _on_too_long(request: Request, error: Exception) -> Response:
    return json_response({"detail": str(error)}, 504)


async def _on_broken(request: Request, error: Exception) -> Response:
    assert isinstance(error, Broken)
    report_bug(error, request.scope["path"])
    return json_response({"detail": str(error)}, 500)


async def _on_gone(request: Request, error: Exception) -> Response:
    return Response(status_code=499)


_UNKNOWN = {
    404: "not found: the page is at /, and the API is described at /api",
    405: "this HTTP method is not allowed here: see /api",
}


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return json_response(
        {"detail": _UNKNOWN.get(error.status_code, error.detail)}, error.status_code, error.headers
    )


HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]] = {
    RequestValidationError: _on_invalid,
    HTTPException: _on_http,
    Refused: _on_refused,
    Busy: _on_busy,
    TooLong: _on_too_long,
    Broken: _on_broken,
    ClientGone: _on_gone,
}
