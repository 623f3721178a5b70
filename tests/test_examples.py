"""Every example in a docstring runs, and everything public has one."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import turaga

# Of two modules the import is all they are: the command, and what warms up the workers of the web server.
MODULES = sorted(
    m.name
    for m in pkgutil.walk_packages(turaga.__path__, "turaga.")
    if m.name not in ("turaga.__main__", "turaga.web.preload")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    # Not pytest's own collector: it would bind `turaga.solve` to the package instead of the function.
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
    # A function's own file is where its example stands: those counted must have run.
    assert result.attempted >= inspect.getsource(module).count("\n    >>> ")


@pytest.mark.parametrize("name", sorted(set(turaga.__all__) - {"__version__"}))
def test_everything_public_is_documented_with_an_example(name):
    thing = getattr(turaga, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        assert ">>>" in (inspect.getdoc(thing) or ""), f"turaga.{name} has no example"
