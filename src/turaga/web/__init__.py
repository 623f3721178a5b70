"""The web page and the API behind it: `turaga serve`.

A client sends a request as JSON over HTTP. The response is what the command of the same name prints with
`--json`, or a picture. Only the command `serve` imports this package. It needs the extra `web`.

A request passes through these modules in this order:

- `server.py` listens, sets uvicorn's limits, and shuts down. `process_limits.py` limits the process.
- `security.py` is the middleware that checks the Host header (`host_names.py`), the token and the size of
  every request and adds headers to every response. `access_log.py` logs requests.
- `app.py` serves the routes and describes them. `routes.py` has the table of the routes, and reads and checks
  requests; `request_limits.py` lists the limits, and `error_responses.py` turns
  every error into a response. `page_files.py` serves the files of the page in `page/`, and `health.py` says
  whether the server works.
- `worker_pool.py` hands the job to a worker process, for which it may wait in a lane (`lane.py`).
  `worker_process.py` is that process as the server sees it, and `worker.py` what it runs, warmed up by
  `preload.py`. `handlers.py` has the jobs themselves: functions from a request to its result.

The modules that worker processes load do not need Starlette.
"""
