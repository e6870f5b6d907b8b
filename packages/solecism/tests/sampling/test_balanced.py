"""Sets with as many errors as good sites."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scoring_files import call
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.sampling.judged_sites import balanced_sites

JUDGMENTS = [
    Judgment(f"e.{number}:{place}-{place + 1}:preposition", rater, "error" if is_error else "ok")
    for number in range(40)
    for place in (1, 4)
    for rater in ("ann", "bob")
    for is_error in [number < 12 and place == 1]
]
GAP = Judgment("e.50:3-3:preposition", "ann", "error")
TIE = [Judgment("e.51:3-4:preposition", r, a) for r, a in (("ann", "error"), ("bob", "ok"))]


def draw(n_errors: int, n_ok: int, seed: int = 1) -> list[str]:
    rng = np.random.default_rng(seed)
    drawn = balanced_sites([*JUDGMENTS, GAP, *TIE], n_errors=n_errors, n_ok=n_ok, rng=rng)
    return [site.id for site in drawn]


def test_half_are_errors_each_from_a_sentence_of_its_own() -> None:
    ids = draw(10, 10)
    errors = {each.site for each in JUDGMENTS if each.answer == "error"}
    assert len(ids) == 20
    assert sum(id in errors for id in ids) == 10
    assert len({id.partition(":")[0] for id in ids}) == 20
    assert ids != sorted(ids)


def test_one_seed_gives_one_set() -> None:
    assert draw(5, 5) == draw(5, 5)
    assert draw(5, 5) != draw(5, 5, seed=2)


def test_ties_and_gaps_are_not_drawn() -> None:
    assert not {GAP.site, TIE[0].site} & set(draw(12, 28))


def test_more_than_there_is_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="13 errors wanted, but only 12"):
        draw(13, 5)


def test_the_command_writes_sites_without_answers(tmp_path: Path) -> None:
    out = tmp_path / "items.jsonl"
    options = ("--errors", "20", "--ok", "20")
    result = call("sample", "balanced", "examples/judgments.simulated.jsonl", out, *options)
    assert result.stderr == "40 items: 20 errors, 20 ok.\n"
    assert len(out.read_text("utf-8").splitlines()) == 40
    assert '"answer"' not in out.read_text("utf-8")
