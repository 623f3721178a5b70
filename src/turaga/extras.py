"""Packages that only some commands need, and what to say where one is missing."""

import importlib
from typing import Any

from turaga.errors import BadInput

_PACKAGES = {"PIL": "pillow"}  # those whose name is not that of their module


def load(module: str, extra: str) -> Any:
    """The module, if its package is installed; else `BadInput` says which extra brings it.

    >>> load("json", "lab").dumps([1])
    '[1]'
    >>> load("no_such_package.inside", "lab")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: this needs no_such_package, which is not installed: pip install 'turaga[lab]'
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        package = _PACKAGES.get(package, package)
        raise BadInput(
            f"this needs {package}, which is not installed: pip install 'turaga[{extra}]'"
        ) from None
