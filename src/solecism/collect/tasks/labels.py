"""An answer in the words of its question, as people read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solecism.collect.tasks.question import Question


def labelled_answer(
    question: Question, values: Mapping[str, Sequence[str]]
) -> list[tuple[str, str]]:
    """Return an answer as pairs of a field's label and the labels of the options chosen."""
    pairs = []
    for field in question.fields:
        labels = {option.value: option.label for option in field.options}
        chosen = [labels.get(value, value) for value in values.get(field.name, ()) if value]
        if chosen:
            pairs.append((field.label, ", ".join(chosen)))
    return pairs
