"""The selection test of the network."""

from __future__ import annotations

import pytest

from solecism.detect.light.selection_test import Selection, selection
from solecism.detect.network.hidden_prepositions import located_prepositions, network_scorer
from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.locate.sites import PREPOSITION_CHOICES
from solecism.system.processes import batches
from strong_models import random_model

TEXT = "We wait for the bus at the corner. It rains."


def found_in(text: str) -> Selection:
    return selection(map(network_scorer(random_model()), batches(annotate(text, "a"))))


def test_every_preposition_is_guessed_once() -> None:
    found = found_in(TEXT)
    assert found.n == 2
    assert {row.preposition for row in found.rows()} == {"for", "at"}
    assert found.counts[:, 0].sum() == 0


def test_prepositions_are_told_sentence_by_sentence() -> None:
    found = list(located_prepositions(list(annotate(TEXT, "bus"))))
    assert found == [
        [(2, PREPOSITION_CHOICES.index("for")), (5, PREPOSITION_CHOICES.index("at"))],
        [],
    ]
    assert list(located_prepositions([])) == []


def test_long_sentences_are_cut_around_the_preposition() -> None:
    words = ("very " * 300).strip()
    assert found_in(f"We wait {words} long for it.").n == 1


def test_text_without_prepositions_is_told() -> None:
    with pytest.raises(InputError, match="no preposition"):
        found_in("It rains.")
