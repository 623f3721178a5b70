"""The web page and the API behind it: `turaga serve`.

A client sends a request as JSON over HTTP. The response is what the command of the same name prints with
`--json`, or a picture. Only the command `serve` imports this package. It needs the extra `web`.

A request passes through these modules in this order:

- `server.py` listens and shuts down. `http_limits.py` limits what one connection may do, and `clients.py`
  what all connections of an address (`addresses.py`) may hold. `process_limits.py` limits the process.
- `security.py` is the middleware that checks the Host header (`host_names.py`) and the token
  (`access_token.py`) of every request and adds headers to every response. `access_log.py` logs requests.
- `app.py` defines the routes, `page_files.py` serves the files of the page in `page/`, and `health.py` says
  whether the server works.
  `request_models.py`, `fields.py`, `board_fields.py` and `comparison_fields.py` parse and check requests,
  `request_limits.py` lists the limits, and `error_responses.py` turns every error into a response. The shapes
  of responses are in `turaga.json_shapes`, `turaga.comparison_shapes` and `turaga.board_json_shapes`.
- `worker_pool.py` hands the job to a worker process, in the turn that `lane.py` decides. `worker.py` is what
  that process runs, warmed up by `preload.py`. `handlers.py` and `board_jobs.py` have the jobs themselves:
  functions from a request, which `job_values.py` reads, to the bytes of its response.

The modules that worker processes load need neither FastAPI nor pydantic.
"""
