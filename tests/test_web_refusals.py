"""What the API refuses, in which words and with which status; and what holds of every answer."""

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
        ("solve", {"colour": 1}, "colour", "'colour' is not known here: leave it out"),
        ("solve", {"board": "8x"}, "board", "board '8x' is not understood: write 8, 8x8 or 3x12"),
        ("solve", {"board": "61x3"}, "board", "board 61x3 is too large: sides of 1 to 60 are taken"),
        ("solve", {"board": "0x3"}, "board", "board 0x3 has no squares"),
        ("solve", {"board": 8}, "board", "board 8 is not understood"),
        ("solve", {"board": None}, "board", "board null is not understood"),
        (
            "solve",
            {"board": {"rows": 8}},
            "board",
            "cols null is not taken: give a whole number from 1 to 60",
        ),
        ("solve", {"board": {"rows": 8, "cols": 10**30}}, "board", "is not taken: give a whole number"),
        ("solve", {"board": {"rows": 8, "cols": 8, "x": 1}}, "board", "board has no 'x'"),
        (
            "solve",
            {"board": HOLED | {"holes": [[3, 3]]}},
            "board",
            "square 3,3 is not on the 2x2",
        ),
        ("solve", {"board": {"rows": 1, "cols": 1, "holes": ["1,1"]}}, "board", "board 1x1 is all holes"),
        ("solve", {"board": HOLED | {"holes": 7}}, "board", "holes 7 are not understood"),
        ("solve", {"leaper": "0,0"}, "leaper", "leaper 0,0 is none"),
        ("solve", {"leaper": [1, 61]}, "leaper", "leaper 1,61 leaps too far"),
        ("solve", {"leaper": [1]}, "leaper", "leaper a list of 1 is not understood"),
        ("solve", {"start": "i9"}, "start", "square i9 is not on the 8x8 board"),
        ("solve", {"start": [0, 1]}, "start", "square 0,1 is not on the 8x8 board"),
        ("solve", {"end": [1.5, 1]}, "end", "square a list of 2 is not understood"),
        ("solve", {"end": True}, "end", "square true is not understood"),
        ("solve", {"board": HOLED, "start": [1, 1]}, "start", "square 1,1 is a hole"),
        (
            "solve",
            {"closed": "yes"},
            "closed",
            "closed 'yes' is not taken: give true or false",
        ),
        ("solve", {"closed": 1}, "closed", "closed 1 is not taken: give true or false"),
        ("solve", {"seed": 2**64}, "seed", "18446744073709551615, got 18446744073709551616"),
        (
            "solve",
            {"seed": -1},
            "seed",
            "seed must be a whole number from 0 to 18446744073709551615, got -1",
        ),
        ("solve", {"seed": 10**4000}, "seed", "... is not taken"),
        ("solve", {"seed": True}, "seed", "seed true is not taken"),
        ("solve", {"retries": 101}, "retries", "retries must be a whole number from 0 to 100, got 101"),
        ("solve", {"retries": 1.5}, "retries", "retries 1.5 is not taken"),
        ("solve", {"orders": ["1234"]}, "orders", "order '1234' is not a permutation"),
        ("solve", {"orders": [12345678]}, "orders", "order 12345678 is not understood"),
        ("solve", {"orders": ["12345678"] * 101}, "orders", "orders a list of 101"),
        ("solve", {"ties": "best"}, "ties", "tie-break 'best' is not known"),
        ("solve", {"ties": "x" * 201}, "ties", "ties is 201 characters long"),
        ("solve", {"ties": "lookahead:9"}, "ties", "the depth of lookahead is 1 to 8"),
        ("solve", {"like": "euler"}, "like", "system 'euler' is not known"),
        ("solve", {"method": "magic"}, "method", "method 'magic' is not known"),
        (
            "solve",
            {"time_limit": 21},
            "time_limit",
            "time_limit 21 is not taken: give seconds",
        ),
        ("solve", {"time_limit": 0}, "time_limit", "time limit must be a number of seconds above 0, got 0"),
        ("solve", {"time_limit": "1"}, "time_limit", "time_limit '1' is not taken"),
        (
            "solve",
            {"step_limit": 10**9 + 1},
            "step_limit",
            "step_limit must be a whole number from 1 to 1000000000, got 1000000001",
        ),
        ("solve", {"fix": {"65": "1,1"}}, "fix", "number '65' is not in a tour of 8x8"),
        ("solve", {"fix": {"five": "1,1"}}, "fix", "number 'five' is not in a tour"),
        ("solve", {"fix": {"5": "9,9"}}, "fix", "square 9,9 is not on the 8x8 board"),
        ("solve", {"fix": {"5": "1,1", "05": "1,2"}}, "fix", "number 5 is given twice"),
        ("solve", {"fix": [5]}, "fix", "fix a list of 1 is not understood"),
        # what goes together is known by the jobs
        (
            "solve",
            {"fix": {"5": "1,1", "6": "1,1"}},
            "fix",
            "square 1,1 is fixed at two steps",
        ),
        ("solve", {"retries": 1, "orders": ["12345678"]}, "retries", "cannot be combined"),
        ("solve", {"method": "search", "retries": 1}, "retries", "not with search"),
        ("solve", {"best": True, "closed": True}, "best", "best cannot be combined with"),
        ("solve", {"board": "60x60", "method": "narrow"}, "board", "is too wide for method narrow"),
        (
            "walk",
            {"method": "euler"},
            "method",
            "is not known: write greedy or search",
        ),
        (
            "walk",
            {"method": "greedy", "closed": True},
            "method",
            "closed go with method search",
        ),
        ("walk", {"step_limit": 9}, "method", "step limit go with method search"),
        ("walk", {"step_limit": 20001}, "step_limit", "from 1 to 20000"),
        ("check", {"text": "hello"}, "text", "is not understood"),
        ("check", {"text": ""}, "text", "the text is empty"),
        ("check", {"text": "1,1\0"}, "text", "is NUL"),
        (
            "check",
            {"text": "1" * 200_001},
            "text",
            "text is 200001 characters long: the limit is 200000 characters",
        ),
        ("check", {"text": 5}, "text", "text 5 is not taken: give a text"),
        (
            "count",
            {"board": "8x8"},
            "board",
            "and at most 0.5 GB are taken; estimate gives an estimate instead",
        ),
        ("count", {"board": "5x5", "classes": True, "estimate": True}, "classes", "do not go together"),
        ("count", {"board": "5x5", "classes": True, "start": "1,1"}, "classes", "leave out the start 1,1"),
        ("count", {"board": "5x5", "classes": True, "end": "1,1"}, "classes", "leave out the end 1,1"),
        ("count", {"board": "5x5", "seed": 1}, "seed", "seed goes with estimate"),
        ("count", {"board": "5x5", "estimate": True, "probes": 200_001}, "probes", "from 1 to 200000"),
        ("sample", {"board": "5x5", "number": 101}, "number", "from 1 to 100, got 101"),
        ("sample", {"board": "9x9"}, "board", "the open tours of 9x9 cannot all be kept"),
        ("draw", {}, "squares", "squares is missing: give it"),
        (
            "draw",
            {"squares": [[1, 1], [2, 2]]},
            "squares",
            "step 2, from 1,1 to 2,2, is not a move",
        ),
        (
            "draw",
            {"squares": [[1, 1], [2, 3], [1, 1]]},
            "squares",
            "the squares are no walk of 8x8",
        ),
        ("draw", {"squares": [[9, 9]]}, "squares", "square 9,9 is not on the 8x8 board"),
        ("draw", {"squares": [[1, 1]] * 3601}, "squares", "give a list of at most 3600"),
        (
            "solve",
            {"board": HOLED | {"holes": [[1, 1]] * 3601}},
            "board",
            "give a list of at most 3600 squares",
        ),
        ("draw", {"squares": {}}, "squares", "squares an object of 0 are not understood"),
        ("draw", {"squares": [], "format": "pdf"}, "format", "write svg, png, gif or text"),
        ("draw", {"squares": [], "size": 4097}, "size", "from 32 to 4096"),
        (
            "draw",
            {"squares": [], "format": "gif", "size": 4096},
            "size",
            "too large for a GIF",
        ),
        ("draw", {"squares": [], "degrees": True}, "degrees", "degrees does not go with svg"),
        (
            "draw",
            {"squares": [], "format": "text", "theme": "dark"},
            "theme",
            "does not go with text",
        ),
        (
            "draw",
            {"squares": [], "speed": 0, "format": "gif"},
            "speed",
            "speed 0 is not taken",
        ),
        (
            "draw",
            {"squares": [], "title": "x" * 201},
            "title",
            "title is 201 characters long",
        ),
        ("map", {"board": "21x20"}, "board", "board 21x20 is too large: sides of 1 to 20 are taken"),
        ("map", {"retries": 21}, "retries", "from 0 to 20"),
        ("map", {"time_limit": 5}, "time_limit", "'time_limit' is not known here"),
        ("game/hint", {"board": "60x60", "squares": []}, "board", "at most 2500 can be played"),
        ("game/hint", {"board": "5x5", "squares": ["1,1", "1,2"]}, "squares", "step 2, from 1,1 to 1,2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_refused_and_why(client, path, asked, field, sentence):
    where, said = refused(client, path, **{"board": "8x8", **asked})
    assert where == field
    assert sentence in said


def test_what_is_missing_is_named(client):
    assert refused(client, "solve") == ("board", "board is missing: give it")


def test_all_that_is_wrong_is_told_at_once(client):
    response = client.post("/api/v1/solve", json={"board": "8x8", "start": "9,9", "seed": -1, "x": 1})
    assert [fault["loc"][1] for fault in response.json()["detail"]] == ["seed", "start", "x"]
    many = client.post("/api/v1/solve", json={f"x{i}": 1 for i in range(1000)})
    assert len(many.json()["detail"]) == 20


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"", JSON),
        (b"{", JSON),
        (b"null", JSON),
        (b"[]", JSON),
        (b'"8x8"', JSON),
        (b'{"board": NaN}', JSON),
        (b'{"board": "8x8", "time_limit": Infinity}', JSON),
        (b'{"board": "8x8", "time_limit": 1e999}', JSON),
        (b'{"board": "8x8", "seed": ' + b"9" * 5000 + b"}", JSON),
        (b'{"board": "\\ud800"}', JSON),
        (b'{"board": "\xff"}', JSON),
        (b'{"\\u0000": 1, "board": "\\u0000"}', JSON),
        (b"[" * 100_000, JSON),
        (b'{"board":' * 100_000, JSON),
        (b'{"board": "8x8"}', {"Content-Type": "text/plain"}),
        (b'{"board": "8x8"}', {"Content-Type": "application/x-www-form-urlencoded"}),
        (b'{"board": "8x8"}', {}),
        (b'{"board": "8x8"}', {"Content-Type": b"\xff; charset=\xff"}),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_no_question_is_refused_in_a_sentence(client, body, headers):
    response = client.post("/api/v1/solve", content=body, headers=headers)
    assert response.status_code == 422, response.text
    assert all(fault["loc"][0] == "body" and fault["msg"] for fault in response.json()["detail"])


