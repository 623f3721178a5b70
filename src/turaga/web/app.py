"""The app: the routes of the API and of the page.

This module parses and checks requests; a pool of worker processes does the work. If the client disconnects
while a job is running, the job is cancelled.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from fastapi import APIRouter, FastAPI, HTTPException
from fastapi.routing import APIRoute
from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from turaga import json_shapes as shapes
from turaga._version import __version__
from turaga.counting.known import known_counts
from turaga.errors import BadInput
from turaga.rule import SYSTEMS
from turaga.shapes import SHAPES
from turaga.shapes.letters import GLYPHS
from turaga.shapes.named import USUAL_SIDE
from turaga.solve.methods import METHODS
from turaga.web import request_models as requests
from turaga.web.access_log import AccessLogMiddleware
from turaga.web.error_responses import HANDLERS, ClientGone, ErrorJson, FieldErrorsJson, json_response
from turaga.web.errors import Broken, Busy, Refused, TooLong
from turaga.web.handlers import refusal
from turaga.web.health import Health
from turaga.web.page_files import PageFile, page_routes, read_page
from turaga.web.request_limits import BOUNDS
from turaga.web.routes import ROUTES, ApiRoute, parse_body
from turaga.web.security import HEALTH, AccessToken, SecurityMiddleware

if TYPE_CHECKING:
    from turaga.web.worker_pool import Pool

_T = TypeVar("_T")
API = "/api/v1"


def make_app(
    pool: "Pool",
    *,
    hosts: tuple[str, ...],
    page: Mapping[str, PageFile] | None = None,
    token: AccessToken | None = None,
    log: Callable[[str], object] | None = None,
) -> FastAPI:
    """The app. Its jobs go to `pool`. `hosts` lists the host names that requests may use (see
    `AllowedHosts`). `page` maps file names to the files of the page, as returned by `read_page`. Requests
    need the `token`, if there is one. `log` gets a line about each request."""
    app = FastAPI(
        title="Turaga",
        version=__version__,
        description="Knight's tours: solve, explain, watch, check, count, tours, draw, map, compare, play.",
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
        exception_handlers=HANDLERS,
        generate_unique_id_function=lambda route: route.name,
        redirect_slashes=False,
    )
    app.state.pool = pool
    app.include_router(_api)
    app.router.routes += [Route(API + one.path, _endpoint(one), methods=["POST"]) for one in ROUTES]
    app.openapi = partial(_described, app)  # type: ignore[method-assign]
    app.router.routes.extend(page_routes(read_page() if page is None else page))
    app.router.routes.append(_health_route(Health(pool)))
    app.add_middleware(SecurityMiddleware, hosts=hosts, token=token)
    if log is not None:
        app.add_middleware(AccessLogMiddleware, write=log, hide=str if token is None else token.hide)
    return app


def _endpoint(route: ApiRoute) -> Callable[[Request], Awaitable[Response]]:
    """The function that answers a route: it reads the request, and a worker does the work."""

    async def endpoint(request: Request) -> Response:
        _require_json(request)
        try:
            body = parse_body(await request.body(), BOUNDS.most_nested)
            asked = await asyncio.to_thread(route.read, body)  # a long walk takes 0.2 seconds
        except BadInput as error:
            raise refusal(error) from None
        pool: Pool = request.app.state.pool
        lane = route.lane if route.lane_of is None else route.lane_of(asked)
        done = await _unless_disconnected(request.receive, pool.ask(route.path.strip("/"), asked, lane=lane))
        if route.file_of is None:
            return Response(done, media_type="application/json")
        media, name = route.file_of(asked)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(done, media_type=media, headers=headers)

    return endpoint


def _described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the routes of operations."""
    if app.openapi_schema is None:
        found = FastAPI.openapi(app)
        shared = found["components"]["schemas"]
        for route in ROUTES:
            described = route.describe(shared)
            described["post"]["responses"] |= (
                found["paths"][f"{API}/verdict"]["post"]["responses"] | described["post"]["responses"]
            )
            found["paths"][API + route.path] = described
    return app.openapi_schema or {}


def _health_route(health: Health) -> Route:
    async def healthz(request: Request) -> Response:
        status, response = await health.status()
        return json_response(response, status)

    return Route(HEALTH, healthz)


# -- requests and responses ---------------------------------------------------------------------------------


