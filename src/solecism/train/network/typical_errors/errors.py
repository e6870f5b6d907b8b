"""The density of common errors in native text, the repairs they need, and text to tune on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from solecism.corrupt.stream import Stream
from solecism.detect.network.repairs import (
    INSERT,
    REMOVE,
    UNSAID,
    Repair,
    Repairs,
    choose,
    repairs_of,
)
from solecism.edit import Annotation, Edit, in_order
from solecism.sentence import Sentence, from_words
from solecism.train.network.made_errors import Density, with_errors
from solecism.train.network.typical_errors.prepositions import confusions
from solecism.train.network.typical_errors.slips import slips

# Errors that depend on tags only; extra and mistaken words are among the slips.
_BY_CHANCE = (("agreement", 0.10), ("verb-form", 0.16), ("missing-word", 0.04))
# Text to tune on has as many errors as one would expect of learners.
_TUNING_SHARES = ((0.0, 0.3), (3.0, 0.7))
# As often as a repair must be seen to have a class of its own.
_OFTEN = 1_000


def density() -> Density:
    """The density of common errors in text to train on."""
    return Density(by_chance=_BY_CHANCE, slips=slips(), confusions=confusions())


def repairs() -> Repairs:
    """The classes of repairs that the common slips need."""
    counts: Counter[tuple[bool, Repair]] = Counter()
    for right, written in slips().instead.items():
        for slip, group in written:
            edit = Edit(0, tuple(slip.split()), tuple(right.split()), group)
            for _, repair in repairs_of([edit]):
                counts[repair.operation == INSERT, repair] = _OFTEN
    return choose(counts)


def tuning_sentences(sentences: Iterable[Sentence], *, seed: int = 0) -> Iterator[Sentence]:
    """Annotated native sentences with made errors, and edits that say where and of which group."""
    tuning = replace(density(), shares=_TUNING_SHARES)
    for sentence in sentences:
        if sentence.words:
            words, needs = with_errors(sentence, tuning, Stream(seed, f"{sentence.id}:tuning"))
            edits = tuple(in_order(_edit(place, repair, words) for place, repair in needs))
            yield replace(from_words(sentence.id, words), annotations=(Annotation("0", edits),))


def _edit(place: int, repair: Repair, words: tuple[str, ...]) -> Edit:
    """An edit of this place and group; what is right is said only where it is a word."""
    before = () if repair.operation == INSERT else (words[place],)
    after = () if repair.operation == REMOVE else (repair.form or UNSAID,)
    return Edit(place, before, after, repair.group)
