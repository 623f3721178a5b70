"""The app: the routes of the API and of the page.

This module reads and checks requests; a pool of worker processes does the work. If the client disconnects
while a job is running, the job is cancelled.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from turaga._version import __version__
from turaga.counting.known import KnownCount, known_counts
from turaga.errors import BadInput
from turaga.json_values import Result, schema_of_result
from turaga.rule import SYSTEMS
from turaga.shapes import SHAPES
from turaga.shapes.letters import GLYPHS
from turaga.shapes.named import USUAL_SIDE
from turaga.solve.methods import METHODS
from turaga.squares import use
from turaga.web.access_log import AccessLogMiddleware
from turaga.web.error_responses import HANDLERS, RESPONSES, SCHEMAS, ClientGone, json_response
from turaga.web.errors import Broken, Busy, Refused, TooLong
from turaga.web.health import Health
from turaga.web.page_files import PageFile, page_routes, read_page
from turaga.web.preparation import Status
from turaga.web.request_limits import BOUNDS, Bounds
from turaga.web.routes import ROUTES, ApiRoute, Posted, parse_body
from turaga.web.security import HEALTH, AccessToken, SecurityMiddleware

if TYPE_CHECKING:
    from turaga.web.worker_pool import Pool

_T = TypeVar("_T")
_Endpoint = Callable[[Request], Awaitable[Response]]
API = "/api/v1"
_LINES = "application/x-ndjson"
_LARGE = 10_000  # bytes of a body that is read in a thread


def make_app(
    pool: "Pool",
    *,
    hosts: tuple[str, ...],
    page: Mapping[str, PageFile] | None = None,
    token: AccessToken | None = None,
    log: Callable[[str], object] | None = None,
) -> Starlette:
    """The app. Its jobs go to `pool`. `hosts` lists the host names that requests may use (see
    `AllowedHosts`). `page` maps file names to the files of the page, as returned by `read_page`. Requests
    need the `token`, if there is one. `log` gets a line about each request."""
    health = Health(pool)

    async def options(request: Request) -> Response:
        return json_response(_options().as_json())

    async def status(request: Request) -> Response:
        return json_response(pool.status().as_json())

    async def document(request: Request) -> Response:
        return json_response(api_document())

    async def healthz(request: Request) -> Response:
        status, response = await health.status()
        return json_response(response, status)

    middleware = [Middleware(SecurityMiddleware, hosts=hosts, token=token)]
    if log is not None:
        hide = str if token is None else token.hide
        middleware.insert(0, Middleware(AccessLogMiddleware, write=log, hide=hide))
    app = Starlette(
        routes=[
            *(Route(API + one.path, _endpoint(one, pool), methods=["POST"]) for one in ROUTES),
            Route(f"{API}/options", options),
            Route(f"{API}/status", status),
            Route(f"{API}/openapi.json", document),
            *page_routes(read_page() if page is None else page),
            Route(HEALTH, healthz),
        ],
        middleware=middleware,
        exception_handlers=HANDLERS,
    )
    app.router.redirect_slashes = False
    return app


# -- what can be chosen, and the description of the API -----------------------------------------------------


class SystemOption(NamedTuple):
    """A published program that Turaga reproduces."""

    name: str
    who: str
    what: str
    method: str
    rule: str


class MethodOption(NamedTuple):
    """A method to find a tour."""

    name: str
    what: str


class ShapeOption(NamedTuple):
    """A built-in shape of boards: what it looks like, what its number is ("width", "steps" or ""), the least
    rows and columns, and a board of this shape."""

    name: str
    what: str
    number: str
    least: int
    board: str


@dataclass(frozen=True, kw_only=True)
class Options(Result):
    """The options that can be chosen, the limits of requests, the characters of words, and published
    counts."""

    version: str
    limits: Bounds
    systems: tuple[SystemOption, ...]
    methods: tuple[MethodOption, ...]
    shapes: tuple[ShapeOption, ...]
    characters: str
    known: tuple[KnownCount, ...]


@cache
def _options() -> Options:
    return Options(
        version=__version__,
        limits=BOUNDS,
        systems=tuple(
            SystemOption(one.name, one.what.partition(":")[0], one.changes, one.method, one.rule.text)
            for one in SYSTEMS.values()
        ),
        methods=tuple(MethodOption(name, method.what) for name, method in METHODS.items()),
        shapes=tuple(
            ShapeOption(one.name, one.what, one.number, one.least, f"{one.name}:{USUAL_SIDE}x{USUAL_SIDE}")
            for one in SHAPES.values()
        ),
        characters="".join(sorted(GLYPHS)),
        known=tuple(known_counts()),
    )


@cache
def api_document() -> dict[str, Any]:
    """The OpenAPI document."""
    shared: dict[str, Any] = {**SCHEMAS}
    paths = {API + one.path: one.describe(shared) for one in ROUTES}
    for path, kind in (("/options", Options), ("/status", Status)):
        text = " ".join((kind.__doc__ or "").split())
        sentence, stop, _ = text.partition(". ")
        content = {"application/json": {"schema": schema_of_result(kind, shared)}}
        paths[API + path] = {
            "get": {
                "summary": sentence + stop.strip(),
                "description": text,
                "operationId": path[1:],
                "responses": {"200": {"description": "The result.", "content": content}},
            }
        }
    for ways in paths.values():
        for way in ways.values():
            way["responses"] = {**RESPONSES, **way["responses"]}
    about = "Knight's tours: solve, repair, count, tours, check, convert, draw, watch, map, compare, play."
    info = {"title": "Turaga", "version": __version__, "description": about}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": shared}}


# -- requests and responses ---------------------------------------------------------------------------------


def _endpoint(route: ApiRoute, pool: "Pool") -> _Endpoint:
    """The function that answers a route: it reads the request, and a worker does the work."""

    async def endpoint(request: Request) -> Response:
        _require_json(request)
        try:
            content = await request.body()
            body = parse_body(content, BOUNDS.most_nested)
            squares = route.notation_of(body)
            with use(squares):
                if len(content) < _LARGE:
                    asked = route.read(body)
                else:
                    asked = await asyncio.to_thread(route.read, body)  # a long walk takes 0.2 seconds
        except BadInput as error:
            raise Refused.of(error) from None
        ask = partial(pool.ask, route.name, Posted(asked, squares), lane=route.lane_of(asked))
        if route.parts and _LINES in request.headers.get("accept", ""):
            return await _stream(request, ask)
        answer = await _unless_disconnected(request.receive, ask())
        if route.file_of is None:
            return Response(answer, media_type="application/json")
        media, name = route.file_of(asked)
        return Response(
            answer, media_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    return endpoint


def _require_json(request: Request) -> None:
    """Reject a request that does not say that its body is JSON. A browser lets any website send such a
    request; one with this Content-Type it lets only our own page send."""
    types = request.headers.getlist("content-type")
    if [each.partition(";")[0].strip().lower() for each in types] != ["application/json"]:
        raise HTTPException(415, "the body must be a JSON object, sent with Content-Type: application/json")


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


async def _stream(request: Request, ask: Callable[..., Awaitable[bytes]]) -> Response:
    """Stream the parts of a response as lines of JSON, followed by the whole response. An error before the
    first line gets an ordinary error response."""
    lines: asyncio.Queue[bytes | None] = asyncio.Queue()
    work = asyncio.ensure_future(ask(on_part=lines.put_nowait))

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
        return Response(b'{"answer": %b}\n' % work.result(), media_type=_LINES)
    return _Lines(first, lines, work)


class _Lines(Response):
    """Lines of JSON, sent as soon as they are ready."""

    media_type = _LINES

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
