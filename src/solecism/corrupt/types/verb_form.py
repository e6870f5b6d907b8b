"""Errors of verb form (Foster 2007, section 4.1.5 and Fig. 6)."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.corrupt.draft import Draft
from solecism.corrupt.stream import Stream
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.corrupt.types import other_form
from solecism.corrupt.types.error_type import synthetic_error
from solecism.corrupt.types.word_class import carries_negation

NAME = "verb-form"
# No past for a present (*They laughed* is as good as *They laugh*), and no change of number.
OTHER_TAGS = {
    "VBN": ("VB", "VBG", "VBZ"),
    "VB": ("VBN", "VBG", "VBZ"),
    "VBG": ("VBN", "VB", "VBZ"),
    "VBP": ("VBG",),
    "VBZ": ("VBG",),
}
_NAMES = {
    "VBN": "past participle",
    "VB": "infinitive",
    "VBG": "present participle",
    "VBZ": "third person",
}
_NAMES_BEFORE = {**_NAMES, "VBP": "present", "VBZ": "present"}


def verb_form(draft: Draft, stream: Stream) -> Iterator[SyntheticError]:
    """Errors that put a verb into another form."""
    places = [place for place, tag in enumerate(draft.tags) if tag in OTHER_TAGS]
    for place in stream.shuffled(places):
        if carries_negation(draft, place):
            continue
        word, tag = draft.words[place], draft.tags[place]
        for other_tag in stream.shuffled(OTHER_TAGS[tag]):
            other = other_form.verb_form(word, tag, other_tag)
            if other is not None:
                subtype = conversion(tag, other_tag)
                end = place + 1
                yield synthetic_error(NAME, draft, place, end, (other,), (other_tag,), subtype)


def conversion(tag: str, other_tag: str) -> str:
    """The name of the conversion of a verb with one tag to a form with another.

    >>> conversion("VB", "VBG"), conversion("VBP", "VBG")
    ('infinitive to present participle', 'present to present participle')
    """
    return f"{_NAMES_BEFORE[tag]} to {_NAMES[other_tag]}"
