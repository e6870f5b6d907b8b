"""Why a word is misspelt, has a capital letter, or is written as one word or two."""

from __future__ import annotations

import re

from solecism.checking.varieties import replaced_spelling
from solecism.checking.word_context import WordContext
from solecism.language.lemmas import verb_lemma
from solecism.language.speller import bundled_speller, right_forms
from solecism.system.display_text import quoted

_RUN_TOGETHER = re.compile(r"^[.,;:!?] ?\w{2,}|[^\W\d]{2}[.,;:!?]+[^\W\d]")
_ABBREVIATION = re.compile(r"(?:[A-Za-z]\.){2,}")
_NUMBER_AND_WORD = re.compile(r"\d+[a-z]{4,}")
# Shorter words are alike by chance.
_LEAST_LETTERS = 4
_SPOKEN = {"wanna": "want to", "gonna": "going to", "gotta": "got to", "dunno": "do not know"}
_VOWELS = frozenset("aeiou")
# Endings before which a short vowel has two consonants after it, and a final "e" goes.
_ENDINGS = ("ing", "ed", "er", "est")
_WITHOUT_E = ("ing", "able", "ed", "er")


def spelling_reason(around: WordContext) -> str | None:
    """That a word seems to be misspelt, and which letters differ if these are few."""
    if around.is_gap or around.is_unneeded:
        return None
    new, old = ((text or "").lower().replace("’", "'") for text in (around.new, around.old))
    if "'" in new and new.replace("'", "") == old.replace(" ", ""):
        return f"{quoted(around.old)} needs an apostrophe"
    if new and new.replace(" ", "") == old.replace(" ", ""):
        return f"{quoted(around.new or '')} is written {_as_words(new)}"
    if variety := replaced_spelling(old, new):
        return f"{quoted(around.old)} is the {variety} spelling"
    if new in right_forms(old, bundled_speller().dictionary.counts):
        return f"the right form is {quoted(around.new or '')}"
    if old in _SPOKEN:
        return f"{quoted(around.old)} is how {quoted(_SPOKEN[old])} is spoken, and not written"
    if old in ("i'am", "iam", "im"):
        return f'"I am" or "I\'m" is written for {quoted(around.old)}'
    said = f"{quoted(around.old)} seems to be misspelt"
    if new and " " not in old and bundled_speller().is_known(old):
        said = f"{quoted(around.old)} is another word than {quoted(around.new or '')}"
    difference = _difference(old, new) if new.isalpha() and old.isalpha() else ""
    return f"{said}: {difference}" if difference else said


def is_unknown(around: WordContext) -> bool:
    """Whether one word is to be replaced that no dictionary has."""
    return not around.is_gap and around.old.isalpha() and not bundled_speller().is_known(around.old)


def similar_word_reason(around: WordContext) -> str | None:
    """That another word was written that differs in a letter."""
    core = around.core
    new, old = (core.new or "").lower(), core.old.lower()
    if min(len(new), len(old)) < _LEAST_LETTERS or not (new.isalpha() and old.isalpha()):
        return None
    # At either end, the words may be forms of one, or not alike at all.
    is_closed = core.tag(core.start) in ("DT", "PRP", "PRP$", "IN", "MD", "EX")
    is_inside = (
        not is_closed
        and new[0] == old[0]
        and new[-1] == old[-1]
        and verb_lemma(new) != verb_lemma(old)
    )
    difference = _difference(old, new) if is_inside else ""
    return f"{quoted(core.old)} is another word: {difference}" if difference else None


def _difference(old: str, new: str) -> str:
    """The rule, or the letters in which two spellings differ; empty where it is more than one."""
    if rule := _rule(old, new):
        return rule
    first, last = _common(old, new), _common(old[::-1], new[::-1])
    last = min(last, min(len(old), len(new)) - first)
    was, now = old[first : len(old) - last], new[first : len(new) - last]
    word, behind = quoted(new), quoted(new[:first])
    if len(was) == len(now) == 2 and was == now[::-1]:
        return f"{word} has {quoted(now)}, not {quoted(was)}"
    if not was and len(now) == 1:
        is_double = now in (new[first - 1 : first], new[first + 1 : first + 2])
        return f"{word} has {quoted(now + now if is_double else now)}" + (
            "" if is_double else f" {_after(behind)}"
        )
    if not now and len(was) == 1:
        is_double = was in (old[first - 1 : first], old[first + 1 : first + 2])
        return (
            f"{word} has {quoted(was)}, not {quoted(was + was)}"
            if is_double
            else f"{word} has no {quoted(was)} {_after(behind)}"
        )
    if len(was) == len(now) == 1:
        return f"{word} has {quoted(now)} {_after(behind)}, not {quoted(was)}"
    return ""


def _after(behind: str) -> str:
    return "at its beginning" if behind == '""' else f"after {behind}"


def _common(one: str, other: str) -> int:
    """How many letters both begin with."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _rule(old: str, new: str) -> str:
    """A rule of spelling that tells the two apart."""
    word = quoted(new)
    for ending in _ENDINGS:
        stem = new.removesuffix(ending)
        is_doubled = len(stem) > len("run") and stem[-1:] == stem[-2:-1]
        if stem != new and is_doubled and old == stem[:-1] + ending and stem[-3] in _VOWELS:
            return (
                f"after one stressed vowel the consonant is doubled before {quoted(f'-{ending}')}: "
                f"{word}"
            )
    for ending in _WITHOUT_E:
        stem = new.removesuffix(ending)
        if stem != new and old == f"{stem}e{ending}" and ending[0] in _VOWELS - {"e"}:
            return f'a final "e" goes before {quoted(f"-{ending}")}: {word}'
    if new.endswith("ies") and old == f"{new[:-3]}ys":
        return f'a "y" after a consonant becomes "ie" before "-s": {word}'
    if "cei" in new and old == new.replace("cei", "cie"):
        return f'after "c" the sound of "see" is written "ei": {word}'
    return ""


def spacing_reason(around: WordContext) -> str | None:
    """That words, or a word and a punctuation mark, are run together."""
    if _RUN_TOGETHER.search(around.old) and not _ABBREVIATION.fullmatch(around.old):
        return "a space comes after a punctuation mark, and none before it"
    if _NUMBER_AND_WORD.fullmatch(around.old):
        return 'a number and the word after it are written apart: "3 months"'
    is_same = (around.new or "").upper() == around.old.upper().replace(".", "")
    if is_same and _ABBREVIATION.fullmatch(around.old):
        return 'the letters of an abbreviation mostly have no full stops: "TV", "UK"'
    return None


def capitals_reason(around: WordContext) -> str | None:
    """That a word has a capital letter, or none."""
    if around.is_gap or around.is_unneeded or not around.new:
        return None
    new, old = quoted(around.new), around.old.lower()
    if around.new.lower() != old:
        is_joined = around.new.replace(" ", "").lower() == old.replace(" ", "")
        return f"{new} is written {_as_words(around.new)}" if is_joined else None
    if around.new == "I":
        return f"{new} always has a capital letter"
    if around.new[:1].isupper():
        is_first = not around.start or not around.before[-1].isalpha()
        is_name = around.corrected.tag(around.start).startswith(("NN", "JJ"))
        return (
            "a sentence begins with a capital letter"
            if is_first and not (is_name and around.start)
            else f"{new} has a capital letter, as names, languages, days and months do"
        )
    return f"{new} has no capital letter here: it is not a name"


def _as_words(text: str) -> str:
    n_words = len(text.split())
    return {1: "as one word", 2: "as two words"}.get(n_words, "as several words")
