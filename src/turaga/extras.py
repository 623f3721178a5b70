"""Optional packages: how to load one, and the error that names the extra that installs it."""

import importlib
from typing import Any

from turaga.errors import BadInput

_PACKAGES = {"PIL": "pillow"}  # the packages that are not named like their modules


def load(module: str, extra: str) -> Any:
    """The module, if its package is installed; otherwise `BadInput` names the extra that installs it.

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
            f"this needs {package}, which is not installed", accepted=f"pip install 'turaga[{extra}]'"
        ) from None
