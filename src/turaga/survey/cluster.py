"""A survey's jobs done by a cluster: dask.distributed, through a scheduler that is running already.

Workers get a plan and a job and send back columns; they need Turaga with the extra `cluster`, of the same
version, and no disk in common with whoever runs the survey, who keeps what comes. If a worker dies, the
scheduler gives its jobs to others; a job is a function of the plan, so doing it again changes nothing.
"""

import contextlib
import logging
import socket
import time
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from typing import Any
from urllib.parse import urlsplit

from turaga._version import __version__
from turaga.errors import BadInput
from turaga.extras import load
from turaga.survey.jobs import Job
from turaga.survey.plan import Plan
from turaga.survey.running import Meter
from turaga.survey.store import Store
from turaga.wording import short

__all__ = ["Cluster"]

_PATIENCE = 10  # seconds to find the scheduler, or to find it again
_DEATHS = 10  # times a job may be given up by the scheduler because workers died over it
_AHEAD = 2  # jobs under way for each of the workers' threads, so that none waits for the next


class Cluster:
    """Jobs done by the workers of a scheduler, named as `tcp://host:8786`."""

    def __init__(self, store: Store, meter: Meter, scheduler: str) -> None:
        self.store, self.meter, self.address = store, meter, scheduler
        distributed = load("distributed", "cluster")
        self._killed = distributed.scheduler.KilledWorker
        for logger in ("distributed", "distributed.client"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)  # what matters is said in a sentence
        _demand_listener(scheduler)
        self._client = distributed.Client(scheduler, timeout=_PATIENCE, set_as_default=False)
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            self._client.close(timeout=1)
            raise BadInput(
                f"the scheduler {short(scheduler)!r} has no workers: start some first, with dask worker "
                f"{short(scheduler)}"
            ) from None
        self._futures: dict[int, Any] = {}
        self._deaths: dict[int, int] = {}
        self._seen = time.monotonic()

    @property
    def room(self) -> int:
        """Twice the threads the workers have now: workers may come and go."""
        try:
            threads = sum(self._client.nthreads().values())
        except (OSError, TimeoutError, ValueError, RuntimeError):
            raise self._lost() from None
        return _AHEAD * max(1, int(threads))

    def submit(self, job: Job, failed: Mapping[str, int], done: Callable[[Job], None]) -> None:
        """Hand a job to the scheduler; once more, if it was given up because workers died over it."""

        def over(future: Any) -> None:
            if future.status == "error" and isinstance(future.exception(), self._killed):
                self._deaths[job.number] = self._deaths.get(job.number, 0) + 1
                if self._deaths[job.number] < _DEATHS:
                    self.submit(job, failed, done)
                    return
            done(job)

        future = self._client.submit(_do, self.store.plan, job, dict(failed), __version__, pure=False)
        self._futures[job.number] = future
        future.add_done_callback(over)

    def collect(self, job: Job) -> dict[str, int]:
        """Keep what a job made, and give its failures."""
        future = self._futures.pop(job.number)
        try:
            made = future.result(timeout=_PATIENCE)
        except self._killed:
            raise BadInput(
                f"{_DEATHS} times the workers died over a job on {job.board}: give them more memory"
            ) from None
        except ModuleNotFoundError as error:
            raise BadInput(
                f"a worker has no {error.name}: install turaga[cluster], of version {__version__}, there too"
            ) from None
        except (OSError, TimeoutError, RuntimeError, CancelledError):
            raise self._lost() from None
        self.store.keep(job.number, made.walks, made.shards)
        self.meter.add(len(made.walks["order"]), int(sum(made.shards["steps"])), job.work)
        return dict(made.failures)

    def look(self) -> None:
        """Raise if the scheduler has been gone for a while."""
        if self._client.status == "running":
            self._seen = time.monotonic()
        elif self._client.status == "closed" or time.monotonic() - self._seen > _PATIENCE:
            raise self._lost()

    def _lost(self) -> BadInput:
        return BadInput(
            f"the scheduler {short(self.address)!r} has gone: what was finished is kept, so run the same "
            "command again to go on"
        )

    def stop(self) -> None:
        """Take back what is under way; a worker in the midst of a job finishes it for nobody."""
        with contextlib.suppress(Exception):
            self._client.cancel(list(self._futures.values()))
        with contextlib.suppress(Exception):
            self._client.close(timeout=1)


def _demand_listener(scheduler: str) -> None:
    """Raise `BadInput` unless somebody listens there: a client that fails to connect is slow and loud."""
    try:
        parts = urlsplit(scheduler)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in ("tcp", "tls") or not host or not port:
        raise BadInput(f"scheduler {short(scheduler)!r} is not understood: name it as tcp://host:8786")
    try:
        socket.create_connection((host, port), timeout=_PATIENCE).close()
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput(
            f"the scheduler {short(scheduler)!r} cannot be reached ({why}): start one, by dask scheduler"
        ) from None


def _do(plan: Plan, job: Job, failed: Mapping[str, int], version: str) -> Any:
    """On a worker: the job, if it is of the version that asks."""
    from turaga.survey.work import do_job

    if version != __version__:
        raise BadInput(f"a worker has Turaga {__version__}, and this is {version}: install the same version")
    return do_job(plan, job, failed, lambda walks, steps: None)
