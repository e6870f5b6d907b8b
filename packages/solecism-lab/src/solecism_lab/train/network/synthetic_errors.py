"""Native sentences with synthetic errors, and the repairs that their words then need.

Errors in prepositions, articles and noun number, and learners' slips of all other kinds, are made
at a multiple of learners' rates, each place independently; errors in agreement, verb forms, and
missing, extra and confused words with a probability per sentence besides. Some sentences stay as
they are, so that the network sees native text too.

Synthetic misspellings leave letters out, double or exchange them, or write them as they sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from solecism.corruption.confusion_table import ConfusionTable
from solecism.corruption.learner_confusions import ConfusedWord
from solecism.corruption.random_stream import RandomStream
from solecism.corruption.recipe import Recipe
from solecism.corruption.synthetic_error import Corruption, ErrorType, SyntheticError, draft_of
from solecism.detect.network.repairs import (
    CAPITALS,
    INSERT,
    REMOVE,
    REPLACE,
    SPELLING,
    UNSAID,
    WORD_ORDER,
    Repair,
    form_of,
    group_of_edit,
)
from solecism.language.lemmas import JOIN, SWAP
from solecism.sentence import Sentence
from solecism_lab.train.network.slips import Slips, no_slips

# Shorter sentences have no words to exchange inside.
_LEAST_TO_SWAP = 5

Labelled = tuple[tuple[str, ...], list[tuple[int, Repair]]]


@dataclass(frozen=True)
class ErrorDensity:
    """The density of errors: multiples of learners' rates, and the share of sentences with each.

    `by_chance` has the probability of an error of each other type in a sentence with three times
    the learners' rates. `slips` are learners' slips; `confusions` are those of prepositions,
    articles and number, the bundled ones if None; `misspelt`, `small` and `swapped` are the rates
    of misspellings, of small letters for capitals, and of words in each other's place.
    """

    shares: tuple[tuple[float, float], ...] = ((0.0, 0.15), (1.5, 0.40), (4.0, 0.45))
    by_chance: tuple[tuple[str, float], ...] = (
        ("agreement", 0.10),
        ("verb-form", 0.16),
        ("missing-word", 0.04),
        ("extra-word", 0.03),
        ("real-word", 0.05),
    )
    slips: Slips = field(default_factory=no_slips)
    confusions: ConfusionTable | None = None
    misspelt: float = 0.004
    small: float = 0.02
    swapped: float = 0.02

    @cached_property
    def confused(self) -> dict[float, list[ConfusedWord]]:
        """The confusions of prepositions, articles and number, by multiple of learners' rates."""
        recipe = Recipe(
            dict.fromkeys(("preposition", "article", "number"), 1.0),
            per_sentence=None,
            confusions=self.confusions,
        )
        words = recipe.confused_words().values()
        return {times: [_scaled(word, times) for word in words] for times, _ in self.shares}

    @cached_property
    def others(self) -> dict[str, ErrorType]:
        """The types of the other errors."""
        return Recipe({name: 1.0 for name, _ in self.by_chance}).types()

    def times(self, share: float) -> float:
        """The multiple of learners' rates in a sentence, by a random number from 0 to 1."""
        for times, part in self.shares:
            share -= part
            if share < 0:
                return times
        return self.shares[-1][0]


def with_synthetic_errors(
    sentence: Sentence, density: ErrorDensity, stream: RandomStream
) -> Labelled:
    """The words of a tagged sentence after errors were made in it, and their repairs."""
    times = density.times(stream.share())
    if not times:
        return sentence.words, []
    corruption = Corruption(draft_of(sentence))
    for name, chance in density.by_chance:
        if stream.share() < chance * times / 3:
            any(map(corruption.make, density.others[name](corruption.draft, stream)))
    for confused in stream.shuffled(density.confused[times]):
        for error in reversed(list(confused.by_rate(corruption.draft, stream))):
            corruption.make(error)
    text = _text(sentence.words, corruption.errors)
    text.slip(density, times, stream)
    return text.labelled()


def labelled(words: Sequence[str], errors: Iterable[SyntheticError]) -> Labelled:
    """The words after the errors were made one after another, and the repairs that undo them."""
    return _text(words, errors).labelled()


