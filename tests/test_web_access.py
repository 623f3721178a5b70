"""Who may use the server: tokens, host names, other websites; and what it tells the person who runs it."""

import asyncio
import contextlib
import http.client
import http.server
import os
import re
import signal
import socket
import threading
import time
import urllib.parse
from types import SimpleNamespace

import httpx
import pytest

from command import LIMIT
from serving import get, served
from test_cli_serve import family
from turaga.cli import main
from turaga.cli.serve import open_log
from turaga.errors import BadInput
from turaga.web.errors import Busy
from turaga.web.health import Health
from turaga.web.host_names import AllowedHosts, own_addresses, parse_host
from turaga.web.server import Listening
from web import Direct, asking

JSON = {"Content-Type": "application/json"}
SMALL = {"board": "5x5", "start": "1,1"}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server beyond loopback, with a token and an access log; `url` reaches it from here."""
    log = tmp_path_factory.mktemp("log") / "access.log"
    with served("--host", "0.0.0.0", "--access-log", log) as there:
        printed = urllib.parse.urlsplit(there.url)
        url = f"http://127.0.0.1:{printed.port}"
        token = printed.query.removeprefix("token=")
        yield SimpleNamespace(
            printed=there.url, url=url, port=printed.port, token=token, log=log, process=there.process
        )


@pytest.fixture
def client(shared):
    with httpx.Client(base_url=shared.url, timeout=LIMIT) as client:
        yield client


def bearer(shared):
    return {"Authorization": f"Bearer {shared.token}"}


# -- the token ----------------------------------------------------------------------------------------------


def test_a_server_for_others_prints_an_address_with_a_token_that_others_can_open(shared):
    assert re.fullmatch(r"http://[0-9.]+:[0-9]+/\?token=[A-Za-z0-9_-]{22}", shared.printed)
    assert "//0.0.0.0" not in shared.printed
    addresses = own_addresses([socket.AF_INET]) or ["127.0.0.1"]
    assert urllib.parse.urlsplit(shared.printed).hostname == addresses[0]


def test_without_the_token_nothing_is_served_but_a_sentence(client):
    for path in ("/api/v1/options", "/api/v1/nothing"):
        response = client.get(path)
        assert response.status_code == 401
        assert "open the URL that turaga serve printed" in response.json()["detail"]
    assert client.post("/api/v1/solve", json=SMALL).status_code == 401
    for path in (
        "/",
        "/api",
        "/api/",
        "/docs",
        "/page/main.js",
        "/sw.js",
        "/nothing",
        "/?token=wrong",
        "/?token=",
        "/?token=%ff",
    ):
        response = client.get(path)
        assert response.status_code == 401
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        assert "open the URL that <code>turaga serve</code> printed" in response.text
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["www-authenticate"] == "Bearer"
        assert "set-cookie" not in response.headers


def test_the_token_is_exchanged_for_a_cookie(client, shared):
    response = client.get(f"/?x=1&token={shared.token}&y=2")
    assert (response.status_code, response.headers["location"]) == (303, "/?x=1&y=2")
    cookie = response.headers["set-cookie"]
    assert re.fullmatch(rf"turaga-{shared.port}=[A-Za-z0-9_-]{{22}}; Path=/; HttpOnly; SameSite=Lax", cookie)
    assert shared.token not in cookie
    assert client.get("/").status_code == 200  # the client has kept the cookie
    assert client.get("/page/main.js").status_code == client.get("/api").status_code == 200
    assert client.post("/api/v1/solve", json=SMALL).status_code == 200
    again = client.get("/?token=of-an-earlier-server")  # the address is tidied up all the same
    assert (again.status_code, again.headers["location"]) == (303, "/")
    assert client.get(f"{shared.url}//evil.example/?token={shared.token}").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer \xff"},
        {"Authorization": "Basic {token}"},
        {"Authorization": "{token}"},
        {"Cookie": "turaga-{port}={token}"},
        {"Cookie": "turaga-{port}="},
        {"Cookie": "turaga-{port}"},
        {"Cookie": ";;=;"},
    ],
    ids=str,
)
def test_other_credentials_are_not_accepted(client, shared, headers):
    sent = {name: value.format(token=shared.token, port=shared.port) for name, value in headers.items()}
    raw = {name: value.encode("latin-1") for name, value in sent.items()}
    assert client.get("/api/v1/options", headers=raw).status_code == 401


def test_programs_send_the_token_in_a_header(client, shared):
    for scheme in ("Bearer", "bearer"):
        headers = {"Authorization": f"{scheme} {shared.token}"}
        assert client.post("/api/v1/solve", json=SMALL, headers=headers).json()["outcome"] == "found"


def test_a_token_in_a_post_or_below_the_page_is_not_accepted(client, shared):
    assert client.post(f"/api/v1/solve?token={shared.token}", json=SMALL).status_code == 401
    assert client.get(f"/api/v1/options?token={shared.token}").status_code == 401


def test_a_server_for_others_can_do_without_a_token():
    with served("--host", "0.0.0.0", "--no-token") as there:
        assert "token" not in there.url
        port = there.url.rpartition(":")[2]
        assert get(f"http://127.0.0.1:{port}", "/api/v1/options")[0] == 200
        there.process.terminate()
        _, err = there.process.communicate(timeout=LIMIT)
        assert b"Every machine that can reach 0.0.0.0 can use it." in err


# -- host names ---------------------------------------------------------------------------------------------


def status_of(port, *heads, version="1.1"):
    """The status of the response to a request with exactly these headers."""
    lines = [f"GET /healthz HTTP/{version}", *heads, "Connection: close"]
    with socket.create_connection(("127.0.0.1", port), timeout=LIMIT) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        response = http.client.HTTPResponse(line)
        response.begin()
        return response.status


@pytest.mark.parametrize(
    ("heads", "expected"),
    [
        (["Host: 127.0.0.1:{port}"], 200),
        (["Host: LOCALHOST"], 200),
        (["Host: localhost."], 200),
        (["Host: 198.51.100.7:80"], 200),
        (["Host: [2001:db8::7]:8000"], 200),
        (["Host: {name}:{port}"], 200),
        (["Host: evil.example"], 421),
        (["Host: [::1]evil.com"], 421),
        (["Host: [::1"], 421),
        (["Host: 127.0.0.1.evil.example"], 421),
        (["Host: 127.0.0.1:80:evil.example"], 421),
        (["Host: user@127.0.0.1"], 421),
        (["Host: 127.0.0.1 evil.example"], 421),
        (["Host: 127.0.0.1, evil.example"], 421),
        (["Host: \xff"], 421),
        (["Host:"], 421),
        (["Host: " + "a" * 5000], 421),
        (["Host: 127.0.0.1", "Host: evil.example"], 400),
        (["Host: 127.0.0.1", "Host: 127.0.0.1"], 400),
        ([], 400),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_the_server_accepts_addresses_and_its_own_names(shared, heads, expected):
    heads = [head.format(port=shared.port, name=socket.gethostname()) for head in heads]
    status = status_of(shared.port, *heads)
    assert (200 if status == 503 else status) == expected  # 503: the workers are still starting


def test_a_request_of_http_1_0_needs_a_host_too(shared):
    assert status_of(shared.port, version="1.0") == 400


def test_given_names_replace_the_names_of_this_machine():
    with Listening("0.0.0.0", 0, ["Tours.Example.org"]) as there:
        hosts = AllowedHosts(there.hosts)
    assert hosts.accepts("tours.example.org:8000")
    assert hosts.accepts("localhost")
    assert hosts.accepts("192.168.1.5", connected="192.168.1.5")
    assert hosts.accepts("192.168.1.5", connected="::ffff:192.168.1.5")
    for host in ("192.168.1.6", socket.gethostname(), "evil.example", "x.tours.example.org"):
        assert not hosts.accepts(host, connected="192.168.1.5")
    with Listening("127.0.0.1", 0, ["tours.example.org"]) as there:
        assert there.hosts == ("127.0.0.1", "localhost", "[::1]", "tours.example.org")


def test_any_loopback_address_can_be_opened():
    with Listening("127.0.0.5", 0) as there:
        assert there.url == f"http://127.0.0.5:{there.port}/"
        assert there.local
        assert AllowedHosts(there.hosts).accepts(f"127.0.0.5:{there.port}", connected="127.0.0.5")


def test_the_error_for_a_port_in_use_names_no_command_line_option():
    with socket.create_server(("127.0.0.1", 0)) as used:
        port = used.getsockname()[1]
        with pytest.raises(BadInput) as error:
            Listening("127.0.0.1", port)
    assert str(error.value) == f"port {port} is already in use"
    assert error.value.field == "port"


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", ""])
def test_the_error_for_an_unknown_host_is_about_the_host(host):
    with pytest.raises(BadInput) as error:
        Listening(host, 0)
    assert error.value.field == "host"
    assert (
        str(error.value)
        == f"host {host!r} is not an address of this machine: use an address such as 127.0.0.1"
    )


@pytest.mark.parametrize(
    "name", ["", "*", "a b", "tours.example:80", "http://tours.example", "[::1", "a/8", "."]
)
def test_a_bad_host_name_gets_a_message(name):
    with pytest.raises(BadInput) as error:
        parse_host(name)
    assert str(error.value).startswith(f"{name!r} is not a host name: write a name such as ")
    assert error.value.field == "names"


def test_the_command_rejects_a_bad_host_name(capsys):
    assert main(["serve", "--allow-host", "a b"]) == 2
    assert "'a b' is not a host name" in capsys.readouterr().err


def test_a_slash_at_the_end_of_a_path_does_not_redirect(client, shared):
    for method, path in (("POST", "/api/v1/solve/"), ("GET", "/api/v1/options/"), ("GET", "/healthz/")):
        response = client.request(method, path, headers={**JSON, **bearer(shared)})
        assert response.status_code == 404
        assert "location" not in response.headers


# -- other websites -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def open_client():
    """A client of a server without a token."""
    with asking() as client:
        yield client


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://{host}", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "https://{host}"}, 200),  # behind a proxy
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),  # another port of this machine
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "http://{host}.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
    ],
    ids=str,
)
def test_other_websites_cannot_use_the_api(open_client, headers, status):
    host = open_client.base_url.netloc.decode()
    sent = {name: value.format(host=host) for name, value in headers.items()}
    for response in (
        open_client.post("/api/v1/solve", json=SMALL, headers=sent),
        open_client.get("/api/v1/options", headers=sent),
    ):
        assert response.status_code == status
        if status == 403:
            assert "another website" in response.json()["detail"]
    assert open_client.get("/", headers=sent).status_code == 200  # a link on another website


@pytest.mark.parametrize(
    "types",
    [
        [],
        ["text/plain"],
        ["application/x-www-form-urlencoded"],
        ["multipart/form-data; boundary=x"],
        ["text/plain; a=application/json"],
        ["application/jsonp"],
        ["text/plain", "application/json"],
        [b"\xff; charset=\xff"],
    ],
    ids=str,
)
def test_a_body_must_be_sent_as_json(open_client, types):
    headers = [("Content-Type", each) for each in types]
    response = open_client.post("/api/v1/solve", content=b'{"board": "5x5"}', headers=headers)
    assert response.status_code == 415
    assert "sent with Content-Type: application/json" in response.json()["detail"]


def test_the_content_type_may_have_parameters(open_client):
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert open_client.post("/api/v1/solve", content=b'{"board": "5x5"}', headers=headers).status_code == 200


# -- health -------------------------------------------------------------------------------------------------


def wait_for_status(url, status):
    deadline = time.monotonic() + LIMIT
    while (answer := get(url, "/healthz"))[0] != status:
        assert time.monotonic() < deadline, answer
        time.sleep(0.1)
    return answer[2]


def test_health_asks_a_worker(shared):
    assert wait_for_status(shared.url, 200) in ({"status": "ok", "busy": busy} for busy in (True, False))
    workers = family(shared.process.pid)
    for number in workers:
        os.kill(number, signal.SIGSTOP)
    try:
        told = wait_for_status(shared.url, 503)  # as soon as the last result is not used any more
        assert told == {"status": "failed", "detail": "a worker did not respond in time"}
    finally:
        for number in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGCONT)
    wait_for_status(shared.url, 200)


class Pinged:
    """A pool with a worker that is ready after some pings."""

    def __init__(self, ready):
        self.ready, self.pings = ready, 0

    async def ping(self):
        self.pings += 1
        if self.pings < self.ready:
            raise Busy("the workers are starting", 1)
        await asyncio.sleep(0.05)
        return False

    def status(self):
        return Direct().status()


def test_health_costs_little_however_many_ask():
    async def story():
        pool = Pinged(ready=2)
        health = Health(pool)
        told = await asyncio.gather(*(health.status() for _ in range(100)))
        return told, pool.pings

    told, pings = asyncio.run(story())
    assert told == [(200, {"status": "ok", "busy": False})] * 100
    assert pings == 2


def test_health_says_why_no_worker_responds(monkeypatch):
    monkeypatch.setattr("turaga.web.health._SECONDS", 0.05)

    async def story():
        return await Health(Pinged(ready=60)).status()

    assert asyncio.run(story()) == (503, {"status": "failed", "detail": "the workers are starting"})


# -- the access log -----------------------------------------------------------------------------------------

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ 127\.0\.0\.1 ([A-Z]+) (\S+) (\d{3}) (\d+) \d+\.\d")


def test_the_access_log_has_a_line_for_each_request_and_no_secrets(client, shared):
    before = shared.log.read_text()
    client.get(f"/?token={shared.token}&secret=1")
    index = client.get("/?secret=2", headers={"X-Forwarded-For": "198.51.100.7"})  # anybody can say so
    client.post("/api/v1/solve?secret=3", json=SMALL)
    client.get("/a%1b%0ab")
    client.get("/nothing", headers={"Host": "evil.example"})
    client.get(f"/token={shared.token}")  # a mistake
    until = time.monotonic() + LIMIT
    while (log := shared.log.read_text().removeprefix(before)).count("\n") < 6 and time.monotonic() < until:
        time.sleep(0.01)  # a thread writes the lines
    assert "secret" not in log
    assert shared.token not in shared.log.read_text()
    found = [LINE.fullmatch(line).groups() for line in log.splitlines()]
    assert [each[:3] for each in found] == [
        ("GET", "/", "303"),
        ("GET", "/", "200"),
        ("POST", "/api/v1/solve", "200"),
        ("GET", "/a%1b%0ab", "404"),
        ("GET", "/nothing", "421"),
        ("GET", "/token=[token]", "404"),
    ]
    assert int(found[1][3]) == int(index.headers["content-length"])


def test_an_access_log_that_nobody_reads_does_not_stop_the_server(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with served("--access-log", pipe) as there, httpx.Client(base_url=there.url) as client:
        for _ in range(600):  # a pipe has room for 64 kB
            assert client.get("/" + "x" * 1000).status_code == 404
    line = os.read(reader, 1000).decode().splitlines()[0]
    os.close(reader)
    assert f"/{'x' * 199}... 404" in line


def test_an_access_log_that_cannot_be_written(capsys):
    assert main(["serve", "--port", "0", "--access-log", "/nowhere/log"]) == 2
    assert "the access log '/nowhere/log' cannot be written: No such file" in capsys.readouterr().err
    with open_log("/dev/full") as write:  # the server carries on, and says so once
        write("one\n")
        write("two\n")
    says = "the access log '/dev/full' is not complete: No space left on device\n"
    assert capsys.readouterr().err == says


# -- in a browser -------------------------------------------------------------------------------------------


@contextlib.contextmanager
def another_program(port, body, status=200):
    """Another web server."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def test_the_token_leaves_the_address_and_the_page_works_offline(chromium):
    from playwright.sync_api import expect

    from browsing import begun, board_of, visit

    with contextlib.ExitStack() as running:
        there = running.enter_context(served("--token"))
        home, token = there.url.split("?token=")
        port = int(home.rstrip("/").rpartition(":")[2])
        with visit(chromium, f"{there.url}#play?board=5x5", service_workers="allow") as visitor:
            page = visitor.page
            begun(page)
            assert page.url == f"{home}#play?board=5x5"
            assert page.evaluate("document.cookie") == ""
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.goto("about:blank")
            page.goto(f"{there.url}#play?board=6x6")  # now the service worker handles the link
            begun(page)
            assert page.url == f"{home}#play?board=6x6"
            assert token not in str(page.evaluate("performance.getEntries().map((one) => one.name)"))
            running.close()

            page.reload()  # nothing responds: the copies are used
            begun(page)
            expect(board_of(page).get_by_role("gridcell")).to_have_count(36)
            for status in (200, 404):
                with another_program(port, "<p>Another program</p>", status):
                    page.reload()
                    expect(page.get_by_text("Another program")).to_be_visible()
                page.reload()
                begun(page)

            there = running.enter_context(served("--token", port=port))
            page.reload()  # the server has another token now
            expect(page.get_by_text("This server needs a token")).to_be_visible()
            with another_program(0, f'<a href="{there.url}#play?board=5x5">Our class</a>') as elsewhere:
                page.goto(elsewhere)
                page.get_by_role("link").click()
                begun(page)
            assert page.url == f"{home}#play?board=5x5"
            visitor.faults.clear()  # requests that got no response, and the website elsewhere
