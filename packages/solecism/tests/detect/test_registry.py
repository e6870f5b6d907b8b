"""Detectors by name, and the networks that are installed and were measured."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, metadata
from itertools import combinations
from pathlib import Path
from typing import cast

import pytest

from installed_networks import install_only
from places import ROOT
from rule_detector import RuleDetector
from solecism.detect import registry
from solecism.detect.detector import AUDIENCES
from solecism.detect.network.strong_detector import StrongDetector
from solecism.detect.registry import (
    FOUND_BY_TYPE,
    LARGE,
    MEASURED_POINTS,
    NETWORKS,
    OPEN,
    SMALL,
    Network,
    measured_point,
)
from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.system.installation import package_folder
from strong_models import random_bytes


def test_an_unknown_detector_is_told_with_those_there_are() -> None:
    with pytest.raises(InputError, match="no detector 'oracle'"):
        registry.loader("oracle")


def test_a_detector_without_a_curve_takes_a_threshold_but_no_precision() -> None:
    assert registry._thresholded(RuleDetector(), None, 0.5).kinds == RuleDetector.kinds
    with pytest.raises(InputError, match="Give a threshold instead"):
        registry._thresholded(RuleDetector(), 0.8, None)


def test_a_network_takes_a_model_and_others_do_not(tmp_path: Path) -> None:
    path = tmp_path / "random.onnx"
    path.write_bytes(random_bytes())
    for name in ("strong", "cascade"):
        assert registry.loader(name, model=path)().name == name
    for name in ("light", "best"):
        with pytest.raises(InputError, match=f"{name} takes no model"):
            registry.loader(name, model=path)


@pytest.mark.skipif(SMALL.path is None, reason="the small network is not installed")
def test_the_mean_of_both_networks_is_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    large = ROOT / "large" / "src" / "solecism_large"
    monkeypatch.setattr(
        registry,
        "package_folder",
        lambda name: large if name == "solecism_large" else package_folder(name),
    )
    [sentence] = annotate("She is interested on old coins.", "a")
    one, other, both = (
        cast(StrongDetector, registry.loader(name)())._model.read([sentence.words]).words[3]
        for name in ("strong", "large", "best")
    )
    assert both == pytest.approx((one + other) / 2, abs=1e-6)
    assert abs(one - other).max() > 0.01
    flags = registry.loader("best")().flags([sentence])
    [flag] = [each for each in flags if each.error]
    assert (flag.site, flag.suggestions[0].text) == ("a.1:3-4:preposition", "in")


NAMES = ("large", "cascade", "open")
EACH = pytest.mark.parametrize("network", NETWORKS, ids=NAMES)
SETS = [each for size in (1, 2, 3) for each in combinations(NETWORKS, size)]


@pytest.fixture
def _forgetful(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What was installed or imported before is not remembered."""
    for network in NETWORKS:
        monkeypatch.delitem(sys.modules, f"solecism_{network.folder}", raising=False)
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
    is_mean = networks[:2] == (LARGE, SMALL)
    assert registry.networks_used() == networks[: 1 + is_mean]
    assert registry.default() == ("best" if is_mean else networks[0].detector)
    assert registry.default_note() is None


def test_without_any_the_default_says_how_to_install_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_only(monkeypatch, tmp_path)
    assert registry.networks_used() == ()
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


DOCS = ROOT / "docs"
SUMMARY = (DOCS / "strong.md").read_text(encoding="utf-8")
MEASUREMENTS = (DOCS / "notes" / "measurements.md").read_text(encoding="utf-8")


def _row(page: str, system: str) -> dict[str, str]:
    """The cells of a system in the table of audiences of a page, by the heads of their columns."""
    heads = next(line for line in page.splitlines() if line.startswith("| system |"))
    (cells,) = re.findall(rf"^\| {re.escape(system)} \|.*$", page, re.MULTILINE)
    split = (line.strip("|").split("|") for line in (heads, cells))
    return {head.strip(): cell for head, cell in zip(*split, strict=True)}


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("detector", MEASURED_POINTS)
def test_the_points_are_those_of_the_tables_in_the_documentation(
    detector: str, audience: str
) -> None:
    row = _row(MEASUREMENTS, f"{detector}, `--for {audience}`")
    places, exams = row["places"].split("/"), row["exams"].split(",")
    point = measured_point(detector, audience)
    assert point is not None
    assert (point.places_right, point.places_found) == (float(places[0]), float(places[1]))
    assert (point.exams_found, point.exams_right) == (float(exams[0]), float(exams[1]))

    summary = _row(SUMMARY, f"{detector}, `--for {audience}`")
    cells = summary["exam essays: found, right"] + summary["places: found, right"]
    rounded = [int(share) / 100 for share in re.findall(r"(\d+)%", cells)]
    exact = [point.exams_found, point.exams_right, point.places_found, point.places_right]
    assert rounded == pytest.approx(exact, abs=0.00501)


def test_the_shares_by_type_are_those_of_the_documentation() -> None:
    listed = re.findall(r"^\|[^|]+\| ([A-Z:]+) \| (\.\d\d) \|", SUMMARY, re.MULTILINE)
    assert {name: float(share) for name, share in listed} == FOUND_BY_TYPE


def test_what_was_not_measured_has_no_figures() -> None:
    assert measured_point("light", "teacher") is None
