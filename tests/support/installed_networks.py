"""Networks that are installed as far as a test can see, whatever the environment has."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.detect import registry
from solecism.detect.network import model
from solecism.detect.registry import SMALL, Network


def install_only(
    monkeypatch: pytest.MonkeyPatch, folder: Path, *networks: Network, content: bytes = b""
) -> None:
    """Let these networks be installed, in packages in a folder, and no others."""
    packages = {f"solecism_{each.folder}": folder / f"solecism_{each.folder}" for each in networks}
    for each in networks:
        package = packages[f"solecism_{each.folder}"]
        package.mkdir()
        (package / each.file).write_bytes(content)
    small = SMALL.file if SMALL not in networks else f"solecism_{SMALL.folder}/{SMALL.file}"
    monkeypatch.setattr(registry, "package_folder", packages.get)
    monkeypatch.setattr(model, "BUNDLED_MODEL", folder / small)
    # What an earlier test has loaded is no longer there.
    monkeypatch.setattr(model, "bundled", model.bundled.__wrapped__)
