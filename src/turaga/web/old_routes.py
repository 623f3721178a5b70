"""Routes whose requests are still pydantic models. This module, `request_models.py` and `fields.py` go when
each of them is an operation."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from turaga import json_shapes as shapes
from turaga.text import short
from turaga.web import request_models as requests
from turaga.web.errors import Refused
from turaga.web.handlers import MEDIA
from turaga.web.routes import ApiRoute


class OldRoute(ApiRoute):
    """A route with a pydantic model and a TypedDict instead of an operation and a class of results."""

    def read(self, body: Mapping[str, Any]) -> Any:
        """The request as plain JSON. Raises `Refused` about the first mistake."""
        try:
            return self.operation.model_validate(body).model_dump(mode="json")
        except ValidationError as error:
            fault = error.errors()[0]
        named = (fault.get("ctx") or {}).get("field")
        field = named or short(str(fault["loc"][-1]))
        message = fault["msg"]
        if not named and fault["type"] == "missing":
            message = f"{field} is required"
        if fault["type"] == "extra_forbidden":
            message = f"{field!r} is not a field of this request"
        raise Refused(field, fault["type"], message)

    def file_of(self, asked: Any) -> tuple[str, str]:
        media, extension = self.media[asked["format"]]
        return media, f"knights-tour-{asked['board']['rows']}x{asked['board']['cols']}.{extension}"

    def schema(self, shared: dict[str, Any]) -> dict[str, Any]:
        return _moved(self.operation.model_json_schema(ref_template="#/components/schemas/{model}"), shared)

    def _response(self, shared: dict[str, Any]) -> dict[str, Any]:
        found = TypeAdapter(self.result).json_schema(ref_template="#/components/schemas/{model}")
        return _moved(found, shared)


def _moved(schema: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    shared |= schema.pop("$defs", {})
    return schema


OLD_ROUTES = (
    OldRoute("/walk", requests.WalkRequest, shapes.WatchedWalkJson, {}, "quick"),
    OldRoute(
        "/draw",
        requests.DrawRequest,
        None,
        {},
        lambda asked: "long" if asked["format"] in ("png", "gif") else "quick",
        media=MEDIA,
    ),
    OldRoute("/game/hint", requests.HintRequest, shapes.HintJson, {}, "quick"),
    OldRoute("/game/lost", requests.LostRequest, shapes.LostJson, {}, "quick"),
)
