"""A wheel is built, installed by itself, and tried."""

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from command import LIMIT

ROOT = Path(__file__).parent.parent


def run(*args, cwd):
    return subprocess.run(args, cwd=cwd, capture_output=True, text=True, timeout=LIMIT)


@pytest.mark.long
def test_a_built_wheel_is_installed_and_works(tmp_path):
    pip = [sys.executable, "-m", "pip"]
    # The build backend is among the development tools, so nothing is fetched.
    built = run(
        *pip, "wheel", "--no-deps", "--no-build-isolation", "-q", "-w", str(tmp_path), str(ROOT), cwd=tmp_path
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("turaga-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "turaga/py.typed" in names
    page = [path for path in (ROOT / "src" / "turaga" / "web" / "page").rglob("*") if path.is_file()]
    code = (ROOT / "src" / "turaga").rglob("*.py")
    assert {path.relative_to(ROOT / "src").as_posix() for path in (*page, *code)} <= set(names)
    assert not [name for name in names if name.startswith(("tests", "docs", "scripts"))]

    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "env")], check=True)
    python = tmp_path / "env" / "bin" / "python"
    installed = run(*pip, "--python", str(python), "install", "-q", "--no-deps", str(wheel), cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr
    # Borrow the dependencies, but not the editable install: a plain path runs no .pth files.
    (site,) = (tmp_path / "env").glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")

    where = run(str(python), "-c", "import turaga; print(turaga.__file__)", cwd=tmp_path)
    assert str(site) in where.stdout
    solved = run(str(tmp_path / "env" / "bin" / "turaga"), "solve", "8x8", cwd=tmp_path)
    assert solved.returncode == 0, solved.stderr
    assert solved.stdout.splitlines()[0].split()[0] == "1"
    joined = run(str(python), "-m", "turaga", "solve", "40x40", "--method", "blocks", cwd=tmp_path)
    assert joined.returncode == 0, joined.stderr  # the blocks are data of the package
