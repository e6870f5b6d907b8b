"""The probabilities of a second detector: per sentence, per word and per gap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fixed_detector import FixedDetector
from solecism.detect.network.other_evidence import (
    SiteProbability,
    flags_without_errors,
    highest_probability,
    probability_tables,
    site_probabilities,
)
from solecism.detect.network.repairs import GROUPS
from solecism.language.annotate import annotate
from solecism.numeric import Floats
from solecism.sentence import Sentence, from_words
from solecism.site import Flag

SENTENCES = [
    from_words("a.1", ["rely", "of", "it"]),
    from_words("a.2", ["we", "took", "bus", "of", "them"]),
]
DETECTOR = FixedDetector(
    {"of": ("preposition", 0.9), "bus": ("number", 0.2)}, {"bus": ("determiner", 0.7)}
)
# Gaps come first.
PROBABILITIES: list[list[SiteProbability]] = [
    [(1, 2, "preposition", 0.9)],
    [(2, 2, "determiner", 0.7), (2, 3, "number", 0.2), (3, 4, "preposition", 0.9)],
]
Known = dict[tuple[int, str], float]

site_lists = st.lists(
    st.tuples(
        st.integers(0, 5),
        st.integers(0, 1),
        st.sampled_from([*GROUPS, "idiom"]),
        st.floats(0, 1),
    ).map(lambda each: (each[0], each[0] + each[1], *each[2:])),
    unique_by=lambda each: each[:3],
)


def known(
    sites: Sequence[Sequence[SiteProbability]], lengths: Sequence[int]
) -> tuple[Known, Known]:
    """The rows and groups of words and of gaps that have a probability, and that."""
    places = np.cumsum([0, *(length + 1 for length in lengths)])
    words, gaps = probability_tables(sites, places)
    assert words.shape == gaps.shape == (places[-1], len(GROUPS))
    return _known(words), _known(gaps)


def _known(table: Floats) -> Known:
    return {
        (int(row), GROUPS[group]): float(table[row, group])
        for row, group in np.argwhere(~np.isnan(table))
    }


def test_each_sentence_has_its_own_sites() -> None:
    assert site_probabilities(DETECTOR, SENTENCES) == PROBABILITIES
    assert site_probabilities(DETECTOR, [SENTENCES[1], from_words("b.1", ["home"])]) == [
        PROBABILITIES[1],
        [],
    ]


def test_sentences_of_one_name_are_kept_apart() -> None:
    named = [from_words("a:1.1", each.words) for each in SENTENCES]
    assert site_probabilities(DETECTOR, named) == PROBABILITIES
    assert [each.id for each in named] == ["a:1.1", "a:1.1"]


def test_a_name_that_is_a_number_is_not_taken_for_a_place() -> None:
    named = [from_words(name, each.words) for name, each in zip("10", SENTENCES, strict=True)]
    assert site_probabilities(DETECTOR, named) == PROBABILITIES
    again = [*named, from_words("0", ["of"])]
    assert site_probabilities(DETECTOR, again) == [*PROBABILITIES, [(0, 1, "preposition", 0.9)]]


def test_sentences_that_differ_in_name_stay_in_their_block() -> None:
    class Linked(FixedDetector):
        """A detector that is quicker with sentences that know their block."""

        def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
            assert all(sentence.link is not None for sentence in sentences)
            return iter(())

    assert site_probabilities(Linked(), list(annotate("We wait. It rains.", "a"))) == [[], []]


def test_flags_without_a_confidence_are_left_out() -> None:
    detector = FixedDetector({"of": ("preposition", None), "bus": ("number", 0.0)})
    assert site_probabilities(detector, SENTENCES) == [[], [(2, 3, "number", 0.0)]]


def test_the_highest_probability_is_that_of_the_worst_site() -> None:
    assert [highest_probability(sites) for sites in site_probabilities(DETECTOR, SENTENCES)] == [
        0.9,
        0.9,
    ]
    assert highest_probability(PROBABILITIES[1][:2]) == 0.7
    assert highest_probability([]) == 0


def test_words_and_gaps_without_a_site_have_no_probability() -> None:
    words, gaps = known(PROBABILITIES, (3, 5))
    assert words == {(1, "preposition"): 0.9, (6, "number"): 0.2, (7, "preposition"): 0.9}
    assert gaps == {(6, "determiner"): 0.7}


def test_kinds_that_are_no_group_have_no_column() -> None:
    assert known([[(1, 2, "idiom", 0.9)]], (3,)) == ({}, {})


def test_a_probability_may_be_zero() -> None:
    assert known([[(2, 3, "other", 0.0)]], (3,)) == ({(2, "other"): 0.0}, {})


def test_no_sentences_have_no_sites() -> None:
    assert site_probabilities(DETECTOR, []) == []
    assert known([], ()) == ({}, {})


@given(st.lists(site_lists, max_size=4))
def test_tables_hold_every_opinion_of_a_group_once(sites: list[list[SiteProbability]]) -> None:
    words, gaps = known(sites, [6] * len(sites))
    expected = {
        (7 * number + start, end > start, kind): p
        for number, each in enumerate(sites)
        for start, end, kind, p in each
        if kind in GROUPS
    }
    assert {
        (row, is_word, kind): p
        for is_word, table in ((True, words), (False, gaps))
        for (row, kind), p in table.items()
    } == expected


def test_right_sites_go_from_left_to_right_and_keep_their_doubt() -> None:
    backwards = PROBABILITIES[1][::-1]
    assert flags_without_errors(SENTENCES[1], "x", backwards) == [
        Flag("a.2:2-2:determiner", "x", False, None, 0.7),
        Flag("a.2:2-3:number", "x", False, None, 0.2),
        Flag("a.2:3-4:preposition", "x", False, None, 0.9),
    ]
