"""The miner: candidates for extraneous prepositions in each text, and the best of all texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from solecism.cluster.operations.operation import RowOperation, Values
from solecism.cluster.operations.row_sentences import characters, every_sentence, numbered
from solecism.detect.extraneous import language_model
from solecism.detect.extraneous.mine import (
    Candidate,
    MiningSettings,
    best_candidates,
    suspects,
    suspicion,
)
from solecism.detect.extraneous.ngram_table import NgramTable
from solecism.formats.files import short_hash
from solecism.kind import PREPOSITION
from solecism.site import Site

CANDIDATES = "candidates"


class Miner(RowOperation):
    """Finds candidates for extraneous prepositions in batches of rows.

    The column `candidates` has for each of them the characters `start` to `end` of the
    preposition, the three `words` in normal form, their `score` as `solecism mine` shows it, and
    how often native text has them with the preposition (`n_with`) and without it (`n_without`);
    `sentence` and `word` are the numbers of the sentence from 1 and of the word in it from 0, and
    `context` is the sentence.
    """

    name = "mine"
    columns = (CANDIDATES,)

    def __init__(
        self, *, column: str = "text", min_without: int = 20, model: str | None = None
    ) -> None:
        super().__init__(column)
        self._min_without = min_without
        self._model = model

    def types(self) -> dict[str, Any]:
        """A list of candidates per row."""
        import pyarrow as pa

        candidate = {
            "start": pa.int32(),
            "end": pa.int32(),
            "words": pa.list_(pa.string()),
            **dict.fromkeys(("score", "n_with", "n_without"), pa.float64()),
            "sentence": pa.int32(),
            "word": pa.int32(),
            "context": pa.string(),
        }
        return {CANDIDATES: pa.list_(pa.struct(list(candidate.items())))}

    def settings(self) -> dict[str, Any]:
        """The least count, and the hash of a model that does not come with this package."""
        model = None if self._model is None else short_hash([self._model])
        return {"min_without": self._min_without, "model": model}

    def load(self) -> None:
        """Load the counts of n-grams."""
        _table(self._model)

    def values_of(self, texts: Sequence[str]) -> Iterator[Values]:
        """The candidates in each text."""
        split = numbered(texts)
        of_sentence: dict[str, list[tuple[int, dict[str, Any]]]] = {}
        suspicious = suspects(every_sentence(split), _table(self._model), self._min_without)
        for trigram, site, n_with, n_without in suspicious:
            candidate = {
                "words": list(trigram),
                "score": suspicion(n_with, n_without),
                "n_with": n_with,
                "n_without": n_without,
                "word": site.start,
                "context": site.context,
            }
            of_sentence.setdefault(site.sentence, []).append((site.start, candidate))
        for text in split:
            candidates = []
            for number, (offset, sentence) in enumerate(text.placed(), 1):
                for word, candidate in of_sentence.get(sentence.id, ()):
                    start, end = characters(offset, sentence, word, word + 1)
                    candidates.append({**candidate, "start": start, "end": end, "sentence": number})
            yield (candidates,)


def best_of_rows(
    rows: Iterable[tuple[str, Sequence[Any]]], settings: MiningSettings
) -> list[Candidate]:
    """The best candidates of all rows, given the name of each row and its candidates."""
    alone = (
        Candidate(tuple(each["words"]), each["n_with"], each["n_without"], 1, [_site(name, each)])
        for name, candidates in rows
        for each in candidates
    )
    return best_candidates(alone, settings)


def _site(name: str, candidate: Any) -> Site:
    word = candidate["word"]
    return Site(
        f"{name}.{candidate['sentence']}",
        word,
        word + 1,
        PREPOSITION,
        candidate["words"][1],
        context=candidate["context"],
    )


@lru_cache(maxsize=1)
def _table(model: str | None) -> NgramTable:
    """The counts of this process: callers may be copied for each batch."""
    path = language_model.BUNDLED_MODEL if model is None else Path(model)
    return language_model.read(path).table
