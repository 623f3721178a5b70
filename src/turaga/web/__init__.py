"""The web page, and the API behind it: `turaga serve`.

In goes a request as JSON over HTTP; out comes what the command of the same name prints with `--json`, or a
picture. Only the command `serve` imports this package, and it needs the extra `web`.

A request passes through these modules in turn:

- `server.py` listens and stops; `http_limits.py` limits what one connection may do; `security.py` is the
  middleware that checks every request and adds headers to every response.
- `app.py` has the routes; `page_files.py` serves the files of the page in `page/`. `request_models.py` and
  `fields.py` parse and check requests, `request_limits.py` says how much may be asked, and
  `error_responses.py` makes a response of every error. The shapes of responses are in `turaga.json_shapes`.
- `worker_pool.py` hands the job to a worker process; `worker.py` is what that process runs, warmed up by
  `preload.py`; `handlers.py` has the jobs themselves: functions from a request to the bytes of its response.

What worker processes load needs neither FastAPI nor pydantic.
"""
