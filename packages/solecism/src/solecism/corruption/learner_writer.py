"""Errors as learners of a level make them, drawn word by word by a network that learnt from them.

It has read corrected sentences of learners, and what they had written there. Of each word, and of
the gap before it, it says how probable it is that a learner of level A, B or C goes wrong, and what
they then write: nothing, another word, another form, or the word misspelt. It knows the words and
tags two places to either side, and what it has drawn before in the sentence, because errors come
together. Misspellings follow the letters that learners confuse.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.corruption.gold_trees import SITES, Sites
from solecism.corruption.random_stream import RandomStream
from solecism.corruption.synthetic_error import Corruption, Draft, SyntheticError, synthetic_error
from solecism.errors import InputError
from solecism.language import lemmas, spelling_model
from solecism.language.dictionary import listed_counts, split
from solecism.language.lemmas import (
    ARTICLES,
    CASES,
    NUMBER_TAGS,
    TO_ADJECTIVE,
    TO_ADVERB,
    VERB_TAGS,
    capitalised,
)
from solecism.language.spelling_model import LETTERS, Confusions
from solecism.language.tagger import tag
from solecism.numeric import Floats, Floats32, Ints, expit, softmax
from solecism.sentence import from_words
from solecism.system import archive
from solecism.system.archive import check_arrays, spec
from solecism.system.installation import model_path, read_model

LEVELS = ("A", "B", "C")
MAX_RATE = 20.0
# What becomes of a word besides the forms of `lemmas.changed`: it goes, is misspelt, or becomes
# something that too few learners wrote to be learnt.
REMOVED, MISSPELT, RARE = "", "MISSPELT", "RARE"
# Words and tags are known so many places to either side.
REACH = 2
N_NEAR = 2 * REACH + 1
# The first rows of the tables of words and tags: no word, an unknown one, and the sentence's end.
NONE, UNKNOWN, END = range(3)
N_SPECIAL = 3
# How many errors there are before a place counts up to this number.
MOST_BEFORE = 5
# What was drawn for the word before, in kinds: it was kept, went, had its case changed, became
# another form, was misspelt, was drawn together with the next word, or became another word.
KEPT, GONE, RECASED, INFLECTED, MISSPELLED, JOINED, REPLACED = range(7)
N_KINDS = 7
# A place is counted from the beginning in powers of two.
N_POSITIONS = 6


def kind_of_change(form: str) -> int:
    """The kind of what becomes of a word."""
    if form == REMOVED:
        return GONE
    if form == MISSPELT:
        return MISSPELLED
    if form in CASES:
        return RECASED
    if form in NUMBER_TAGS or form in VERB_TAGS:
        return INFLECTED
    return JOINED if lemmas.n_words(form) > 1 else REPLACED


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """The part of the network that decides about words, or about gaps.

    Its hidden layer is the sum of one row of each table: of `words` and `tags` for each place of
    the window, of `cases`, of what is known of the place (`levels`, `positions`), and of what was
    drawn before it (`errors`, `kinds`, `gaps`, and for words `here`: whether something was put in
    before the word). `error` has the weights of the log odds of an error, `chosen` those of its
    forms; the biases have a row or a number per level.
    """

    forms: tuple[str, ...]
    words: Floats32
    tags: Floats32
    cases: Floats32
    levels: Floats32
    positions: Floats32
    errors: Floats32
    kinds: Floats32
    gaps: Floats32
    here: Floats32
    error: Floats32
    error_bias: Floats32
    chosen: Floats32
    chosen_bias: Floats32

    def known(self, window: Window, level: int) -> Floats32:
        """What is known of places before anything is drawn: the sums of their tables' rows."""
        sums = self.cases[window.cases] + self.positions[window.positions]
        for offset in range(N_NEAR):
            sums += self.words[offset, window.words[:, offset]]
            sums += self.tags[offset, window.tags[:, offset]]
        return np.asarray(sums + self.levels[level])

    def hidden(self, known: Floats32, drawn: Drawn) -> Floats32:
        """The hidden layer at places, given what was drawn before each of them."""
        sums = known + self.errors[drawn.errors] + self.kinds[drawn.kinds] + self.gaps[drawn.gaps]
        return np.asarray(np.maximum(sums + self.here[drawn.here], 0))

    def p_error(self, hidden: Floats32, level: int) -> Floats32:
        """The probability of an error at each place; other places change nothing in it."""
        return expit((hidden * self.error).sum(axis=1) + self.error_bias[level])

    def p_forms(self, hidden: Floats32, level: int) -> Floats:
        """The probability of each form at one place, if there is an error."""
        scores = hidden @ self.chosen + self.chosen_bias[level]
        p = softmax(scores[None].astype(np.float64))[0]
        # Of a thousand forms that are hardly ever written there, one would be drawn too often.
        return np.where(p < _LEAST_SHARE * p.max(), 0.0, p)


