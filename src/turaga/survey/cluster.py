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
from typing import Any
from urllib.parse import urlsplit

from turaga._version import __version__
from turaga.errors import BadInput
from turaga.extras import load
from turaga.survey.jobs import Job
from turaga.survey.plan import Plan
from turaga.survey.runner import Meter
from turaga.survey.store import Store
from turaga.text import short

_PATIENCE = 10  # seconds to find the scheduler, or to find it again
_ALONE = 60  # seconds without any worker, after which nobody is to be hoped for
_LONGEST_GREETING = 1 << 20
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
        _demand_scheduler(scheduler)
        self._client = self._connected(distributed.Client)
        self._under_way: dict[int, Any] = {}  # the future of each job, and what it was handed in with
        self._deaths: dict[int, int] = {}
        self._seen = self._staffed = time.monotonic()

    def _connected(self, client_of: Any) -> Any:
        """A client of the scheduler, once there are workers."""
        name = short(self.address)
        try:
            client = client_of(self.address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, TypeError, ValueError, RuntimeError) as error:
            raise BadInput(
                f"the scheduler {name!r} cannot be used ({short(str(error), 100)}): start another, by dask "
                "scheduler"
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
        """Hand a job to the scheduler."""
        # Pickled here and unpickled where it is done: so the scheduler needs no Turaga, and a worker that
        # has none answers so; it would go down over a message that it cannot read.
        call = pickle.dumps(_Call(self.store.plan, job, dict(failed), __version__))
        future = self._client.submit(pickle.loads, call, pure=False, key=f"turaga-{os.urandom(8).hex()}")
        self._under_way[job.number] = future, failed, done
        future.add_done_callback(lambda _: done(job))

    def collect(self, job: Job) -> dict[str, int] | None:
        """Keep what a job made, and give its failures; None if the scheduler gave it up, because workers
        died over it, and it has been handed in once more."""
        future, failed, done = self._under_way.pop(job.number)
        try:
            made, walks, steps = self._answer(future)
        except self._killed:
            self._deaths[job.number] = self._deaths.get(job.number, 0) + 1
            if self._deaths[job.number] == _DEATHS:
                raise BadInput(
                    f"{_DEATHS} times the workers died over a job on {job.board}: give them more memory"
                ) from None
            self.submit(job, failed, done)
            return None
        except (BadInput, MemoryError):
            raise
        except ModuleNotFoundError as error:
            package = (error.name or "turaga").partition(".")[0]
            raise BadInput(
                f"a worker has no {package}: install turaga[cluster], of version {__version__}, there too"
            ) from None
        except Exception as error:  # noqa: BLE001 - whatever else can go wrong there
            words = short(f"{type(error).__name__}: {error}", 200)
            raise BadInput(
                f"a worker could not do a job on {job.board} ({words}): see to it; {_GO_ON}"
            ) from None
        self.store.keep(job.number, made.walks, made.shards)
        self.meter.add(walks, steps, job.work)
        return dict(made.failures)

    def _answer(self, future: Any) -> Any:
        """What `_do` gave for a job, or raises what it raised. If the worker that holds it has died, this
        waits for another."""
        while future.status != "error":
            try:
                return future.result(timeout=_ALONE)
            except TimeoutError:
                self.look()
            except Exception:  # noqa: BLE001 - the job's own if that is what the status says
                if future.status != "error":
                    raise self._lost() from None
        raise future.exception()

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
            self._client.cancel([future for future, _, _ in self._under_way.values()])
        with contextlib.suppress(Exception):
            self._client.close(timeout=1)


def _demand_scheduler(scheduler: str) -> None:
    """Raise `BadInput` unless a scheduler listens there: a client that finds none is slow and loud, and one
    that finds something else may wait for ever."""
    name = short(scheduler)
    try:
        parts = urlsplit(scheduler)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in ("tcp", "tls") or not host or not port:
        raise BadInput(f"scheduler {name!r} is not understood: name it as tcp://host:8786")
    try:
        with socket.create_connection((host, port), timeout=_PATIENCE) as line:
            greets = scheme == "tls" or _greets(line)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput(
            f"the scheduler {name!r} cannot be reached ({why}): start one, by dask scheduler"
        ) from None
    if not greets:
        raise BadInput(f"what listens at {name!r} is no dask scheduler: start one, by dask scheduler")


def _greets(line: socket.socket) -> bool:
    """Whether a greeting comes as a scheduler sends it, unasked: its length in eight bytes, then so many."""
    length = b""
    with contextlib.suppress(TimeoutError):
        while len(length) < 8 and (more := line.recv(8 - len(length))):
            length += more
    return len(length) == 8 and int.from_bytes(length, "little") < _LONGEST_GREETING


class _Call:
    """A job to be done by whoever unpickles this, who gets what `_do` makes of it."""

    def __init__(self, *args: Any) -> None:
        self.args = args

    def __reduce__(self) -> Any:
        return _do, self.args


def _do(plan: Plan, job: Job, failed: Mapping[str, int], version: str) -> Any:
    """On a worker: what the job made, its walks and its steps, if it is of the version that asks."""
    from turaga.survey.job_rows import do_job

    if version != __version__:
        raise BadInput(f"a worker has Turaga {__version__}, and this is {version}: install the same version")
    walked = [0, 0]

    def tick(walks: int, steps: int) -> None:
        walked[0] += walks
        walked[1] += steps

    return do_job(plan, job, failed, tick), *walked
