"""What a second detector, such as the light one, says about the sites of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from solecism.detect.detector import Detector
from solecism.detect.network.repairs import GROUPS
from solecism.numeric import Floats, Ints
from solecism.sentence import Sentence
from solecism.site import Flag, id_of, split_id

# The first word of a site, the one after its last, its kind, and the probability of an error.
SiteProbability = tuple[int, int, str, float]


def site_probabilities(
    detector: Detector, sentences: Sequence[Sentence]
) -> list[list[SiteProbability]]:
    """For each sentence the sites whose flags by a detector have a confidence."""
    by_id: dict[str, list[SiteProbability]] = {sentence.id: [] for sentence in sentences}
    # Sentences that share an id are numbered. Usually none do, and sentences as they were
    # annotated know the block that they were annotated in, which makes detectors faster.
    if len(by_id) < len(sentences):
        sentences = [replace(each, id=str(number)) for number, each in enumerate(sentences)]
        by_id = {sentence.id: [] for sentence in sentences}
    for flag in detector.flags(sentences):
        if flag.confidence is not None:
            sentence_id, start, end, kind = split_id(flag.site)
            by_id[sentence_id].append((start, end, kind, flag.confidence))
    return list(by_id.values())


def highest_probability(sites: Iterable[SiteProbability]) -> float:
    """The probability of an error at the site where it is highest.

    >>> highest_probability([(0, 1, "number", 0.2), (3, 3, "determiner", 0.4)])
    0.4
    >>> highest_probability([])
    0.0
    """
    return max((p for *_, p in sites), default=0.0)


def probability_tables(
    sites: Sequence[Iterable[SiteProbability]], places: Ints
) -> tuple[Floats, Floats]:
    """The probability of an error of each group (column) at each word and each gap (row).

    It is NaN where there is no site. `places` has the first row of each sentence.
    """
    words, gaps = (np.full((int(places[-1]), len(GROUPS)), np.nan) for _ in range(2))
    for first, of_sentence in zip(places.tolist(), sites, strict=False):
        for start, end, kind, p in of_sentence:
            if kind in GROUPS:
                table = gaps if start == end else words
                table[first + start, GROUPS.index(kind)] = p
    return words, gaps


def flags_without_errors(
    sentence: Sentence, system: str, sites: Iterable[SiteProbability]
) -> list[Flag]:
    """One flag per site, from left to right, that says that there is no error."""
    return [
        Flag(id_of(sentence.id, start, end, kind), system, False, None, p)
        for start, end, kind, p in sorted(sites)
    ]
