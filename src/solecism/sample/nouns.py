"""Nouns to be judged in five constructions (Lee, Tetreault and Chodorow 2009, section 3.3).

Table 3 of the paper: of each noun two sentences for each article and number of the original, and
of those with *the* two where the noun was mentioned in the five sentences before, and two where
it was not: 14, as far as the text has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from heapq import heappop, heappush

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.locate.noun_table import NounTable
from solecism.locate.noun_ways import asking, bare
from solecism.sample.noun_candidates import Candidate, candidates
from solecism.sample.noun_ranks import LEAST_TIMES, RankedNoun, ranked_nouns
from solecism.sentence import Sentence

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
    kept = _kept(candidates(sentences, table, least_times=least_times), n_each, seed)
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


def _kept(candidates: Iterable[Candidate], n_each: int, seed: int) -> list[_Drawn]:
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


def _drawn(candidate: Candidate, number: int, site: str) -> _Drawn:
    return _Drawn(
        number,
        site,
        candidate.noun,
        candidate.construction,
        candidate.is_mentioned,
        candidate.word,
        candidate.place,
        tuple(map(bare, candidate.sentences)),
    )


def _in_context(chosen: Sequence[_Drawn]) -> tuple[Sentence, ...]:
    """The sentences in the order of the text, each with the nouns to ask about."""
    asked: dict[int, set[int]] = {}
    sentences: dict[int, Sentence] = {}
    for drawn in chosen:
        first = drawn.place - len(drawn.sentences) + 1
        sentences.update(enumerate(drawn.sentences, first))
        asked.setdefault(drawn.place, set()).add(drawn.word)
    return tuple(asking(sentences[at], asked.get(at, ())) for at in sorted(sentences))


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
