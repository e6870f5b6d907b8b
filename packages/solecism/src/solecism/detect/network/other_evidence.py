"""What the light detector and the rules say about sentences, beside the network.

The light detector gives the probabilities of errors at its sites. Where a rule matches, what its
measured precision says and what the network says are combined: both are evidence about the same
place. Errors of the network inside the words of a rule become further suggestions of one finding.

A rule names the kind of the error that it was written for; the network names it by the repair that
it learnt. For one change both must say the same. So the change itself is looked at: words that are
left out or inserted, two forms of one verb, an adjective and its adverb, and the words that the
bundled rules change in one way only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from solecism.detect.detector import (
    ADJECTIVE,
    ADVERB,
    CAPITALS,
    CONJUNCTION,
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_PREPOSITION,
    MISSING_WORD,
    PRONOUN,
    PUNCTUATION,
    TENSE,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WORD_FORM,
    WRONG_ARTICLE,
    WRONG_PREPOSITION,
    WRONG_VERB,
    WRONG_WORD,
    Detector,
)
from solecism.detect.network.repairs import GROUPS, SPELLING
from solecism.language.lemmas import adjective_of, adverb_of, verb_lemma
from solecism.locate.sites import preposition_number
from solecism.numeric import Floats, Ints
from solecism.rulebook.book import RuleBook, RuleHit, bundled_rules
from solecism.rulebook.rule import OWN
from solecism.rulebook.suggestion import change_of
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion, id_of, split_id

_ARTICLES = frozenset(("a", "an", "the"))
_JOINING = frozenset("as like than after before since until for".split())
# By whether there was a word, and whether one is to be written.
_CHANGES = ((False, True), (True, False), (True, True))
_OF_ARTICLES = dict(zip(_CHANGES, (MISSING_ARTICLE, UNNEEDED_ARTICLE, WRONG_ARTICLE), strict=True))
_PREPOSITIONAL = (MISSING_PREPOSITION, EXTRANEOUS_PREPOSITION, WRONG_PREPOSITION)
_OF_PREPOSITIONS = dict(zip(_CHANGES, _PREPOSITIONAL, strict=True))
_OF_WORDS = (MISSING_WORD, EXTRA_WORD, WRONG_WORD)

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
    # A word that only moves would stand there twice: *always comes always*.
    n_twice = _n_twice(sentence.words[hit.start : hit.end])
    found = [each for each in found if _n_twice(each[0].split()) <= n_twice]
    return sorted(found, key=lambda alternative: (-alternative[1], alternative[0]))


def _n_twice(words: Sequence[str]) -> int:
    return len(words) - len({word.lower() for word in words})


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


_Words = tuple[str, ...]
_BE = frozenset("am is are was were be been being 'm 're 's".split())
_DO = frozenset("do does did".split())
_HAVE = frozenset("have has had having 've".split())
_MODALS = frozenset(
    "can could will would shall should may might must ca wo 'll 'd to let lets".split()
)
_BEFORE_FORMS = _BE | _DO | _HAVE | _MODALS
_PERFECT_OR_FUTURE = _HAVE | {"will", "would", "'ll", "shall"}
_PRONOUNS = frozenset("i you he she it we they me him her us them".split())
_NEGATIVE_OR_ANY = frozenset(
    "anything anybody anyone nothing nobody whose whom who which that".split()
)
_VERBAL = frozenset((DISAGREEMENT, TENSE, VERB_FORM, WRONG_VERB))
# Between an auxiliary and its verb: *did not really go*, *does your father work*.
_BETWEEN_TAGS = ("RB", "PRP", "NN", "DT", "JJ")
_MOST_BETWEEN = 4


def settled(flag: Flag, sentence: Sentence) -> str | None:
    """The kind of an error of a tagged sentence, by its first suggestion; its own if none tells."""
    if not flag.suggestions or flag.kind is None:
        return flag.kind
    _, start, end, _ = split_id(flag.site)
    words = tuple(word.lower() for word in sentence.words)
    new = tuple(flag.suggestions[0].text.lower().split())
    old = words[start:end]
    return (
        _by_change(old, new)
        or _by_class(old, new, flag.kind, is_before_verb=sentence.tags[end : end + 1] == ("VB",))
        or _by_grammar(sentence, words, (start, end), new, flag.kind)
    )


def _by_change(old: _Words, new: _Words) -> str | None:
    """The kind that rules give to a change of certain words into others."""
    if not old or not new:
        return None
    return bundled_rules().kinds_of_changes.get(change_of(old, new))


def _by_class(old: _Words, new: _Words, kind: str, *, is_before_verb: bool) -> str | None:
    """The kind of a change of capitals, marks, articles or prepositions alone."""
    changed = {*old, *new}
    if old == new:
        return CAPITALS
    if not any(each.isalnum() for word in changed for each in word):
        return PUNCTUATION
    number = (bool(old), bool(new))
    if changed <= _ARTICLES:
        return _OF_ARTICLES[number]
    is_preposition = len(old) < 2 and len(new) < 2 and all(map(preposition_number, changed))
    # Before a verb *to* is none, and *as* and *like* often join clauses.
    is_doubtful = (is_before_verb and "to" in changed) or not changed.isdisjoint(_JOINING)
    if is_preposition and not is_doubtful and kind in (*_PREPOSITIONAL, *_OF_WORDS):
        return _OF_PREPOSITIONS[number]
    return None


def _by_grammar(
    sentence: Sentence, words: _Words, place: tuple[int, int], new: _Words, kind: str
) -> str:
    start, end = place
    old = words[start:end]
    if not old:
        return _of_missing(words[start:], new, kind)
    if not new:
        is_after_modal = old == ("to",) and start > 0 and words[start - 1] in _MODALS
        return VERB_FORM if is_after_modal else _of_needless(old, kind)
    if len(old) == len(new) == 1:
        return _of_forms(sentence, words, start, new[0], kind)
    return kind


def _of_missing(behind: _Words, new: _Words, kind: str) -> str:
    if kind in (PRONOUN, MISSING_WORD) and set(new) <= _PRONOUNS:
        return MISSING_WORD
    if kind not in (*_VERBAL, MISSING_WORD):
        return kind
    if new == ("been",):
        return VERB_FORM
    if set(new) <= _DO:
        return VERB_FORM if behind[:1] in (("not",), ("n't",)) else MISSING_WORD
    return kind


def _of_needless(old: _Words, kind: str) -> str:
    if set(old) <= _BE | _DO:
        return VERB_FORM
    if set(old) <= _PERFECT_OR_FUTURE:
        return TENSE
    return ADJECTIVE if old in (("more",), ("most",)) else kind


def _of_forms(sentence: Sentence, words: _Words, start: int, new: str, kind: str) -> str:
    """The kind of a change of one word to one word."""
    old = words[start]
    if (old, new) == ("no", "any"):
        return WRONG_WORD
    if new == "than" and kind != WRONG_VERB:
        return CONJUNCTION
    if new in _NEGATIVE_OR_ANY and old in _NEGATIVE_OR_ANY:
        return PRONOUN
    if kind in (ADJECTIVE, ADVERB, WORD_FORM, WRONG_WORD):
        if adverb_of(old) == new:
            return ADVERB
        if adjective_of(old) == new or {old[-3:], new[-2:]} == {"ing", "ed"}:
            return ADJECTIVE
    is_verb = kind in _VERBAL or (kind == WORD_FORM and sentence.tags[start].startswith("VB"))
    if is_verb and verb_lemma(old) == verb_lemma(new):
        return _of_verb_forms(sentence, words, start, new)
    return kind


def _of_verb_forms(sentence: Sentence, words: _Words, start: int, new: str) -> str:
    """Agreement, tense or form of a verb, by its two forms and by what stands before it."""
    old = words[start]
    if old in _BE and new in _BE:
        return _of_be(words, start, new)
    if old.endswith("ing") or new.endswith("ing") or _is_after_auxiliary(sentence, words, start):
        return VERB_FORM
    plain = verb_lemma(old)
    is_present = {old, new} <= {plain, f"{plain}s", f"{plain}es", f"{plain[:-1]}ies", "has"}
    return DISAGREEMENT if is_present else TENSE


_PAST_OF_BE, _PRESENT_OF_BE = ("was", "were"), ("am", "is", "are", "'m", "'s", "'re")


def _of_be(words: _Words, start: int, new: str) -> str:
    pair = {words[start], new}
    if pair <= set(_PAST_OF_BE) or pair <= set(_PRESENT_OF_BE):
        return DISAGREEMENT
    if pair <= set(_PAST_OF_BE + _PRESENT_OF_BE):
        return TENSE
    return VERB_FORM


def _is_after_auxiliary(sentence: Sentence, words: _Words, start: int) -> bool:
    for place in range(start - 1, max(-1, start - 1 - _MOST_BETWEEN), -1):
        if words[place] in _BEFORE_FORMS:
            # A subject stands there only in questions.
            between = sentence.tags[place + 1 : start]
            is_question = words[place] in _DO | _HAVE
            return is_question or all(tag.startswith("RB") for tag in between)
        if not sentence.tags[place].startswith(_BETWEEN_TAGS):
            return False
    return False
