"""Whether the server works: a worker must run a trivial job soon.

Anybody may ask, without a token, so this costs little. Requests that come at the same time share one job, and
the result is used again for a second.
"""

import asyncio
import time
from typing import TYPE_CHECKING

from turaga.web.errors import Busy

if TYPE_CHECKING:
    from turaga.web.worker_pool import Pool

_SECONDS = 2.0  # in which a worker must respond
_KEPT_SECONDS = 1.0
_PAUSE = 0.05  # seconds before another try

HealthJson = dict[str, str | bool | int]


class Health:
    """The health of a pool of workers."""

    def __init__(self, pool: "Pool") -> None:
        self._pool = pool
        self._check: asyncio.Task[tuple[int, HealthJson]] | None = None
        self._checked = 0.0

    async def status(self) -> tuple[int, HealthJson]:
        """The HTTP status and the response."""
        if self._check is None or (self._check.done() and time.monotonic() > self._checked + _KEPT_SECONDS):
            self._check = asyncio.create_task(self._ask())
        return await asyncio.shield(self._check)

    async def _ask(self) -> tuple[int, HealthJson]:
        reason = "a worker did not respond in time"
        try:
            async with asyncio.timeout(_SECONDS):
                while True:
                    try:
                        return 200, {"status": "ok", "busy": await self._pool.ping()}
                    except Busy as busy:
                        reason = busy.message
                    await asyncio.sleep(_PAUSE)
        except TimeoutError:
            if not (now := self._pool.status()).ready:
                return 503, {"status": "preparing", "done": now.done, "total": now.total}
            return 503, {"status": "failed", "detail": reason}
        finally:
            self._checked = time.monotonic()
