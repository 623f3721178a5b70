"""A survey's jobs done by a cluster: dask.distributed, through a scheduler that is running already.

Workers get a plan and a job and send back columns; they need Turaga with the extra `cluster`, of the same
version, and no disk in common with whoever runs the survey, who keeps what comes. If a worker dies, the
scheduler gives its jobs to others; a job is a function of the plan, so doing it again changes nothing.
"""

import contextlib
import logging
import os
import pickle
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
_ALONE = 60  # seconds without any worker, after which nobody is to be hoped for
_DEATHS = 10  # times a job may be given up by the scheduler because workers died over it
_AHEAD = 2  # jobs under way for each of the workers' threads, so that none waits for the next
_GO_ON = "what was finished is kept, so run the same command again to go on"


class Cluster:
    """Jobs done by the workers of a scheduler, named as `tcp://host:8786`."""

    def __init__(self, store: Store, meter: Meter, scheduler: str) -> None:
        self.store, self.meter, self.address = store, meter, scheduler
        distributed = load("distributed", "cluster")
        self._killed = distributed.scheduler.KilledWorker
        for logger in ("distributed", "distributed.client"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)  # what matters is said in a sentence
        _demand_listener(scheduler)
        self._client = self._connected(distributed.Client)
        self._futures: dict[int, Any] = {}
        self._deaths: dict[int, int] = {}
        self._seen = self._staffed = time.monotonic()

    def _connected(self, client_of: Any) -> Any:
        """A client of the scheduler, once there are workers."""
        name = short(self.address)
        try:
            client = client_of(self.address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, TypeError, ValueError, RuntimeError) as error:
            raise BadInput(
                f"what listens at {name!r} does not answer as a dask scheduler ({short(str(error), 100)}): "
                "start one, by dask scheduler"
            ) from None
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except (OSError, TimeoutError, RuntimeError):
            client.close(timeout=1)
            raise BadInput(
                f"the scheduler {name!r} has no workers: start some first, with dask worker {name}"
            ) from None
        return client

    def _threads(self) -> int:
        """The threads the workers have now; raises if there have been none for long."""
        try:
            threads = int(sum(self._client.nthreads().values()))
        except (OSError, TimeoutError, ValueError, RuntimeError):
            raise self._lost() from None
        if threads:
            self._staffed = time.monotonic()
        elif time.monotonic() - self._staffed > _ALONE:
            raise BadInput(f"all workers of the scheduler {short(self.address)!r} have gone: {_GO_ON}")
        return threads

    @property
    def room(self) -> int:
        """Twice the threads the workers have now: workers may come and go."""
        return _AHEAD * max(1, self._threads())

    def submit(self, job: Job, failed: Mapping[str, int], done: Callable[[Job], None]) -> None:
        """Hand a job to the scheduler; once more, if it was given up because workers died over it."""

        def over(future: Any) -> None:
            if self._given_up(future):
                self._deaths[job.number] = self._deaths.get(job.number, 0) + 1
                if self._deaths[job.number] < _DEATHS:
                    self.submit(job, failed, done)
                    return
            done(job)

        # Pickled here and unpickled where it is done: so the scheduler needs no Turaga, and a worker that
        # has none answers so; it would go down over a message that it cannot read.
        call = pickle.dumps(_Call(self.store.plan, job, dict(failed), __version__))
        future = self._client.submit(pickle.loads, call, pure=False, key=f"turaga-{os.urandom(8).hex()}")
        self._futures[job.number] = future
        future.add_done_callback(over)

    def _given_up(self, future: Any) -> bool:
        """Whether the scheduler has given up a job because workers died over it."""
        try:
            return future.status == "error" and isinstance(future.exception(), self._killed)
        except (OSError, TimeoutError, RuntimeError, CancelledError):
            return False  # the scheduler is gone, as whoever asks next is told

    def collect(self, job: Job) -> dict[str, int]:
        """Keep what a job made, and give its failures."""
        future = self._futures.pop(job.number)
        made, walks, steps = self._answer(job, future)
        self.store.keep(job.number, made.walks, made.shards)
        self.meter.add(walks, steps, job.work)
        return dict(made.failures)

    def _answer(self, job: Job, future: Any) -> Any:
        """What `_do` gave for a job. If the worker that holds it has died, this waits for another."""
        while True:
            try:
                if future.status == "error":
                    raise self._failed(job, future.exception())
                return future.result(timeout=_ALONE)
            except TimeoutError:
                self.look()
            except (OSError, RuntimeError, CancelledError):
                if future.status != "error":
                    raise self._lost() from None

    def _failed(self, job: Job, error: BaseException) -> BaseException:
        """What is said of an error that a job ended with on a worker."""
        if isinstance(error, BadInput | MemoryError):
            return error
        if isinstance(error, self._killed):
            return BadInput(
                f"{_DEATHS} times the workers died over a job on {job.board}: give them more memory"
            )
        if isinstance(error, ModuleNotFoundError):
            package = (error.name or "turaga").partition(".")[0]
            return BadInput(
                f"a worker has no {package}: install turaga[cluster], of version {__version__}, there too"
            )
        words = short(f"{type(error).__name__}: {error}", 200)
        return BadInput(f"a worker could not do a job on {job.board} ({words}): mend it; {_GO_ON}")

    def look(self) -> None:
        """Raise if the scheduler, or every worker, has been gone for a while."""
        if self._client.status == "running":
            self._seen = time.monotonic()
            self._threads()
        elif self._client.status == "closed" or time.monotonic() - self._seen > _PATIENCE:
            raise self._lost()

    def _lost(self) -> BadInput:
        return BadInput(f"the scheduler {short(self.address)!r} has gone: {_GO_ON}")

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


class _Call:
    """A job to be done by whoever unpickles this, who gets what `_do` makes of it."""

    def __init__(self, *args: Any) -> None:
        self.args = args

    def __reduce__(self) -> Any:
        return _do, self.args


def _do(plan: Plan, job: Job, failed: Mapping[str, int], version: str) -> Any:
    """On a worker: what the job made, its walks and its steps, if it is of the version that asks."""
    from turaga.survey.work import do_job

    if version != __version__:
        raise BadInput(f"a worker has Turaga {__version__}, and this is {version}: install the same version")
    walked = [0, 0]

    def tick(walks: int, steps: int) -> None:
        walked[0] += walks
        walked[1] += steps

    return do_job(plan, job, failed, tick), *walked
