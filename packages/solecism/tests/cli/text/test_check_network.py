"""`solecism check` with a network, of random weights, and texts that nobody taught it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solecism.checking.texts import check_text
from solecism.cli.text import check
from solecism.detect import registry
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import Gate, Tuning, untuned
from solecism.formats import jsonl
from solecism.site import Site
from strong_models import random_bytes

# At a threshold the cascade would read everything, and its gate would never be asked.
SURE = {"strong": ("--threshold", "0.01"), "cascade": ()}
DETECTORS = tuple(SURE)
FORMATS = ("text", "jsonl", "sites", "m2", "html", "sarif")
ARABIC = "\u0623\u0646\u0627 \u0623\u0630\u0647\u0628 \u0628\u064a\u062a"
CHINESE = "\u6211\u6bcf\u5929\u53bb\u5b66\u6821\u3002"
EMOJI = "\U0001f600 \U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea"
ODD_TEXTS = {
    "one word": "Informations\n",
    "one letter and no end of line": "a",
    "white space": " \n\n\t\n",
    "punctuation": "... !!! ??? --- ((( ;;;\n. . , ,\n",
    "Arabic": f"{ARABIC}.\n",
    "Chinese": f"{CHINESE}{CHINESE}\n",
    "emoji": f"{EMOJI} We wait of it {EMOJI}.\n",
    "scripts side by side": f"We wait of {ARABIC} and {CHINESE} in the house of {ARABIC}.\n",
    "a long word": f"We wait of {'a' * 10_000} in the house.\n",
    "nothing but a long word": "x" * 10_000 + "\n",
    "a word of many parts": f"We wait of the {'-'.join(['well'] * 200)} bus.\n",
    "control characters": "We\x01 wait \x1b[2J of \x7f it\x85\x0c.\r\n\x08\x1c Yes.\u2028\ufffe\n",
    "a long sentence": "we wait of the bus " * 80 + ".\n",
}


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "random.onnx"
    path.write_bytes(random_bytes(replace(untuned(), gate=Gate(0.5))))
    return path


def run(network: Path, detector: str, *arguments: str, text: str | bytes) -> Result:
    options = ["--detector", detector, "--model", str(network), "--exit-zero", *arguments]
    return CliRunner().invoke(check.check_command, options, input=text, catch_exceptions=False)


@pytest.mark.parametrize("detector", DETECTORS)
@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
def test_odd_texts_are_checked(text: str, detector: str, network: Path) -> None:
    shown = run(network, detector, *SURE[detector], "--format", "sites", text=text.encode())
    assert shown.exit_code == 0
    for site in jsonl.parse(shown.stdout.split("\n")[:-1], Site, file="s"):
        assert bool(site.text) == (site.start < site.end)
        assert site.text in (site.context or "")


@pytest.mark.parametrize("format", FORMATS)
def test_odd_texts_are_shown_in_every_format(format: str, network: Path) -> None:
    text = "".join(ODD_TEXTS[name] for name in ("emoji", "scripts side by side", "a long word"))
    shown = run(network, "strong", "--threshold", "0.01", "--format", format, text=text.encode())
    assert shown.exit_code == 0
    assert shown.stdout


@pytest.mark.parametrize("detector", DETECTORS)
def test_a_threshold_of_zero_flags_nearly_every_word_and_gap(detector: str, network: Path) -> None:
    shown = run(network, detector, "--threshold", "0", "--format", "sites", text="We wait of it.\n")
    assert shown.exit_code == 0
    found = jsonl.parse(shown.stdout.split("\n")[:-1], Site, file="s")
    places = {(site.start, site.end) for site in found}
    # Capitals and punctuation are not shown where they are the most probable errors.
    assert len(places) >= 9
    assert places <= {
        *((place, place + 1) for place in range(5)),
        *((place, place) for place in range(6)),
    }


def test_a_point_has_a_name_or_a_number(network: Path) -> None:
    for two in (
        ("--for", "teacher", "--precision", "0.6"),
        ("--for", "author", "--threshold", "1"),
    ):
        shown = run(network, "strong", *two, text="We wait.\n")
        assert shown.exit_code == 2
        assert "Give one of --for, --precision and --threshold." in shown.stderr


def test_groups_that_do_not_reach_a_precision_are_named(tmp_path: Path) -> None:
    curve = ((0.9, 0.95, 0.1), (0.7, 0.7, 0.3))
    groups = {
        name: replace(each, curve=curve if name == "number" else curve[1:])
        for name, each in untuned().groups.items()
    }
    path = tmp_path / "tuned.onnx"
    path.write_bytes(random_bytes(Tuning(groups)))
    shown = run(path, "cascade", "--for", "learner", text="We wait.\n")
    assert shown.exit_code == 0
    names = ", ".join(f"{name} (7.0)" for name in GROUPS if name != "number")
    assert shown.stderr == (
        "solecism: errors of these groups are not shown, because fewer than 8 of 10 findings would "
        f"be right: {names}. In brackets is how many of 10 would be.\n"
    )
    assert run(path, "cascade", "--for", "teacher", text="We wait.\n").stderr == ""
    assert run(path, "cascade", text="We wait.\n").stderr == ""


@pytest.mark.parametrize("detector", DETECTORS)
def test_an_empty_text_is_told(detector: str, network: Path) -> None:
    shown = run(network, detector, text="")
    assert shown.exit_code == 0
    assert shown.stderr == "solecism: standard input: is empty. There is nothing to check.\n"


@pytest.mark.parametrize("detector", DETECTORS)
def test_a_nul_is_told(detector: str, network: Path) -> None:
    shown = run(network, detector, text="All is well.\nWe wait \0 of it.\n")
    assert shown.exit_code == 2
    assert "standard input:2: contains a NUL character" in shown.stderr


@pytest.mark.parametrize("detector", DETECTORS)
def test_many_lines_are_read_as_they_are_needed(detector: str, network: Path) -> None:
    n_read = 0

    def lines() -> Iterator[str]:
        nonlocal n_read
        for _ in range(100_000):
            n_read += 1
            yield "Yes.\n"

    asked = registry.loader(detector, model=network)()
    checked = check_text(lines(), asked, document="d", file="f")
    assert next(checked).sentence.id == "d.1"
    assert n_read < 30_000
