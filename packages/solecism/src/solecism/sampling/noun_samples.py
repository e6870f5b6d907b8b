"""Nouns to be judged in five constructions (Lee, Tetreault and Chodorow 2009, section 3.3).

Nouns are ranked by their main construction and its entropy. Table 3 of the paper: of each noun two
sentences for each article and number of the original, and of those with *the* two where the noun
was mentioned in the five sentences before, and two where it was not: 14, as far as the text has
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from heapq import heappop, heappush
from typing import Literal, NamedTuple

import numpy as np

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.locate.noun_phrases import (
    N_CONTEXT,
    NounPhrases,
    documents_of,
    mentions,
    noun_phrases,
)
from solecism.locate.noun_table import NounTable, with_non_count
from solecism.locate.open_nouns import bare_sentence, is_askable, with_asked_nouns
from solecism.locate.sentence_columns import Columns, columns
from solecism.locate.sites import CONSTRUCTIONS
from solecism.numeric import Bools
from solecism.sentence import Sentence
from solecism.site import NUMBER, Site
from solecism.system.processes import batches

Rank = Literal["high", "low"]
HIGH: Rank = "high"
LOW: Rank = "low"
LEAST_TIMES = 1_000


@dataclass(frozen=True, slots=True)
class RankedNoun:
    """A noun with its commonest construction, and whether its entropy is among the highest."""

    noun: str
    dominant: str
    entropy: float
    rank: Rank
    n_times: int


def ranked_nouns(
    table: NounTable,
    *,
    n_each: int = 3,
    least: int = LEAST_TIMES,
    among: Collection[str] | None = None,
) -> list[RankedNoun]:
    """For each dominant construction the nouns of highest and of lowest entropy.

    Those that native text has at least so often and that count; `among` some only. Where there
    are too few, each is either high or low.
    """
    if n_each < 1:
        raise InputError(f"{n_each} nouns are too few. Give at least 1.")
    n_times = table.counts.sum(axis=1)
    is_kept = (n_times >= least) & ~table.is_non_count[:-1]
    dominant = table.counts.argmax(axis=1)
    nouns: list[RankedNoun] = []
    for number, name in enumerate(CONSTRUCTIONS):
        rows = [
            int(row)
            for row in np.flatnonzero(is_kept & (dominant == number))
            if among is None or table.nouns[row] in among
        ]
        rows.sort(key=lambda row: (-table.entropies[row], table.nouns[row]))
        n_high = min(n_each, (len(rows) + 1) // 2)
        nouns += [_ranked(table, row, name, HIGH) for row in rows[:n_high]]
        nouns += [_ranked(table, row, name, LOW) for row in rows[n_high:][-n_each:]]
    return nouns


def _ranked(table: NounTable, row: int, dominant: str, rank: Rank) -> RankedNoun:
    return RankedNoun(
        table.nouns[row],
        dominant,
        float(table.entropies[row]),
        rank,
        int(table.counts[row].sum()),
    )


# Headings have too little to judge by, and nobody reads longer sentences with pleasure.
_SHORTEST, _LONGEST = 5, 60


class NounCandidate(NamedTuple):
    """A noun in sentence `number` of `around`, which is the text's sentence `place`."""

    noun: str
    construction: str
    is_mentioned: bool
    word: int
    place: int
    around: list[Sentence]
    number: int

    @property
    def site(self) -> Site:
        """The site of the noun."""
        sentence = self.around[self.number]
        return Site(sentence.id, self.word, self.word + 1, NUMBER, sentence.words[self.word])

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentence, preceded by up to five earlier ones of its document."""
        document = _document(self.around[self.number])
        near = self.around[max(self.number - N_CONTEXT, 0) : self.number + 1]
        return tuple(each for each in near if _document(each) == document)


def noun_candidates(
    sentences: Iterable[Sentence], table: NounTable, *, least_times: int
) -> Iterator[NounCandidate]:
    """The nouns of annotated sentences that are open and frequent enough in the table."""
    is_common = np.append(table.counts.sum(axis=1) >= least_times, False)
    before: list[Sentence] = []
    last_mentions: dict[tuple[int, str], int] = {}
    n_done = 0
    for batch in batches(sentences):
        around = [*before, *batch]
        text = columns(batch)
        phrases = with_non_count(noun_phrases(text), text, table)
        numbers = text.sentences[phrases.heads]
        rows = table.rows(text.lemmas[phrases.heads])
        words = phrases.heads - text.starts[numbers]
        is_mentioned = mentions(text, phrases, documents=documents_of(batch)).n_back > 0
        is_mentioned |= _is_mentioned_before(last_mentions, batch, text, phrases)
        is_candidate = is_askable(phrases) & is_common[rows] & _is_readable(batch)[numbers]
        of_phrases = (rows, phrases.constructions, is_mentioned, words, numbers)
        for row, construction, was_mentioned, word, number in zip(
            *(column[is_candidate].tolist() for column in of_phrases), strict=True
        ):
            yield NounCandidate(
                table.nouns[row],
                CONSTRUCTIONS[construction],
                was_mentioned,
                word,
                n_done + number,
                around,
                len(before) + number,
            )
        before, n_done = around[-N_CONTEXT:], n_done + len(batch)
        last_mentions = _last_mentions(batch, text, phrases)


def _is_readable(batch: Sequence[Sentence]) -> Bools:
    lengths = np.array([len(sentence) for sentence in batch])
    return np.asarray((lengths >= _SHORTEST) & (lengths <= _LONGEST))


def _last_mentions(
    batch: Sequence[Sentence], text: Columns, phrases: NounPhrases
) -> dict[tuple[int, str], int]:
    """How many sentences before the end of the batch each noun last occurred, by document."""
    numbers = text.sentences[phrases.heads]
    last = np.flatnonzero(numbers >= len(batch) - N_CONTEXT)
    lemmas = text.lemmas[phrases.heads[last]]
    return {
        (lemma, _document(batch[number])): len(batch) - number
        for lemma, number in zip(lemmas.tolist(), numbers[last].tolist(), strict=True)
    }


def _is_mentioned_before(
    last_mentions: dict[tuple[int, str], int],
    batch: Sequence[Sentence],
    text: Columns,
    phrases: NounPhrases,
) -> Bools:
    """Whether each noun occurred before the batch, at most five sentences earlier."""
    numbers = text.sentences[phrases.heads]
    first = np.flatnonzero(numbers < N_CONTEXT)
    is_mentioned = np.zeros(len(phrases), dtype=bool)
    for index, number in zip(first.tolist(), numbers[first].tolist(), strict=True):
        key = (int(text.lemmas[phrases.heads[index]]), _document(batch[number]))
        is_mentioned[index] = number + last_mentions.get(key, N_CONTEXT + 1) <= N_CONTEXT
    return is_mentioned


def _document(sentence: Sentence) -> str:
    return sentence.id.rpartition(".")[0]


WRITER = "writer"
_DEFINITE = ("the singular", "the plural")


@dataclass(frozen=True, slots=True)
class NounSample:
    """Sentences in context with notes on the nouns to ask about, and properties of these nouns.

    `writers` says of each site which construction the writer used, and in its notes the noun, its
    commonest construction, its entropy, and whether it was mentioned before: raters must not know.
    """

    sentences: tuple[Sentence, ...]
    writers: tuple[Judgment, ...]
    nouns: tuple[RankedNoun, ...]


@dataclass(frozen=True, slots=True, order=True)
class _Drawn:
    """A noun in the sample so far; the one with the smallest number is replaced first."""

    number: int
    site: str
    noun: str = field(compare=False)
    construction: str = field(compare=False)
    is_mentioned: bool = field(compare=False)
    word: int = field(compare=False)
    place: int = field(compare=False)
    sentences: tuple[Sentence, ...] = field(compare=False)


def draw_nouns(
    sentences: Iterable[Sentence],
    table: NounTable,
    *,
    n_nouns: int = 3,
    n_each: int = 2,
    least_items: int = 8,
    least_times: int = LEAST_TIMES,
    seed: int,
) -> NounSample:
    """The sample from annotated sentences, which does not depend on the order of documents.

    Nouns are ranked by the table, of those that the text has in at least `least_items` of the
    sentences wanted.
    """
    if n_each < 1:
        raise InputError(f"{n_each} sentences of each kind are too few. Give at least 1.")
    kept = _kept(noun_candidates(sentences, table, least_times=least_times), n_each, seed)
    n_items = Counter(drawn.noun for drawn in kept)
    there = {noun for noun, n in n_items.items() if n >= least_items}
    ranked = ranked_nouns(table, n_each=n_nouns, least=least_times, among=there)
    if not ranked:
        raise InputError(
            f"no noun occurs in {least_items} suitable sentences. Give more text, or require "
            "fewer sentences per noun (--least)."
        )
    by_name = {noun.noun: noun for noun in ranked}
    chosen = sorted(
        (drawn for drawn in kept if drawn.noun in by_name), key=lambda each: (each.place, each.word)
    )
    writers = tuple(_writer(drawn, by_name[drawn.noun]) for drawn in chosen)
    return NounSample(_in_context(chosen), writers, tuple(ranked))


def _kept(candidates: Iterable[NounCandidate], n_each: int, seed: int) -> list[_Drawn]:
    """A random selection of the wanted number for each noun, construction and mention."""
    cells: dict[tuple[str, str, bool], list[_Drawn]] = {}
    for each in candidates:
        is_told_apart = each.is_mentioned and each.construction in _DEFINITE
        cell = cells.setdefault((each.noun, each.construction, is_told_apart), [])
        site = each.site.id
        # By its id alone, so that the order of texts does not matter to a seed.
        digest = blake2b(f"{seed}|{site}".encode(), digest_size=8).digest()
        number = int.from_bytes(digest, "big")
        if len(cell) < n_each or cell[0].number < number:
            heappush(cell, _drawn(each, number, site))
        if len(cell) > n_each:
            heappop(cell)
    return [drawn for cell in cells.values() for drawn in cell]


def _drawn(candidate: NounCandidate, number: int, site: str) -> _Drawn:
    return _Drawn(
        number,
        site,
        candidate.noun,
        candidate.construction,
        candidate.is_mentioned,
        candidate.word,
        candidate.place,
        tuple(map(bare_sentence, candidate.sentences)),
    )


def _in_context(chosen: Sequence[_Drawn]) -> tuple[Sentence, ...]:
    """The sentences in the order of the text, each with the nouns to ask about."""
    asked: dict[int, set[int]] = {}
    sentences: dict[int, Sentence] = {}
    for drawn in chosen:
        first = drawn.place - len(drawn.sentences) + 1
        sentences.update(enumerate(drawn.sentences, first))
        asked.setdefault(drawn.place, set()).add(drawn.word)
    return tuple(with_asked_nouns(sentences[at], asked.get(at, ())) for at in sorted(sentences))


def _writer(drawn: _Drawn, noun: RankedNoun) -> Judgment:
    notes = {
        "construction": drawn.construction,
        "noun": noun.noun,
        "dominant": noun.dominant,
        "entropy": noun.rank,
        "bits": f"{noun.entropy:.3f}",
        "mentioned": "yes" if drawn.is_mentioned else "no",
    }
    return Judgment(drawn.site, WRITER, "yes*", task="article-number", notes=notes)
