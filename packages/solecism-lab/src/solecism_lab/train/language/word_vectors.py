"""Word vectors from running text: the neighbours of words, in few dimensions.

Counts of the two words on either side, weighted by positive pointwise mutual information and
reduced by a randomised singular value decomposition (Halko, Martinsson and Tropp 2011).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sparse

from solecism.errors import InputError
from solecism.language.tagger import normal_form
from solecism.numeric import Floats32, Ints

MIN_COUNT = 8
N_CONTEXT_WORDS = 2000
OFFSETS = (-2, -1, 1, 2)
# Frequent contexts count for less than their share (Levy, Goldberg and Dagan 2015).
CONTEXT_SMOOTHING = 0.75
_PARAGRAPH_END = 0
_STRIP = 4_000_000


@dataclass(frozen=True, slots=True)
class WordVectors:
    """Normal forms, most frequent first, and a row of numbers for each."""

    words: tuple[str, ...]
    rows: Floats32


class _Numbers(dict[str, int]):
    """Words numbered in order of appearance from 1."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self) + 1
        return number


def word_vectors(
    paragraphs: Iterable[Sequence[str]], *, n_words: int, n_dimensions: int, seed: int
) -> WordVectors:
    """Vectors of the `n_words` most frequent words, and four columns on frequency and capitals.

    Words seen fewer than eight times have none. The paragraphs are read once.
    """
    numbers = _Numbers()
    text = array("i", [_PARAGRAPH_END])
    for words in paragraphs:
        text.extend(map(numbers.__getitem__, words))
        text.append(_PARAGRAPH_END)
    sequence = np.frombuffer(text, dtype=np.int32)
    vocabulary, rank, counts = _vocabulary(numbers, sequence, n_words)
    if not vocabulary:
        raise InputError(
            f"the native text has no word that occurs {MIN_COUNT} times. Give more of it."
        )
    contexts = _context_counts(rank[sequence], len(vocabulary))
    rows = _reduced(_pointwise_mutual_information(contexts), n_dimensions, seed)
    return WordVectors(vocabulary, np.concatenate([rows, counts], axis=1))


def _vocabulary(
    numbers: _Numbers, sequence: npt.NDArray[np.int32], n_words: int
) -> tuple[tuple[str, ...], Ints, Floats32]:
    """The frequent normal forms, the rank of each word's normal form, and columns of counts.

    Rank `n` (as many as there are normal forms) stands for all rare words, `n + 1` for the end
    of a paragraph.
    """
    n_raw = np.bincount(sequence, minlength=len(numbers) + 1)[1:]
    forms: dict[str, int] = {}
    form_of = np.array([forms.setdefault(normal_form(word), len(forms)) for word in numbers])
    is_capital = np.array([word[:1].isupper() for word in numbers])
    n_all = np.bincount(form_of, n_raw)
    n_capital = np.bincount(form_of, n_raw * is_capital)
    spellings = np.array(list(forms))
    order = np.lexsort((spellings, -n_all))[:n_words]
    order = order[n_all[order] >= MIN_COUNT]
    rank_of_form = np.full(len(forms), len(order), dtype=np.int64)
    rank_of_form[order] = np.arange(len(order))
    rank = np.concatenate([[len(order) + 1], rank_of_form[form_of]])
    p_capital = n_capital[order] / n_all[order]
    columns = [np.ones(len(order)), 3 * p_capital, p_capital > 0.5, np.log(n_all[order]) / 6]
    return tuple(spellings[order].tolist()), rank, np.stack(columns, axis=1).astype(np.float32)


def _context_counts(ranks: Ints, n_words: int) -> Any:
    """A sparse matrix: how often each context word is at each offset from each word."""
    n_contexts = min(N_CONTEXT_WORDS, n_words)
    contexts = np.minimum(ranks, n_contexts)
    contexts[ranks == n_words + 1] = n_contexts + 1
    reach = max(OFFSETS)
    blocks = []
    for offset in OFFSETS:
        total = sparse.csr_matrix((n_words, n_contexts + 2), dtype=np.float32)
        for begin in range(reach, len(ranks) - reach, _STRIP):
            end = min(begin + _STRIP, len(ranks) - reach)
            is_word = ranks[begin:end] < n_words
            pair = (ranks[begin:end][is_word], contexts[begin + offset : end + offset][is_word])
            ones = np.ones(len(pair[0]), dtype=np.float32)
            total += sparse.coo_matrix((ones, pair), shape=total.shape).tocsr()
        blocks.append(total)
    return sparse.hstack(blocks).tocsr()


def _pointwise_mutual_information(counts: Any) -> Any:
    """Rows of unit length of log(count / count expected by chance), where that is positive."""
    pairs = counts.tocoo()
    of_word = np.asarray(counts.sum(axis=1)).ravel() + 1.0
    of_context = np.asarray(counts.sum(axis=0)).ravel() + 1.0
    smoothed = of_context**CONTEXT_SMOOTHING
    smoothed *= of_context.sum() / smoothed.sum()
    expected = of_word[pairs.row] * smoothed[pairs.col] / of_context.sum()
    information = np.maximum(np.log(pairs.data / expected), 0).astype(np.float32)
    lengths = np.sqrt(np.bincount(pairs.row, information**2, minlength=counts.shape[0])) + 1e-6
    information /= lengths[pairs.row].astype(np.float32)
    matrix = sparse.csr_matrix((information, (pairs.row, pairs.col)), shape=counts.shape)
    matrix.eliminate_zeros()
    return matrix


def _reduced(matrix: Any, n_dimensions: int, seed: int) -> Floats32:
    """The rows in `n_dimensions` (zeros where the matrix has not so many), each of length 1."""
    rng = np.random.default_rng(seed)
    n_kept = min(n_dimensions, *matrix.shape)
    basis = rng.standard_normal((matrix.shape[1], min(n_kept + 16, *matrix.shape)))
    basis = basis.astype(np.float32)
    for _ in range(3):
        images, _ = np.linalg.qr(matrix @ basis)
        basis, _ = np.linalg.qr(matrix.T @ images)
    left, strengths, _ = np.linalg.svd(matrix @ basis, full_matrices=False)
    rows = np.zeros((matrix.shape[0], n_dimensions), dtype=np.float32)
    rows[:, :n_kept] = left[:, :n_kept] * np.sqrt(strengths[:n_kept])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6
    return rows * np.float32(np.sqrt(n_dimensions))
