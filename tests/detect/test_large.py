"""The large network, which is a distribution of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from strong_models import random_bytes

from solecism.detect import registry
from solecism.errors import InputError


def test_how_to_install_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solecism.detect.network.bundled._LARGE", "solecism_larger")
    with pytest.raises(InputError, match=r"pip install \./large"):
        registry.loader("large")()


def test_it_is_found_where_it_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("solecism.detect.network.bundled._LARGE", "solecism_random")
    package = tmp_path / "solecism_random"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from pathlib import Path\nMODEL = Path(__file__).parent / 'large.onnx'\n"
    )
    (package / "large.onnx").write_bytes(random_bytes())
    monkeypatch.syspath_prepend(tmp_path)
    assert registry.loader("large")(threshold=0.5).name == "large"
