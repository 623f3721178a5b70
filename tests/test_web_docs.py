"""The examples in docs/web.md are what the API responds."""

import json
import re
from pathlib import Path

import pytest

from serving import get, post

PAGE = (Path(__file__).parent.parent / "docs" / "web.md").read_text()
SHOWN = re.findall(
    r"```sh\ncurl -s http://127.0.0.1:8000/api/v1/(\S+) [^`]*? -d '(.*?)'\n```\n\n```json\n(.*?)\n```",
    PAGE,
    re.DOTALL,
)


@pytest.mark.parametrize(("path", "asked", "expected"), SHOWN, ids=[path for path, _, _ in SHOWN])
def test_the_examples_in_the_document(server, path, asked, expected):
    _, _, answer = post(server.url, path, json.loads(asked))
    told, shown = ({**one, "seconds": None} for one in (answer, json.loads(expected)))
    assert told == shown


def test_the_document_lists_every_route(server):
    told = set(re.findall(r"`(GET|POST) /api/v1/(\S+)`", PAGE))
    status, _, described = get(server.url, "/api/v1/openapi.json")
    assert status == 200
    assert told == {
        (way.upper(), path.removeprefix("/api/v1/"))
        for path, ways in described["paths"].items()
        for way in ways
    }
    assert len(SHOWN) == PAGE.count("curl -s")
