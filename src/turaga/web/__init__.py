"""The web page and the API behind it: what may be asked, what is told, and who answers.

- `asked.py` is every question, read and checked; `bounds.py` how much may be asked; `told.py` every answer.
- `answers.py` has the jobs: functions from a question to the bytes of its answer, which worker processes run.
- `app.py` puts questions to workers and gives back what they answer; `page/` is the page.

`asked.py`, `told.py` and `app.py` need the extra `web`; what worker processes load does not.
"""
