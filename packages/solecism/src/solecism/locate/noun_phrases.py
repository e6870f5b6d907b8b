"""Noun phrases: article, number, construction, earlier mentions, and why they may leave no choice.

Lee, Tetreault and Chodorow (2009), section 3.3: article and number are open unless the head is a
name, a pronoun or a non-count noun, or something else than an article determines it (*this car,
his car, one car, some cars*). The phrases that are excluded there are located here too, with the
reason: learners write *these car* and *an advice*.

Direct anaphora (footnote 2 of that section): has the same noun headed a phrase before, in the five
sentences just before?
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from solecism.locate.sentence_columns import Columns, Role, Roles
from solecism.locate.sites import CONSTRUCTION_OF, NULL, THE, A
from solecism.numeric import Bools, Ints
from solecism.sentence import Sentence


@dataclass(frozen=True, slots=True, eq=False)
class NounParts:
    """Spans with their heads, in order; `is_second` where the part before is joined to it."""

    begins: Ints
    ends: Ints
    heads: Ints
    is_second: Bools


def noun_parts(columns: Columns) -> NounParts:
    """Each noun phrase, or each of its halves: *cats and dogs*, but *research and sales costs*."""
    of_nouns = ~columns.is_verbal
    begins, ends = columns.phrase_begins[of_nouns], columns.phrase_ends[of_nouns]
    heads = columns.phrase_heads[of_nouns]
    cuts = _cuts(columns.roles, begins, heads)
    order = np.argsort(np.append(begins, cuts + 1), kind="stable")
    return NounParts(
        np.append(begins, cuts + 1)[order],
        np.sort(np.append(ends, cuts)),
        np.sort(np.append(heads, cuts - 1)),
        order >= len(begins),
    )


def _cuts(roles: Roles, begins: Ints, heads: Ints) -> Ints:
    """The conjunctions that join two heads.

    The noun before is a head itself if it is plural, or if one noun alone follows.
    """
    places = np.flatnonzero(roles == Role.CONJUNCTION)
    if not len(begins):
        return places[:0]
    phrase = np.searchsorted(begins, places, side="right") - 1
    is_inside = (phrase >= 0) & (places > begins[phrase]) & (places < heads[phrase])
    places, phrase = places[is_inside], phrase[is_inside]
    before = roles[places - 1]
    is_noun = (roles >= Role.SINGULAR).cumsum()
    is_last = is_noun[heads[phrase]] - is_noun[places] == 1
    is_plural = (before == Role.PLURAL) | (before == Role.NAMES)
    is_cut = is_plural | ((before >= Role.SINGULAR) & is_last)
    return np.asarray(places[is_cut])


class Reason(IntEnum):
    """Why a noun phrase leaves no choice of article or number; OPEN if there is a choice."""

    OPEN = 0
    NO_NOUN = 1
    NAME = 2
    PRONOUN = 3
    ODD = 4
    DETERMINER = 5
    POSSESSIVE = 6
    NUMERAL = 7
    QUANTIFIER = 8
    SHARED = 9
    NON_COUNT = 10


@dataclass(frozen=True, slots=True, eq=False)
class NounPhrases:
    """Noun phrases from left to right, by places in `Columns`.

    A phrase is `begins:ends`, its noun at `heads`; an article is at `openings` or would be inserted
    before the word there. `articles` are NULL, A or THE; `determiners` is the role of the last
    other determiner, which is at `determiner_at`, 0 and -1 if there is none; `constructions` is one
    of five, or NO_CONSTRUCTION (*a stones*).
    """

    begins: Ints
    ends: Ints
    heads: Ints
    openings: Ints
    articles: npt.NDArray[np.uint8]
    determiners: Roles
    determiner_at: Ints
    is_plural: Bools
    constructions: npt.NDArray[np.uint8]
    reasons: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.heads)

    def select(self, index: Bools | Ints) -> NounPhrases:
        """Some of the noun phrases."""
        return NounPhrases(*(getattr(self, field.name)[index] for field in fields(self)))


def noun_phrases(columns: Columns) -> NounPhrases:
    """All noun phrases; `noun_table.with_non_count` marks those with a non-count noun."""
    parts = noun_parts(columns)
    roles = columns.roles
    article_at = _last(_is_any(roles, _ARTICLES), parts)
    determiner_at = _last(_is_any(roles, _OTHER_DETERMINERS), parts)
    articles = _ARTICLE_OF[np.where(article_at < 0, 0, roles[article_at])]
    determiners = np.where(determiner_at < 0, 0, roles[determiner_at]).astype(np.uint8)
    head_roles = roles[parts.heads]
    is_plural = (head_roles == Role.PLURAL) | (head_roles == Role.NAMES)
    is_determined = (articles != NULL) | (determiners != 0)
    reasons = np.where(determiners != 0, _REASON_OF[determiners], Reason.OPEN)
    reasons = np.where(~is_determined & _is_shared(parts, is_determined), Reason.SHARED, reasons)
    is_common = (head_roles == Role.SINGULAR) | (head_roles == Role.PLURAL)
    reasons = np.where(is_common, reasons, _HEAD_REASON_OF[head_roles])
    return NounPhrases(
        begins=parts.begins,
        ends=parts.ends,
        heads=parts.heads,
        openings=np.where(article_at < 0, _openings(roles, parts), article_at),
        articles=articles,
        determiners=determiners,
        determiner_at=determiner_at,
        is_plural=is_plural,
        constructions=_CONSTRUCTION_OF[is_plural.astype(np.intp), articles],
        reasons=reasons.astype(np.uint8),
    )


_ARTICLES = (Role.A, Role.THE)
_OTHER_DETERMINERS = range(Role.THIS, Role.NUMERAL + 1)
_ARTICLE_OF = np.full(1 + max(Role), NULL, dtype=np.uint8)
_ARTICLE_OF[[Role.A, Role.THE]] = A, THE
_CONSTRUCTION_OF = np.array(CONSTRUCTION_OF, dtype=np.uint8)
_REASON_OF = np.full(1 + max(Role), Reason.NO_NOUN, dtype=np.uint8)
for _reason, _roles in {
    Reason.NAME: (Role.NAME, Role.NAMES),
    Reason.PRONOUN: (Role.PRONOUN,),
    Reason.ODD: (Role.ODD,),
    Reason.DETERMINER: (Role.THIS, Role.THESE, Role.EACH, Role.WHICH),
    Reason.POSSESSIVE: (Role.POSSESSIVE,),
    Reason.NUMERAL: (Role.ONE, Role.NUMBER, Role.NUMERAL),
    Reason.QUANTIFIER: (Role.ALL, Role.SOME, Role.MANY, Role.MUCH),
}.items():
    _REASON_OF[list(_roles)] = _reason
# A head with the role of a determiner (*this is mine*) is not a noun.
_HEAD_REASON_OF = np.where(np.arange(len(_REASON_OF)) < Role.SINGULAR, Reason.NO_NOUN, _REASON_OF)


def _is_any(roles: Roles, wanted: Collection[int]) -> Bools:
    table = np.zeros(1 + max(Role), dtype=bool)
    table[list(wanted)] = True
    return table[roles]


def _last(is_one: Bools, parts: NounParts) -> Ints:
    """The last place with `is_one` before the head of each phrase, -1 if there is none."""
    places = np.maximum.accumulate(np.where(is_one, np.arange(len(is_one)), -1))
    last = places[parts.heads - 1]
    return np.where(last >= parts.begins, last, -1)


def _is_shared(parts: NounParts, is_determined: Bools) -> Bools:
    """Whether the determiner of the half before serves both: *the boys and girls*."""
    return np.asarray(parts.is_second & np.append(False, is_determined[:-1]))


def _openings(roles: Roles, parts: NounParts) -> Ints:
    """Where an article would go: after *'s*, *all* and such, and adverbs like *only*."""
    first = roles[parts.begins]
    following = roles[np.minimum(parts.begins + 1, parts.heads)]
    is_before = (first == Role.POSSESSIVE) | (first == Role.ALL)
    is_before |= (first == Role.ADVERB) & (following >= Role.SINGULAR)
    return np.asarray(np.minimum(parts.begins + is_before, parts.heads))


