"""Networks, which are distributions of their own: which are installed, and which one is used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, metadata
from itertools import combinations
from pathlib import Path

import pytest

from installed_networks import install_only
from places import ROOT
from solecism.detect import bundled_networks, registry
from solecism.detect.bundled_networks import LARGE, NETWORKS, OPEN, SMALL, Network
from solecism.errors import InputError
from solecism.system.installation import package_folder
from strong_models import random_bytes

NAMES = ("large", "cascade", "open")
EACH = pytest.mark.parametrize("network", NETWORKS, ids=NAMES)
SETS = [each for size in (1, 2, 3) for each in combinations(NETWORKS, size)]


@pytest.fixture
def _forgetful() -> Iterator[None]:
    """What was installed before is not remembered."""
    package_folder.cache_clear()
    yield
    package_folder.cache_clear()


def test_large_is_better_than_cascade_and_cascade_better_than_open() -> None:
    assert NETWORKS == (LARGE, SMALL, OPEN)
    assert tuple(each.detector for each in NETWORKS) == NAMES


@pytest.mark.parametrize("networks", SETS)
def test_the_best_that_is_installed_is_the_default(
    networks: tuple[Network, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_only(monkeypatch, tmp_path, *networks)
    assert bundled_networks.best() == networks[0]
    assert registry.default() == networks[0].detector
    assert registry.default_note() is None


def test_without_any_the_default_says_how_to_install_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_only(monkeypatch, tmp_path)
    assert bundled_networks.best() is None
    with pytest.raises(InputError, match=r"`pip install \./open` .* `pip install \./models`"):
        registry.default()


@pytest.mark.parametrize("network", [LARGE, OPEN], ids=["large", "open"])
def test_one_that_is_asked_for_and_not_installed_says_how_to_install_it(
    network: Network, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    others = [each for each in NETWORKS if each != network]
    install_only(monkeypatch, tmp_path, *others)
    name = network.detector
    with pytest.raises(InputError, match=rf"the {name} network .* `pip install \./{name}`"):
        registry.loader(name)()


@pytest.mark.parametrize("name", ["cascade", "strong"])
def test_without_the_small_network_its_detectors_ask_for_one_or_a_model(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_only(monkeypatch, tmp_path)
    with pytest.raises(InputError, match=r"`pip install \./models`.* --model"):
        registry.loader(name)()


@EACH
@pytest.mark.usefixtures("_forgetful")
def test_it_is_found_among_the_packages_that_can_be_imported(
    network: Network, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / f"solecism_{network.folder}"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert network.path is None
    (package / network.file).write_bytes(random_bytes())
    assert network.path == package / network.file
    if network != SMALL:  # Its model is kept once it is loaded.
        assert registry.loader(network.detector)(threshold=0.5).name == network.detector


@EACH
@pytest.mark.usefixtures("_forgetful")
def test_one_that_cannot_be_imported_is_not_installed(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setattr(sys, "meta_path", [PathFinder])
    assert network.path is None
    assert network.licence == ""


@EACH
def test_its_folder_in_a_checkout_is_what_pip_installs(network: Network) -> None:
    settings = (ROOT / network.folder / "pyproject.toml").read_text()
    assert f'name = "{network.distribution}"' in settings
    package = ROOT / network.folder / "src" / f"solecism_{network.folder}"
    assert (package / "__init__.py").is_file()
    assert f'"{network.file}"' in settings or f'"*{Path(network.file).suffix}"' in settings


@EACH
def test_its_licence_is_that_of_its_distribution(network: Network) -> None:
    try:
        installed = metadata(network.distribution)
    except PackageNotFoundError:
        assert network.licence == ""
    else:
        assert network.licence == installed["License-Expression"]
        assert f'"{network.licence}"' in (ROOT / network.folder / "pyproject.toml").read_text()
