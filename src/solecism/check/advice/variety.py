"""Suggestions in the variety of English that a text is written in, British or American."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solecism.check.reading.readings import FlaggedSentence
from solecism.flag import Flag, Suggestion
from solecism.language.spelling.varieties import (
    Variety,
    prevailing_variety,
    spelt_as,
    variety_of,
)


def in_own_variety(flagged: Sequence[FlaggedSentence]) -> Sequence[FlaggedSentence]:
    """The sentences of a text; no suggestion is American where the text is British, or reversed.

    A text in which neither prevails is left as it is.
    """
    if not any(_has_variety(flag) for _, flags, _ in flagged for flag in flags):
        return flagged
    variety = prevailing_variety(word for sentence, _, _ in flagged for word in sentence.words)
    if variety is None:
        return flagged
    return [
        (sentence, tuple(_spelt(flag, variety) for flag in flags), is_english)
        for sentence, flags, is_english in flagged
    ]


def _has_variety(flag: Flag) -> bool:
    return flag.error and any(
        variety_of(word) for each in flag.suggestions for word in each.text.split()
    )


def _spelt(flag: Flag, variety: Variety) -> Flag:
    if not _has_variety(flag):
        return flag
    suggestions: dict[str, Suggestion] = {}
    for each in flag.suggestions:
        text = " ".join(spelt_as(word, variety) for word in each.text.split())
        suggestions.setdefault(text, replace(each, text=text))
    return replace(flag, suggestions=tuple(suggestions.values()))
