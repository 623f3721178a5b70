"""Loads Numba, and says which of its settings is bad.

Numba reads the environment variables whose names begin with NUMBA_. With some bad values it cannot be
loaded, with others it prints a traceback and ignores the value, and a bad list of processor features ends the
process. Here each of them is bad input. `jit` imports this module before it imports Numba.
"""

import os
import re
import warnings

from turaga.errors import BadInput
from turaga.text import short

# The settings whose values Numba does not check when it reads them, or that are not whole numbers.
_FORMS = {
    "NUMBA_NUM_THREADS": (r"0*[1-9]\d*", "a whole number from 1"),
    "NUMBA_OPT": (r"[0-3]|max", "0, 1, 2, 3 or max"),
    "NUMBA_CPU_FEATURES": (r"([+-][\w.-]+(,(?=.)|$))*", "a list such as +avx2,-avx512f"),
}


def load_numba() -> None:
    """Import Numba; `BadInput` if an environment variable has a value that it does not accept."""
    for name, (form, accepted) in _FORMS.items():
        value = os.environ.get(name)
        if value is not None and not re.fullmatch(form, value, re.ASCII):
            raise _bad_setting(name, f"it must be {accepted}")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        import numba  # noqa: F401
        from numba.core import config
    for one in caught:
        unread = one.filename == config.__file__ and one.category is RuntimeWarning  # a value it cannot read
        if unread and (found := _name_in(str(one.message))):
            raise _bad_setting(found, "unset it, or give it a value that Numba documents")
        warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)


def _name_in(text: str) -> str | None:
    """The first of Numba's environment variables that a text mentions."""
    found = re.search(r"\bNUMBA_[A-Z_]+", text)
    return found[0] if found and found[0] in os.environ else None


def _bad_setting(name: str, accepted: str) -> BadInput:
    value = os.environ[name]
    return BadInput(f"{name} is {short(value)!r}", accepted=accepted)


load_numba()
