"""Surveys: a rule with many orders, walked from many starts of many boards, here or on a cluster; kept,
questioned and drawn.

A `Plan` says what is to be walked and is cut into jobs (`jobs.py`). A job is done by `work.py`, in a thread
(`running.py`) or on a cluster (`cluster.py`), and kept as a pair of Parquet files (`store.py`). Questions are
asked of what is kept (`asking.py`, `cover.py`).
"""
