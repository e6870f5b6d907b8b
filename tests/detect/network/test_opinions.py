"""What a second detector says: sentence by sentence, word by word and gap by gap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from second_opinion import SecondOpinion

from solecism.arrays import Floats
from solecism.detect.network.opinions import Opinion, doubt, heard, right_sites, tables
from solecism.detect.network.repairs import GROUPS
from solecism.flag import Flag
from solecism.language.annotate import annotate
from solecism.sentence import Sentence, from_words

SENTENCES = [
    from_words("a.1", ["rely", "of", "it"]),
    from_words("a.2", ["we", "took", "bus", "of", "them"]),
]
DETECTOR = SecondOpinion(
    {"of": ("preposition", 0.9), "bus": ("number", 0.2)}, {"bus": ("determiner", 0.7)}
)
# It speaks of gaps first.
SAID: list[list[Opinion]] = [
    [(1, 2, "preposition", 0.9)],
    [(2, 2, "determiner", 0.7), (2, 3, "number", 0.2), (3, 4, "preposition", 0.9)],
]
Told = dict[tuple[int, str], float]

opinions = st.lists(
    st.tuples(
        st.integers(0, 5),
        st.integers(0, 1),
        st.sampled_from([*GROUPS, "idiom"]),
        st.floats(0, 1),
    ).map(lambda each: (each[0], each[0] + each[1], *each[2:])),
    unique_by=lambda each: each[:3],
)


def told(said: Sequence[Sequence[Opinion]], lengths: Sequence[int]) -> tuple[Told, Told]:
    """Of words and of gaps, the rows and groups that something was said of, and what."""
    places = np.cumsum([0, *(length + 1 for length in lengths)])
    words, gaps = tables(said, places)
    assert words.shape == gaps.shape == (places[-1], len(GROUPS))
    return _told(words), _told(gaps)


def _told(table: Floats) -> Told:
    return {
        (int(row), GROUPS[group]): float(table[row, group])
        for row, group in np.argwhere(~np.isnan(table))
    }


def test_each_sentence_has_what_was_said_of_it() -> None:
    assert heard(DETECTOR, SENTENCES) == SAID
    assert heard(DETECTOR, [SENTENCES[1], from_words("b.1", ["home"])]) == [SAID[1], []]


def test_sentences_of_one_name_are_kept_apart() -> None:
    named = [from_words("a:1.1", each.words) for each in SENTENCES]
    assert heard(DETECTOR, named) == SAID
    assert [each.id for each in named] == ["a:1.1", "a:1.1"]


def test_a_name_that_is_a_number_is_not_taken_for_a_place() -> None:
    named = [from_words(name, each.words) for name, each in zip("10", SENTENCES, strict=True)]
    assert heard(DETECTOR, named) == SAID
    again = [*named, from_words("0", ["of"])]
    assert heard(DETECTOR, again) == [*SAID, [(0, 1, "preposition", 0.9)]]


def test_sentences_that_differ_in_name_stay_in_their_block() -> None:
    class Linked(SecondOpinion):
        """A detector that is quicker with sentences that know their block."""

        def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
            assert all(sentence.link is not None for sentence in sentences)
            return iter(())

    assert heard(Linked(), list(annotate("We wait. It rains.", "a"))) == [[], []]


def test_flags_without_a_confidence_say_nothing() -> None:
    detector = SecondOpinion({"of": ("preposition", None), "bus": ("number", 0.0)})
    assert heard(detector, SENTENCES) == [[], [(2, 3, "number", 0.0)]]


def test_the_doubt_of_a_sentence_is_that_of_its_worst_site() -> None:
    assert [doubt(said) for said in heard(DETECTOR, SENTENCES)] == [0.9, 0.9]
    assert doubt(SAID[1][:2]) == 0.7
    assert doubt([]) == 0


def test_words_and_gaps_have_what_was_said_of_them_and_all_else_is_silent() -> None:
    words, gaps = told(SAID, (3, 5))
    assert words == {(1, "preposition"): 0.9, (6, "number"): 0.2, (7, "preposition"): 0.9}
    assert gaps == {(6, "determiner"): 0.7}


def test_kinds_that_are_no_group_have_no_column() -> None:
    assert told([[(1, 2, "idiom", 0.9)]], (3,)) == ({}, {})


def test_an_opinion_may_be_that_nothing_is_wrong() -> None:
    assert told([[(2, 3, "other", 0.0)]], (3,)) == ({(2, "other"): 0.0}, {})


def test_of_no_sentences_nothing_is_said() -> None:
    assert heard(DETECTOR, []) == []
    assert told([], ()) == ({}, {})


@given(st.lists(opinions, max_size=4))
def test_tables_hold_every_opinion_of_a_group_once(said: list[list[Opinion]]) -> None:
    words, gaps = told(said, [6] * len(said))
    expected = {
        (7 * number + start, end > start, kind): p
        for number, each in enumerate(said)
        for start, end, kind, p in each
        if kind in GROUPS
    }
    assert {
        (row, is_word, kind): p
        for is_word, table in ((True, words), (False, gaps))
        for (row, kind), p in table.items()
    } == expected


def test_right_sites_go_from_left_to_right_and_keep_their_doubt() -> None:
    backwards = SAID[1][::-1]
    assert right_sites(SENTENCES[1], "x", backwards) == [
        Flag("a.2:2-2:determiner", "x", False, None, 0.7),
        Flag("a.2:2-3:number", "x", False, None, 0.2),
        Flag("a.2:3-4:preposition", "x", False, None, 0.9),
    ]
