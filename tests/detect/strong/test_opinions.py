"""What a second detector says, word by word and gap by gap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from second_opinion import SecondOpinion
from solecism.detect.strong.opinions import Floats, opinions
from solecism.detect.strong.repairs import GROUPS
from solecism.sentence import Sentence, from_words

SENTENCES = [
    from_words("a.1", ["rely", "of", "it"]),
    from_words("a.2", ["we", "took", "bus", "of", "them"]),
]


def told(
    detector: SecondOpinion, sentences: Sequence[Sentence] = SENTENCES
) -> tuple[dict[tuple[int, str], float], dict[tuple[int, str], float]]:
    """Of words and of gaps, the rows and groups that something was said of, and what."""
    places = np.cumsum([0, *(len(sentence.words) + 1 for sentence in sentences)])
    words, gaps = opinions(detector, sentences, places)
    assert words.shape == gaps.shape == (places[-1], len(GROUPS))
    return _said(words), _said(gaps)


def _said(table: Floats) -> dict[tuple[int, str], float]:
    return {
        (int(row), GROUPS[group]): float(table[row, group])
        for row, group in np.argwhere(~np.isnan(table))
    }


def test_words_and_gaps_have_what_was_said_of_them_and_all_else_is_silent() -> None:
    words, gaps = told(
        SecondOpinion(
            {"of": ("preposition", 0.9), "bus": ("number", 0.2)}, {"bus": ("determiner", 0.7)}
        )
    )
    assert words == {(1, "preposition"): 0.9, (6, "number"): 0.2, (7, "preposition"): 0.9}
    assert gaps == {(6, "determiner"): 0.7}


def test_sentences_of_one_name_are_kept_apart() -> None:
    named = [from_words("a:1.1", each.words) for each in SENTENCES]
    detector = SecondOpinion({"of": ("preposition", 0.9)}, {"we": ("preposition", 0.4)})
    assert told(detector, named) == told(detector)
    assert [each.id for each in named] == ["a:1.1", "a:1.1"]


def test_kinds_that_are_no_group_and_flags_without_a_confidence_say_nothing() -> None:
    detector = SecondOpinion({"of": ("idiom", 0.9), "bus": ("number", None)})
    assert told(detector) == ({}, {})


def test_an_opinion_may_be_that_nothing_is_wrong() -> None:
    assert told(SecondOpinion({"it": ("other", 0.0)}))[0] == {(2, "other"): 0.0}


def test_of_no_sentences_nothing_is_said() -> None:
    assert told(SecondOpinion(), []) == ({}, {})
