"""The files of the page, read once into a table. A path from a request is never opened."""

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

_MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon",
}
CACHING = "no-cache"  # a browser asks each time whether it has the current version


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page, ready to be served."""

    content: bytes
    compressed: bytes  # by gzip: a third of the size, for slow connections
    media: str
    tag: str  # a weak ETag, the same for the plain and the compressed content

    @classmethod
    def made(cls, content: bytes, media: str) -> "PageFile":
        """A file with this content.

        >>> PageFile.made(b"export {};", "text/javascript").tag[:3]
        'W/"'
        """
        tag = f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'
        return cls(content, gzip.compress(content, mtime=0), media, tag)


def read_page() -> dict[str, PageFile]:
    """The files of the page by name: everything in `page/` and its directories, such as `core/board.js`."""
    page: dict[str, PageFile] = {}
    for name, file in _files_in(files("turaga.web") / "page"):
        media = _MEDIA_TYPES.get("." + name.rpartition(".")[2])
        if media is not None:
            page[name] = PageFile.made(file.read_bytes(), media)
    return page


def _files_in(directory: Traversable) -> Iterator[tuple[str, Traversable]]:
    for entry in directory.iterdir() if directory.is_dir() else ():
        if entry.is_file():
            yield entry.name, entry
        else:
            yield from ((f"{entry.name}/{name}", file) for name, file in _files_in(entry))


def page_routes(page: Mapping[str, PageFile]) -> list[Route]:
    """The routes of the page: `index.html` at `/`, the page about the API at `/api`, the service worker at
    `/sw.js` so that it covers the whole page, and every file by name at `/page/`."""

    async def index(request: Request) -> Response:
        return _serve(request, page.get("index.html"))

    async def about_api(request: Request) -> Response:
        return _serve(request, page.get("apidocs/index.html"))

    async def to_about_api(request: Request) -> Response:
        return RedirectResponse("/api")

    async def service_worker(request: Request) -> Response:
        response = _serve(request, page.get("sw.js"))
        response.headers["Service-Worker-Allowed"] = "/"
        return response

    async def file(request: Request) -> Response:
        return _serve(request, page.get(request.path_params["name"]))

    return [
        Route("/", index),
        Route("/api", about_api),
        Route("/api/", to_about_api),
        Route("/docs", to_about_api),
        Route("/sw.js", service_worker),
        Route("/page/{name:path}", file),
    ]


def _serve(request: Request, file: PageFile | None) -> Response:
    """The response with a file of the page, or status 304 if the client already has it."""
    if file is None:
        raise HTTPException(404)
    headers = {"ETag": file.tag, "Cache-Control": CACHING, "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            file.compressed, media_type=file.media, headers={**headers, "Content-Encoding": "gzip"}
        )
    return Response(file.content, media_type=file.media, headers=headers)
