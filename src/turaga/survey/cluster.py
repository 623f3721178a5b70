"""Runs a survey's jobs on a cluster, with dask.distributed and a scheduler that is already running.

Workers receive a plan and a job and send back columns. They need the same version of Turaga with the extra
`cluster`, but no shared disk: the process that runs the survey stores the rows. If a worker dies, the
scheduler gives its jobs to other workers. A job depends only on the plan, so running it again does no harm.
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

_CONNECT_SECONDS = 10  # to reach the scheduler, or to reach it again
_NO_WORKERS_SECONDS = 60  # without any worker, before the run gives up
_LONGEST_GREETING = 1 << 20
_MOST_DEATHS = 10  # how often the scheduler may give up on a job because its workers died
_AHEAD = 2  # jobs submitted for each thread of the workers, so that no thread waits for its next job
_START_ONE = "start one with: dask scheduler"
_CONTINUE = "finished jobs are kept, so run the same survey again to continue"


class ClusterEngine:
    """Runs jobs on the workers of a scheduler, given as `tcp://host:8786`."""

    def __init__(self, store: Store, meter: Meter, scheduler: str) -> None:
        self.store, self.meter, self.address = store, meter, scheduler
        distributed = load("distributed", "cluster")
        self._killed = distributed.scheduler.KilledWorker
        # Our own errors say what is important. asyncio reports tasks of dask that nobody waits for any more.
        for logger in ("distributed", "distributed.client", "asyncio"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        _require_scheduler(scheduler)
        self._client = self._connected(distributed.Client)
        self._submitted: dict[int, Any] = {}  # by job: its future, and the arguments of `submit`
        self._deaths: dict[int, int] = {}
        self._seen = self._staffed = time.monotonic()

    def _connected(self, client_of: Any) -> Any:
        """A client of the scheduler. Waits until there is a worker."""
        name = short(self.address)
        try:
            client = client_of(self.address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, TypeError, ValueError, RuntimeError) as error:
            raise _error(
                f"cannot use the scheduler {name!r} ({short(str(error), 100)})",
                "start another one with: dask scheduler",
            ) from None
        try:
            client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except (OSError, TimeoutError, RuntimeError):
            client.close(timeout=1)
            raise _error(
                f"the scheduler {name!r} has no workers", f"start one first with: dask worker {name}"
            ) from None
        return client

    def _threads(self) -> int:
        """The number of threads of all workers. Raises an error if there has been no worker for a minute."""
        try:
            threads = int(sum(self._client.nthreads().values()))
        except (OSError, TimeoutError, ValueError, RuntimeError):
            raise self._lost() from None
        if threads:
            self._staffed = time.monotonic()
        elif time.monotonic() - self._staffed > _NO_WORKERS_SECONDS:
            raise _error(f"the scheduler {short(self.address)!r} has lost all its workers", _CONTINUE)
        return threads

    @property
    def capacity(self) -> int:
        """Twice the number of threads that the workers have now. Workers may come and go."""
        return _AHEAD * max(1, self._threads())

    def submit(self, job: Job, failed: Mapping[str, int], done: Callable[[Job], None]) -> None:
        """Give a job to the scheduler."""
        # Pickled here and unpickled where it runs. So the scheduler does not need Turaga, and a worker
        # without Turaga can say so; a message that it cannot read would crash the worker.
        call = pickle.dumps(_Call(self.store.plan, job, dict(failed), __version__))
        future = self._client.submit(pickle.loads, call, pure=False, key=f"turaga-{os.urandom(8).hex()}")
        self._submitted[job.number] = future, failed, done
        future.add_done_callback(lambda _: done(job))

    def collect(self, job: Job) -> dict[str, int] | None:
        """Store the rows of a job and return its failures. None if the scheduler gave up on the job because
        workers died; it has then been submitted again."""
        future, failed, done = self._submitted.pop(job.number)
        try:
            rows, walks, steps = self._result(future)
        except self._killed:
            self._deaths[job.number] = self._deaths.get(job.number, 0) + 1
            if self._deaths[job.number] == _MOST_DEATHS:
                raise _error(
                    f"workers died {_MOST_DEATHS} times during a job on {job.board}", "give them more memory"
                ) from None
            self.submit(job, failed, done)
            return None
        except (BadInput, MemoryError):
            raise
        except ModuleNotFoundError as error:
            package = (error.name or "turaga").partition(".")[0]
            raise _error(
                f"a worker does not have {package}",
                f"install turaga[cluster] version {__version__} on every worker",
            ) from None
        except Exception as error:  # noqa: BLE001 - anything can go wrong on a worker
            why = short(f"{type(error).__name__}: {error}", 200)
            raise _error(f"a job on {job.board} failed on a worker ({why})", _CONTINUE) from None
        self.store.save(job.number, rows.walks, rows.shards)
        self.meter.add(walks, steps, job.work)
        return dict(rows.failures)

    def _result(self, future: Any) -> Any:
        """The result of `_run_job`, or its exception. If the worker with the result has died, this waits
        until another worker has computed it."""
        while future.status != "error":
            try:
                return future.result(timeout=_NO_WORKERS_SECONDS)
            except TimeoutError:
                self.check()
            except Exception:  # noqa: BLE001 - the job's own error if the status is "error"
                if future.status != "error":
                    raise self._lost() from None
        raise future.exception()

    def check(self) -> None:
        """Raise an error if the scheduler or all workers have been gone for a while."""
        if self._client.status == "running":
            self._seen = time.monotonic()
            self._threads()
        elif self._client.status == "closed" or time.monotonic() - self._seen > _CONNECT_SECONDS:
            raise self._lost()

    def _lost(self) -> BadInput:
        return _error(f"lost the connection to the scheduler {short(self.address)!r}", _CONTINUE)

    def stop(self) -> None:
        """Cancel all submitted jobs. A worker finishes the job it has started, and the result is ignored."""
        with contextlib.suppress(Exception):
            self._client.cancel([future for future, _, _ in self._submitted.values()])
        with contextlib.suppress(Exception):
            self._client.close(timeout=1)


def _error(problem: str, accepted: str) -> BadInput:
    return BadInput(problem, accepted=accepted, field="scheduler")


def _require_scheduler(scheduler: str) -> None:
    """Raise `BadInput` unless a scheduler listens at the address. Without this check, a client that finds no
    scheduler is slow and prints errors, and one that finds another program may wait forever."""
    name = short(scheduler)
    try:
        parts = urlsplit(scheduler)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in ("tcp", "tls") or not host or not port:
        raise _error(f"{name!r} is not the address of a scheduler", "write it as tcp://host:8786")
    try:
        with socket.create_connection((host, port), timeout=_CONNECT_SECONDS) as line:
            greets = scheme == "tls" or _greets(line)
    except OSError as error:
        why = error.strerror or str(error)
        raise _error(f"cannot reach the scheduler {name!r} ({why})", _START_ONE) from None
    if not greets:
        raise _error(f"the program at {name!r} is not a dask scheduler", _START_ONE)


def _greets(line: socket.socket) -> bool:
    """Whether the other end sends a greeting as a scheduler does: its length in eight bytes, then the text. A
    scheduler sends first."""
    length = b""
    with contextlib.suppress(TimeoutError):
        while len(length) < 8 and (more := line.recv(8 - len(length))):
            length += more
    return len(length) == 8 and int.from_bytes(length, "little") < _LONGEST_GREETING


class _Call:
    """Unpickles to the result of calling `_run_job`."""

    def __init__(self, *args: Any) -> None:
        self.args = args

    def __reduce__(self) -> Any:
        return _run_job, self.args


def _run_job(plan: Plan, job: Job, failed: Mapping[str, int], version: str) -> Any:
    """Runs on a worker. Returns the rows of the job and the number of walks and steps it took. The worker
    must have the same version of Turaga as the process that submitted the job."""
    from turaga.survey.job_rows import compute_rows

    if version != __version__:
        raise BadInput(
            f"a worker has Turaga {__version__}, but this survey runs with {version}",
            accepted="install the same version on every worker",
            field="scheduler",
        )
    walked = [0, 0]

    def tick(walks: int, steps: int) -> None:
        walked[0] += walks
        walked[1] += steps

    return compute_rows(plan, job, failed, tick), *walked