def _text(words: Sequence[str], errors: Iterable[SyntheticError]) -> _Text:
    text = _Text([_Word(word) for word in words], [None] * (len(words) + 1))
    for error in errors:
        text.change(error)
    return text


@dataclass(slots=True)
class _Word:
    """A word as it is now, as it was before any error, and the repair that it needs."""

    text: str
    original: str | None = None
    needs: Repair | None = None

    @property
    def is_as_it_was(self) -> bool:
        return self.needs is None and self.original is None

    @property
    def is_extra(self) -> bool:
        return self.needs is not None and self.needs.operation == REMOVE


@dataclass(slots=True)
class _Text:
    words: list[_Word]
    # What is missing before each word, and after the last one.
    missing: list[Repair | None] = field(default_factory=list)

    def change(self, error: SyntheticError) -> None:
        edit, its_group = error.edit, group_of_edit(error.edit.kind)
        n_same = min(len(edit.before), len(edit.after))
        for place, new in enumerate(edit.after[:n_same], edit.start):
            self._replace(place, new, its_group)
        end = edit.start + n_same
        for _ in edit.before[n_same:]:
            self._remove(end, its_group)
        for place, new in enumerate(edit.after[n_same:], end):
            self.words.insert(place, _Word(new, None, Repair(REMOVE, its_group, "")))
            self.missing.insert(place + 1, None)

    def slip(self, density: ErrorDensity, times: float, stream: RandomStream) -> None:
        """Make slips at words that are as they were."""
        if stream.share() < density.swapped * times and len(self.words) > _LEAST_TO_SWAP:
            self._swap(1 + stream.below(len(self.words) - 3))
        for place in range(len(self.words) - 1, -1, -1):
            if self.words[place].is_as_it_was and self.missing[place] is None:
                self._slip_at(place, density, times, stream)

    def _slip_at(
        self, place: int, density: ErrorDensity, times: float, stream: RandomStream
    ) -> None:
        slips, word = density.slips, self.words[place].text
        lower = word.lower()
        if place + 1 < len(self.words) and self.words[place + 1].is_as_it_was:
            both = f"{lower} {self.words[place + 1].text.lower()}"
            if (slip := slips.drawn(both, times, stream)) and self.missing[place + 1] is None:
                self._write_as_one(place, slip)
                return
        if slip := slips.drawn(lower, times, stream):
            self._write(place, slip)
        elif lower != word:
            if stream.share() < density.small * times:
                self.words[place] = _Word(
                    lower, word, Repair(REPLACE, CAPITALS, form_of(lower, word, CAPITALS))
                )
        elif stream.share() < density.misspelt * times and (made := misspelt(word, stream)):
            self._replace(place, made, SPELLING)
        if slip := slips.drawn_extra(lower, times, stream):
            extra, its_group = slip
            for new in reversed(extra.split()):
                self.words.insert(place, _Word(new, None, Repair(REMOVE, its_group, "")))
                self.missing.insert(place + 1, None)

    def _write(self, place: int, slip: tuple[str, str]) -> None:
        """Write something else for a word: nothing, a word, or two that should be one."""
        (new, its_group), word = slip, self.words[place].text
        first, _, rest = new.partition(" ")
        if not new:
            if len(self.words) > 1:
                self._remove(place, its_group)
        elif rest:
            repair = Repair(REPLACE, its_group, JOIN)
            self.words[place] = _Word(_with_case(first, word), word, repair)
            self.words.insert(place + 1, _Word(rest, rest))
            self.missing.insert(place + 1, None)
        else:
            self._replace(place, _with_case(new, word), its_group)

    def _write_as_one(self, place: int, slip: tuple[str, str]) -> None:
        (new, its_group), word = slip, self.words[place].text
        both = f"{word} {self.words.pop(place + 1).text}"
        self.missing.pop(place + 1)
        repair = Repair(REPLACE, its_group, both.lower())
        self.words[place] = _Word(_with_case(new, word), both, repair)

    def _swap(self, place: int) -> None:
        one, other = self.words[place], self.words[place + 1]
        if not (one.is_as_it_was and other.is_as_it_was and self.missing[place + 1] is None):
            return
        if one.text.isalpha() and other.text.isalpha() and one.text.lower() != other.text.lower():
            repair = Repair(REPLACE, WORD_ORDER, SWAP)
            self.words[place] = _Word(other.text, other.text, repair)
            self.words[place + 1] = _Word(one.text, one.text)

    def labelled(self) -> Labelled:
        return tuple(word.text for word in self.words), self.repairs()

    def _replace(self, place: int, new: str, its_group: str) -> None:
        word = self.words[place]
        original = word.original or word.text
        if word.is_extra:
            self.words[place] = replace(word, text=new)
        elif new.lower() == original.lower():
            self.words[place] = _Word(new)
        elif new != word.text:
            repair = Repair(REPLACE, its_group, form_of(new, original, its_group))
            self.words[place] = _Word(new, original, repair)

    def _remove(self, place: int, its_group: str) -> None:
        word = self.words.pop(place)
        before = self.missing.pop(place)
        if before is None and not word.is_extra:
            before = Repair(INSERT, its_group, (word.original or word.text).lower() or UNSAID)
        self.missing[place] = before or self.missing[place]

    def repairs(self) -> list[tuple[int, Repair]]:
        missing = [(place, need) for place, need in enumerate(self.missing) if need]
        return missing + [
            (place, word.needs) for place, word in enumerate(self.words) if word.needs
        ]


