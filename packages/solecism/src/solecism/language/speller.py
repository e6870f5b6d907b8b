"""Candidates for a misspelt word: known words that a learner may have meant, with probabilities.

A candidate's score is the sum of weights times its features (FEATURES): the cost of the writing by
the letters that learners confuse, how common the word is, whether it begins alike, and whether it
sounds alike. The weights are those under which the right words of learners' misspellings are most
probable. Right forms of words that were inflected by the wrong rule (*buyed* for *bought*, *childs*
for *children*) cost nothing: letters tell little of what was meant there, and *buyed* is nearer to
*buried*.

What is to be chosen by its sentence is chosen among more words: further ones that are near, those
a letter away, and the other forms of the nearest ones. More is asked of these (FURTHER): how often
learners write the word, how many letters differ, and how far its sound is.

There is also a speller that has learnt nothing from learners: every change of a letter costs the
same. Its words are those of the word list and of native text of free licences, and its few weights
are round numbers that were set by hand.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from heapq import nlargest

import numpy as np
import numpy.typing as npt

from solecism.language import collocations
from solecism.language.collocations import Collocations
from solecism.language.dictionary import (
    Dictionary,
    bundled_words,
    is_word,
    listed_counts,
    one_letter_apart,
    plain_form,
)
from solecism.language.lemmas import adverb_of, inflect, lemma, verb_lemma
from solecism.language.spelling_model import (
    BUNDLED_MODEL,
    Letters,
    SpellingModel,
    bundled,
    numbered,
    uniform,
)
from solecism.numeric import Floats, Floats32, Ints, softmax

FEATURES = ("cost", "log count", "first letter", "two words", "sound")
FURTHER = ("learners' count", "changes", "length", "anagram", "sound distance", "name")
_N_FIRST = 4
# So many words are compared letter by letter, chosen by which letters they have, and so many of
# these by sound: for a quick answer, and for what is put into the sentence.
_QUICK, _WIDE = (80, 24), (160, 40)
# Other forms of so many of the nearest words are in the wide choice.
_N_INFLECTED = 6
_N_CANDIDATES = 8
_LETTER_WEIGHT, _FIRST_WEIGHT = 2.0, 2.0
_COUNT_WEIGHT = 0.7
# The commonest words are compared whatever their first letter is.
_N_COMMON = 20_000
# Lengths differ by at most so many letters, in the wide choice by one more in a long word.
_MOST_DIFFERENCE, _LONG = 2, 8
# Parts of two words that were written as one; a name that is nearly such a word may stand for it.
_LEAST_PART_COUNT = 3e7
# A near miss is a letter away from a word at least this common, and has so many letters.
_LEAST_COMMON, _LEAST_LETTERS = 1e6, 4
# A word that no learner wrote counts as so many.
_UNSEEN = 0.3
_SHORT_PARTS = frozenset(
    "a i an as at be by do go he if in is it me my no of on or so to up us we".split()
)


@dataclass(frozen=True, slots=True)
class SpellingCandidate:
    """What may have been meant, the probability that it was, and the cost of the writing."""

    text: str
    p: float
    cost: float


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """Words from the shortest to the longest, with their letters and logarithms of counts."""

    texts: tuple[str, ...]
    letters: Letters
    sets: npt.NDArray[np.uint32]
    log_counts: Floats32
    starts: Ints

    @classmethod
    def of(cls, counts: dict[str, float]) -> _Words:
        texts = tuple(sorted(counts, key=lambda word: (len(word), word)))
        letters = numbered(texts, width=_LONGEST)
        logs = np.log([counts[word] for word in texts]).astype(np.float32)
        starts = np.searchsorted([len(word) for word in texts], np.arange(_LONGEST + 2))
        return cls(texts, letters, _letter_sets(letters), logs, starts)


_LONGEST = 32


class Speller:
    """Known words, and candidates for words that are not known.

    `read_collocations` gives the collocations by which candidates are chosen in a sentence; they
    are read when first asked for.
    """

    def __init__(
        self,
        model: SpellingModel,
        read_collocations: Callable[[], Collocations] = collocations.nothing,
    ) -> None:
        self._read_collocations = read_collocations
        self.dictionary = Dictionary(model.words)
        self.model = model
        self._total = float(sum(self.dictionary.counts.values()))
        # The candidates of a word take five kilobytes.
        self.candidates = lru_cache(maxsize=1 << 12)(self._candidates)
        self.is_near_miss = lru_cache(maxsize=1 << 14)(self._is_near_miss)
        self._is_like_common_word = lru_cache(maxsize=1 << 12)(self._like_common_word)
        self._with_letter = cache(self._words_with_letter)

    def is_known(self, word: str) -> bool:
        """Whether a word is English, or nothing that a dictionary could decide on.

        A name in small letters that is a letter away from a common word is not: *holliday*.
        """
        if not self.dictionary.is_known(word):
            return False
        return not (word in self.model.names and self._is_like_common_word(word))

    def _like_common_word(self, word: str) -> bool:
        listed = listed_counts()
        return word not in listed and any(
            listed.get(other, 0.0) >= _LEAST_PART_COUNT for other in one_letter_apart(word)
        )

    @cached_property
    def collocations(self) -> Collocations:
        """Which words go with each other."""
        return self._read_collocations()

    def _is_near_miss(self, word: str) -> bool:
        """Whether a word in lower case is unknown, and a letter away from a common word."""
        if self.is_known(word) or not word.islower() or len(word) < _LEAST_LETTERS:
            return False
        counts = self.dictionary.counts
        return any(
            counts.get(other, 0.0) >= _LEAST_COMMON for other in one_letter_apart(plain_form(word))
        )

    def _candidates(self, word: str) -> tuple[SpellingCandidate, ...]:
        """What the writer of a word may have meant, the most probable first."""
        if "-" in word:
            return self._with_hyphen(word)
        texts, features = self.features(word)
        if not texts:
            return ()
        p = softmax((features @ self.model.ranking)[None].astype(np.float64))[0]
        best = np.argsort(-p, kind="stable")[:_N_CANDIDATES].tolist()
        costs = features[:, FEATURES.index("cost")].tolist()
        return tuple(
            SpellingCandidate(self._cased(texts[n], word), float(p[n]), costs[n]) for n in best
        )

    def wide_choice(self, word: str) -> tuple[list[str], Floats]:
        """The words that may be meant, with the capitals of the word, and the features of each."""
        before, part, after = self._unknown_part(word)
        texts, features = self._features(part, *_WIDE)
        kept = [n for n, text in enumerate(texts) if not _is_denied(part, text)]
        texts, features = [texts[number] for number in kept], features[kept]
        table = np.column_stack([features, self._further_features(part, texts)])
        return [f"{before}{self._cased(text, part)}{after}" for text in texts], table

    def _further_features(self, word: str, texts: Sequence[str]) -> Floats:
        """The features FURTHER of words that may be meant, one row each."""
        if not texts:
            return np.zeros((0, len(FURTHER)))
        plain = plain_form(word)
        letters, sorted_letters = [text.replace(" ", "") for text in texts], sorted(plain)
        may_be_name = word[:1].isupper()
        columns = (
            [self._learners_log_count(text) for text in texts],
            _n_changes(plain, letters) / len(plain),
            [abs(len(plain) - len(each)) for each in letters],
            [sorted(each) == sorted_letters for each in letters],
            _n_changes(_sound_letters(plain), list(map(_sound_letters, letters))),
            [text in self.model.names and not may_be_name for text in texts],
        )
        return np.column_stack(columns).astype(np.float64)

    def _learners_log_count(self, text: str) -> float:
        """The logarithm of how often learners write a word, or the rarer one of two."""
        counts = self.model.learners
        return math.log(min(counts.get(part, 0.0) for part in text.split()) + _UNSEEN)

    def _unknown_part(self, word: str) -> tuple[str, str, str]:
        """What stands before the unknown part of a word with hyphens, the part, and what follows.

        Where several parts are unknown, the part is empty.
        """
        if "-" not in word:
            return "", word, ""
        parts = word.split("-")
        unknown = [number for number, part in enumerate(parts) if not self.is_known(part)]
        if len(unknown) != 1:
            return word, "", ""
        before, after = parts[: unknown[0]], parts[unknown[0] + 1 :]
        return (
            "".join(f"{each}-" for each in before),
            parts[unknown[0]],
            "".join(f"-{each}" for each in after),
        )

    def _cased(self, text: str, written: str) -> str:
        """The text with the capitals of what was written, and that of a name."""
        if written.isupper():
            return text.upper()
        is_capital = written[:1].isupper() or text in self.model.names
        return text[:1].upper() + text[1:] if is_capital else text

    def _with_hyphen(self, word: str) -> tuple[SpellingCandidate, ...]:
        """Candidates for the unknown part of a word; none if there are several of these."""
        before, part, after = self._unknown_part(word)
        return tuple(
            replace(each, text=f"{before}{each.text}{after}") for each in self.candidates(part)
        )

    def features(self, word: str) -> tuple[list[str], Floats]:
        """The known words nearest to a word, in lower case, and the features of each."""
        return self._features(word, *_QUICK)

    def _features(self, word: str, n_compared: int, n_heard: int) -> tuple[list[str], Floats]:
        if not is_word(word):
            return [], np.zeros((0, len(FEATURES)))
        plain = plain_form(word)
        counts = self.dictionary.counts
        near = self._near(plain, n_compared, n_heard)
        rows = {text: row for text, row in near if text != plain}
        if n_heard > _QUICK[-1]:
            rows |= self._further(plain, list(rows))
        for text, log_count in self._two_words(plain):
            rows[text] = (0.0, log_count, 1.0, 1.0)
        # With a capital it may be a name: *Keyes*.
        for text in (
            right_forms(word, counts) or SHORT_FORMS.get(word, ()) if word.islower() else ()
        ):
            rows[text] = (0.0, float(np.log(counts[text])), 1.0, 0.0)
        sound = sound_key(plain)
        features = [(*row, float(sound_key(text) == sound)) for text, row in rows.items()]
        return list(rows), np.array(features).reshape(len(rows), len(FEATURES))

    def _further(self, plain: str, near: Sequence[str]) -> dict[str, tuple[float, ...]]:
        """The words a letter away, and other forms of the nearest words, with first features."""
        counts = self.dictionary.counts
        several = (
            *one_letter_apart(plain),
            *_other_forms(near[:_N_INFLECTED]),
            *respellings(plain),
        )
        known = {plain, *near}
        texts = [each for each in dict.fromkeys(several) if each in counts and each not in known]
        if not texts:
            return {}
        columns = (
            self.model.confusions.costs(numbered([plain])[0], numbered(texts)),
            np.log([counts[text] for text in texts]),
            np.array([text[0] == plain[0] for text in texts]),
            np.zeros(len(texts)),
        )
        return dict(zip(texts, map(tuple, np.column_stack(columns).tolist()), strict=True))

    def _near(
        self, plain: str, n_compared: int, n_heard: int
    ) -> Iterator[tuple[str, tuple[float, ...]]]:
        """The words that are nearest by their letters and counts, with the first features."""
        written = numbered([plain])[0]
        groups = self._with_letter(plain[0]), self._common
        nearest = [_nearest(words, written, n_compared) for words in groups]
        width = len(plain) + _most_difference(len(plain), n_compared)
        picked = list(zip(groups, nearest, strict=True))
        letters = np.concatenate([words.letters[rows, :width] for words, rows in picked])
        columns = (
            self.model.confusions.costs(written, letters),
            np.concatenate([words.log_counts[rows] for words, rows in picked]),
            letters[:, 0] == written[0],
            np.zeros(len(letters)),
        )
        table = np.column_stack(columns)
        best = np.argsort(-(table @ self.model.ranking[:_N_FIRST]), kind="stable")[:n_heard]
        n_letter = len(nearest[0])
        for number in best.tolist():
            words, rows = picked[number >= n_letter]
            text = words.texts[rows[number - n_letter if number >= n_letter else number]]
            yield text, tuple(table[number].tolist())

    def _two_words(self, plain: str) -> Iterator[tuple[str, float]]:
        """Common words that were written as one, with the logarithm of their chance count."""
        for place in range(1, len(plain)):
            parts = plain[:place], plain[place:]
            if all(map(self._is_part, parts)):
                counts = [self.dictionary.counts[part] for part in parts]
                yield " ".join(parts), float(np.log(counts[0]) + np.log(counts[1] / self._total))

    def _is_part(self, part: str) -> bool:
        if len(part) < 3:
            return part in _SHORT_PARTS
        return self.dictionary.counts.get(part, 0.0) >= _LEAST_PART_COUNT

    @cached_property
    def _common(self) -> _Words:
        counts = self.dictionary.counts
        return _Words.of(
            {word: counts[word] for word in nlargest(_N_COMMON, counts, lambda word: counts[word])}
        )

    def _words_with_letter(self, letter: str) -> _Words:
        return _Words.of(self._counts_by_letter.get(letter, {}))

    @cached_property
    def _counts_by_letter(self) -> dict[str, dict[str, float]]:
        groups: dict[str, dict[str, float]] = {}
        for word, n in self.dictionary.counts.items():
            groups.setdefault(word[0], {})[word] = n
        return groups


def _most_difference(n_letters: int, n_compared: int) -> int:
    return _MOST_DIFFERENCE + (n_letters >= _LONG and n_compared > _QUICK[0])


def _nearest(words: _Words, written: Letters, n_compared: int) -> Ints:
    """The numbers of words of about this length that have most letters in common, or are common."""
    most = _most_difference(len(written), n_compared)
    shortest, longest = len(written) - most, len(written) + most
    start, end = words.starts[[max(shortest, 0), min(longest, _LONGEST) + 1]].tolist()
    differing = words.sets[start:end] ^ _letter_sets(written[None])[0]
    n_differing = _N_BITS[differing & 0xFFFF] + _N_BITS[differing >> 16]
    scores = _COUNT_WEIGHT * words.log_counts[start:end] - _LETTER_WEIGHT * n_differing
    scores -= _FIRST_WEIGHT * (words.letters[start:end, 0] != written[0])
    if len(scores) <= n_compared:
        return np.arange(start, end)
    return np.asarray(start + np.argpartition(-scores, n_compared)[:n_compared])


_BYTES_OF_16_BITS = np.arange(1 << 16, dtype=np.uint16)[:, None].view(np.uint8)
_N_BITS = np.unpackbits(_BYTES_OF_16_BITS, axis=1).sum(axis=1, dtype=np.uint8)


def _letter_sets(letters: Letters) -> npt.NDArray[np.uint32]:
    """One bit per letter that a word has, one number per row."""
    bits = np.uint32(1) << letters.astype(np.uint32)
    return np.asarray(np.bitwise_or.reduce(np.where(letters > 0, bits, 0), axis=1), np.uint32)


@cache
def bundled_speller() -> Speller:
    """The speller with the model that comes with this package."""

    return Speller(bundled(), collocations.bundled) if BUNDLED_MODEL.is_file() else plain_speller()


_INFLECTED = ("VBZ", "VBD", "VBN", "VBG", "NNS")
_PAST = ("VBD", "VBN")
# An ending by rule, and the tags of the forms that it may stand for.
_TAGS = {
    "ed": _PAST,
    "s": ("NNS",),
    "er": ("JJR",),
    "est": ("JJS",),
    "ly": ("RB",),
}
_SHORTEST = 2


def right_forms(word: str, counts: Mapping[str, float]) -> tuple[str, ...]:
    """The forms of known words that a wrong one stands for; `counts` are those of known words.

    >>> known = dict.fromkeys("buy bought write wrote written fast looked".split(), 1.0)
    >>> [right_forms(each, known) for each in ("buyed", "writed", "fastly", "looked", "red")]
    [('bought',), ('wrote', 'written'), ('fast',), (), ()]
    """
    if word in counts:
        return ()
    found: dict[str, None] = {}
    for ending, tags in _TAGS.items():
        if not word.endswith(ending):
            continue
        for base in _bases(word, ending):
            if len(base) >= _SHORTEST and base in counts:
                forms = [form for tag in tags for form in _forms(base, tag)]
                if tags == _PAST and _is_past(base):
                    forms = [base, *(form for form in forms if form != word)]
                if word not in forms:
                    found |= dict.fromkeys(form for form in forms if form in counts)
    return tuple(found)


def _other_forms(words: Iterable[str]) -> Iterator[str]:
    """All forms of the verbs and nouns that words may be forms of.

    >>> sorted(set(_other_forms(["disappoint"])))[:3]
    ['disappoint', 'disappointed', 'disappointing']
    """
    for word in words:
        for base in dict.fromkeys((verb_lemma(word), lemma(word, "NNS"))):
            yield base
            for tag in _INFLECTED:
                yield from inflect(base, tag)


def _forms(base: str, tag: str) -> tuple[str, ...]:
    """The forms of a word; an adjective without an adverb of its own is one itself: *fast*."""
    return (adverb_of(base) or base,) if tag == "RB" else inflect(base, tag)


def _is_past(word: str) -> bool:
    """Whether a word is a past form without an ending: *took*, *born*."""
    base = verb_lemma(word)
    return base != word and any(word in inflect(base, tag) for tag in _PAST)


def _bases(word: str, ending: str) -> Iterator[str]:
    """What an ending may have been put to: *go*, *writ(e)*, *run(n)*, *fli(y)*."""
    stem = word.removesuffix(ending)
    yield stem
    if ending == "s":
        yield stem.removesuffix("e")
        return
    yield f"{stem}e"
    if stem[-1:] == stem[-2:-1]:
        yield stem[:-1]
    if stem.endswith("i"):
        yield f"{stem[:-1]}y"


# In this order; what is on the right is not changed again by what comes before it.
_RULES = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"^(?:ps|sc(?=[eiy]))", "s"),
        (r"^(?:kn|gn|pn)", "n"),
        (r"^wr", "r"),
        (r"^x", "s"),
        (r"^wh", "w"),
        (r"ph", "f"),
        (r"(?<=[aeiou])gh(?=t|$)", ""),
        (r"gh", "g"),
        (r"tch|ch|t(?=ure)", "C"),
        (r"sch|sh|(?<=.)[tcs]i(?=[ao])", "S"),
        (r"th", "T"),
        (r"ck|q|c(?![eiy])", "k"),
        (r"dg|g(?=[eiy])", "j"),
        (r"sc(?=[eiy])|c|z", "s"),
        (r"x", "ks"),
        (r"mb$", "m"),
        (r"(?<=[bcdfgjklmnpqrstvwxz])e?(?=s?$)", ""),
        (r"(?<=[aeiouy])[hw]", ""),
        (r"v", "f"),
        (r"(.)\1+", r"\1"),
        (r"[aeiouy]+", "a"),
        (r"(?<=.)a(?!$)", ""),
        (r"(.)\1+", r"\1"),
    )
)


@lru_cache(maxsize=1 << 14)
def sound_key(word: str) -> str:
    """The consonants of a word in lower case by their sound, and whether it ends in a vowel.

    >>> [sound_key(word) for word in ("fite", "fight", "sience", "science", "nation", "century")]
    ['ft', 'ft', 'sns', 'sns', 'nSn', 'sntra']
    """
    for pattern, sound in _RULES:
        word = pattern.sub(sound, word)
    return word


# Who writes *unuseful* does not mean *useful*.
_DENYING = ("anti", "dis", "ex", "il", "im", "in", "ir", "mis", "non", "un")


def _is_denied(word: str, text: str) -> bool:
    """Whether a misspelt word says that something is not what a text says.

    >>> [_is_denied("unuseful", text) for text in ("useful", "unused")]
    [True, False]
    """
    plain = plain_form(word)
    return plain.endswith(text) and plain.removesuffix(text) in _DENYING


# What notes and messages shorten.
SHORT_FORMS = {
    **dict.fromkeys(("sth", "smth", "sthg"), ("something",)),
    **dict.fromkeys(("sb", "sbd", "smb"), ("somebody",)),
    **dict.fromkeys(("pls", "plz"), ("please",)),
    **{"thx": ("thanks",), "ppl": ("people",), "bc": ("because",), "tho": ("though",)},
}
# Spellings of a sound that differ in several letters, each way round.
_SAME_SOUNDS = (
    *(("f", "ph"), ("f", "gh"), ("k", "ch"), ("k", "que"), ("k", "qu"), ("ks", "x"), ("cs", "x")),
    *(("ite", "ight"), ("it", "ight"), ("ait", "eight"), ("ate", "eight"), ("y", "igh")),
    *(("ot", "ought"), ("ort", "ought"), ("out", "ought"), ("aut", "aught"), ("ort", "aught")),
    *(("shon", "tion"), ("shun", "tion"), ("shion", "tion"), ("sion", "tion"), ("cion", "tion")),
    *(("zion", "sion"), ("shal", "cial"), ("shus", "cious"), ("shus", "tious"), ("ios", "ious")),
    *(("es", "s"), ("u", "ou"), ("u", "oo"), ("u", "ough"), ("o", "ough"), ("of", "ough")),
    *(
        ("uf", "ough"),
        ("er", "ure"),
        ("cher", "ture"),
        ("chur", "ture"),
        ("je", "ge"),
        ("ej", "ex"),
    ),
)
_MOST_RESPELLINGS = 200


def respellings(word: str) -> tuple[str, ...]:
    """What sounds like a word in lower case with one or two of its sounds spelt in another way.

    >>> "fight" in respellings("fite"), "photograph" in respellings("fotograf")
    (True, True)
    """
    found = {word: None}
    for _ in range(2):
        for text in tuple(found):
            found |= dict.fromkeys(_respelt(text))
            if len(found) > _MOST_RESPELLINGS:
                break
    del found[word]
    return tuple(found)


def _respelt(word: str) -> Iterator[str]:
    for pair in _SAME_SOUNDS:
        for old, new in (pair, pair[::-1]):
            place = word.find(old)
            while place >= 0:
                yield f"{word[:place]}{new}{word[place + len(old) :]}"
                place = word.find(old, place + 1)


# Letters, which keys of sounds do not have otherwise, for the sounds that are capitals in them.
_AS_LETTERS = str.maketrans("CST", "cxq")


def _sound_letters(word: str) -> str:
    """The key of a word's sound in small letters."""
    return sound_key(word).translate(_AS_LETTERS)


