"""The page's files as they are served: a table that is read once. No path is ever taken from a request."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_ENDINGS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page, as it is served."""

    content: bytes
    packed: bytes  # by gzip: a third of it, for phones far from the server
    media: str
    tag: str  # a weak one: it stands for the content, packed or not

    @classmethod
    def made(cls, content: bytes, media: str) -> "PageFile":
        """The file with this content.

        >>> PageFile.made(b"export {};", "text/javascript").tag[:3]
        'W/"'
        """
        tag = f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'
        return cls(content, gzip.compress(content, mtime=0), media, tag)


def read_page() -> dict[str, PageFile]:
    """The files of the page by name: all of `page/`, read once."""
    page: dict[str, PageFile] = {}
    folder = files("turaga.web") / "page"
    for file in folder.iterdir() if folder.is_dir() else ():
        media = _ENDINGS.get("." + file.name.rpartition(".")[2])
        if media is not None and file.is_file():
            page[file.name] = PageFile.made(file.read_bytes(), media)
    return page


def page_routes(page: Mapping[str, PageFile]) -> list[Route]:
    """The routes of the page: its file `index.html` at `/`, its service worker at the root too, so that it
    serves all of the page, and every file by its name."""

    async def index(request: Request) -> Response:
        return _serve(request, page.get("index.html"))

    async def service_worker(request: Request) -> Response:
        response = _serve(request, page.get("sw.js"))
        response.headers["Service-Worker-Allowed"] = "/"
        return response

    async def file(request: Request) -> Response:
        return _serve(request, page.get(request.path_params["name"]))

    return [Route("/", index), Route("/sw.js", service_worker), Route("/page/{name}", file)]


def _serve(request: Request, file: PageFile | None) -> Response:
    """A file of the page; status 304 if the client has it already."""
    if file is None:
        raise HTTPException(404)
    headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.media, headers={**headers, "Content-Encoding": "gzip"})
    return Response(file.content, media_type=file.media, headers=headers)
