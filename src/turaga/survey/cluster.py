"""A survey's jobs run on a cluster: dask.distributed, through a scheduler that is already running.

Workers get a plan and a job and send back columns. They need the same version of Turaga with the extra
`cluster`, but no shared disk: the process that runs the survey stores the rows. If a worker dies, the
scheduler gives its jobs to others; a job is a function of the plan, so running it again changes nothing.
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
_ALONE = 60  # seconds without any worker, after which the run gives up
_LONGEST_GREETING = 1 << 20
_DEATHS = 10  # how often the scheduler may abandon a job because workers died during it
_AHEAD = 2  # jobs under way for each thread of the workers, so that no thread waits for its next job
_START_ONE = "start one, by dask scheduler"
_GO_ON = "what was finished is kept, so run the same command again to go on"


class ClusterEngine:
    """Runs jobs on the workers of a scheduler, named as `tcp://host:8786`."""

    def __init__(self, store: Store, meter: Meter, scheduler: str) -> None:
        self.store, self.meter, self.address = store, meter, scheduler
        distributed = load("distributed", "cluster")
        self._killed = distributed.scheduler.KilledWorker
        for logger in ("distributed", "distributed.client"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)  # our own errors say what matters
        _require_scheduler(scheduler)
        self._client = self._connected(distributed.Client)
        self._under_way: dict[int, Any] = {}  # by job: its future, and the arguments it was submitted with
        self._deaths: dict[int, int] = {}
        self._seen = self._staffed = time.monotonic()

    def _connected(self, client_of: Any) -> Any:
        """A client of the scheduler, once there are workers."""
        name = short(self.address)
        try:
            client = client_of(self.address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, TypeError, ValueError, RuntimeError) as error:
            raise self._error(
                f"the scheduler {name!r} cannot be used ({short(str(error), 100)})",
                "start another, by dask scheduler",
            ) from None
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except (OSError, TimeoutError, RuntimeError):
            client.close(timeout=1)
            raise self._error(
                f"the scheduler {name!r} has no workers", f"start some first, with dask worker {name}"
            ) from None
        return client

    def _threads(self) -> int:
        """How many threads the workers have now; raises an error if there were none for a minute."""
        try:
            threads = int(sum(self._client.nthreads().values()))
        except (OSError, TimeoutError, ValueError, RuntimeError):
            raise self._lost() from None
        if threads:
            self._staffed = time.monotonic()
        elif time.monotonic() - self._staffed > _ALONE:
            raise self._error(f"all workers of the scheduler {short(self.address)!r} have gone", _GO_ON)
        return threads

    @property
    def capacity(self) -> int:
        """Twice the threads that the workers have now: workers may come and go."""
        return _AHEAD * max(1, self._threads())

    def submit(self, job: Job, failed: Mapping[str, int], done: Callable[[Job], None]) -> None:
        """Give a job to the scheduler."""
        # Pickled here and unpickled where it runs: so the scheduler needs no Turaga, and a worker that has
        # none can say so. A message that it cannot read would bring the worker down.
        call = pickle.dumps(_Call(self.store.plan, job, dict(failed), __version__))
        future = self._client.submit(pickle.loads, call, pure=False, key=f"turaga-{os.urandom(8).hex()}")
        self._under_way[job.number] = future, failed, done
        future.add_done_callback(lambda _: done(job))

    def collect(self, job: Job) -> dict[str, int] | None:
        """Store the rows of a job, and return its failures; None if the scheduler abandoned it, because
        workers died, and it has been submitted once more."""
        future, failed, done = self._under_way.pop(job.number)
        try:
            rows, walks, steps = self._result(future)
        except self._killed:
            self._deaths[job.number] = self._deaths.get(job.number, 0) + 1
            if self._deaths[job.number] == _DEATHS:
                raise self._error(
                    f"{_DEATHS} times the workers died over a job on {job.board}", "give them more memory"
                ) from None
            self.submit(job, failed, done)
            return None
        except (BadInput, MemoryError):
            raise
        except ModuleNotFoundError as error:
            package = (error.name or "turaga").partition(".")[0]
            raise self._error(
                f"a worker has no {package}",
                f"install turaga[cluster], of version {__version__}, there too",
            ) from None
        except Exception as error:  # noqa: BLE001 - anything can go wrong there
            words = short(f"{type(error).__name__}: {error}", 200)
            raise self._error(
                f"a worker could not do a job on {job.board} ({words})", f"see to it; {_GO_ON}"
            ) from None
        self.store.save(job.number, rows.walks, rows.shards)
        self.meter.add(walks, steps, job.work)
        return dict(rows.failures)

    def _result(self, future: Any) -> Any:
        """What `_run_job` returned for a job, or raises what it raised. If the worker that holds the result
        has died, this waits for another."""
        while future.status != "error":
            try:
                return future.result(timeout=_ALONE)
            except TimeoutError:
                self.check()
            except Exception:  # noqa: BLE001 - the job's own error, if the status says so
                if future.status != "error":
                    raise self._lost() from None
        raise future.exception()

    def check(self) -> None:
        """Raise an error if the scheduler, or every worker, has been gone for a while."""
        if self._client.status == "running":
            self._seen = time.monotonic()
            self._threads()
        elif self._client.status == "closed" or time.monotonic() - self._seen > _PATIENCE:
            raise self._lost()

    def _lost(self) -> BadInput:
        return self._error(f"the scheduler {short(self.address)!r} has gone", _GO_ON)

    def _error(self, problem: str, accepted: str) -> BadInput:
        return _scheduler_error(self.address, problem, accepted)

    def stop(self) -> None:
        """Cancel what is under way; a worker in the middle of a job finishes it, and nobody uses it."""
        with contextlib.suppress(Exception):
            self._client.cancel([future for future, _, _ in self._under_way.values()])
        with contextlib.suppress(Exception):
            self._client.close(timeout=1)


def _scheduler_error(address: str, problem: str, accepted: str) -> BadInput:
    return BadInput(problem, accepted=accepted, field="scheduler", value=address)


def _require_scheduler(scheduler: str) -> None:
    """Raise `BadInput` unless a scheduler listens there: a client that finds none is slow and prints errors,
    and one that finds something else may wait forever."""
    name = short(scheduler)
    try:
        parts = urlsplit(scheduler)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in ("tcp", "tls") or not host or not port:
        raise _scheduler_error(
            scheduler, f"scheduler {name!r} is not understood", "name it as tcp://host:8786"
        )
    try:
        with socket.create_connection((host, port), timeout=_PATIENCE) as line:
            greets = scheme == "tls" or _greets(line)
    except OSError as error:
        why = error.strerror or str(error)
        raise _scheduler_error(
            scheduler, f"the scheduler {name!r} cannot be reached ({why})", _START_ONE
        ) from None
    if not greets:
        raise _scheduler_error(scheduler, f"what listens at {name!r} is no dask scheduler", _START_ONE)


def _greets(line: socket.socket) -> bool:
    """Whether the other end sends a greeting like a scheduler, which speaks first: the length in eight bytes,
    then as many bytes."""
    length = b""
    with contextlib.suppress(TimeoutError):
        while len(length) < 8 and (more := line.recv(8 - len(length))):
            length += more
    return len(length) == 8 and int.from_bytes(length, "little") < _LONGEST_GREETING


class _Call:
    """A call of `_run_job` that happens when this is unpickled: the result takes its place."""

    def __init__(self, *args: Any) -> None:
        self.args = args

    def __reduce__(self) -> Any:
        return _run_job, self.args


def _run_job(plan: Plan, job: Job, failed: Mapping[str, int], version: str) -> Any:
    """On a worker: the rows of the job, and how many walks and steps it took. The worker must have the same
    version of Turaga as the one that submitted the job."""
    from turaga.survey.job_rows import compute_rows

    if version != __version__:
        raise BadInput(
            f"a worker has Turaga {__version__}, and this is {version}",
            accepted="install the same version",
            field="scheduler",
        )
    walked = [0, 0]

    def tick(walks: int, steps: int) -> None:
        walked[0] += walks
        walked[1] += steps

    return compute_rows(plan, job, failed, tick), *walked
