"""Candidates for extraneous prepositions in a large corpus, by counts of native text.

Paper 002, section 2.1: three words with a preposition in the middle are suspicious where native
text has them never, or much more rarely than one expects by how often it has the two words
around without the preposition (*marry with her*, *marry her*). Candidates are for people to look
at: most candidates in a good corpus are not errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from solecism.detect.extraneous import language_model
from solecism.detect.extraneous.language_model import NgramTable, WordHashes, joined, word_hash
from solecism.language.tagger import normal_form
from solecism.locate.sites import can_be_preposition
from solecism.numeric import Floats
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, Site
from solecism.system.processes import batches

_MAX_WORDS_REMEMBERED = 50_000
# Candidates are sorted only after this many more have been added.
_SPARE = 1_000

Trigram = tuple[str, str, str]


@dataclass(slots=True)
class TrigramCandidate:
    """Three words, and the counts in native text of the three and of the two outer ones.

    `n_here` is the count of the three in the corpus that is mined; `sites` are the first few.
    """

    words: Trigram
    n_with: float
    n_without: float
    n_here: int = 0
    sites: list[Site] = field(default_factory=list)

    @property
    def score(self) -> float:
        """The logarithm of how much more frequent the words are without the preposition."""
        return suspicion(self.n_with, self.n_without)


@dataclass(frozen=True, slots=True)
class MiningSettings:
    """How many candidates to give, how many sites of each, and how much evidence is needed.

    Native text must have the two words `min_without` times without the preposition.
    """

    n_best: int = 100
    n_sites: int = 5
    min_without: int = 20


def suspicion(n_with: float, n_without: float) -> float:
    """The score of a candidate; 0 where both counts are equal.

    >>> round(suspicion(0, 99), 2), suspicion(9, 9)
    (4.61, 0.0)
    """
    return float(np.log((n_without + 1) / (n_with + 1)))


def mine(
    sentences: Iterable[Sentence], table: NgramTable, *, settings: MiningSettings | None = None
) -> list[TrigramCandidate]:
    """The best candidates, best first; memory holds only about as many."""
    chosen = settings or MiningSettings()
    alone = (
        TrigramCandidate(trigram, n_with, n_without, 1, [site])
        for trigram, site, n_with, n_without in suspects(sentences, table, chosen.min_without)
    )
    return best_candidates(alone, chosen)


def best_candidates(
    parts: Iterable[TrigramCandidate], settings: MiningSettings
) -> list[TrigramCandidate]:
    """The best candidates of a corpus, given those of its parts, in order.

    The score of three words does not depend on the corpus, so that a candidate that once falls
    behind the best ones cannot become one of them later: the best of each part are enough.
    """
    candidates: dict[Trigram, TrigramCandidate] = {}
    bar = 0.0
    for part in parts:
        if part.score <= bar:
            continue
        new = TrigramCandidate(part.words, part.n_with, part.n_without)
        candidate = candidates.setdefault(part.words, new)
        candidate.n_here += part.n_here
        candidate.sites += part.sites[: settings.n_sites - len(candidate.sites)]
        if len(candidates) > 2 * settings.n_best + _SPARE:
            candidates, bar = _cut(candidates, settings.n_best)
    return sorted(candidates.values(), key=_rank)[: settings.n_best]


class BatchMiner:
    """Finds the best candidates of batches of sentences, in a process that loads the counts."""

    def __init__(self, model: Path, settings: MiningSettings) -> None:
        self._model = model
        self._settings = settings

    @cached_property
    def _table(self) -> NgramTable:
        return language_model.read(self._model).table

    def __call__(self, batch: Sequence[Sentence]) -> list[TrigramCandidate]:
        return mine(batch, self._table, settings=self._settings)


def _rank(candidate: TrigramCandidate) -> tuple[float, Trigram]:
    return -candidate.score, candidate.words


def _cut(
    candidates: dict[Trigram, TrigramCandidate], n_best: int
) -> tuple[dict[Trigram, TrigramCandidate], float]:
    """The best candidates, with ties of the last one, and the score that others do not exceed."""
    last = sorted(candidates.values(), key=_rank)[n_best - 1]
    best = {words: each for words, each in candidates.items() if each.score >= last.score}
    return best, float(np.nextafter(last.score, -np.inf))


def suspects(
    sentences: Iterable[Sentence], table: NgramTable, min_without: int
) -> Iterator[tuple[Trigram, Site, float, float]]:
    """Prepositions with words around that native text has more often without them."""
    hashes = WordHashes(table.has)
    for batch in batches(sentences):
        if len(hashes) > _MAX_WORDS_REMEMBERED:
            hashes.clear()
        places = [
            (sentence, place)
            for sentence in batch
            for place in range(1, len(sentence) - 1)
            if can_be_preposition(sentence.words[place])
        ]
        n_with, n_without = _counts(places, table, hashes)
        is_suspect = (n_without >= min_without) & (n_without > n_with)
        for index in np.flatnonzero(is_suspect).tolist():
            sentence, place = places[index]
            if _are_known(sentence.words[place - 1 : place + 2], hashes):
                yield (*_named(sentence, place), float(n_with[index]), float(n_without[index]))


def _counts(
    places: Sequence[tuple[Sentence, int]], table: NgramTable, hashes: WordHashes
) -> tuple[Floats, Floats]:
    rows = [
        [hashes[word] for word in sentence.words[place - 1 : place + 2]]
        for sentence, place in places
    ]
    before, middle, after = np.array(rows, dtype=np.uint64).reshape(-1, 3).T
    with_it = table.look_up(joined(joined(before, middle), after))
    return with_it, table.look_up(joined(before, after))


def _are_known(words: Sequence[str], hashes: WordHashes) -> bool:
    """Whether the table has these words themselves, not their class (name, number)."""
    return all(word.isalpha() and hashes[word] == word_hash(normal_form(word)) for word in words)


def _named(sentence: Sentence, place: int) -> tuple[Trigram, Site]:
    before, middle, after = map(normal_form, sentence.words[place - 1 : place + 2])
    word, text = sentence.words[place], sentence.text.strip()
    site = Site(sentence.id, place, place + 1, PREPOSITION, word, context=text)
    return (before, middle, after), site