def _with_case(new: str, word: str) -> str:
    return new[:1].upper() + new[1:] if word[:1].isupper() else new


def _scaled(word: ConfusedWord, times: float) -> ConfusedWord:
    rates = {
        right: {written: rate * times for written, rate in others.items()}
        for right, others in word.rates.items()
    }
    return replace(word, rates=rates)


_LEAST_LETTERS = 4
_VOWELS = "aeiou"
# Spellings that sound alike; each is written for the other.
_SOUNDS = (
    *(("ie", "ei"), ("ph", "f"), ("ck", "k"), ("tion", "sion"), ("ence", "ance"), ("ent", "ant")),
    *(("able", "ible"), ("wh", "w"), ("qu", "cu"), ("ou", "o"), ("ea", "ee"), ("gh", "g")),
    *(("ful", "full"), ("s", "c"), ("y", "i"), ("or", "er"), ("al", "el"), ("x", "cs")),
)
_N_TRIES = 4


def misspelt(word: str, stream: RandomStream) -> str | None:
    """A misspelling of a word in small letters; None where the word is too short.

    >>> misspelt("necessary", RandomStream(1, "a")) not in (None, "necessary")
    True
    """
    if len(word) < _LEAST_LETTERS or not (word.isascii() and word.isalpha() and word.islower()):
        return None
    for _ in range(_N_TRIES):
        way = _WAYS[stream.below(len(_WAYS))]
        made = way(word, stream)
        if made is not None and made != word:
            return made
    return None


def _left_out(word: str, stream: RandomStream) -> str:
    place = 1 + stream.below(len(word) - 1)
    return word[:place] + word[place + 1 :]


def _doubled(word: str, stream: RandomStream) -> str:
    place = 1 + stream.below(len(word) - 1)
    return word[:place] + word[place] + word[place:]


def _single(word: str, stream: RandomStream) -> str | None:
    pairs = [n for n in range(1, len(word)) if word[n] == word[n - 1]]
    if not pairs:
        return None
    place = pairs[stream.below(len(pairs))]
    return word[:place] + word[place + 1 :]


def _exchanged(word: str, stream: RandomStream) -> str:
    place = 1 + stream.below(len(word) - 2)
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def _other_vowel(word: str, stream: RandomStream) -> str | None:
    places = [n for n, letter in enumerate(word) if n and letter in _VOWELS]
    if not places:
        return None
    place = places[stream.below(len(places))]
    return word[:place] + _VOWELS[stream.below(len(_VOWELS))] + word[place + 1 :]


def _by_sound(word: str, stream: RandomStream) -> str | None:
    one, other = _SOUNDS[stream.below(len(_SOUNDS))]
    if stream.below(2):
        one, other = other, one
    return word.replace(one, other, 1) if one in word else None


_WAYS = (_left_out, _doubled, _single, _single, _exchanged, _other_vowel, *(_by_sound,) * 6)
