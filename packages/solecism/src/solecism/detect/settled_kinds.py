"""One error, one kind: what a change does decides its kind, whoever finds it.

A rule names the kind of the error that it was written for; the network names it by the repair that
it learnt. For one change both must say the same. Here the change itself is looked at: words that
are left out or inserted, two forms of one verb, an adjective and its adverb, and the words that the
bundled rules change in one way only.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import takewhile

from solecism.detect.detector import (
    ADJECTIVE,
    ADVERB,
    CONJUNCTION,
    DISAGREEMENT,
    MISSING_WORD,
    PRONOUN,
    TENSE,
    VERB_FORM,
    WORD_FORM,
    WRONG_VERB,
    WRONG_WORD,
)
from solecism.language.lemmas import adjective_of, adverb_of, verb_lemma
from solecism.language.tokeniser import tokenise
from solecism.rulebook.bundled import bundled_rules
from solecism.sentence import Sentence
from solecism.site import Flag, split_id

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
    return _by_change(words[start:end], new) or _by_grammar(
        sentence, words, (start, end), new, flag.kind
    )


@cache
def _changes_of_rules() -> dict[tuple[_Words, _Words], str]:
    """The kinds of changes that all examples of the bundled rules call the same."""
    kinds: dict[tuple[_Words, _Words], set[str]] = defaultdict(set)
    for rule in bundled_rules().rules:
        for example in rule.wrong:
            kinds[_change(_words(example.wrong), _words(example.right))].add(rule.kind)
    return {change: next(iter(each)) for change, each in kinds.items() if len(each) == 1}


def _words(text: str) -> _Words:
    return tuple(word.lower() for word in tokenise(text)[0])


def _change(old: _Words, new: _Words) -> tuple[_Words, _Words]:
    """The words that differ, without those that both begin or end with."""
    head = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    old, new = old[head:], new[head:]
    rest = zip(reversed(old), reversed(new), strict=False)
    tail = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], rest))
    return old[: len(old) - tail], new[: len(new) - tail]


def _by_change(old: _Words, new: _Words) -> str | None:
    """The kind that rules give to a change of certain words into others."""
    if not old or not new:
        return None
    return _changes_of_rules().get(_change(old, new))


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
