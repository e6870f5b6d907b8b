"""The whole of the language layer in one call."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solecism.language.annotate import annotate

TEXT = "My sister bought two red bicycles. They were cheap!"


def test_every_column_is_filled() -> None:
    first, second = annotate(TEXT, "note")
    assert first.tags == ("PRP$", "NN", "VBD", "CD", "JJ", "NNS", ".")
    assert first.lemmas == ("my", "sister", "buy", "two", "red", "bicycle", ".")
    assert [(chunk.label, first.words[chunk.head]) for chunk in first.chunks] == [
        ("NP", "sister"),
        ("VP", "bought"),
        ("NP", "bicycles"),
    ]
    assert (first.id, second.id) == ("note.1", "note.2")


@pytest.mark.parametrize("column", ["lemmas", "chunks"])
def test_a_column_can_be_left_out(column: str) -> None:
    [sentence] = annotate("It rains.", "note", **{column: False})
    assert getattr(sentence, column) == ()
    assert sentence.tags


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_annotated_and_rebuilt(text: str) -> None:
    sentences = list(annotate(text, "note"))
    assert "".join(sentence.text + sentence.after for sentence in sentences) == text
    for sentence in sentences:
        assert len(sentence.words) == len(sentence.tags) == len(sentence.lemmas)
