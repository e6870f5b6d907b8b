"""The suspicion of an error in a sentence: the score of its most suspicious word.

Logistic regression over the words and tags around each word, learned from the training part
with errors made in it and without. The tags are our tagger's, of the text as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from solecism.corrupt.corrupt import corrupt
from solecism.corrupt.recipe import PRESETS
from solecism.detect.choice.error_scorer import BITS
from solecism.language.annotate import annotate_sentences
from solecism.numeric.arrays import Floats
from solecism.papers.treebanks.error_sets import PRESET
from solecism.sentence import Sentence
from solecism.train.choice.logistic import Logistic

_N_ROUNDS_OF_ERRORS = 3
_N_EPOCHS = 3
_EDGE = 2
# Offsets of the words (w) and tags (t) that each feature looks at together.
_FEATURES = tuple(
    tuple((piece[0], int(piece[1:])) for piece in feature.split())
    for feature in (
        "w0|w-1 w0|w0 w1|t-1 t0 t1|w0 t1|t-1 w0|t-2 t-1 t0|t0 t1 t2|t-1 t0|t0 t1|w-1 t0|t0 w1"
        "|t-2 t-1 t0 t1|w-1 w0 t1|t-1 w0 t1"
    ).split("|")
)
_MASK = (1 << BITS) - 1


class Suspicion:
    """A classifier of words, learned from sentences with and without synthetic errors."""

    def __init__(self, sentences: Sequence[Sentence], *, seed: int) -> None:
        examples = [(sentence, frozenset[int]()) for sentence in _tagged(sentences)]
        for number in range(_N_ROUNDS_OF_ERRORS):
            corrupted = corrupt(sentences, PRESETS[PRESET], seed=seed + number)
            bad = [each.sentence for each in corrupted]
            examples += zip(_tagged(bad), map(_wrong_places, bad), strict=True)
        rows = np.concatenate([_rows(sentence) for sentence, _ in examples])
        is_error = np.array(
            [place in wrong for one, wrong in examples for place in range(len(one.words))]
        )
        self._model = Logistic(n_figures=1)
        rng = np.random.default_rng(seed)
        ones = np.ones(len(rows), dtype=np.float32)
        for _ in range(_N_EPOCHS):
            self._model.learn(rows, ones[:, None], is_error, weights=ones, rng=rng)

    def scores(self, sentences: Iterable[Sentence]) -> Floats:
        """For each sentence the score of its most suspicious word."""
        scorer = self._model.error_scorer()
        scores = []
        for sentence in _tagged(sentences):
            rows = _rows(sentence)
            ones = np.ones((len(rows), 1), dtype=np.float32)
            scores.append(float(scorer.scores(rows, ones).max(initial=-np.inf)))
        return np.array(scores)


def _tagged(sentences: Iterable[Sentence]) -> Iterable[Sentence]:
    bare = [sentence.with_columns(tags=(), lemmas=(), chunks=()) for sentence in sentences]
    return annotate_sentences(bare, lemmas=False, chunks=False)


def _wrong_places(sentence: Sentence) -> frozenset[int]:
    """The words of a sentence that edits change; of a missing word, the one after the gap."""
    edits = [edit for annotation in sentence.annotations for edit in annotation.edits]
    return frozenset(
        place for edit in edits for place in range(edit.start, max(edit.end, edit.start + 1))
    )


def _rows(sentence: Sentence) -> NDArray[np.uint32]:
    words = [*_edge("<"), *map(str.lower, sentence.words), *_edge(">")]
    tags = [*_edge("<"), *sentence.tags, *_edge(">")]
    columns = {"w": words, "t": tags}
    return np.array(
        [
            [
                _hashed(number, *(columns[column][place + offset] for column, offset in feature))
                for number, feature in enumerate(_FEATURES)
            ]
            for place in range(_EDGE, _EDGE + len(sentence.words))
        ],
        dtype=np.uint32,
    ).reshape(len(sentence.words), len(_FEATURES))


def _edge(mark: str) -> list[str]:
    return [mark] * _EDGE


def _hashed(number: int, *parts: str) -> int:
    return crc32("\x1f".join((str(number), *parts)).encode()) & _MASK
