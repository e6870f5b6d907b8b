"""The large and the open network, which are distributions of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.detect import registry
from solecism.errors import InputError
from strong_models import random_bytes

NAMES = ("large", "open")


@pytest.mark.parametrize("name", NAMES)
def test_how_to_install_it_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solecism.detect.bundled_networks._PACKAGE", "solecism_no_{name}")
    with pytest.raises(InputError, match=rf"the {name} network .* `pip install \./{name}`"):
        registry.loader(name)()


@pytest.mark.parametrize("name", NAMES)
def test_it_is_found_where_it_is_installed(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("solecism.detect.bundled_networks._PACKAGE", "random_{name}")
    package = tmp_path / f"random_{name}"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from pathlib import Path\nMODEL = Path(__file__).parent / 'model.onnx'\n"
    )
    (package / "model.onnx").write_bytes(random_bytes())
    monkeypatch.syspath_prepend(tmp_path)
    assert registry.loader(name)(threshold=0.5).name == name
