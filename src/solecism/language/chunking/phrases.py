"""Noun and verb phrases in columns: their starts, ends and heads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.language.chunking.chunk_model import LABELS
from solecism.numeric.arrays import Ints
from solecism.sentence import Chunk

_B_NP, _I_NP, _B_VP, _I_VP = map(LABELS.index, ("B-NP", "I-NP", "B-VP", "I-VP"))
# Which words can head a phrase, best class first; where there is none, its last word does.
_NOUN, _NOUN_LIKE, _VERB, _MODAL = 1, 2, 4, 8
_NP_HEADS, _VP_HEADS = (_NOUN, _NOUN_LIKE), (_VERB, _MODAL)
_HEAD_CLASS = (
    dict.fromkeys("CD DT JJ JJR JJS WDT FW ADD $ RB PRP$ WP$ PDT".split(), _NOUN_LIKE)
    | dict.fromkeys("NN NNS NNP NNPS PRP WP EX".split(), _NOUN)
    | dict.fromkeys("VB VBP VBZ VBD".split(), _VERB)
    | dict.fromkeys(["VBG", "VBN"], _VERB | _NOUN_LIKE)
    | {"MD": _MODAL}
)


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Phrases in order; places count all words of some sentences, from the first one on."""

    begins: Ints
    ends: Ints
    heads: Ints
    is_verbal: npt.NDArray[np.bool_]

    def between(self, first: int, last: int) -> Phrases:
        """The phrases of the words `first:last`, with places counted from `first`."""
        some = slice(*np.searchsorted(self.begins, (first, last)).tolist())
        return Phrases(
            self.begins[some] - first,
            self.ends[some] - first,
            self.heads[some] - first,
            self.is_verbal[some],
        )

    def chunks(self) -> tuple[Chunk, ...]:
        """The phrases one by one."""
        names = ["VP" if verbal else "NP" for verbal in self.is_verbal.tolist()]
        columns = (column.tolist() for column in (self.begins, self.ends, self.heads))
        return tuple(map(Chunk, names, *columns))


_NONE = np.zeros(0, dtype=np.int64)
NO_PHRASES = Phrases(_NONE, _NONE, _NONE, _NONE.astype(bool))


def phrases_of(labels: Ints, tags: npt.NDArray[np.integer], names: Sequence[str]) -> Phrases:
    """Phrases and heads from labels of words, and their tags by number in `names`."""
    begins = np.flatnonzero((labels == _B_NP) | (labels == _B_VP))
    is_inside = (labels == _I_NP) | (labels == _I_VP)
    outside = np.append(np.flatnonzero(~is_inside), len(labels))
    ends = outside[np.searchsorted(outside, begins, side="right")]
    is_verbal = labels[begins] == _B_VP
    classes = np.array([_HEAD_CLASS.get(name, 0) for name in names], dtype=np.uint8)[tags]
    heads = np.where(
        is_verbal,
        _last_of(_VP_HEADS, classes, begins, ends),
        _last_of(_NP_HEADS, classes, begins, ends),
    )
    return Phrases(begins, ends, heads, is_verbal)


def _last_of(
    wanted: Sequence[int], classes: npt.NDArray[np.uint8], begins: Ints, ends: Ints
) -> Ints:
    heads = ends - 1
    for head_class in reversed(wanted):
        places = np.where(classes & np.uint8(head_class), np.arange(len(classes)), -1)
        last = np.maximum.accumulate(places)[ends - 1]
        heads = np.where(last >= begins, last, heads)
    return heads


def head(label: str, tags: Sequence[str], start: int, end: int) -> int:
    """The word that heads a phrase of tagged words `start:end`.

    >>> head("NP", ["DT", "NN", "CD"], 0, 3)
    1
    """
    for head_class in _VP_HEADS if label == "VP" else _NP_HEADS:
        for place in range(end - 1, start - 1, -1):
            if _HEAD_CLASS.get(tags[place], 0) & head_class:
                return place
    return end - 1