class Window(NamedTuple):
    """What stands around places (rows), as numbers: words and tags with one column per offset."""

    words: Ints
    tags: Ints
    cases: Ints
    positions: Ints


class Drawn(NamedTuple):
    """What was drawn before places of several sentences, as numbers."""

    errors: Ints
    kinds: Ints
    gaps: Ints
    here: Ints


class Change(NamedTuple):
    """Words that a learner writes for `n_words` words from `place` on; for none, before it."""

    place: int
    n_words: int
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The words and tags that the network knows, by number."""

    words: Mapping[str, int]
    tags: Mapping[str, int]

    def window(self, sentences: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Window:
        """The windows of all places of sentences, given as words and tags: words, then the end."""
        size = sum(len(words) + 1 + REACH for words, _ in sentences) + REACH
        numbers = np.zeros((2, size), np.int64)
        cases, positions = np.zeros((2, size), np.int64)
        is_place = np.zeros(size, np.bool_)
        start = REACH
        for words, tags in sentences:
            end = start + len(words)
            numbers[0, start:end] = [self.words.get(word.lower(), UNKNOWN) for word in words]
            numbers[1, start:end] = [self.tags.get(tag, UNKNOWN) for tag in tags]
            numbers[:, end] = END
            cases[start:end] = [case_of(word) for word in words]
            positions[start : end + 1] = position_of(np.arange(len(words) + 1))
            is_place[start : end + 1] = True
            start = end + 1 + REACH
        places = np.flatnonzero(is_place)
        near = places[:, None] + np.arange(-REACH, REACH + 1)
        return Window(numbers[0, near], numbers[1, near], cases[places], positions[places])


def position_of(places: Ints) -> Ints:
    """The number of the power of two that a place is near, from the beginning."""
    return np.minimum(np.log2(places + 1).astype(np.int64), N_POSITIONS - 1)


N_CASES = 4


def case_of(word: str) -> int:
    """Whether a word begins with a capital (1), and has one elsewhere (2), as a sum.

    >>> [case_of(word) for word in ("dog", "Dog", "iPad", "UK", "7")]
    [0, 1, 2, 3, 0]
    """
    return word[:1].isupper() + 2 * any(map(str.isupper, word[1:]))


@dataclass(frozen=True, slots=True, eq=False)
class LearnerWriter:
    """The network: what it knows, and its heads for words and for the gaps before them."""

    vocabulary: Vocabulary
    words: Head
    gaps: Head

    def changes(
        self,
        sentences: Sequence[tuple[Sequence[str], Sequence[str]]],
        streams: Sequence[RandomStream],
        *,
        level: str,
        rate: float = 1.0,
    ) -> list[list[Change]]:
        """What a learner of a level writes otherwise in each sentence, from left to right.

        Sentences are given as words and tags. Errors are `rate` times as probable as learnt.
        """
        drawing = _Drawing(self, sentences, streams, LEVELS.index(level), rate)
        for place in range(max((len(words) for words, _ in sentences), default=-1) + 1):
            drawing.draw(place)
        return drawing.changes


_P_HIGHEST = 0.9
# Forms are not drawn that are less probable than this share of the most probable one.
_LEAST_SHARE = 0.1


class _Drawing:
    """Draws what learners write at one place after another, in all sentences at the same time."""

    def __init__(
        self,
        writer: LearnerWriter,
        sentences: Sequence[tuple[Sequence[str], Sequence[str]]],
        streams: Sequence[RandomStream],
        level: int,
        rate: float,
    ) -> None:
        self.changes: list[list[Change]] = [[] for _ in sentences]
        self._heads = (writer.gaps, writer.words)
        self._sentences, self._streams, self._level, self._rate = sentences, streams, level, rate
        window = writer.vocabulary.window(sentences)
        self._known = [head.known(window, level) for head in self._heads]
        self._sizes = np.array([len(words) for words, _ in sentences], np.int64)
        self._firsts = np.cumsum(self._sizes + 1) - self._sizes - 1
        points = [
            stream.shares(4 * (size + 1))
            for stream, size in zip(streams, self._sizes.tolist(), strict=True)
        ]
        self._points = np.array([each for row in points for each in row]).reshape(-1, 2, 2)
        n = len(sentences)
        self._errors, self._kinds, self._gaps = np.zeros((3, n), np.int64)
        # The first place that is not part of what was drawn before.
        self._free = np.zeros(n, np.int64)

    def draw(self, place: int) -> None:
        """Draw what is put in before the words at a place, and what becomes of them."""
        numbers = np.flatnonzero(self._sizes >= place)
        here = self._draw_side(GAP, numbers, place, np.zeros(len(numbers), np.int64))
        is_word = self._sizes[numbers] > place
        kinds = np.zeros(len(numbers), np.int64)
        kinds[is_word] = self._draw_side(WORD, numbers[is_word], place, (here > KEPT)[is_word] * 1)
        self._gaps[numbers], self._kinds[numbers] = here > KEPT, kinds
        self._errors[numbers] += (here > KEPT) * 1 + (kinds > KEPT)
        np.minimum(self._errors, MOST_BEFORE, out=self._errors)

    def _draw_side(self, side: int, numbers: Ints, place: int, here: Ints) -> Ints:
        """Draw at the gaps or words of sentences; the kinds of what was drawn."""
        head = self._heads[side]
        rows = self._firsts[numbers] + place
        before = Drawn(self._errors[numbers], self._kinds[numbers], self._gaps[numbers], here)
        hidden = head.hidden(self._known[side][rows], before)
        p = np.minimum(head.p_error(hidden, self._level) * self._rate, _P_HIGHEST)
        points = self._points[rows, side]
        is_error = (points[:, 0] < p) & (self._free[numbers] <= place)
        kinds = np.zeros(len(numbers), np.int64)
        for at in np.flatnonzero(is_error).tolist():
            number = int(numbers[at])
            weights = head.p_forms(hidden[at], self._level)
            form = self._chosen(side, number, place, head.forms, weights, float(points[at, 1]))
            if form is not None:
                kinds[at] = kind_of_change(form)
        return kinds

    def _chosen(
        self,
        side: int,
        number: int,
        place: int,
        forms: Sequence[str],
        weights: Floats,
        point: float,
    ) -> str | None:
        """The form that a random number selects among those that are possible there."""
        for _ in range(_MAX_TRIES):
            bounds = weights.cumsum()
            if bounds[-1] <= 0:
                break
            point *= float(bounds[-1])
            chosen = min(int(np.searchsorted(bounds, point, side="right")), len(weights) - 1)
            change = self._change(side, number, place, forms[chosen])
            if change is not None:
                self.changes[number].append(change)
                self._free[number] = max(place + change.n_words, int(self._free[number]))
                return forms[chosen]
            # What is left of the number selects among the others.
            low = float(bounds[chosen] - weights[chosen])
            point = min(max((point - low) / max(float(weights[chosen]), 1e-300), 0.0), 1.0)
            weights[chosen] = 0.0
        return None

    def _change(self, side: int, number: int, place: int, form: str) -> Change | None:
        """The change of a form at a place; None where it is not possible, or changes nothing."""
        words, tags = self._sentences[number]
        if form == RARE:
            return None
        if side == GAP:
            text = lemmas.inserted(form, words, place)
            neighbours = [word.lower() for word in words[max(0, place - 1) : place + 1]]
            # A word that is there twice is mostly there for another reason.
            return None if text is None or text.lower() in neighbours else Change(place, 0, text)
        text = _text_for(form, words, tags[place], place, self._streams[number])
        return None if text is None else Change(place, lemmas.n_words(form), text)


GAP, WORD = 0, 1
_MAX_TRIES = 12


# Forms that only words with these tags have.
_TAGS_OF = {
    "NN": ("NNS", "NNPS"),
    "NNS": ("NN", "NNP"),
    **dict.fromkeys(VERB_TAGS, (*VERB_TAGS, "MD")),
    TO_ADVERB: ("JJ",),
    TO_ADJECTIVE: ("RB",),
}


def _text_for(
    form: str, words: Sequence[str], own_tag: str, place: int, stream: RandomStream
) -> str | None:
    """What is written for the word at a place, or for two; None where that is not possible."""
    if own_tag not in _TAGS_OF.get(form, (own_tag,)):
        return None
    word = words[place]
    following = words[place + 1] if place + 1 < len(words) else ""
    if form == REMOVED:
        # The n't of "don't" does not stand alone.
        return None if len(words) == 1 or following.lower() in ("n't", "n’t") else ""
    if form == MISSPELT:
        return misspelt(word, stream)
    if form in ARTICLES and word.lower() in ARTICLES:
        return None if form == word.lower() else lemmas.with_case_of(word, form)
    if lemmas.n_words(form) > 1 and not (word.isalpha() and following.isalpha()):
        return None
    return lemmas.changed(form, words, place)


_LEAST_LETTERS = 3
_MISSPELT_AGAIN = 0.12


def misspelt(word: str, stream: RandomStream) -> str | None:
    """The word with letters as learners confuse them; None for a word that has too few.

    No other word comes out, and the first letter keeps its case.
    """
    letters = word.lower()
    if len(letters) < _LEAST_LETTERS or not letters.isascii() or not letters.isalpha():
        return None
    confusions = spelling_model.bundled().confusions
    for writing in stream.drawn(_writings(letters, confusions)):
        if stream.share() < _MISSPELT_AGAIN and len(writing) > _LEAST_LETTERS:
            writing = next(stream.drawn(_writings(writing, confusions)))
        if writing not in listed_counts() and writing != letters:
            return lemmas.with_case_of(word, writing)
    return None


def _writings(word: str, confusions: Confusions) -> dict[str, float]:
    """What the word becomes by one letter left out, added, replaced or exchanged, with weights."""
    numbers = spelling_model.numbered([word])[0]
    weights: dict[str, float] = {}

    def add(writing: str, cost: float) -> None:
        if writing != word:
            weights[writing] = weights.get(writing, 0.0) + math.exp(-cost)

    for place, number in enumerate(numbers.tolist()):
        letter, before, after = word[place], word[:place], word[place + 1 :]
        is_double = letter in (before[-1:], after[:1])
        add(before + after, float(confusions.omitted[int(is_double), number]))
        for other, written in enumerate(LETTERS, 1):
            if written.isalpha():
                add(before + written + after, float(confusions.replaced[other, number]))
                doubles = written in (before[-1:], letter)
                add(before + written + letter + after, float(confusions.added[int(doubles), other]))
        add(word + letter, float(confusions.added[1, number])) if not after else None
        if after and after[0] != letter:
            add(before + after[0] + letter + after[1:], confusions.swapped)
    return weights


@dataclass(frozen=True, slots=True)
class LearnerRecipe:
    """Errors like those of learners of a level, `rate` times as many."""

    level: str = "B"
    rate: float = 1.0
    sites: Sites = "all"
    model: str | None = None

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise InputError(f"there is no level {self.level!r}. There are {', '.join(LEVELS)}.")
        if not 0 < self.rate <= MAX_RATE:
            raise InputError(
                f"a rate of {self.rate:g} is not possible. Give a number up to {MAX_RATE:g}."
            )
        if self.sites not in SITES:
            raise InputError(f"there are no sites {self.sites!r}. There are {', '.join(SITES)}.")

    def settings(self) -> list[object]:
        """Everything that the errors depend on, for a record of what was made."""
        return [self.level, self.rate, self.sites, self.model]

    def corruptions(
        self, drafts: Sequence[Draft], streams: Sequence[RandomStream]
    ) -> Iterator[Corruption]:
        """The errors that are made in each draft."""
        writer = bundled() if self.model is None else read(Path(self.model))
        known = [(draft.words, draft.tags) for draft in drafts]
        drawn = writer.changes(known, streams, level=self.level, rate=self.rate)
        # Of a sentence, one word is left.
        changes = [
            of if _after(draft.words, of) or not draft.words else of[1:]
            for draft, of in zip(drafts, drawn, strict=True)
        ]
        after = [_after(draft.words, of) for draft, of in zip(drafts, changes, strict=True)]
        tagged = tag([from_words("", words) for words in after if words])
        for draft, of_draft, words in zip(drafts, changes, after, strict=True):
            yield _corruption(draft, of_draft, next(tagged).tags if words else ())


def _after(words: Sequence[str], changes: Sequence[Change]) -> list[str]:
    """The words after the changes."""
    result = list(words)
    for change in reversed(changes):
        result[change.place : change.place + change.n_words] = change.text.split()
    return result


def _corruption(draft: Draft, changes: Sequence[Change], tags: tuple[str, ...]) -> Corruption:
    """The draft with the changes made in it, given the tags of all its words afterwards."""
    corruption = Corruption(draft)
    # From right to left, so that what is still to be changed stands where it stood.
    end = len(tags)
    behind = len(draft.words)
    for change in reversed(changes):
        end -= behind - (change.place + change.n_words)
        behind = change.place
        new = tuple(change.text.split())
        corruption.make(_error(corruption.draft, change, new, tags[end - len(new) : end]))
        end -= len(new)
    return corruption


def _error(
    draft: Draft, change: Change, new: tuple[str, ...], tags: tuple[str, ...]
) -> SyntheticError:
    """The error of a change, named by the type that annotators give its correction."""
    start, end = change.place, change.place + change.n_words
    if not start and not change.n_words and draft.words:
        # A word that is put in at the beginning takes over the capital.
        first, first_tag = draft.words[0], draft.tags[0]
        if first[:1].isupper():
            new = (capitalised(new[0]), *new[1:])
            is_name = first_tag.startswith("NNP") or first == "I" or not first[1:].islower()
            new, tags, end = (*new, first if is_name else first.lower()), (*tags, first_tag), 1
            if is_name and first == draft.words[0]:
                new, tags, end = new[:-1], tags[:-1], 0
    error = synthetic_error("", draft, start, end, new, tags)
    operation, _, kind = error.edit.kind.partition(":")
    return error._replace(
        kind=kind, edit=replace(error.edit, comment=kind), subtype=_SUBTYPES[operation]
    )


# The error is the reverse of its correction.
_SUBTYPES = {"M": "extra", "U": "missing", "R": "replaced"}


VERSION = 1
BUNDLED_MODEL = model_path("writer.npz")
_REMEDY = "Train it again with `solecism train writer`."
_SIDES = {"words": "word", "gaps": "gap"}
_SHARED = {
    "words": spec("uint8", "letters of words"),
    "tags": spec("uint8", "letters of tags"),
    "vectors": spec("float16", "words", "width"),
}
_OF_HEAD = {
    "forms": spec("uint8", "letters of forms"),
    "near": spec("float16", N_NEAR, "width", "hidden"),
    "tags": spec("float16", N_NEAR, "tags", "hidden"),
    "cases": spec("float16", N_CASES, "hidden"),
    "levels": spec("float16", len(LEVELS), "hidden"),
    "positions": spec("float16", N_POSITIONS, "hidden"),
    "errors": spec("float16", MOST_BEFORE + 1, "hidden"),
    "kinds": spec("float16", N_KINDS, "hidden"),
    "gaps": spec("float16", 2, "hidden"),
    "here": spec("float16", 2, "hidden"),
    "error": spec("float16", "hidden"),
    "error_bias": spec("float32", len(LEVELS)),
    "chosen": spec("float16", "hidden", "forms"),
    "chosen_bias": spec("float16", len(LEVELS), "forms"),
}
_FORMS = {
    **_SHARED,
    **{
        f"{side}_{name}": each._replace(
            shape=tuple(
                f"{size} of {side}" if isinstance(size, str) and "forms" in size else size
                for size in each.shape
            )
        )
        for side in _SIDES.values()
        for name, each in _OF_HEAD.items()
    },
}


def format(arrays: Mapping[str, npt.NDArray[np.generic]]) -> bytes:
    """The bytes of the file of a network, given its arrays in more bits."""
    return archive.format(
        {name: arrays[name].astype(form.dtype) for name, form in _FORMS.items()}, version=VERSION
    )


def parse(data: bytes, *, file: str) -> LearnerWriter:
    """The network in the bytes of its file."""
    arrays = archive.parse(data, names=_FORMS, version=VERSION, file=file, remedy=_REMEDY)
    with archive.explain_damage(file, remedy=_REMEDY):
        sizes = check_arrays(arrays, _FORMS)
        words, tags = (split(arrays[name]) for name in ("words", "tags"))
        for name, items in (("words", words), ("tags", tags)):
            if len(items) + N_SPECIAL != sizes[name]:
                raise ValueError(f"{len(items)} {name} for a table of {sizes[name]}")
        heads = {name: _head(arrays, side, sizes) for name, side in _SIDES.items()}
        vocabulary = Vocabulary(*(_numbered(items) for items in (words, tags)))
    return LearnerWriter(vocabulary, **heads)


def _numbered(items: Sequence[str]) -> dict[str, int]:
    return {item: number for number, item in enumerate(items, N_SPECIAL)}


def _head(arrays: archive.Arrays, side: str, sizes: Mapping[str, int]) -> Head:
    own = {name: arrays[f"{side}_{name}"] for name in _OF_HEAD}
    forms = tuple(own.pop("forms").tobytes().decode().split("\n"))
    if len(forms) != sizes[f"forms of {side}"]:
        raise ValueError(f"{len(forms)} forms for a table of {sizes[f'forms of {side}']}")
    real = {name: array.astype(np.float32) for name, array in own.items()}
    return Head(forms, arrays["vectors"].astype(np.float32) @ real.pop("near"), **real)


def read(path: Path) -> LearnerWriter:
    """The network in a file."""
    return parse(read_model(path), file=str(path))


@cache
def bundled() -> LearnerWriter:
    """The network that comes with the models for research."""
    return read(BUNDLED_MODEL)
