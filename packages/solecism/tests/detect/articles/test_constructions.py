"""The construction that the bundled model chooses for a noun."""

from __future__ import annotations

import pytest

from solecism.detect.light.noun_model import chosen_constructions, construction_probabilities
from solecism.language.annotate import annotate
from solecism.locate.sites import CONSTRUCTIONS


def test_what_was_written_is_hidden() -> None:
    shown = []
    for text in ("He fell asleep on the sun.", "He fell asleep on suns."):
        [sentence] = annotate(text, "d")
        shown += [
            row for site, row in construction_probabilities([sentence]) if site.endswith(":number")
        ]
    assert len(shown) == 2
    assert shown[0] == pytest.approx(shown[1], abs=1e-6)
    assert sum(shown[0]) == pytest.approx(1)


def test_the_sun_has_its_article_and_other_nouns_are_not_asked_about() -> None:
    sentences = list(annotate("In the morning the sun rose over the hills.", "d"))
    [choice] = chosen_constructions(sentences, {"d.1:4-5:number"})
    assert choice.notes["construction"] == "the singular"
    assert choice.notes["construction"] in CONSTRUCTIONS
    assert choice.confidence is not None
    assert choice.confidence > 0.5