# -- sizes, names, addresses ---------------------------------------------------------------------------


def test_large_bodies_are_refused_whether_they_say_so_or_not(client):
    large = b" " * BOUNDS.most_body + b"{}"
    for content in (large, iter([large[: 1 << 19], large[1 << 19 :]])):  # the second is sent in chunks
        response = client.post("/api/v1/solve", content=content, headers=JSON)
        assert response.status_code == 413
        assert "at most 1048576 bytes" in response.json()["detail"]
    just = b'{"board": "8x8"}'.ljust(BOUNDS.most_body)
    assert client.post("/api/v1/solve", content=just, headers=JSON).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("127.0.0.1:8000", 200),
        ("evil.example", 421),
        ("evil.example:80", 421),
        ("127.0.0.1.evil.example", 421),
        ("", 421),
    ],
)
def test_the_server_answers_to_its_own_names_only(client, host, status):
    response = client.get("/api/v1/options", headers={"Host": host})
    assert response.status_code == status
    if status == 421:
        assert "call it 127.0.0.1" in response.json()["detail"]


def test_any_name_will_do_where_that_is_wanted():
    with asking(hosts=("*",)) as client:
        assert client.get("/api/v1/options", headers={"Host": "tours.example"}).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/solve", 405),
        ("DELETE", "/", 405),
        ("POST", "/page/main.js", 405),
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/docs", 404),
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
def test_other_addresses_hold_nothing(client, method, path, status):
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


def test_the_page_there_is_is_whole():
    with asking() as client:
        index = client.get("/")
        assert index.status_code == 200
        assert index.text.startswith("<!doctype html>")


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
def test_headers_of_every_answer(client, method, path, sent):
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