class _StrictRequest(Request):
    """A request whose body must be strict JSON: no NaN, no lone surrogates, no unlimited nesting."""

    async def json(self) -> Any:
        body = await self.body()
        nested = body.count(b"[") + body.count(b"{")  # those in strings count too
        if nested > BOUNDS.most_nested:
            message = f"the body has {nested} lists and objects: the limit is {BOUNDS.most_nested}"
            raise HTTPException(422, [{"loc": ["body"], "msg": message, "type": "too_large"}])
        try:
            return from_json(body, allow_inf_nan=False)
        except ValueError as error:
            raise json.JSONDecodeError(str(error), "", 0) from None  # the error that FastAPI expects


class _Route(APIRoute):
    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        # In the OpenAPI document, the summary is the first sentence of the description.
        sentence, stop, _ = " ".join((endpoint.__doc__ or "").split()).partition(". ")
        super().__init__(path, endpoint, **{**settings, "summary": sentence + stop.strip()})

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            if request.method == "POST":
                _require_json(request)
            return await handle(_StrictRequest(request.scope, request.receive))

        return handle_strictly


def _require_json(request: Request) -> None:
    """Reject a request that does not say that its body is JSON. A browser lets any website send such a
    request; one with this Content-Type it lets only our own page send."""
    types = request.headers.getlist("content-type")
    if [each.partition(";")[0].strip().lower() for each in types] != ["application/json"]:
        raise HTTPException(415, "the body must be a JSON object, sent with Content-Type: application/json")


_ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorJson, "description": "The request is not valid HTTP/1.1."},
    401: {
        "model": ErrorJson,
        "description": "The server needs a token: send it as Authorization: Bearer TOKEN.",
    },
    403: {"model": ErrorJson, "description": "The request comes from another website."},
    413: {
        "model": ErrorJson,
        "description": "The request body is too large.",
    },
    415: {"model": ErrorJson, "description": "The Content-Type is not application/json."},
    421: {"model": ErrorJson, "description": "The Host header does not name this server."},
    422: {
        "model": FieldErrorsJson,
        "description": "The request is not valid. Each error names the field it is about.",
    },
    500: {"model": ErrorJson, "description": "A bug in Turaga."},
    503: {
        "model": ErrorJson,
        "description": "The server is busy or shutting down. Try again later.",
        "headers": {"Retry-After": {"schema": {"type": "string"}, "description": "Seconds to wait."}},
    },
    504: {"model": ErrorJson, "description": "The job exceeded the time limit."},
}
_LINES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The map. As NDJSON, one line for each part as it is finished, "
        "{done, all, found: [[row, col, unvisited], ...]}, then a last line with {answer} or {error}.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    }
}
_ROUNDS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The comparison. As NDJSON, one line after each start, {done, all}, then a last line "
        "with {answer} or {error}.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    }
}
_api = APIRouter(prefix=API, route_class=_Route, responses=_ERRORS)


@_api.post("/explain", response_model=shapes.ExplanationJson)
async def explain(request: Request, body: requests.ExplainRequest) -> Response:
    """Explain whether a board has a tour."""
    return await _respond(request, "explain", body, lane="quick")


@_api.post("/verdict", response_model=shapes.QuickVerdictJson)
async def verdict(request: Request, body: requests.VerdictRequest) -> Response:
    """See in a moment whether a board can have a tour: for a board that is being painted."""
    return await _respond(request, "verdict", body, lane="quick")


@_api.post("/shape", response_model=shapes.ShapeBoardJson)
async def shape(request: Request, body: requests.ShapeRequest) -> Response:
    """Make a board in the shape of a ring, a horse or a word, and trim it so that it has a tour."""
    return await _respond(request, "shape", body, lane="long" if body.trim else "quick")


@_api.post("/trim", response_model=shapes.TrimmedJson)
async def trim(request: Request, body: requests.TrimRequest) -> Response:
    """Remove the fewest squares from a board so that it has a tour."""
    return await _respond(request, "trim", body, lane="long")


@_api.post("/map", response_model=shapes.StartMapJson, responses=_LINES)
async def map_starts(request: Request, body: requests.MapRequest) -> Response:
    """Walk from every start. With `Accept: application/x-ndjson`, the results are streamed part by part."""
    if "application/x-ndjson" in request.headers.get("accept", ""):
        return await _stream(request, "map", body, lane="long")
    return await _respond(request, "map", body, lane="long")


@_api.post("/compare", response_model=shapes.ComparisonJson, responses=_ROUNDS)
async def compare(request: Request, body: requests.CompareRequest) -> Response:
    """Compare methods, rules and published systems by tours found, steps and time. With `Accept:
    application/x-ndjson`, the number of starts that are done is streamed."""
    if "application/x-ndjson" in request.headers.get("accept", ""):
        return await _stream(request, "compare", body, lane="long")
    return await _respond(request, "compare", body, lane="long")


