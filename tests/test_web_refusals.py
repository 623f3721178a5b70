"""Invalid requests with their messages and statuses, and the headers of every response."""

import re

import httpx
import pytest

from turaga.web.page_files import PageFile
from turaga.web.request_limits import BOUNDS
from web import asking

PAGE = {
    "index.html": PageFile.made(b"<!doctype html>", "text/html; charset=utf-8"),
    "main.js": PageFile.made(b"export {};", "text/javascript; charset=utf-8"),
    "sw.js": PageFile.made(b"self;", "text/javascript; charset=utf-8"),
}
HOLED = {"rows": 2, "cols": 2, "holes": [[1, 1]]}
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def client():
    with asking(page=PAGE) as client:
        yield client


def refused(client, path, **asked):
    """The one thing wrong with a question: where, and the sentence."""
    response = client.post(f"/api/v1/{path}", json=asked)
    assert response.status_code == 422, response.text
    (fault,) = response.json()["detail"]
    assert set(fault) == {"loc", "msg", "type"}
    assert fault["loc"][0] == "body"
    assert "\n" not in fault["msg"]
    return ".".join(fault["loc"][1:]), fault["msg"]


# -- questions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "asked", "field", "sentence"),
    [
        ("solve", {"colour": 1}, "colour", "'colour' is not a field of this request"),
        ("solve", {"board": "8x"}, "board", "'8x'"),
        ("solve", {"board": "3x1001"}, "board", "3x1001 is too large: rows and columns must be 1 to 1000"),
        *(
            (path, {"board": "61x3"}, "board", "board 61x3 is too large: rows and columns must be 1 to 60")
            for path in ("watch", "count", "tours", "compare")
        ),
        ("hint", {"board": "61x3", "walk": []}, "board", "rows and columns must be 1 to 60"),
        (
            "solve",
            {"board": "1000x1000"},
            "form",
            "1000x1000 has too many squares for form squares, which lists up to 40000: use form moves",
        ),
        *(
            ("solve", {"board": "101x100", "method": method}, "board", f"too large for method {method}")
            for method in ("narrowest", "deduction")
        ),
        ("solve", {"form": "pairs"}, "form", "form must be squares or moves, got 'pairs'"),
        ("solve", {"board": "0x3"}, "board", "0x3"),
        (
            "solve",
            {"board": 8},
            "board",
            'must be written as "8x8" or as an object with rows, cols and holes, got 8',
        ),
        ("solve", {"board": None}, "board", "board is required"),
        ("solve", {"board": {"rows": 8}}, "board", "cols must be a whole number, 1 or more, got null"),
        (
            "solve",
            {"board": {"rows": 8, "cols": 10**30}},
            "board",
            "cols must be a whole number, 1 or more, got 1000",
        ),
        (
            "solve",
            {"board": {"rows": 8, "cols": 8, "x": 1}},
            "board",
            "'x' is not a field of a board: the fields are rows, cols, holes and leaper",
        ),
        ("solve", {"board": HOLED | {"holes": [[3, 3]]}}, "board", "3,3"),
        ("solve", {"board": {"rows": 1, "cols": 1, "holes": ["1,1"]}}, "board", "1x1"),
        (
            "solve",
            {"board": HOLED | {"holes": 7}},
            "board",
            "holes must be a list of at most 10000 squares, got 7",
        ),
        ("solve", {"leaper": "0,0"}, "leaper", "0,0"),
        (
            "solve",
            {"leaper": [1, 61]},
            "leaper",
            "leaper 1,61 jumps too far: a jump may be at most 60 squares in each direction",
        ),
        (
            "solve",
            {"leaper": [1]},
            "leaper",
            'leaper must be written as "1,2" or [1, 2], got a list with 1 item',
        ),
        ("solve", {"start": "i9"}, "start", "i9"),
        ("solve", {"start": " " * 1_000_000}, "start", "square is 1000000 characters long: the limit is 200"),
        ("solve", {"start": [0, 1]}, "start", "0,1"),
        (
            "solve",
            {"end": [1.5, 1]},
            "end",
            'a list with 2 items is not a square: write "row,col" or [row, col]',
        ),
        ("solve", {"end": True}, "end", "true is not a square"),
        ("solve", {"board": HOLED, "start": [1, 1]}, "start", "1,1"),
        ("solve", {"closed": "yes"}, "closed", "closed must be true or false, got 'yes'"),
        ("solve", {"closed": 1}, "closed", "closed must be true or false, got 1"),
        ("solve", {"seed": 2**64}, "seed", "18446744073709551616"),
        ("solve", {"seed": -1}, "seed", "-1"),
        (
            "solve",
            {"seed": 10**4000},
            "seed",
            "seed must be a whole number from 0 to 18446744073709551615, got 1000",
        ),
        (
            "solve",
            {"seed": True},
            "seed",
            "seed must be a whole number from 0 to 18446744073709551615, got true",
        ),
        ("solve", {"retries": 101}, "retries", "101"),
        ("solve", {"retries": 1.5}, "retries", "retries must be a whole number, 0 or more, got 1.5"),
        ("solve", {"retry_orders": ["1234"]}, "retry_orders", "'1234'"),
        (
            "solve",
            {"retry_orders": [12345678]},
            "retry_orders",
            'retry_orders must be a list of orders such as "12345678", got a list with 1 item',
        ),
        (
            "solve",
            {"retry_orders": ["12345678"] * 101},
            "retry_orders",
            "retry_orders can have at most 100 items, got 101",
        ),
        ("solve", {"rule": "best"}, "rule", "'best'"),
        ("solve", {"rule": "x" * 201}, "rule", "is not known: the tie-breaks are"),
        ("solve", {"rule": "lookahead:9"}, "rule", "lookahead"),
        ("solve", {"like": "euler"}, "like", "'euler'"),
        ("solve", {"method": "magic"}, "method", "'magic'"),
        (
            "solve",
            {"time_limit": 21},
            "time_limit",
            "time_limit must be at most 20, got 21",
        ),
        ("solve", {"time_limit": 0}, "time_limit", "0"),
        (
            "solve",
            {"time_limit": "1"},
            "time_limit",
            "time_limit must be a number of seconds above 0, got '1'",
        ),
        ("solve", {"step_limit": 10**9 + 1}, "step_limit", "1000000001"),
        ("solve", {"fix": {"65": "1,1"}}, "fix", "a tour of 8x8 has no step 65: steps are 1 to 64"),
        ("solve", {"fix": {"five": "1,1"}}, "fix", "a tour of 8x8 has no step 'five'"),
        ("solve", {"fix": {"5": "9,9"}}, "fix", "9,9"),
        (
            "solve",
            {"fix": {"5": "1,1", "05": "1,2"}},
            "fix",
            "step 5 has two squares, 1,1 and 1,2: a step has one square",
        ),
        (
            "solve",
            {"fix": [5]},
            "fix",
            'fix must map steps to squares, such as {"17": "c4"}, got a list with 1 item',
        ),
        # which fields can be combined is checked by the jobs
        ("solve", {"fix": {"5": "1,1", "6": "1,1"}}, "fix", "square 1,1 is fixed at two steps"),
        ("solve", {"retries": 1, "retry_orders": ["12345678"]}, "retries", "retry orders"),
        ("solve", {"method": "search", "retries": 1}, "retries", "search"),
        ("solve", {"best": True, "closed": True}, "best", "best"),
        ("solve", {"board": "60x60", "method": "narrow"}, "board", "narrow"),
        (
            "watch",
            {"method": "narrow"},
            "method",
            "method must be greedy, search, euler, vandermonde or cycles, got 'narrow'",
        ),
        ("watch", {"method": "greedy", "closed": True}, "method", "search"),
        ("watch", {"step_limit": 9}, "step_limit", "search"),
        ("watch", {"step_limit": 20001, "method": "search"}, "step_limit", "must be at most 20000"),
        ("check", {"walk": "hello"}, "walk", ""),
        ("check", {"walk": ""}, "walk", "empty"),
        ("check", {"walk": "1,1\0"}, "walk", "NUL"),
        ("check", {"walk": "1" * 200_001}, "walk", "walk is 200001 characters long"),
        ("check", {"walk": 5}, "walk", "walk must be a text, a list of squares, or a start and moves, got 5"),
        ("check", {}, "walk", "walk is required"),
        ("check", {"board": None, "walk": [[1, 1]]}, "walk", "walk must come with a board"),
        ("check", {"walk": "/etc/passwd"}, "walk", "'/etc/passwd' in line 1, word 1 is not understood"),
        ("repair", {"walk": "1,1", "board": "8x8", "fix": {"2": "c2"}}, "fix", "repair does not take fix"),
        ("repair", {"board": "300x300", "walk": ["1,1"]}, "form", "use form moves"),
        ("repair", {"walk": "1,1 2,2"}, "text", "is not a move of the knight"),
        ("convert", {"walk": "1,1", "board": "900x900"}, "board", "at most 40000"),
        ("convert", {"walk": "1,1", "to": "npy"}, "to", "formats that are text"),
        ("count", {"board": "8x8"}, "board", "ask for an estimate instead"),
        (
            "count",
            {"board": "5x5", "classes": True, "estimate": True},
            "classes",
            "classes cannot be used with estimate",
        ),
        ("count", {"board": "5x5", "classes": True, "start": "1,1"}, "classes", "cannot be used with start"),
        ("count", {"board": "5x5", "classes": True, "end": "1,1"}, "classes", "cannot be used with end"),
        ("count", {"board": "5x5", "seed": 1}, "seed", "seed requires estimate"),
        ("count", {"board": "5x5", "estimate": True, "probes": 200_001}, "probes", "from 1 to 200000"),
        ("tours", {"board": "5x5", "random": 101}, "random", "random must be at most 100, got 101"),
        ("tours", {"board": "5x5", "limit": 101}, "limit", "limit must be at most 100, got 101"),
        ("tours", {"board": "9x9", "nth": 1}, "board", "9x9"),
        ("tours", {"board": "5x5", "nth": 865}, "number", "the open tours of 5x5 are 1 to 864"),
        ("tours", {"board": "5x5", "random": 1, "nth": 1}, "random", "random cannot be used with nth"),
        ("tours", {"board": "5x5", "fix": {"1": "a1"}}, "fix", "tours does not take fix: it is for solve"),
        ("draw", {}, "walk", "walk is required: or a board with style graph, degrees or empty"),
        *(
            ("draw", {"walk": walk}, "walk", f"a list of squares, or a start and moves, got {got}")
            for walk, got in (
                ({"moves": "1"}, "an object with 1 key"),
                ({"start": "1,1"}, "an object with 1 key"),
                ({"walk": [], "moves": "1", "start": "1,1"}, "an object with 3 keys"),
                ({}, "an object with 0 keys"),
            )
        ),
        *(
            ("draw", {"walk": {"moves": moves, "start": start}}, "walk", sentence)
            for moves, start, sentence in (
                ("190", "1,1", "moves must be digits from 1 to 8"),
                (19, "1,1", "walk must have at most 63 moves, one digit for each, got 19"),
                ("1" * 64, "1,1", "walk must have at most 63 moves, one digit for each"),
                ("15", "1,1", "step 3 visits a8 again"),
                ("12", "7,7", "step 2 is on 9,8, which is not on the 8x8 board"),
            )
        ),
        (
            "hint",
            {"board": {"rows": 3, "cols": 4, "holes": [[3, 2]]}, "walk": {"moves": "1", "start": "1,1"}},
            "walk",
            "step 2 is on b1, which is a hole",
        ),
        ("draw", {"walk": [[1, 1], [2, 2]]}, "walk", "the squares are not a valid walk: "),
        ("draw", {"walk": [[1, 1], [2, 3], [1, 1]]}, "walk", "the squares are not a valid walk: "),
        ("draw", {"walk": [[9, 9]]}, "walk", "9,9"),
        (
            "draw",
            {"walk": [[1, 1]] * 10_001},
            "walk",
            "walk must be a list of at most 10000 squares, got a list with 10001 items",
        ),
        (
            "solve",
            {"board": HOLED | {"holes": [[1, 1]] * 10_001}},
            "board",
            "holes must be a list of at most 10000 squares",
        ),
        (
            "draw",
            {"walk": [], "format": "pdf"},
            "format",
            "format must be svg, png, gif or text, got 'pdf'",
        ),
        ("draw", {"walk": [], "size": 4097}, "size", "from 32 to 4096"),
        ("draw", {"walk": [], "format": "gif", "size": 4096}, "size", "4096"),
        (
            "draw",
            {"walk": [], "degrees": True},
            "degrees",
            "degrees is only allowed with format gif, not svg",
        ),
        (
            "draw",
            {"walk": [], "format": "text", "theme": "dark"},
            "theme",
            "theme is only allowed with format svg, png or gif, not text",
        ),
        ("draw", {"walk": [], "speed": 0, "format": "gif"}, "speed", "squares per second, got 0"),
        ("draw", {"walk": [], "title": "x" * 201}, "title", "title can have at most 200 characters"),
        ("map", {"board": "21x20"}, "board", "board 21x20 is too large: rows and columns must be 1 to 20"),
        ("map", {"retries": 21}, "retries", "retries must be at most 20, got 21"),
        ("map", {"time_limit": 5}, "time_limit", "'time_limit' is not a field of this request"),
        ("hint", {"board": "60x60", "walk": []}, "board", "2500"),
        (
            "solve",
            {"board": "70x70", "fix": {str(i + 1): [i // 70 + 1, i % 70 + 1] for i in range(3601)}},
            "fix",
            "at most 3600",
        ),
        ("hint", {"board": "5x5", "walk": ["1,1", "1,2"]}, "walk", "from 1,1 to 1,2, is not a move"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_invalid_requests_and_their_messages(client, path, asked, field, sentence):
    where, said = refused(client, path, **{"board": "8x8", **asked})
    assert where == field
    assert sentence in said


def test_a_missing_field_is_named(client):
    assert refused(client, "solve") == ("board", "board is required")


def test_one_mistake_is_reported_and_an_unknown_field_first(client):
    asked = {"board": "8x8", "start": "9,9", "seed": -1}
    assert refused(client, "solve", **asked)[0] == "start"
    assert refused(client, "solve", **asked, x=1)[0] == "x"


@pytest.mark.parametrize(
    "body",
    [
        b"null",
        b'"8x8"',
        b'{"board": "8x8", "time_limit": Infinity}',
        b'{"board": "8x8", "time_limit": 1e999}',
        b'{"board": "8x8", "seed": ' + b"9" * 5000 + b"}",
        b'{"\\u0000": 1, "board": "\\u0000"}',
        b'{"board":' * 100_000,
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_body_that_is_not_a_request_gets_a_message(client, body):
    response = client.post("/api/v1/solve", content=body, headers=JSON)
    assert response.status_code == 422, response.text
    assert all(fault["loc"][0] == "body" and fault["msg"] for fault in response.json()["detail"])


# -- sizes, names, addresses ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "the request has no body: send a JSON object"),
        (b"[]", 'the body must be a JSON object, such as {"board": "8x8"}'),
        (b"{", "the body is not valid JSON: it ends too early"),
        (b'{"board": "8x8"', "the body is not valid JSON: it ends too early (line 1, character 16)"),
        (b'{"board": NaN}', "NaN is not a value"),
        (b'{"board": "8x8",}', "there is a comma too many (line 1, character 17)"),
        (b"{'board': 1}", "the name of a field must be in double quotes (line 1, character 2)"),
        (b'{"board": 8x8}', "a comma or the end of its list or object (line 1, character 12)"),
        (b'{"board": "8x8"} x', "there is more text after its end (line 1, character 18)"),
        (b'{"board": "\xff"}', "it is not UTF-8"),
        (b'{"board": "\\ud800"}', "a text has an escape that is not a character"),
        (b'{"board": 01}', "after a value there must be a comma"),
        (b"[" * 1000, "lists and objects are nested too deeply"),
        (b"[" * 100_000, "the body has 100000 lists and objects: the limit is 20000"),
        (b'{"board": "8\n8"}', "a text has a line break or another control character"),
    ],
)
def test_errors_in_the_body_are_in_plain_words(client, body, message):
    response = client.post("/api/v1/solve", content=body, headers=JSON)
    (fault,) = response.json()["detail"]
    assert (response.status_code, fault["loc"]) == (422, ["body"])
    assert message in fault["msg"]
    assert not re.search("EOF|ident|recursion|trailing|hex|unicode|column|--[a-z]", fault["msg"])


def test_every_path_checks_its_body(client):
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    posted = [path for path, ways in paths.items() if "post" in ways]
    assert len(posted) >= 10
    for path in posted:
        response = client.post(path, content=b'{"board": NaN}', headers=JSON)
        assert (response.status_code, "NaN is not a value" in response.text) == (422, True), path


def test_large_bodies_are_rejected_with_and_without_a_content_length(client):
    large = b" " * BOUNDS.most_body + b"{}"
    for content in (large, iter([large[: 1 << 19], large[1 << 19 :]])):  # the second is sent in chunks
        response = client.post("/api/v1/solve", content=content, headers=JSON)
        assert response.status_code == 413
        assert "the limit is 1048576 bytes" in response.json()["detail"]
    just = b'{"board": "8x8"}'.ljust(BOUNDS.most_body)
    assert client.post("/api/v1/solve", content=just, headers=JSON).status_code == 200


def test_another_host_name_gets_a_message(client):
    """All that is accepted and refused is in test_web_access.py."""
    response = client.get("/api/v1/options", headers={"Host": "evil.example"})
    assert response.status_code == 421
    assert "use 127.0.0.1" in response.json()["detail"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/solve", 405),
        ("DELETE", "/", 405),
        ("POST", "/page/main.js", 405),
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/redoc", 404),
        ("GET", "/favicon.ico", 404),
        ("GET", "/page/", 404),
        ("GET", "/page/nothing.js", 404),
        ("GET", "/page/../app.py", 404),
        ("GET", "/page/..%2fapp.py", 404),
        ("GET", "/page/%2e%2e/app.py", 404),
        ("GET", "/page/..%5capp.py", 404),
        ("GET", "/page//etc/passwd", 404),
        ("GET", "/page/%2fetc%2fpasswd", 404),
        ("GET", "/page/main.js%00.html", 404),
        ("GET", "/page/MAIN.JS", 404),
        ("GET", "/main.js", 404),
    ],
)
def test_other_addresses_are_not_found(client, method, path, status):
    raw = httpx.URL(client.base_url).copy_with(raw_path=path.encode())  # as it is, and not put in order
    response = client.send(httpx.Request(method, raw, headers={"Host": "127.0.0.1"}))
    assert response.status_code == status
    assert isinstance(response.json()["detail"], str)


# -- the page ------------------------------------------------------------------------------------------


def test_the_page_is_served_by_name(client):
    for path, content, media in (
        ("/", b"<!doctype html>", "text/html; charset=utf-8"),
        ("/page/index.html", b"<!doctype html>", "text/html; charset=utf-8"),
        ("/page/main.js", b"export {};", "text/javascript; charset=utf-8"),
        ("/sw.js", b"self;", "text/javascript; charset=utf-8"),
    ):
        response = client.get(path)
        assert (response.status_code, response.content) == (200, content)
        assert response.headers["content-type"] == media
        assert response.headers["cache-control"] == "no-cache"
        assert response.headers["content-encoding"] == "gzip"  # httpx unpacks it
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        assert plain.content == content
        assert "content-encoding" not in plain.headers
        head = client.head(path, headers={"Accept-Encoding": "identity"})
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == str(len(content))
        again = client.get(path, headers={"If-None-Match": response.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert client.get("/sw.js").headers["service-worker-allowed"] == "/"


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("GET", "/", {}),
        ("GET", "/api/v1/options", {}),
        ("POST", "/api/v1/solve", {}),
        ("POST", "/api/v1/solve", {"content": b" " * 2_000_000}),
        ("GET", "/nothing", {}),
        ("GET", "/nothing", {"headers": {"host": "evil.example"}}),
        ("GET", "/page/main.js", {}),
    ],
)
def test_headers_of_every_response(client, method, path, sent):
    headers = client.request(method, path, **sent).headers
    assert headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    page = path in ("/", "/page/main.js")
    assert headers["cache-control"] == ("no-cache" if page else "no-store")
