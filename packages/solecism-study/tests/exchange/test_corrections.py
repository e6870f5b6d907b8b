"""Items about systems' corrections, and what the systems say at them."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.edit import Edit
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.panel import from_judgments
from solecism.scoring.against_raters import weighted
from solecism.scoring.match import match
from solecism.sentence import from_words
from solecism_study.exchange.item_sources import SystemEdits, edit_flags, edit_items, ranking_items

WORDS = ("I", "depend", "of", "you", "in", "the", "morning", ".")
SENTENCES = [from_words("d.1", WORDS), from_words("d.2", ("All", "is", "well", "."))]
ON, UPON = Edit(2, ("of",), ("on",), "R:PREP"), Edit(2, ("of",), ("upon",), "R:PREP")
NO_THE = Edit(5, ("the",), (), "U:DET")
ALSO = Edit(1, (), ("also",), "M:ADV")
SYSTEMS = {
    "one": [[ON, NO_THE], []],
    "other": [[ON], []],
    "third": [[ALSO, UPON], []],
    "twin": [[ON], []],
}


def test_a_sentence_with_one_correction_is_not_ranked() -> None:
    [item] = ranking_items(SENTENCES, SYSTEMS, seed=1)
    assert item.site == "d.1:0-8:sentence"
    assert item.before == "I depend of you in the morning."
    assert item.offers == {
        "one": "I depend on you in morning.",
        "other": "I depend on you in the morning.",
        "third": "I also depend upon you in the morning.",
        "twin": "I depend on you in the morning.",
    }


def test_five_of_many_corrections_are_drawn_by_the_seed() -> None:
    systems = {f"s{n}": [[Edit(2, ("of",), (f"word{n}",), "R:PREP")]] for n in range(8)}
    drawn = [
        tuple(sorted(next(ranking_items(SENTENCES[:1], systems, seed=seed)).offers))
        for seed in (1, 1, 2)
    ]
    assert all(len(names) == 5 for names in drawn)
    assert drawn[0] == drawn[1] != drawn[2]


def test_edits_that_do_not_fit_together_are_refused() -> None:
    systems: SystemEdits = {"one": [[ON, UPON]], "other": [[]]}
    with pytest.raises(InputError, match=r"one: d\.1: .*overlaps"):
        list(ranking_items(SENTENCES[:1], systems, seed=1))


def test_every_edit_is_one_item_whoever_makes_it() -> None:
    items = list(edit_items(SENTENCES, SYSTEMS))
    assert [(item.site, item.target, item.offers["correction"]) for item in items] == [
        ("d.1:1-1:edit", "", "also"),
        ("d.1:2-3:edit", "of", "on"),
        ("d.1:2-3:edit#2", "of", "upon"),
        ("d.1:5-6:edit", "the", ""),
    ]
    assert items[1].before + items[1].target + items[1].after == "I depend of you in the morning."
    assert items[3].offers["type"] == "U:DET"


def test_an_edit_that_reads_the_same_is_not_judged() -> None:
    sentence = from_words("d.3", ("Apples", ",", "etc.", "sell", "."))
    split = Edit(2, ("etc.",), ("etc", "."), "R:ORTH")
    assert list(edit_items([sentence], {"one": [[split]]})) == []
    assert list(edit_flags([sentence], {"one": [[split]]})) == []


def test_flags_say_who_makes_an_edit_so_that_its_judgments_score_systems() -> None:
    flags = list(edit_flags(SENTENCES, SYSTEMS))
    assert [flag.site for flag in flags if flag.system == "third" and flag.error] == [
        "d.1:1-1:edit",
        "d.1:2-3:edit#2",
    ]
    assert len(flags) == 4 * len(SYSTEMS)
    accepted = {"d.1:2-3:edit": 3, "d.1:2-3:edit#2": 1, "d.1:1-1:edit": 0, "d.1:5-6:edit": 2}
    judgments = [
        Judgment(site, f"r{n}", "error" if n < n_accept else "ok")
        for site, n_accept in accepted.items()
        for n in range(3)
    ]
    scores = {
        one.system: weighted(one).figures["precision"]
        for one in match(flags, from_judgments(judgments))
    }
    assert scores["one"] == pytest.approx((3 + 2) / 6)
    assert scores["other"] == scores["twin"] == 1
    assert scores["third"] == pytest.approx((0 + 1) / 6)
    assert not np.isnan(list(scores.values())).any()
