"""Taking samples: blind, seeded, in the designed numbers, and on from a pilot."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from solecism import sample_key as keys
from solecism.errors import FormatError, InputError
from solecism.judgment import Judgment
from solecism.sample_key import Key, KeyItem, Stratum
from solecism.sampling.draw import DESIGNS, DesignName, Sample, draw_after_pilot, draw_by_design
from solecism.sampling.strata import Population, population
from solecism.site import Flag, Site


def corpus(n: int = 600, *, seed: int = 3) -> Population:
    rng = np.random.default_rng(seed)
    scores = rng.beta(0.4, 2, n)
    return population(
        Flag(f"essay{row:04}.1:2-3:preposition", "mine", bool(p > 0.5), None, float(p))
        for row, p in enumerate(scores)
    )


def judged(sample: Sample, *, seed: int = 1) -> list[Judgment]:
    rng = np.random.default_rng(seed)
    return [
        Judgment(item.site, "ann", "error" if rng.random() < (item.score or 0) else "ok")
        for item in sample.key.items
    ]


@pytest.mark.parametrize("design", DESIGNS)
def test_one_seed_gives_one_sample_of_the_asked_size(design: DesignName) -> None:
    items = corpus()
    n = None if design == "exhaustive" else 40
    first, second = (draw_by_design(items, n=n, seed=7, design=design) for _ in range(2))
    assert first == second
    assert len(first.items) == (600 if design == "exhaustive" else 40)
    assert draw_by_design(items, n=n, seed=8, design=design).items != first.items


def test_items_do_not_tell_their_stratum_by_their_order() -> None:
    sample = draw_by_design(corpus(), n=90, seed=1)
    flagged = [item.stratum == "flagged" for item in sample.key.items]
    changes = sum(a != b for a, b in pairwise(flagged))
    assert changes > 20
    assert [site.id for site in sample.items] == [item.site for item in sample.key.items]


def test_what_raters_see_has_nothing_of_what_the_system_said() -> None:
    sample = draw_by_design(corpus(), n=30, seed=1)
    assert all(site.context is None and site.text == "" for site in sample.items)
    place = {
        site.id: Site(site.sentence, 2, 3, "preposition", "on", "A b on c") for site in sample.items
    }
    seen = draw_by_design(corpus(), n=30, seed=1, places=place)
    assert {site.text for site in seen.items} == {"on"}


def test_a_site_without_its_place_is_refused() -> None:
    with pytest.raises(InputError, match="is not among the sites"):
        draw_by_design(corpus(), n=3, seed=1, places={})


def test_verification_draws_flagged_items_only() -> None:
    sample = draw_by_design(corpus(), n=20, seed=1, design="verification")
    assert sample.key.n_sample == {"flagged": 20, "other": 0}
    with pytest.raises(InputError, match="larger than the"):
        draw_by_design(corpus(), n=500, seed=1, design="verification")


def test_a_sample_needs_a_number() -> None:
    with pytest.raises(InputError, match="how many"):
        draw_by_design(corpus(), n=None, seed=1)


def test_a_pilot_is_gone_on_from_without_asking_twice() -> None:
    items = corpus()
    pilot = draw_by_design(items, n=60, seed=1, design="score", is_pilot=True)
    rest = draw_after_pilot(items, pilot.key, judged(pilot), n=200, seed=2)
    assert len(rest.items) == 140
    assert not {site.id for site in rest.items} & {site.id for site in pilot.items}
    assert sum(rest.key.n_sample.values()) == 200


def test_two_thirds_of_a_pilot_go_by_the_size_of_the_strata() -> None:
    items = corpus()
    pilot, sample = (
        draw_by_design(items, n=60, seed=1, design="score", is_pilot=is_pilot).key
        for is_pilot in (True, False)
    )
    largest = max(pilot.strata, key=lambda stratum: stratum.n_population)
    of_side = sum(one.n_population for one in pilot.strata if not one.is_flagged)
    by_size = 40 * 2 / 3 * largest.n_population / of_side
    assert pilot.n_sample[largest.name] >= by_size - 1
    assert pilot.n_sample[largest.name] > sample.n_sample[largest.name]


def test_a_pilot_of_another_design_or_too_large_is_refused() -> None:
    items = corpus()
    paper = draw_by_design(items, n=60, seed=1)
    with pytest.raises(InputError, match="not those of these flags"):
        draw_after_pilot(items, paper.key, judged(paper), n=200, seed=2)
    pilot = draw_by_design(items, n=60, seed=1, design="score")
    with pytest.raises(InputError, match="not more than the pilot's 60"):
        draw_after_pilot(items, pilot.key, judged(pilot), n=60, seed=2)


def test_a_key_survives_its_file() -> None:
    key = draw_by_design(corpus(), n=30, seed=1, design="score").key
    assert keys.parse(keys.format(key), file="key.json") == key


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"system": 3}', '{"site": "a"}', "\x00", "[" * 5000, '"\\ud800"']
)
def test_what_is_no_key_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(FormatError, match=r"key\.json:1: is not the key"):
        keys.parse([text], file="key.json")


def test_a_key_that_contradicts_itself_is_refused() -> None:
    strata = (Stratum("flagged", True, 1), Stratum("other", False, 5))
    for items, problem in (
        ([KeyItem("a", "flagged"), KeyItem("b", "flagged")], "2 items were drawn from"),
        ([KeyItem("a", "third")], "does not list"),
        ([KeyItem("a", "other"), KeyItem("a", "other")], "lists a twice"),
    ):
        with pytest.raises(InputError, match=problem):
            Key("mine", "paper", 1, strata, tuple(items))


def test_a_key_in_a_file_that_contradicts_itself_names_the_file(tmp_path: Path) -> None:
    key = draw_by_design(corpus(), n=30, seed=1).key
    text = "".join(keys.format(key)).replace('"n_population": ', '"n_population": -')
    with pytest.raises(InputError, match=r"key\.json"):
        keys.parse([text], file="key.json")
