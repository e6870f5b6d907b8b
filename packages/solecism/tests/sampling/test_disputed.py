"""An adjudicated gold standard from two raters."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scoring_files import call, write
from solecism.errors import InputError
from solecism.formats import jsonl
from solecism.judgment import Judgment
from solecism.sampling.judged_sites import disputed_sites

SITE = "e.{}:1-2:preposition".format
ANSWERS = {1: ("error", "error"), 2: ("ok", "error"), 3: ("ok", "ok"), 4: ("error", "ok")}
JUDGMENTS = [
    Judgment(SITE(place), rater, answer)
    for place, given in ANSWERS.items()
    for rater, answer in zip(("ann", "bob"), given, strict=True)
]
ALONE = Judgment(SITE(5), "ann", "error")
UNSURE = Judgment(SITE(5), "bob", "unknown")


def test_what_all_say_stands_and_the_rest_is_open() -> None:
    result = disputed_sites([*JUDGMENTS, ALONE, UNSURE], rng=np.random.default_rng(1))
    assert sorted(site.id for site in result.sites) == [SITE(2), SITE(4)]
    assert [(each.site, each.rater, each.answer) for each in result.agreed] == [
        (SITE(1), "gold", "error"),
        (SITE(3), "gold", "ok"),
    ]
    assert result.n_single == 1


def test_control_items_are_neither_agreed_nor_disputed() -> None:
    control = [
        Judgment(SITE(9), rater, answer, gold="ok")
        for rater, answer in (("ann", "ok"), ("bob", "error"))
    ]
    plain, mixed = (
        disputed_sites(given, rng=np.random.default_rng(1))
        for given in (JUDGMENTS, JUDGMENTS + control)
    )
    assert mixed == plain


def test_agreed_and_decided_together_are_the_gold_standard(tmp_path: Path) -> None:
    study = write(tmp_path / "study.jsonl", JUDGMENTS)
    agreed, items = tmp_path / "agreed.jsonl", tmp_path / "open.jsonl"
    result = call("sample", "disputed", study, items, "--agreed", agreed)
    assert result.stderr == "2 sites to decide, 2 agreed.\n"
    assert "error" not in items.read_text("utf-8")
    decided = [Judgment(SITE(place), "gold", "ok") for place in (2, 4)]
    whole = [*jsonl.read(str(agreed), Judgment), *decided]
    assert {each.site for each in whole} == {each.site for each in JUDGMENTS}


def test_with_one_rater_there_is_nothing_to_decide() -> None:
    with pytest.raises(InputError, match="no site has two raters"):
        disputed_sites([ALONE], rng=np.random.default_rng(1))
