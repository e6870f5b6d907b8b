"""Who made which edit, and which sentence a ranking is about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solecism.edit import Annotation, Edit
from solecism.errors import InputError
from solecism.judgment import Ranking
from solecism.ranking.comparisons import comparisons
from solecism.ranking.evidence import Evidence, evidence, sentence_numbers
from solecism.sentence import Sentence, from_words

WORDS = tuple("She depends of her parents for the money .".split())


def annotated(*annotations: tuple[Edit, ...]) -> Sentence:
    notes = tuple(Annotation(str(n), edits) for n, edits in enumerate(annotations))
    return replace(from_words("d.1", WORDS), annotations=notes)


ON = Edit(2, ("of",), ("on",))
NO_ARTICLE = Edit(6, ("the",), ())


def corrected(*edits: Edit) -> tuple[str, ...]:
    from solecism.edit import apply

    return apply(WORDS, edits)


def small() -> Evidence:
    # The second annotator marks a longer span for the same change, and one thing twice.
    sentence = annotated(
        (ON, NO_ARTICLE),
        (Edit(1, ("depends", "of"), ("depends", "on")), Edit(2, ("of",), ("from",))),
    )
    outputs = {"good": [corrected(ON)], "none": [WORDS], "bad": [corrected(Edit(0, (), ("And",)))]}
    return evidence(
        [sentence, annotated()], {name: [*lines, WORDS] for name, lines in outputs.items()}
    )


def test_equal_changes_are_equal_edits_whatever_span_was_marked() -> None:
    found = small()
    assert found.systems == ("good", "none", "bad")
    assert found.annotators == ("0", "1")
    shares = [found.share[made].tolist() for made in found.by_system]
    assert shares == [[1.0], [], [0.0]]
    assert found.per_sentence(np.ones(len(found.sentence))).tolist() == [[1, 0], [0, 0], [1, 0]]
    assert sorted(found.share.tolist()) == [0.0, 0.5, 1.0]


def test_a_sentence_that_an_annotator_did_not_touch_is_accepted() -> None:
    assert small().references[0][1] == WORDS


def test_some_of_the_annotators() -> None:
    first = small().with_annotators([1])
    assert first.annotators == ("1",)
    assert sorted(first.share.tolist()) == [0.0, 0.0, 1.0]


def test_outputs_of_another_length_are_an_error() -> None:
    with pytest.raises(InputError, match="good has 1 sentences, but 2 are annotated"):
        evidence([annotated((ON,)), annotated()], {"good": [WORDS]})
    with pytest.raises(InputError, match="no sentence is annotated"):
        evidence([annotated()], {"good": [WORDS]})


def test_numbers_count_from_where_equal_outputs_are_equal() -> None:
    other = ("Fine", ".")
    sentences = [annotated((ON,)), replace(from_words("d.2", other), annotations=())]
    outputs = {"A": [corrected(ON), other], "B": [WORDS, other], "C": [WORDS, other]}
    known = evidence(sentences, outputs)

    def places(sentence: str, *group: str) -> list[int]:
        ranking = Ranking(sentence, "ann", {"A": 1, "B": 1, "C": 1}, (group,) if group else ())
        return [int(place) for place in sentence_numbers(comparisons([ranking]), known)]

    assert places("d.2") == [1]
    assert places("1") == [1]
    assert places("1", "A", "B") == [1]
    assert places("2", "A", "B") == [1]
    with pytest.raises(InputError, match="do not fit the outputs"):
        places("0", "A", "B")
    with pytest.raises(InputError, match=r"'x\.1' is not in the annotated text"):
        places("x.1")
