"""Extraneous and correct prepositions in annotated learner text, and scores calibrated on them.

Calibration gives a threshold and a logistic curve (Platt 1999).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from solecism.detect.extraneous.detector import PlaceScorer, PlattCalibration
from solecism.edit import Edit, trimmed
from solecism.errors import InputError
from solecism.figure import f_score
from solecism.formats.corpora import first_edits
from solecism.language.annotate import annotate_sentences
from solecism.locate.sites import located, site_at, sites_of
from solecism.numeric import Bools, Floats, platt
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, Site, kinds_of


@dataclass(frozen=True, slots=True)
class PrepositionExample:
    """A preposition of a sentence with tags, lemmas and chunks, and whether it is extraneous."""

    sentence: Sentence
    site: Site
    is_extraneous: bool


def preposition_examples(sentences: Iterable[Sentence]) -> Iterator[PrepositionExample]:
    """The prepositions that the first annotator of a sentence deletes, and those left untouched.

    Prepositions that the annotator replaces, or that are part of a larger edit, are neither.
    """
    for sentence in annotate_sentences(sentences):
        edits = first_edits(sentence)
        unneeded = {
            site.start
            for edit in edits
            if is_removal(edit)
            for site in sites_of(sentence, edit, kinds=(PREPOSITION,))
        }
        touched = {place for edit in edits for place in range(edit.start, edit.end)}
        for example in prepositions_of(sentence, unneeded=unneeded):
            if example.is_extraneous or example.site.start not in touched:
                yield example


def is_removal(edit: Edit) -> bool:
    """Whether an edit only removes a preposition.

    >>> edits = Edit(2, ("about",), (), "U:PREP"), Edit(2, ("of",), ("on",), "R:PREP")
    >>> [is_removal(edit) for edit in edits]
    [True, False]
    """
    smaller = trimmed(edit)
    is_one_word = len(smaller.before) == 1 and not smaller.after
    return is_one_word and PREPOSITION in kinds_of(edit.kind)


def prepositions_of(
    sentence: Sentence, *, unneeded: Collection[int] = ()
) -> Iterator[PrepositionExample]:
    """All located prepositions of a sentence, and the words that are `unneeded`, in order."""
    places = {site.start for site in located(sentence, kinds=(PREPOSITION,))} | set(unneeded)
    for place in sorted(places):
        site = site_at(sentence, place, place + 1, PREPOSITION)
        yield PrepositionExample(sentence, site, place in unneeded)


def grouped_by_sentence(
    examples: Iterable[PrepositionExample],
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


BETA = 0.5


def calibrated(scorer: PlaceScorer, tuning: list[PrepositionExample]) -> PlattCalibration:
    """The calibration on examples as frequent as in running text, in annotated sentences."""
    sentences, places, is_extraneous = grouped_by_sentence(tuning)
    if not is_extraneous.any() or is_extraneous.all():
        raise InputError(
            "the learner text kept for tuning (a tenth) does not have both extraneous and correct "
            "prepositions. Give more of it."
        )
    scores = scorer(sentences, places)
    slope, intercept = platt(scores, is_extraneous)
    return PlattCalibration(best_threshold(scores, is_extraneous), slope, intercept)


def best_threshold(scores: Floats, is_extraneous: Bools) -> float:
    """The threshold above which flags have the greatest F0.5."""
    order = np.argsort(-scores, kind="stable")
    ordered = scores[order]
    n_hits = np.cumsum(is_extraneous[order], dtype=np.float64)
    n_flagged = np.arange(1.0, len(scores) + 1)
    f_scores = f_score(n_hits, n_flagged, n_hits[-1:], BETA)
    # Equal scores are flagged together or not at all.
    is_last = np.append(ordered[1:] < ordered[:-1], True)
    best = int(np.argmax(np.where(is_last, f_scores, -1)))
    below = ordered[best + 1] if best + 1 < len(ordered) else ordered[best] - 1
    return float((ordered[best] + below) / 2)