N_CONTEXT = 5


@dataclass(frozen=True, slots=True, eq=False)
class Mentions:
    """The earlier mentions of the head of each noun phrase.

    `n_back` is how many sentences back the last one is, 0 if there is none within five;
    `is_in_sentence` whether there is one earlier in the same sentence; `last` the number of the
    last such phrase, -1 if there is none.
    """

    n_back: npt.NDArray[np.uint8]
    is_in_sentence: npt.NDArray[np.bool_]
    last: Ints


def documents_of(sentences: Sequence[Sentence]) -> Ints:
    """The number of each sentence's document, by ids: `essay7.3` belongs to `essay7`.

    >>> from solecism.sentence import from_words
    >>> documents_of([from_words(id, ["Yes"]) for id in ("a.1", "a.2", "b.1")]).tolist()
    [0, 0, 1]
    """
    numbers: dict[str, int] = {}
    names = (sentence.id.rpartition(".")[0] for sentence in sentences)
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int64)


def mentions(columns: Columns, phrases: NounPhrases, *, documents: Ints | None = None) -> Mentions:
    """The earlier mentions of each head in these sentences, which are one document by default."""
    is_noun = (phrases.reasons != Reason.NO_NOUN) & (phrases.reasons != Reason.PRONOUN)
    nouns = np.flatnonzero(is_noun)
    lemmas = columns.lemmas[phrases.heads[nouns]]
    order = np.argsort(lemmas, kind="stable")
    nouns, lemmas = nouns[order], lemmas[order]
    sentences = columns.sentences[phrases.heads[nouns]]
    is_new = np.ones(len(nouns), dtype=bool)
    is_new[1:] = (lemmas[1:] != lemmas[:-1]) | (sentences[1:] != sentences[:-1])
    first_here = np.maximum.accumulate(np.where(is_new, np.arange(len(nouns)), 0))
    before = np.maximum(first_here - 1, 0)
    distance = sentences - sentences[before]
    is_near = (lemmas[before] == lemmas) & (distance > 0) & (distance <= N_CONTEXT)
    if documents is not None:
        is_near &= documents[sentences] == documents[sentences[before]]
    result = Mentions(
        np.zeros(len(phrases), dtype=np.uint8),
        np.zeros(len(phrases), dtype=bool),
        np.full(len(phrases), -1, dtype=np.int64),
    )
    result.n_back[nouns] = np.where(is_near, distance, 0)
    result.is_in_sentence[nouns] = ~is_new
    result.last[nouns] = np.where(is_near, nouns[before], -1)
    again = np.flatnonzero(~is_new)
    result.last[nouns[again]] = nouns[again - 1]
    return result
