"""Noun phrases: article, number, construction, and why they may leave no choice.

Lee, Tetreault and Chodorow (2009), section 3.3: article and number are open unless the head is a
name, a pronoun or a non-count noun, or something else than an article determines it (*this car,
his car, one car, some cars*). The phrases that are excluded there are located here too, with the
reason: learners write *these car* and *an advice*.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from solecism.locate.construction import CONSTRUCTION_OF, NULL, THE, A
from solecism.locate.noun_parts import Parts, noun_parts
from solecism.locate.noun_roles import Role, Roles
from solecism.locate.sentence_columns import Columns
from solecism.numeric.arrays import Bools, Ints


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


def _last(is_one: Bools, parts: Parts) -> Ints:
    """The last place with `is_one` before the head of each phrase, -1 if there is none."""
    places = np.maximum.accumulate(np.where(is_one, np.arange(len(is_one)), -1))
    last = places[parts.heads - 1]
    return np.where(last >= parts.begins, last, -1)


def _is_shared(parts: Parts, is_determined: Bools) -> Bools:
    """Whether the determiner of the half before serves both: *the boys and girls*."""
    return np.asarray(parts.is_second & np.append(False, is_determined[:-1]))


def _openings(roles: Roles, parts: Parts) -> Ints:
    """Where an article would go: after *'s*, *all* and such, and adverbs like *only*."""
    first = roles[parts.begins]
    following = roles[np.minimum(parts.begins + 1, parts.heads)]
    is_before = (first == Role.POSSESSIVE) | (first == Role.ALL)
    is_before |= (first == Role.ADVERB) & (following >= Role.SINGULAR)
    return np.asarray(np.minimum(parts.begins + is_before, parts.heads))
