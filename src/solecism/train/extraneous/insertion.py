"""Native sentences with prepositions inserted as learners insert extraneous ones.

How often learners insert which preposition between two words is estimated from annotated text by
the tags of the two; gaps in native text are then sampled so that tags are as frequent as there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.sentence import Sentence, from_words
from solecism.train.extraneous.examples import Example

_NAMES = ("NNP", "NNPS")
_EDGE = ""

TagPair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Insertions:
    """How often each preposition was extraneous between words with two tags."""

    counts: Mapping[TagPair, Mapping[str, int]]


def insertions(examples: Iterable[Example]) -> Insertions:
    """The counts of the extraneous prepositions among the examples."""
    counts: dict[TagPair, Counter[str]] = {}
    for example in examples:
        if example.is_extraneous:
            pair = _around(example.sentence.tags, example.site.start, example.site.end)
            counts.setdefault(pair, Counter())[example.site.text.lower()] += 1
    if not counts:
        raise InputError("the learner text has no unneeded prepositions. Give more of it.")
    return Insertions(counts)


def with_insertions(
    sentences: Sequence[Sentence],
    learned: Insertions,
    *,
    rng: np.random.Generator,
    share: float = 0.5,
) -> list[tuple[Sentence, int | None]]:
    """The sentences, a `share` of them with an extraneous preposition, and the place of it.

    Sentences need tags; those with a new word have none.
    """
    gaps = [
        (number, place, _around(sentence.tags, place, place))
        for number, sentence in enumerate(sentences)
        for place in range(len(sentence))
    ]
    n_native = Counter(pair for _, _, pair in gaps)
    weights = np.array(
        [sum(learned.counts.get(pair, {}).values()) / n_native[pair] for _, _, pair in gaps]
    )
    result: list[tuple[Sentence, int | None]] = [(sentence, None) for sentence in sentences]
    if not weights.any():
        return result
    n_drawn = min(int(2 * share * len(sentences)), int(np.count_nonzero(weights)))
    drawn = rng.choice(len(gaps), size=n_drawn, replace=False, p=weights / weights.sum())
    n_left = int(share * len(sentences))
    for number, place, pair in (gaps[index] for index in drawn.tolist()):
        if n_left and result[number][1] is None:
            words = _drawn(learned.counts[pair], rng)
            result[number] = (_put_in(sentences[number], place, words), place)
            n_left -= 1
    return result


def _around(tags: Sequence[str], start: int, end: int) -> TagPair:
    before = tags[start - 1] if start else _EDGE
    return before, tags[end] if end < len(tags) else _EDGE


def _drawn(counts: Mapping[str, int], rng: np.random.Generator) -> str:
    words = sorted(counts)
    shares = np.array([counts[word] for word in words], dtype=np.float64)
    return words[int(rng.choice(len(words), p=shares / shares.sum()))]


def _put_in(sentence: Sentence, place: int, word: str) -> Sentence:
    words = list(sentence.words)
    if place == 0:
        word = word.capitalize()
        if words[0] != "I" and sentence.tags[0] not in _NAMES:
            words[0] = words[0].lower()
    return from_words(sentence.id, [*words[:place], word, *words[place:]])
