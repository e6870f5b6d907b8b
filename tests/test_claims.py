"""Figures of the documentation: each claim is on its page, and is compared as it should be."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs import claims
from docs.claims import Claim, Command, Place, UnreadError

from places import ROOT

COMMANDS = claims.read()
CLAIMS = [claim for command in COMMANDS for claim in command.claims]
OUTPUT = """\
T5-11B: 1 of 3
### Words, F1
| system | EWT-2 | GUM |
| ours | 99.0 | 1,234 |
| T5-11B | 0.974 | −.5 |
### Speed
| ours | 2,400 words/s |
| peer | 80 words/s [75, 1,100] |
"""


@pytest.mark.parametrize("page", sorted({claim.page for claim in CLAIMS}))
def test_the_page_has_the_figures_of_its_claims(page: str) -> None:
    own = [claim for claim in CLAIMS if claim.page == page]
    assert [claim.shown for claim in own if claim.on_page() is None] == []
    for claim in own:
        assert len(claim.figures) == (2 if claim.peer else len(claim.place.numbers)), claim.text
        assert [claims.value_of(figure) for figure in claim.figures], claim.text


def test_every_figure_is_claimed_once() -> None:
    places = [(claim.page, claim.text) for claim in CLAIMS]
    assert len(places) == len(set(places))
    assert len({command.run for command in COMMANDS}) == len(COMMANDS)


def test_commands_of_claims_are_scripts_and_commands_that_exist() -> None:
    for command in COMMANDS:
        for word in command.run.split():
            if word.endswith(".py"):
                assert (ROOT / word).is_file(), command.run


@pytest.mark.parametrize(
    ("place", "values"),
    [
        (Place(line="T5-11B", numbers=(2,)), [3]),
        (Place(line="T5-11B", below="Words"), [0.974]),
        (Place(line="T5-11B", numbers=(2, 1), below="Words"), [-0.5, 0.974]),
        (Place(line="| ours", numbers=(1, 2), below="Words"), [99, 1234]),
        (Place(line="| ours", below="Speed"), [2400]),
        (Place(line="| peer", numbers=(2, 3)), [75, 1100]),
    ],
)
def test_figures_are_the_numbers_behind_a_text_in_a_line(place: Place, values: list[float]) -> None:
    assert place.read(OUTPUT) == values


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        (Place(line="theirs"), "no line has 'theirs'"),
        (Place(line="T5-11B", below="Speed"), "no line has 'T5-11B' below 'Speed'"),
        (Place(line="| peer", numbers=(1, 4)), "has 3 numbers behind '| peer'"),
        (Place(line="| peer", below="Memory"), "no line has 'Memory'"),
    ],
)
def test_a_figure_that_is_not_printed_is_told(place: Place, problem: str) -> None:
    with pytest.raises(UnreadError, match=problem.replace("|", r"\|")):
        place.read(OUTPUT)


def claim(text: str, place: Place, **options: object) -> Claim:
    return Claim(page="README.md", text=text, place=place, **options)  # type: ignore[arg-type]  # any option


WORDS = Place(line="T5-11B", below="Words")
OURS, PEER = Place(line="| ours", below="Speed"), Place(line="| peer")


@pytest.mark.parametrize(
    ("made", "problem"),
    [
        (claim("F1 {.97}", WORDS), ""),
        (claim("F1 {.98}", WORDS), "measured 0.974, the page has .98"),
        (claim("F1 {.98}", WORDS, tolerance=0.01), ""),
        (claim("F1 {97%}", WORDS, scale=100), ""),
        (
            claim("{99.0} and {1,200}", Place(line="| ours", numbers=(1, 2))),
            "measured 1234, the page has 1,200",
        ),
        (claim("F1 {98%}", WORDS, scale=100), "measured 97.4, the page has 98%"),
        (claim("{1,200} against {40}", OURS, peer=PEER), ""),
        (
            claim("{1,200} against {20}", OURS, peer=PEER),
            "measured 2400 and 80, a ratio of 30; the page has 1,200 and 20, 60",
        ),
        (claim("{1,200} against {20}", OURS, peer=PEER, factor=2), ""),
        (claim("F1 {.97}", Place(line="theirs")), "cannot be read: no line has 'theirs'"),
    ],
)
def test_a_figure_is_compared_as_far_as_the_page_shows_it(made: Claim, problem: str) -> None:
    assert made.problem(OUTPUT) == problem


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one page and one claim."""
    (tmp_path / "page.md").write_text("# Figures\n\n| ours | .97, 51% | 1,234 | of 7 |\n")
    (tmp_path / "claims.toml").write_text(
        "[[command]]\nrun = 'cat $DATA/output.txt'\nseconds = 1\nclaims = [\n"
        "  { page = 'page.md', text = 'ours | {.97}, {}...{1,234} |', "
        "place = { line = '| ours', numbers = [1, 2] } },\n]\n"
    )
    monkeypatch.setattr(claims, "ROOT", tmp_path)
    monkeypatch.setattr(claims, "CLAIMS", tmp_path / "claims.toml")
    return tmp_path


def test_stale_figures_are_told_with_page_line_and_what_was_measured(checkout: Path) -> None:
    [command] = claims.read(checkout / "claims.toml")
    (checkout / "output.txt").write_text("| ours | 0.9749 | 1234.4 |\n")
    assert list(claims.stale(command, checkout)) == []
    (checkout / "output.txt").write_text("| ours | 0.9751 | 1234 |\n")
    assert list(claims.stale(command, checkout)) == [
        "page.md:3: 'ours | .97, {}...1,234 |': measured 0.9751, the page has .97 "
        "(cat $DATA/output.txt)"
    ]
    (checkout / "output.txt").unlink()
    [line] = claims.stale(command, checkout)
    assert line.startswith("cat $DATA/output.txt: exit code 1: cat: ")


def test_stale_figures_are_replaced_where_that_is_wanted(checkout: Path) -> None:
    [command] = claims.read(checkout / "claims.toml")
    (checkout / "output.txt").write_text("| ours | 0.9751 | 12345 |\n")
    assert len(list(claims.stale(command, checkout, is_written=True))) == 1
    assert (
        checkout / "page.md"
    ).read_text() == "# Figures\n\n| ours | .98, 51% | 12,345 | of 7 |\n"
    [command] = claims.read(checkout / "claims.toml")
    assert command.claims[0].text == "ours | {.98}, {}...{12,345} |"
    assert list(claims.stale(command, checkout)) == []


def test_figures_that_were_changed_on_the_page_are_taken_from_there(checkout: Path) -> None:
    page = checkout / "page.md"
    assert claims.take_figures() == 0
    page.write_text(page.read_text().replace(".97", ".96").replace("1,234", "987"))
    assert claims.take_figures() == 1
    [command] = claims.read(checkout / "claims.toml")
    assert command.claims[0].text == "ours | {.96}, {}...{987} |"
    page.write_text("# Other words\n")
    assert claims.take_figures() == 0


def test_commands_without_their_data_or_with_a_long_run_are_left_out(tmp_path: Path) -> None:
    one = Command(run="true", seconds=181, claims=(), data=("learner",), modules=("no_such",))
    assert one.lacks(tmp_path) == f"{tmp_path / 'learner'}, the package no_such"
    assert one.is_long()
    assert not Command(run="true", seconds=180, claims=()).is_long()
    assert Command(run="true", seconds=1, claims=(), gpu=True).is_long()
