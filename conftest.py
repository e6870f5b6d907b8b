"""Examples in docstrings of the Python API run in an empty folder with the bundled examples."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent
API = ROOT / "src" / "solecism" / "api"


@pytest.fixture(autouse=True)
def folder_with_examples(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder in which an example may write, and find the bundled files."""
    if API in request.path.parents:
        folder = request.getfixturevalue("tmp_path")
        (folder / "examples").symlink_to(ROOT / "src" / "solecism" / "examples")
        monkeypatch.chdir(folder)
