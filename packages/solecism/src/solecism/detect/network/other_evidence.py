"""What the light detector and the rules say about sentences, beside the network.

The light detector gives the probabilities of errors at its sites. Where a rule matches, what its
measured precision says and what the network says are combined: both are evidence about the same
place. Errors of the network inside the words of a rule become further suggestions of one finding.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from solecism.detect.detector import Detector
from solecism.detect.network.repairs import GROUPS, SPELLING
from solecism.numeric import Floats, Ints
from solecism.rulebook.book import RuleBook, RuleHit, bundled_rules
from solecism.rulebook.rule import OWN
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion, id_of, split_id

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


# The flags of a sentence by the start, end and kind of their sites.
FlagsBySite = dict[tuple[int, int, str], Flag]
# The weights of a constant, of the log odds of a rule and of those of the network at its place, by
# logistic regression on 404 places that rules find in learners' tuning text (W&I train and FCE):
# a log loss of .266, where the rules' figures alone have .296.
_WEIGHTS = (0.37, 0.72, 0.47)
_LEAST_P, _MOST_P = 1e-4, 0.995
# Further suggestions that are less probable are not told.
_LEAST_TOLD = 0.01


def with_rules(
    sentence: Sentence,
    flags: FlagsBySite,
    rules: RuleBook,
    system: str,
    p_places: Floats,
    shift: float,
) -> FlagsBySite:
    """The flags of a sentence with those of the rules that match in it.

    `p_places` has the network's probability of a correction at each word (first row) and at the gap
    before it (second row), given the whole text, by which log odds are shifted.
    """
    for hit in rules.hits(sentence):
        p = _combined(hit, p_places, shift)
        flags = _with_hit(flags, hit, sentence, system, p)
    return flags


def _combined(hit: RuleHit, p_places: Floats, shift: float) -> float:
    """The probability of an error, by the rule and by the network; a project's own rule decides."""
    if hit.rule.subject == OWN:
        return hit.rule.p
    words, gaps = p_places[0, hit.start : hit.end], p_places[1, hit.start : hit.end + 1]
    network = max((*words.tolist(), *gaps.tolist()), default=_LEAST_P)
    constant, of_rule, of_network = _WEIGHTS
    odds = constant + of_rule * (_log_odds(hit.rule.p) + shift) + of_network * _log_odds(network)
    return min(1 / (1 + math.exp(-odds)), _MOST_P)


def _log_odds(p: float) -> float:
    p = min(max(p, _LEAST_P), _MOST_P)
    return math.log(p / (1 - p))


def _with_hit(
    flags: FlagsBySite, hit: RuleHit, sentence: Sentence, system: str, p: float
) -> FlagsBySite:
    inside = {
        key: flag
        for key, flag in flags.items()
        if flag.error and _overlaps(key, hit.start, hit.end)
    }
    flag = hit.flag(system)
    share = hit.rule.p_suggestion / hit.rule.p
    p_of = {each.text: p * share for each in flag.suggestions}
    left = p - sum(p_of.values())
    for text, p_other in _alternatives(inside, hit, sentence):
        p_told = min(p_other, left)
        if text not in p_of and p_told >= _LEAST_TOLD:
            p_of[text] = p_told
            left -= p_told
    ordered = sorted(p_of.items(), key=lambda item: -item[1])
    readers = max((each.readers for each in inside.values() if each.readers), default=None)
    flag = replace(
        flag,
        confidence=p,
        suggestions=tuple(Suggestion(*each) for each in ordered),
        readers=readers,
        message="" if bundled_rules().rule(hit.rule.id) is hit.rule else hit.rule.message,
    )
    rest = {key: each for key, each in flags.items() if key not in inside}
    # What was called correct there is not any more.
    rest.pop(key := split_id(flag.site)[1:], None)
    return {**rest, key: flag}


def _alternatives(flags: FlagsBySite, hit: RuleHit, sentence: Sentence) -> list[tuple[str, float]]:
    """What errors inside the words of a rule make of these words, the most probable first."""
    found = [
        (_in_span(each.text, key, hit, sentence), each.p or 0.0)
        for key, flag in flags.items()
        for each in flag.suggestions
        if hit.start <= key[0] and key[1] <= hit.end
    ]
    return sorted(found, key=lambda alternative: (-alternative[1], alternative[0]))


def _in_span(text: str, key: tuple[int, int, str], hit: RuleHit, sentence: Sentence) -> str:
    """What a suggestion for some words makes of all words of the rule."""
    words = sentence.words
    return " ".join((*words[hit.start : key[0]], *text.split(), *words[key[1] : hit.end]))


def outside(flags: FlagsBySite, certain: FlagsBySite) -> FlagsBySite:
    """The flags, but for errors inside one of several words, or a misspelling, that is certain."""
    spans = [(start, end) for start, end, kind in certain if end - start > 1 or kind == SPELLING]
    return {
        key: flag
        for key, flag in flags.items()
        if not flag.error or not any(start <= key[0] and key[1] <= end for start, end in spans)
    }


def _overlaps(key: tuple[int, int, str], start: int, end: int) -> bool:
    """Whether a site shares a word with a span, or is a gap in it or beside it."""
    if key[0] == key[1] or start == end:
        return key[0] <= end and start <= key[1]
    return key[0] < end and start < key[1]
