"""The words that ask for a preposition, or for none: *depend on*, *interested in*, *at home*.

A verb, adjective, adverb or noun asks for the preposition right after it; a verb with an object
also for the one after the object (*thank you for*); and what follows may ask for the one before it
(*on Monday*). A verb with a noun phrase right after it asks for none (*discuss the plan*).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from solecism.locate.preposition_choice import CHOICES, NO_PREPOSITION, SUBORDINATORS, choice_of
from solecism.sentence import Chunk, Sentence

VERB, ADJECTIVE, ADVERB, NOUN, OBJECT, COMPLEMENT = (
    "verb",
    "adjective",
    "adverb",
    "noun",
    "object",
    "complement",
)
NONE = "-"
_CLASS_OF = {
    **dict.fromkeys(("VB", "VBD", "VBG", "VBP", "VBZ"), VERB),
    # *Interested* and *married* are tagged in both ways.
    **dict.fromkeys(("JJ", "JJR", "JJS", "VBN"), ADJECTIVE),
    "RB": ADVERB,
    **dict.fromkeys(("NN", "NNS"), NOUN),
}
_PREPOSITION_TAGS = ("IN", "TO")
_FINITE = ("VBD", "VBZ", "VBP", "MD")
_MOST_WORDS = 3
_DAYS_AND_MONTHS = frozenset(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June "
    "July August September October November December".split()
)


class Governor(NamedTuple):
    """A word, or a short phrase, and in which way it asks for a preposition."""

    role: str
    text: str


class Governed(NamedTuple):
    """A preposition (NONE: no preposition) that a governor has, and the phrase of both.

    The phrase is empty if it is long, or has names, numbers or pronouns in it.
    """

    governor: Governor
    preposition: str
    phrase: str


class Context(NamedTuple):
    """What is around a preposition or a gap: candidates for its governor, with phrases."""

    governors: tuple[Governor, ...]
    before: tuple[str, ...]
    behind: str


def context(sentence: Sentence, start: int, end: int) -> Context:
    """The candidates for the governor of the preposition at words `start:end`, or of a gap.

    >>> from solecism.language.annotate import annotate
    >>> [sentence] = annotate("They depend of the weather.", "a")
    >>> [governor.text for governor in context(sentence, 2, 3).governors]
    ['depend', 'the weather']
    """
    governors: list[Governor] = []
    before: list[str] = []
    for place in _words_before(sentence, start):
        role = _CLASS_OF[sentence.tags[place]]
        text = _text_of(sentence, place, role)
        governors.append(Governor(role, text))
        before.append(text)
    if found := _verb_with_object(sentence, start):
        verb, object = found
        governors.append(Governor(OBJECT, sentence.lemmas[verb]))
        words = _plain(sentence, object.start, object.end, pronouns=True)
        before.append(f"{sentence.lemmas[verb]} {words}" if words else "")
    behind = _phrase_behind(sentence, end)
    if complement := _complement(sentence, end):
        governors.append(Governor(COMPLEMENT, complement))
        is_verb = start > 0 and _CLASS_OF.get(sentence.tags[start - 1]) == VERB
        before.append(sentence.lemmas[start - 1] if is_verb else "")
    return Context(tuple(governors), tuple(before), behind)


def governed(sentence: Sentence) -> Iterator[Governed]:
    """The governors of a sentence with their prepositions, and of verbs without one."""
    for place, (word, tag) in enumerate(zip(sentence.words, sentence.tags, strict=True)):
        choice = choice_of(word) if tag in _PREPOSITION_TAGS else NO_PREPOSITION
        if choice != NO_PREPOSITION and _has_complement(sentence, place, choice):
            yield from _with(sentence, place, place + 1, CHOICES[choice])
    for verb, object in _pairs(sentence.chunks):
        head = sentence.tags[verb.end - 1]
        if verb.label == "VP" and object.label == "NP" and _CLASS_OF.get(head) == VERB:
            lemma = sentence.lemmas[verb.end - 1]
            words = _plain(sentence, object.start, object.end)
            phrase = f"{lemma} {words}" if words else ""
            yield Governed(Governor(VERB, lemma), NONE, phrase)


def _with(sentence: Sentence, start: int, end: int, preposition: str) -> Iterator[Governed]:
    around = context(sentence, start, end)
    for governor, before in zip(around.governors, around.before, strict=True):
        is_whole = before and around.behind
        yield Governed(
            governor, preposition, f"{before} {preposition} {around.behind}" if is_whole else ""
        )


def _words_before(sentence: Sentence, start: int) -> Iterator[int]:
    """The word before, and the one before that if it is an adverb: *depend mostly on*."""
    for place in range(start - 1, max(-1, start - 3), -1):
        role = _CLASS_OF.get(sentence.tags[place])
        if role is not None:
            yield place
        if role != ADVERB:
            return


def _text_of(sentence: Sentence, place: int, role: str) -> str:
    if role in (VERB, NOUN):
        return sentence.lemmas[place].lower()
    return sentence.words[place].lower()


def _pairs(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, Chunk]]:
    """Phrases that follow each other without a word between them."""
    return ((left, right) for left, right in pairwise(chunks) if left.end == right.start)


def _verb_with_object(sentence: Sentence, place: int) -> tuple[int, Chunk] | None:
    """The verb whose object ends before a place, and the object."""
    for verb, object in _pairs(sentence.chunks):
        if object.end == place and (verb.label, object.label) == ("VP", "NP"):
            is_active = _CLASS_OF.get(sentence.tags[verb.end - 1]) == VERB
            return (verb.end - 1, object) if is_active else None
    return None


def _has_complement(sentence: Sentence, place: int, choice: int) -> bool:
    """Whether a phrase follows a preposition, and not a clause."""
    for number, chunk in enumerate(sentence.chunks):
        if chunk.start == place + 1:
            if chunk.label == "VP":
                return sentence.tags[chunk.start] == "VBG"
            following = sentence.chunks[number + 1 : number + 2]
            is_clause = any(
                each.start == chunk.end and sentence.tags[each.start] in _FINITE
                for each in following
            )
            return not (is_clause and choice in SUBORDINATORS)
    return False


def _complement(sentence: Sentence, place: int) -> str:
    """The noun phrase at a place, of at most three words, as one may look it up."""
    chunk = next((each for each in sentence.chunks if each.start == place), None)
    if chunk is None or chunk.label != "NP" or chunk.end - chunk.start > _MOST_WORDS:
        return ""
    words = sentence.words[chunk.start : chunk.end]
    if len(words) == 1 and words[0].capitalize() in _DAYS_AND_MONTHS:
        return words[0].capitalize()
    return _plain(sentence, chunk.start, chunk.end)


def _phrase_behind(sentence: Sentence, place: int) -> str:
    chunk = next((each for each in sentence.chunks if each.start == place), None)
    if chunk is None:
        return ""
    if chunk.label == "VP":
        return sentence.words[place].lower() if sentence.tags[place] == "VBG" else ""
    return _plain(sentence, chunk.start, chunk.end) or _complement(sentence, place)


def _plain(sentence: Sentence, start: int, end: int, *, pronouns: bool = False) -> str:
    """A short phrase of ordinary words in small letters; empty if it is none."""
    if end - start > _MOST_WORDS:
        return ""
    words, tags = sentence.words[start:end], sentence.tags[start:end]
    is_pronoun = tags[-1] in ("PRP", "DT", "WDT", "WP", "EX")
    is_odd = any(tag in ("NNP", "NNPS", "CD", "POS", "FW") for tag in tags)
    is_plain = all(
        word.isalpha() and (word.islower() or place == 0) for place, word in enumerate(words, start)
    )
    if is_odd or (is_pronoun and not pronouns) or not is_plain:
        return ""
    return " ".join(words).lower()