_EQUAL_COSTS = uniform()


def _n_changes(written: str, intended: Sequence[str]) -> Floats32:
    """How many letters of each word are changed, left out, added or swapped in a writing.

    >>> _n_changes("recieve", ["receive", "relieve", "receives"]).tolist()
    [1.0, 1.0, 2.0]
    """
    return _EQUAL_COSTS.costs(numbered([written])[0], numbered(intended))


# By the names in FEATURES, in FURTHER, and in CHOICE, TOLD and EVIDENCE of
# `detect.network.error_drafts`.
_RANKING = (-3.0, 0.7, 1.0, -1.0, 1.0)
# Changes have their cost already.
_FURTHER = (0.4, 0.0, 0.0, 0.5, -0.4, -1.0)
_CHOICE = (*_RANKING, *_FURTHER, 0.7, 0.5, 0.6, 0.2, 3.0, 0.5, 0.5, 0.2, *(-0.2,) * 5)
_TOLD = (0.4, 0.1, 1.0, -0.3, -1.0)
_EVIDENCE = (0.2, 0.5, -1.5, -1.0, 2.0, 2.0, -1.0, -0.5, 0.0)


@cache
def plain_speller() -> Speller:
    """The speller with equal costs.

    >>> [each.text for each in plain_speller().candidates("recieve")][:1]
    ['receive']
    """
    weights = map(np.array, (_RANKING, _CHOICE, _TOLD, _EVIDENCE))
    words = bundled_words()
    return Speller(SpellingModel(words.others, words.names, {}, uniform(), *weights))
