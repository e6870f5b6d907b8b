"""What native writers write: counts of words together, told only where they are plain."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.checking.native_usage import (
    ADVERB,
    COMPLEMENT,
    DESCRIBED_NOUN,
    DOING,
    NONE,
    NOUN,
    OBJECT,
    OBJECT_NOUN,
    TO_DO,
    VERB,
    Governor,
    Usage,
    bundled_usage,
    governor_context,
)
from solecism.checking.word_context import WordContext
from solecism.language.lemmas import verb_lemma
from solecism.locate.sites import preposition_number
from solecism.system.display_text import quoted

# These verbs go with everything.
_SAYING_NOTHING = frozenset(("be", "have", "do", "get"))
# Nor do these say anything with an object.
_LIGHT = frozenset(("give", "make", "take", "put", "keep"))
# What follows these is the subject of a clause rather than an object.
_WITH_CLAUSES = frozenset("think believe know say hope suppose feel mean guess".split())
# The suggestion must be in native text so often, and so many times as often as what was written.
LEAST_TIMES, LEAST_RATIO = 20, 4.0
# And it must be so large a part of the uses of the word.
_LEAST_SHARE = 0.02
_LARGE_SHARE = 0.25
# Many prepositions stand after a noun without belonging to it.
_NOUN_SHARE = 0.1
_MILLION = 1_000_000


def counted(governor: Governor, new: str, old: str | None) -> str | None:
    """How often native writers write a word with each of two others, if that is plain.

    `old` is None where nothing else is compared.
    """
    usages = bundled_usage().usages(governor)
    usage = usages.get(new)
    if usage is None or not _is_plain(usage, usages.get(old) if old else None):
        return None
    n_old = usages[old].n_times if old is not None and old in usages else 0
    against = "" if old is None else f" and {_together(governor, old)} {_times(n_old)}"
    return (
        f"native writers write {_together(governor, new)} {_times(usage.n_times)}{against} in "
        f"{_words()}{_for_example(usage, _together(governor, new))}"
    )


def _is_plain(usage: Usage, other: Usage | None) -> bool:
    n_other = other.n_times if other else 0
    return (
        usage.n_times >= LEAST_TIMES
        and usage.share >= _LEAST_SHARE
        and usage.n_times >= LEAST_RATIO * max(n_other, 1)
    )


def _words() -> str:
    return f"{bundled_usage().n_words / _MILLION:.0f} million words"


def _times(n: int) -> str:
    """How often, in words.

    >>> _times(0), _times(1), _times(2), _times(1200)
    ('hardly ever', 'once', 'twice', '1,200 times')
    """
    # What is rare is not in the table.
    return {0: "hardly ever", 1: "once", 2: "twice"}.get(n, f"{n:,} times")


def _together(governor: Governor, choice: str) -> str:
    """The two words in quotation marks, in the order in which they are written."""
    role, text = governor
    if role in (COMPLEMENT, OBJECT_NOUN, DESCRIBED_NOUN):
        if choice == NONE:
            return f"{quoted(text)} without a preposition"
        gap = " ... " if role == OBJECT_NOUN else " "
        return quoted(f"{choice}{gap}{text}")
    if choice == NONE:
        return f"{quoted(text)} with an object and no preposition"
    if choice == DOING:
        return f'{quoted(text)} with "-ing"'
    if choice == TO_DO:
        return f'{quoted(text)} with "to" and a verb'
    gap = " somebody or something " if role == OBJECT else " "
    # Otherwise it could be an infinitive.
    noun = " something" if choice == "to" and role == VERB else ""
    return quoted(f"{text}{gap}{choice}{noun}")


def _for_example(usage: Usage, told: str) -> str:
    examples = ", ".join(quoted(phrase) for phrase in usage.phrases if quoted(phrase) != told)
    return f", for example {examples}" if examples else ""


def preposition_counts(around: WordContext) -> str | None:
    """The word that has the new preposition much more often than the old one, with counts."""
    new, old = _choice(around.new, around), _choice(around.old, around)
    if new is None or old is None or new == old:
        return None
    best: tuple[float, Governor] | None = None
    for governor in _governors(around, old, new):
        usages = bundled_usage().usages(governor)
        usage, other = usages.get(new), usages.get(old)
        if usage is None or not _is_plain(usage, other):
            continue
        least = {VERB: 0.0, OBJECT: 2 * _LARGE_SHARE}.get(governor.role, _LARGE_SHARE)
        if old == NONE and usage.share < least:
            continue
        if governor.role == NOUN and usage.share < _NOUN_SHARE:
            continue
        strength = usage.share * usage.n_times / ((other.n_times if other else 0) + 1)
        if best is None or strength > best[0]:
            best = strength, governor
    if best is None:
        return None
    is_compared = old != NONE or best[1].role == VERB
    return counted(best[1], new, old if is_compared else None)


def _choice(text: str | None, around: WordContext) -> str | None:
    """What some words are in the table: *of*, *to do* (*to go*, *to*) or *doing* (*going*)."""
    words = (text or "").lower().split()
    if text is None or len(words) > 2:
        return None
    if not words:
        return NONE
    is_before_verb = len(words) == 2 or around.tag(around.end) == "VB"
    if words[0] == "to" and is_before_verb and not words[-1].endswith("ing"):
        return TO_DO
    if preposition_number(words[0]) and (len(words) == 1 or words[1].endswith("ing")):
        return words[0]
    is_ing = len(words) == 1 and words[0].endswith("ing") and len(words[0]) > len("thing")
    return DOING if is_ing else None


def _governors(around: WordContext, old: str, new: str) -> Iterator[Governor]:
    """The words that may ask for the preposition, leaving out those that are not sure to."""
    is_verb = {TO_DO, DOING} & {old, new}
    for governor in governor_context(around.sentence, around.start, around.end).governors:
        if governor.text in _SAYING_NOTHING or governor.role == ADVERB:
            continue
        is_action = governor.role == COMPLEMENT and governor.text.endswith("ing")
        if is_action or (governor.text == "go" and NONE in (old, new)):
            continue
        if governor.role == OBJECT and governor.text in _LIGHT | _WITH_CLAUSES:
            continue
        # What is without a preposition is only known of verbs.
        is_known = new != NONE or governor.role == VERB
        if is_known and not (is_verb and governor.role in (COMPLEMENT, OBJECT)):
            yield governor


def object_counts(around: WordContext) -> str | None:
    """The verb that native writers have with the object: *make a mistake*."""
    if not around.new or around.is_gap or " " in around.new:
        return None
    new, old = verb_lemma(around.new.lower()), verb_lemma(around.old.lower())
    chunk = next((each for each in around.sentence.chunks if each.start == around.end), None)
    if chunk is None or chunk.label != "NP" or new == old or not _is_common(around, chunk.head):
        return None
    if around.tag(chunk.end) == "POS" or around.tag(chunk.head + 1).startswith("NN"):
        return None
    noun = around.sentence.lemmas[chunk.head].lower()
    return counted(Governor(OBJECT_NOUN, noun), new, old)


def adjective_counts(around: WordContext) -> str | None:
    """The adjective that native writers have before the noun: *heavy rain*."""
    if not around.new or around.is_gap or " " in around.new or " " in around.old:
        return None
    if around.tag(around.end + 1).startswith("NN") or not _is_common(around, around.end):
        return None
    noun = around.sentence.lemmas[around.end].lower()
    return counted(Governor(DESCRIBED_NOUN, noun), around.new.lower(), around.old.lower())


def noun_counts(around: WordContext) -> str | None:
    """The noun that native writers have after this adjective or verb."""
    if not around.new or around.is_gap or " " in around.new or " " in around.old:
        return None
    new, old = around.new.lower(), around.old.lower()
    if around.tag(around.start - 1) == "JJ" and around.tag(around.start) in ("NN", "NNS"):
        return _compared(DESCRIBED_NOUN, around.lower(around.start - 1), new, old)
    return None


def _compared(role: str, choice: str, *nouns: str) -> str | None:
    new, old = (bundled_usage().usages(Governor(role, noun)).get(choice) for noun in nouns)
    if new is None or not _is_plain(new, old):
        return None
    first, second = (_together(Governor(role, noun), choice) for noun in nouns)
    n_old = old.n_times if old else 0
    return (
        f"native writers write {first} {_times(new.n_times)} and {second} {_times(n_old)} in "
        f"{_words()}"
    )


def _is_common(around: WordContext, place: int) -> bool:
    return around.tag(place) in ("NN", "NNS")


_MONTHS = frozenset(
    "january february march april may june july august september october november december".split()
)
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_LONG_TIMES = frozenset("month year decade century future past 1980s 1990s".split())
_SEASONS = frozenset("spring summer autumn winter".split())
_PARTS_OF_DAY = frozenset("morning afternoon evening".split())
_LANGUAGES = frozenset("english french german spanish italian chinese japanese russian".split())


def place_and_time(around: WordContext) -> str | None:
    """The rules of *in*, *on* and *at* with times, where the suggestion follows one."""
    new = (around.new or "").lower()
    words = [around.lower(place) for place in range(around.end, around.end + 3)]
    if new not in ("in", "on", "at") or not words[0]:
        return None
    noun = words[1] if words[0] in ("the", "a", "this") else words[0]
    first = words[0]
    if new == "in" and (
        first in _MONTHS or noun in _SEASONS or _is_year(first) or noun in _LONG_TIMES
    ):
        return 'months, seasons, years and longer times have "in": "in July", "in 2020"'
    if new == "on" and first.rstrip("s") in _DAYS:
        return 'days and dates have "on": "on Friday", "on 3 May"'
    if new == "in" and first == "the" and noun in _PARTS_OF_DAY:
        return 'parts of the day have "in": "in the morning"; a certain day has "on"'
    if new == "at" and (first in ("night", "noon", "midnight") or around.tag(around.end) == "CD"):
        return 'times of the clock and "night" have "at": "at six", "at night"'
    if new == "in" and first in _LANGUAGES:
        return 'languages have "in": "in English"'
    return None


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdecimal() and word[0] in "12"


# These have *to* before a person.
_TO_A_PERSON = frozenset(
    "explain say suggest describe write speak talk listen happen reply belong introduce".split()
)


def person_reason(around: WordContext) -> str | None:
    """Verbs that have *to* before a person: *explain it to me*."""
    verb = verb_lemma(around.lower(around.start - 1))
    is_person = around.tag(around.end) == "PRP" and around.lower(around.end) != "it"
    if around.is_gap and around.new == "to" and verb in _TO_A_PERSON and is_person:
        return f'{quoted(verb)} has "to" before a person: {quoted(f"{verb} to {around.behind}")}'
    return None


def relative_preposition(around: WordContext) -> str | None:
    """The preposition that stays at the end of a clause: *the city I live in*."""
    if not around.is_gap or not around.new:
        return None
    is_end = around.behind in ("", ".", ",", "?", "!") or around.tag(around.end) in ("VBZ", "MD")
    if not is_end or not around.tag(around.start - 1).startswith("VB"):
        return None
    return (
        "the noun stands earlier in the sentence, and its preposition stays behind the verb: "
        '"the town I come from"'
    )
