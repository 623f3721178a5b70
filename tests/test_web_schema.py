"""The API compared with its own schema, with valid and invalid requests made by Schemathesis."""

import hypothesis
import schemathesis
from schemathesis.config import SchemathesisConfig

from turaga.web.app import make_app
from turaga.web.errors import Refused
from web import Direct


class Brisk(Direct):
    """Answers as ever, but is asked for less of what takes time: a test asks thousands of questions."""

    async def ask(self, job, asked, *, lane, on_part=None):
        board = asked.get("board") or {"rows": 1, "cols": 1}
        if job in ("count", "tours", "draw", "compare") and board["rows"] * board["cols"] > 24:
            raise Refused("board", "bad_board", "this board is too large for a test")
        less = {"time_limit": 0.05, "step_limit": 300, "probes": 100, "ties": None}
        asked = {name: less[name] if value and name in less else value for name, value in asked.items()}
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
