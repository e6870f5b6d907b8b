"""Texts with the first suggestion of every finding applied, and nothing else changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.check.advice.changes import apply, changes
from solecism.check.edits import first_edits
from solecism.finding import CheckedSentence


def fixed_text(checked: Iterable[CheckedSentence]) -> Iterator[str]:
    """The text of checked sentences, piece by piece, with all first suggestions applied.

    Findings without a suggestion, and all characters outside the changed words, stay as they are.
    """
    for each in checked:
        sentence = each.sentence
        yield apply(sentence.text, changes(sentence, first_edits(each))) + sentence.after
