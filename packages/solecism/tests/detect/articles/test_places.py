"""Where a determiner and a number were chosen."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from nominal import texts
from prepositional import annotated
from solecism.detect.light.noun_choices import (
    INDEX,
    NAMES,
    NO_DETERMINERS,
    WORD_OF_GROUP,
    group_of,
    noun_contexts,
    noun_places,
)
from solecism.locate.sentence_columns import columns, lemma_hash
from solecism.sentence import Sentence


def found(*sentences: str) -> list[tuple[str, str, str, bool]]:
    """The determiner's words, its group, the noun, and whether it is plural."""
    batch = annotated([text.split() for text in sentences])
    table = columns(batch)
    places = noun_places(table, batch)
    rows = []
    for number in range(len(places)):
        sentence = batch[int(table.sentences[places.heads[number]])]
        shift = int(table.starts[table.sentences[places.heads[number]]])
        left, right = int(places.lefts[number]) - shift, int(places.rights[number]) - shift
        rows.append(
            (
                " ".join(sentence.words[left:right]),
                WORD_OF_GROUP[int(places.written[number]) // 2],
                sentence.words[int(places.heads[number]) - shift],
                bool(places.written[number] % 2),
            )
        )
    return rows


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She has a dog .", ("a", "a", "dog", False)),
        ("They saw the old houses .", ("the", "the", "houses", True)),
        ("He likes music .", ("", "", "music", False)),
        ("We need these books .", ("these", "this", "books", True)),
        ("He sold his car .", ("his", "my", "car", False)),
        ("She bought two books .", ("", "", "books", True)),
        ("We met the other day .", ("the", "the", "day", False)),
    ],
)
def test_the_determiner_is_told_from_what_else_is_there(
    text: str, expected: tuple[str, str, str, bool]
) -> None:
    assert expected in found(text)


@settings(max_examples=30)
@given(texts)
def test_places_lie_within_their_sentence_and_before_their_noun(words: list[list[str]]) -> None:
    sentences = annotated(words)
    table = columns(sentences)
    places = noun_places(table, sentences)
    assert (places.lefts <= places.rights).all()
    assert (places.rights <= places.heads).all()
    assert (table.sentences[places.lefts] == table.sentences[places.heads]).all()
    assert (table.words[places.heads] > 0).all()


def context_of(sentences: list[Sentence], noun: str) -> dict[str, int]:
    table = columns(sentences)
    rows = noun_contexts(table, noun_places(table, sentences))
    mine = rows[rows[:, INDEX["H"]] == lemma_hash(noun)]
    return dict(zip(NAMES, mine[-1].tolist(), strict=True))


@pytest.mark.parametrize("determiner", ["a", "the", "this", "my", ""])
def test_the_context_hides_determiner_and_number(determiner: str) -> None:
    shown = [name for name in NAMES if name not in ("D",)]
    singular = context_of(annotated([f"We saw {determiner} big house .".split()]), "house")
    plural = context_of(annotated([["We", "saw", "big", "houses", "."]]), "house")
    assert [singular[name] for name in shown] == [plural[name] for name in shown]


def test_an_earlier_mention_is_told() -> None:
    first, second = "A dog barked .".split(), "We saw the dog .".split()
    alone = context_of(annotated([second]), "dog")["MC"]
    with_mention = context_of(annotated([first, second]), "dog")["MC"]
    assert alone == 0
    assert with_mention > 0


def test_every_group_has_a_word_that_belongs_to_it() -> None:
    assert [group_of(word) for word in WORD_OF_GROUP[1:]] == list(range(1, len(WORD_OF_GROUP)))
    assert all(group_of(word) is None for word in NO_DETERMINERS)
