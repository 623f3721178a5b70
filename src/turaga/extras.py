"""Optional packages: how to load one, and the error that says how to install it."""

import importlib
import importlib.util
import json
import os
import sys
from typing import Any

from turaga.errors import BadInput, ran_out_of_memory

_PACKAGES = {"PIL": "pillow"}  # the packages whose name is not the name of their module
# Packages that crash or wait forever if memory runs out while they start their threads, and the bytes of
# addresses that they need together, for themselves and for each thread.
_LARGE = ("pyarrow", "duckdb")
_ADDRESSES, _PER_THREAD = 1_600_000_000, 150_000_000


def load(module: str, extra: str) -> Any:
    """The module, if its package is installed; otherwise `BadInput` says how to install it.

    >>> load("json", "lab").dumps([1])
    '[1]'
    >>> try:
    ...     load("no_such_package.inside", "lab")
    ... except BadInput as error:
    ...     error.problem, error.accepted == install_hint("lab")
    ('this needs no_such_package, which is not installed', True)
    """
    if module.partition(".")[0] in _LARGE and sys.modules.keys().isdisjoint(_LARGE):
        _require_addresses()
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if ran_out_of_memory(error):
            raise MemoryError from None
        package = module.partition(".")[0]
        package = _PACKAGES.get(package, package)
        raise BadInput(
            f"this needs {package}, which is not installed", accepted=install_hint(extra)
        ) from None


def has_package(module: str) -> bool:
    """Whether the package of a module is installed.

    >>> has_package("json"), has_package("no_such_package")
    (True, False)
    """
    return importlib.util.find_spec(module) is not None


def _require_addresses() -> None:
    """Raise `BadInput` if the memory of this process is limited (`ulimit -v`) to less than large packages
    need."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    needed = _ADDRESSES + _PER_THREAD * (os.cpu_count() or 1)
    if limit != resource.RLIM_INFINITY and limit < needed:
        raise BadInput(
            f"there is not enough memory: this process is limited to {limit / 1e9:.1f} GB of addresses",
            accepted=f"reading and writing surveys needs at least {needed / 1e9:.1f} GB",
        )


def install_hint(extra: str) -> str:
    """The command that installs an extra.

    It depends on how Turaga was installed: from a directory with its source, such as a checkout, or from a
    package index.

    >>> install_hint("lab").startswith("pip install ")
    True
    """
    directory, editable = _source()
    if directory is None:
        return f"pip install 'turaga[{extra}]'"
    here = os.path.realpath(directory) == os.path.realpath(os.curdir)
    return f"pip install {'-e ' if editable else ''}'{'.' if here else directory}[{extra}]'"


def _source() -> tuple[str | None, bool]:
    """The directory that Turaga was installed from, if it was one, and whether the installation is editable.

    pip records it in `direct_url.json` (PEP 610).
    """
    import importlib.metadata  # slow to load, and needed only for an error message
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        text = importlib.metadata.distribution("turaga").read_text("direct_url.json")
        record = json.loads(text or "{}")
        url = urlsplit(record["url"])
        if url.scheme != "file" or "dir_info" not in record:
            return None, False
        return url2pathname(url.path), bool(record["dir_info"].get("editable"))
    except (importlib.metadata.PackageNotFoundError, LookupError, ValueError, TypeError, AttributeError):
        return None, False
