"""The API compared with its own schema, with valid and invalid requests made by Schemathesis."""

from dataclasses import replace

import hypothesis
import schemathesis
from schemathesis.config import SchemathesisConfig

from turaga.rule import Rule
from turaga.web.app import make_app
from turaga.web.errors import Refused
from web import Direct


class Brisk(Direct):
    """Answers as ever, but is asked for less of what takes time: a test asks thousands of questions."""

    async def ask(self, job, asked, *, lane, on_part=None):
        request = asked.request
        board = getattr(request, "board", getattr(getattr(request, "tours", None), "board", None))
        if job in ("count", "tours", "draw", "compare") and board is not None and board.area > 24:
            raise Refused("board", "bad_board", "this board is too large for a test")
        less = {"time_limit": 0.05, "step_limit": 300, "probes": 100, "rule": Rule()}
        less = {name: value for name, value in less.items() if getattr(request, name, None)}
        asked = asked._replace(request=replace(request, **less))
        return await super().ask(job, asked, lane=lane, on_part=on_part)


# All checks there are. What goes together, what is on a board and what fits is more than a schema can say: so
# a question that it allows may be refused, but only with 422.
CONFIG = SchemathesisConfig.from_dict(
    {
        "seed": 1,
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ["2xx", "422"]},
            "negative_data_rejection": {"expected-statuses": ["405", "413", "415", "422"]},
        },
    }
)
schema = schemathesis.openapi.from_asgi(
    "/api/v1/openapi.json", make_app(Brisk(), hosts=("*",)), config=CONFIG
)


@schema.parametrize()
@hypothesis.settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_api(case):
    case.call_and_validate()
