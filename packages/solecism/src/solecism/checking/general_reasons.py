"""Rules of a general kind, for changes of which nothing more special is known.

They say what the change does, with an example; where not even that is certain there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from solecism.checking.word_context import WordContext
from solecism.language.lemmas import lemma, verb_lemma
from solecism.locate.sites import preposition_number
from solecism.system.display_text import quoted

_OBJECTS = frozenset("me you him her it us them".split())
_SUBJECTS = ("PRP", "EX")
_FINITE = ("VBD", "VBP", "VBZ", "MD")
_CONDITIONS = frozenset("if when while because although after before since until unless as".split())
_WITH_PRESENT = _CONDITIONS - {"because", "although", "since"}
_TAGS_OF_QUESTIONS = frozenset("is are was were do does did has have can will would".split())
_JOINING = frozenset(("so", "and", "but", "or"))
_ADDED = frozenset(("especially", "specially", "particularly", "such", "including", "which", "not"))
_TIME_SPENT = frozenset("time hour hours day days week weeks minutes money energy years".split())
_MOST_WORDS = 3


def general_reason(around: WordContext) -> str | None:
    """A general rule by which something is inserted, left out or replaced."""
    if around.new is None:
        return None
    if around.is_gap:
        return _of_mark(around) or _of_missing(around)
    if not around.new:
        return _of_needless(around)
    return _of_replaced(around)


def _of_mark(around: WordContext) -> str | None:
    if around.new == "-":
        return 'words that are one idea are joined by a hyphen: "a well-known singer", "make-up"'
    return _of_comma(around) if around.new == "," else None


def _of_comma(around: WordContext) -> str:
    """What a missing comma divides."""
    behind, following = around.lower(around.end), around.lower(around.end + 1)
    if behind in _TAGS_OF_QUESTIONS and following in ("n't", "not"):
        return 'a comma comes before a short question at the end: "It is late, isn\'t it?"'
    if behind in ('"', "“", "``"):
        return 'a comma divides a quotation from what comes before it: He said, "I know"'
    if behind in _ADDED:
        return f"a comma comes before what is added to a sentence: {quoted(f', {behind} ...')}"
    first = _clause_before(around)
    if first:
        return f"a clause with {quoted(first)} that comes first ends in a comma"
    is_noun = all(around.tag(place).startswith("NN") for place in (around.start - 1, around.end))
    if is_noun:
        return 'the parts of a list are divided by commas: "red, green and blue"'
    if around.tag(around.end) in _SUBJECTS and around.tag(around.end + 1) in _FINITE:
        return (
            "a second sentence does not follow a first one without a mark, or a word such as "
            '"and", between them'
        )
    return (
        "commas divide what comes first, or what is added, from the main clause: "
        '"In my town, as you know, it rains"'
    )


def _clause_before(around: WordContext) -> str:
    """The word that begins a clause before a gap; empty where there is none."""
    for place in range(around.start - 1, -1, -1):
        if around.lower(place) in (",", ";", ":", "."):
            return ""
        if around.lower(place) in _CONDITIONS:
            return around.lower(place) if has_finite(around, place, around.start) else ""
    return ""


def has_finite(around: WordContext, start: int, end: int) -> bool:
    """Whether there is a verb with a subject between two places."""
    return any(around.tag(place) in _FINITE for place in range(start, end))


def _of_missing(around: WordContext) -> str | None:
    new, before = (around.new or "").lower(), around.before
    tag = around.tag(around.start - 1)
    if new in _OBJECTS and tag.startswith("VB"):
        return f"{quoted(before)} has an object after it: {quoted(f'{before} {new}')}"
    if new in _OBJECTS and tag in ("IN", "TO"):
        return f"a preposition has a noun or a pronoun after it: {quoted(f'{before} {new}')}"
    phrase = next((each for each in around.sentence.chunks if each.start == around.end), None)
    if (
        not preposition_number(new)
        or phrase is None
        or phrase.label != "NP"
        or not before.isalpha()
    ):
        return None
    words = around.sentence.words[phrase.start : min(phrase.end, phrase.start + _MOST_WORDS)]
    rest = ("...",) if len(words) < phrase.end - phrase.start else ()
    whole = " ".join((before, new, *words, *rest))
    return f"{quoted(before)} and what follows are joined by a preposition: {quoted(whole)}"


def _of_needless(around: WordContext) -> str | None:
    old, behind, before = around.old.lower(), around.lower(around.end), around.before.lower()
    if old in (before, behind):
        return f"{quoted(old)} is written twice"
    if old == ",":
        return _of_needless_comma(around, before)
    if old in ("'s", "’s") and around.tag(around.start - 1).startswith("NN"):
        return 'a plural has no apostrophe: "CDs", "the 1990s"'
    earlier = {around.lower(place) for place in range(around.start)}
    if old in ("will", "'ll") and (first := _first_of(earlier)):
        return (
            f"after {quoted(first)} the future is told in the present: "
            f"{quoted(f'{first} it rains')}, not {quoted(f'{first} it will rain')}"
        )
    return None


def _first_of(words: set[str]) -> str:
    return next((each for each in ("if", "when", "until", "unless", "before") if each in words), "")


def _of_needless_comma(around: WordContext, before: str) -> str:
    tag, following = around.tag(around.start - 1), around.tag(around.end)
    if before in _JOINING:
        return f"no comma comes after {quoted(before)} when it joins clauses"
    if (tag.startswith("NN") or tag == "PRP") and following in _FINITE:
        return "no comma comes between a subject and its verb"
    return (
        "no comma divides words that belong together, such as a verb and its object: "
        '"I like good music"'
    )


def _of_replaced(around: WordContext) -> str | None:
    new, old = (around.new or "").lower(), around.old.lower()
    if " " in new or " " in old:
        return None
    if new == "to" and around.tag(around.end) == "VB":
        verb = around.behind
        return f'before the plain form of a verb comes "to": {quoted(f"to {verb}")}'
    if (old, new) == ("person", "people"):
        return '"people" is the plural of "person"'
    if new.endswith("ing") and verb_lemma(new) == verb_lemma(old):
        return _of_ing(around, new)
    is_plural = lemma(new, "NNS") == old != new
    return f"{quoted(new)} is the plural of {quoted(old)}" if is_plural else None


def _of_ing(around: WordContext, new: str) -> str | None:
    near: Sequence[str] = [around.lower(place) for place in (around.start - 1, around.start - 2)]
    if not _TIME_SPENT.isdisjoint(near):
        return 'what time or money is spent on has the "-ing" form: "spend hours waiting"'
    if around.tag(around.end) in ("NN", "NNS"):
        example = quoted(f"{new} {around.behind}")
        return f"before a noun a verb has the form of an adjective: {example}"
    return None
