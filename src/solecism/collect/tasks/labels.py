"""Answers in the words of the options that a rater chose."""

from __future__ import annotations

from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import Question


def labelled_answer(question: Question, answer: Answer) -> list[tuple[str, str]]:
    """Return an answer as pairs of a field's label and the labels of the options chosen."""
    pairs = []
    for field in question.fields:
        labels = {option.value: option.label for option in field.options}
        chosen = [labels.get(value, value) for value in answer.get(field.name, ())]
        if chosen:
            pairs.append((field.label, ", ".join(chosen)))
    return pairs