@_api.get("/options", response_model=shapes.OptionsJson)
async def options() -> Response:
    """List the systems, the methods and every limit of the API."""
    response: shapes.OptionsJson = {
        "version": __version__,
        "limits": BOUNDS.as_json(),
        "systems": [
            {
                "name": system.name,
                "who": system.what.partition(":")[0],
                "what": system.changes,
                "method": system.method,
                "rule": system.rule.text,
            }
            for system in SYSTEMS.values()
        ],
        "methods": [{"name": name, "what": method.what} for name, method in METHODS.items()],
        "known": [one.as_json() for one in known_counts()],
    }
    return json_response(response)


@_api.get("/status", response_model=shapes.StatusJson)
async def status(request: Request) -> Response:
    """Tell whether the solver is ready, and if not, how far its preparation is."""
    pool: Pool = request.app.state.pool
    return json_response(pool.status())


@_api.get("/shapes", response_model=shapes.ShapesJson)
async def list_shapes() -> Response:
    """List the built-in shapes of boards."""
    response: shapes.ShapesJson = {
        "shapes": [
            {
                "name": one.name,
                "what": one.what,
                "number": one.number,
                "least": one.least,
                "example": f"{one.name}:{USUAL_SIDE}x{USUAL_SIDE}",
                "rows": USUAL_SIDE,
                "cols": USUAL_SIDE,
            }
            for one in SHAPES.values()
        ],
        "characters": "".join(sorted(GLYPHS)),
    }
    return json_response(response)


async def _respond(request: Request, job: str, body: requests.ApiRequest, *, lane: str) -> Response:
    return Response(await _ask(request, job, body, lane=lane), media_type="application/json")


async def _ask(request: Request, job: str, body: requests.ApiRequest, *, lane: str) -> bytes:
    pool: Pool = request.app.state.pool
    return await _unless_disconnected(request.receive, pool.ask(job, body.model_dump(mode="json"), lane=lane))


async def _unless_disconnected(receive: Receive, work: Awaitable[_T]) -> _T:
    """The result of the work. If the client disconnects first, the work is cancelled."""
    task = asyncio.ensure_future(work)
    disconnected = asyncio.ensure_future(_wait_for_disconnect(receive))
    try:
        await asyncio.wait({task, disconnected}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientGone
        return task.result()
    finally:
        for finished in (task, disconnected):
            finished.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await finished  # asyncio logs exceptions that were never retrieved


async def _wait_for_disconnect(receive: Receive) -> None:
    """Return when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _stream(request: Request, job: str, body: requests.ApiRequest, *, lane: str) -> Response:
    """Stream the parts of a response as lines of JSON, followed by the whole response. An error before the
    first line gets an ordinary error response."""
    pool: Pool = request.app.state.pool
    lines: asyncio.Queue[bytes | None] = asyncio.Queue()
    work = asyncio.ensure_future(
        pool.ask(job, body.model_dump(mode="json"), lane=lane, on_part=lines.put_nowait)
    )

    def ended(done: "asyncio.Future[bytes]") -> None:
        if not done.cancelled():
            done.exception()  # mark it as retrieved, even if the client has disconnected
        lines.put_nowait(None)

    work.add_done_callback(ended)
    try:
        first = await _unless_disconnected(request.receive, lines.get())
    except BaseException:
        work.cancel()
        raise
    if first is None:
        return Response(b'{"answer": %b}\n' % work.result(), media_type="application/x-ndjson")
    return _Lines(first, lines, work)


class _Lines(Response):
    """Lines of JSON, sent as soon as they are ready."""

    media_type = "application/x-ndjson"

    def __init__(
        self, first: bytes, lines: "asyncio.Queue[bytes | None]", work: "asyncio.Future[bytes]"
    ) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._first, self._lines, self._work = first, lines, work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with contextlib.suppress(ClientGone):
                await _unless_disconnected(receive, self._send(send))
        finally:
            self._work.cancel()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        line: bytes | None = self._first
        while line is not None:
            await send({"type": "http.response.body", "body": line + b"\n", "more_body": True})
            line = await self._lines.get()
        try:
            last = b'{"answer": %b}\n' % await self._work
        except (Refused, Busy, TooLong, Broken) as error:
            last = json.dumps({"error": str(error)}).encode() + b"\n"
        await send({"type": "http.response.body", "body": last, "more_body": False})
