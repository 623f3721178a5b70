"""Error responses. They are always JSON with a sentence for people.

A mistake in a request is `{"detail": [{"loc", "msg", "type"}]}`, with status 422: where it is, a sentence,
and the kind of error. Every other error is one sentence, `{"detail": ...}`.
"""

import json
import logging
from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from turaga.text import short
from turaga.web.errors import Broken, Busy, Refused, TooLong

_MOST_MESSAGE = 1000  # characters of a message; parsers already shorten the values that they quote
_UNKNOWN = {
    404: "not found: the page is at /, and the API is described at /api",
    405: "this HTTP method is not allowed here: see /api",
}
_log = logging.getLogger("turaga.web")


class ClientGone(Exception):
    """The client has disconnected, so there is nobody to respond to."""


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON response."""
    return Response(json.dumps(value), status, headers, "application/json")


def report_bug(bug: Broken, path: str) -> None:
    """Log one line to stderr for the person who runs the server."""
    _log.error("turaga: %s (in %s)", bug.message, path)


async def _respond(request: Request, error: Exception) -> Response:
    """The response to an error."""
    match error:
        case Refused():
            loc = ["body"] if error.field is None else ["body", error.field]
            fault = {"loc": loc, "msg": short(error.message, _MOST_MESSAGE), "type": error.kind}
            return json_response({"detail": [fault]}, 422)
        case Busy():
            return json_response({"detail": error.message}, 503, {"Retry-After": str(error.retry_after)})
        case TooLong():
            return json_response({"detail": str(error)}, 504)
        case Broken():
            report_bug(error, request.scope["path"])
            return json_response({"detail": error.message}, 500)
        case HTTPException():
            detail = _UNKNOWN.get(error.status_code, error.detail)
            return json_response({"detail": detail}, error.status_code, error.headers)
    return Response(status_code=499)  # the client has gone


_HANDLED = (Refused, Busy, TooLong, Broken, HTTPException, ClientGone)
HANDLERS: dict[Any, Any] = dict.fromkeys(_HANDLED, _respond)


# -- in the OpenAPI document ------------------------------------------------------------------------------


def _object(**fields: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": [*fields], "additionalProperties": False}


_TEXT = {"type": "string"}
_FAULT = _object(
    loc={"type": "array", "items": {"anyOf": [_TEXT, {"type": "integer"}]}}, msg=_TEXT, type=_TEXT
)
SCHEMAS = {
    "Error": {**_object(detail=_TEXT), "description": "Why there is no result, in a sentence."},
    "FieldErrors": {
        **_object(detail={"type": "array", "items": _FAULT}),
        "description": "What is wrong with a request: where it is, a sentence, and the kind of error.",
    },
}
_MEANINGS = {
    400: "The request is not valid HTTP/1.1.",
    401: "The server needs a token: send it as Authorization: Bearer TOKEN.",
    403: "The request comes from another website.",
    413: "The request body is too large.",
    415: "The Content-Type is not application/json.",
    421: "The Host header does not name this server.",
    422: "The request is not valid. The error names the field it is about.",
    500: "A bug in Turaga.",
    503: "The server is busy or shutting down. Try again after Retry-After seconds.",
    504: "The job exceeded the time limit.",
}
RESPONSES = {
    str(status): {
        "description": meaning,
        "content": {
            "application/json": {
                "schema": {"$ref": f"#/components/schemas/{'FieldErrors' if status == 422 else 'Error'}"}
            }
        },
    }
    for status, meaning in _MEANINGS.items()
}
