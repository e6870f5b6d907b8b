"""One changed judgment moves graded figures less than figures against the majority."""

from __future__ import annotations

import numpy as np
import pytest

from scoring_files import call, call_json, write
from solecism.judgment import Judgment
from solecism.panel import from_judgments
from solecism.scoring.against_raters import stability
from solecism.scoring.match import match
from solecism.site import Flag

# Errors among raters, raters, and whether the system flags it: paper 002, and the sites of the
# oracle in which 7 of 15 raters might have been 8.
SITES = [(18, 20, True), (11, 20, True), (9, 20, True), (2, 20, False), (20, 20, False)]
CONTENTIOUS = (7, 15, True)


def judged(sites: list[tuple[int, int, bool]]) -> tuple[list[Flag], list[Judgment]]:
    flags, judgments = [], []
    for number, (n_error, n, is_flagged) in enumerate(sites):
        site = f"d.{number}:0-1:preposition"
        flags.append(Flag(site, "me", is_flagged))
        judgments += [
            Judgment(site, f"r{rater:02}", "error" if rater < n_error else "ok")
            for rater in range(n)
        ]
    return flags, judgments


def changes(sites: list[tuple[int, int, bool]]) -> dict[tuple[str, str], tuple[float, float]]:
    flags, judgments = judged(sites)
    [one] = match(flags, from_judgments(judgments))
    return {(row.measure, row.against): (row.value, row.largest) for row in stability(one)}


def test_seven_or_eight_of_fifteen_is_the_papers_example() -> None:
    found = changes([*SITES, CONTENTIOUS])
    value, largest = found["precision", "majority"]
    assert value == pytest.approx(1 / 2)
    assert largest == pytest.approx(1 / 4)
    value, largest = found["precision", "all raters, graded"]
    assert value == pytest.approx(71 / 120)
    assert largest == pytest.approx(73 / 120 - 71 / 120)


def test_the_mean_is_over_every_judgment() -> None:
    """By hand: each judgment is turned round, and the score computed anew."""
    sites = [(1, 3, True), (2, 3, False), (3, 3, True)]
    flags, judgments = judged(sites)
    [one] = match(flags, from_judgments(judgments))
    rows = {(row.measure, row.against): row for row in stability(one)}
    moved = []
    for place, judgment in enumerate(judgments):
        other = "ok" if judgment.answer == "error" else "error"
        turned = list(judgments)
        turned[place] = Judgment(judgment.site, judgment.rater, other)
        [new] = match(flags, from_judgments(turned))
        recalls = {row.against: row.value for row in stability(new) if row.measure == "recall"}
        moved.append(abs(recalls["majority"] - rows["recall", "majority"].value))
    assert rows["recall", "majority"].mean == pytest.approx(np.mean(moved))
    assert rows["recall", "majority"].largest == pytest.approx(max(moved))


def test_the_command_shows_it_when_asked() -> None:
    files = ("examples/flags.b.jsonl", "examples/judgments.simulated.jsonl")
    shown = call("score", *files, "--stability").stdout
    assert "# invented-b if one judgment is turned round" in shown
    [system] = call_json("score", *files)["systems"]
    assert system["stability"] == []


def test_another_number_of_raters_is_a_warning(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("corpora")
    paths = []
    for name, n in (("one", 4), ("two", 2)):
        flags, judgments = judged([(1, n, True), (n, n, True), (0, n, False), (n, n, False)])
        paths.append(write(folder / f"{name}.flags.jsonl", flags))
        paths.append(write(folder / f"{name}.jsonl", judgments))
    files = (paths[0], paths[2], paths[1], paths[3])
    result = call("compare", *files, "--figures", folder / "kappas")
    assert "The corpora have 4 and 2 raters per site" in result.stdout
    assert (folder / "kappas" / "kappa-by-agreement.svg").exists()
    same = call("compare", paths[0], paths[0], paths[1], paths[1])
    assert "raters per site" not in same.stdout
