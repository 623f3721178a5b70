"""A visitor of a server that is stopped, killed and started again while the page is open."""

import contextlib
import signal

from browsing import begun, visit, wake
from serving import served

REFUSED = ("ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED")


@contextlib.contextmanager
def stoppable_visit(chromium, where, **choices):
    """A visitor with the service worker, which has stored the page. `stop` and `kill` end the server,
    `freeze` lets it hang, and `start` starts another one on the same port. That nothing
    responds is no fault of the page."""
    with contextlib.ExitStack() as servers:
        running = servers.enter_context(contextlib.ExitStack())
        there = running.enter_context(served())
        port = there.url.rpartition(":")[2]
        wake(there.url)

        def kill():
            there.process.kill()
            running.close()

        with visit(chromium, f"{there.url}/{where}", service_workers="allow", **choices) as visitor:
            begun(visitor.page)
            stored(visitor.page)
            visitor.port = int(port)
            visitor.stop, visitor.kill = running.close, kill
            visitor.freeze = lambda: there.process.send_signal(signal.SIGSTOP)
            visitor.start = lambda: servers.enter_context(served(port=port))
            yield visitor
            visitor.faults[:] = [
                fault for fault in visitor.faults if not any(word in fault for word in REFUSED)
            ]


def stored(page):
    """Wait until the service worker has stored the page and answers its requests."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def stored_files(page):
    """The paths of the files that are stored."""
    return set(
        page.evaluate(
            "caches.open('turaga-page').then((all) => all.keys())"
            ".then((all) => all.map((one) => new URL(one.url).pathname))"
        )
    )
