"""Extraneous and correct prepositions in annotated learner text, for training and measuring."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from solecism.edit import Edit, trimmed
from solecism.kind import PREPOSITION, kinds_of
from solecism.language.annotate import annotate_sentences
from solecism.locate.sites import located, site_at, sites_of
from solecism.numeric.arrays import Bools
from solecism.sentence import Sentence
from solecism.site import Site
from solecism.train.texts import first_edits


@dataclass(frozen=True, slots=True)
class Example:
    """A preposition of a sentence with tags, lemmas and chunks, and whether it is extraneous."""

    sentence: Sentence
    site: Site
    is_extraneous: bool


def examples(sentences: Iterable[Sentence]) -> Iterator[Example]:
    """The prepositions that the first annotator of a sentence deletes, and those left untouched.

    Prepositions that the annotator replaces, or that are part of a larger edit, are neither.
    """
    for sentence in annotate_sentences(sentences):
        edits = first_edits(sentence)
        unneeded = {
            site.start
            for edit in edits
            if takes_out(edit)
            for site in sites_of(sentence, edit, kinds=(PREPOSITION,))
        }
        touched = {place for edit in edits for place in range(edit.start, edit.end)}
        for example in prepositions_of(sentence, unneeded=unneeded):
            if example.is_extraneous or example.site.start not in touched:
                yield example


def takes_out(edit: Edit) -> bool:
    """Whether an edit only removes a preposition.

    >>> takes_out(Edit(2, ("about",), (), "U:PREP")), takes_out(Edit(2, ("of",), ("on",), "R:PREP"))
    (True, False)
    """
    smaller = trimmed(edit)
    is_one_word = len(smaller.before) == 1 and not smaller.after
    return is_one_word and PREPOSITION in kinds_of(edit.kind)


def prepositions_of(sentence: Sentence, *, unneeded: Collection[int] = ()) -> Iterator[Example]:
    """All located prepositions of a sentence, and the words that are `unneeded`, in order."""
    places = {site.start for site in located(sentence, kinds=(PREPOSITION,))} | set(unneeded)
    for place in sorted(places):
        site = site_at(sentence, place, place + 1, PREPOSITION)
        yield Example(sentence, site, place in unneeded)


def grouped(
    examples: Iterable[Example],
) -> tuple[list[Sentence], list[list[int]], Bools]:
    """The sentences of neighbouring examples, the places in each, and which are extraneous."""
    sentences: list[Sentence] = []
    places: list[list[int]] = []
    is_extraneous: list[bool] = []
    for example in examples:
        if not sentences or sentences[-1] is not example.sentence:
            sentences.append(example.sentence)
            places.append([])
        places[-1].append(example.site.start)
        is_extraneous.append(example.is_extraneous)
    return sentences, places, np.array(is_extraneous, dtype=bool)
