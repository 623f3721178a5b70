"""Gives a server limits of time that a busy machine does not reach, and lets browsers keep the files of the
page: asking for them again takes half the time of a load. Python runs this when it starts, if this directory
is in PYTHONPATH."""

from dataclasses import replace

from turaga.web import page_files, worker_pool

PATIENCE = 600  # seconds

worker_pool.LANES["long"] = replace(worker_pool.LANES["long"], seconds=PATIENCE)
worker_pool._WAIT_SECONDS = worker_pool._START_SECONDS = worker_pool._LOAD_SECONDS = PATIENCE
page_files.CACHING = "max-age=36000"
