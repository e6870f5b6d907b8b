"""Documents of native corpora and the fixed split."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solecism.formats.corpora import (
    context_documents,
    documents,
    held_out_documents,
    is_tuning_text,
    training_documents,
    tuning_documents,
)

lines = st.lists(st.sampled_from(["One.\n", "Two.\n", "\n", "  \n"]), max_size=300)


@given(lines)
def test_each_document_is_in_exactly_one_part(text: list[str]) -> None:
    whole = list(documents(text))
    learnt, kept = list(training_documents(text)), list(held_out_documents(text))
    assert len(learnt) + len(kept) == len(whole)
    assert kept == whole[49::50]


@given(lines)
def test_documents_for_tuning_are_neither_learnt_nor_held_out(text: list[str]) -> None:
    whole = list(documents(text))
    tuning = list(tuning_documents(text))
    assert tuning == whole[24::50]
    learnt, held_out = list(context_documents(text)), list(held_out_documents(text))
    assert len(learnt) + len(tuning) + len(held_out) == len(whole)


@given(lines)
def test_no_paragraph_is_lost_or_empty(text: list[str]) -> None:
    found = [paragraph for document in documents(text) for paragraph in document]
    assert found == [line.strip() for line in text if line.strip()]


def test_about_a_tenth_is_kept_for_tuning() -> None:
    share = sum(is_tuning_text(f"essay.{number}") for number in range(10_000)) / 10_000
    assert 0.08 < share < 0.12
