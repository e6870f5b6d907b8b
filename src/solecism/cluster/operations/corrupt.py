"""The corrupter: each text with errors made in it, and the edits that correct them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from solecism.cluster.operations.operation import RowOperation, Values
from solecism.cluster.operations.row_sentences import (
    TextSentences,
    characters,
    every_sentence,
    parted,
    split_texts,
)
from solecism.corrupt.corrupt import corrupt
from solecism.corrupt.recipe import PRESETS, Recipe

EDITS, CORRUPTED = "edits", "corrupted"


class Corrupter(RowOperation):
    """Makes errors in the texts of batches of rows.

    The column `corrupted` has the text with errors. The column `edits` has for each of them the
    characters `start` to `end` of the corrupted text, the words that stood there before as
    `correction`, and the `kind` of edit. The errors in a text depend on the text and the seed.
    """

    name = "corrupt"
    columns = (EDITS, CORRUPTED)

    def __init__(
        self, *, column: str = "text", recipe: Recipe = PRESETS["foster-2007"], seed: int = 7
    ) -> None:
        super().__init__(column)
        self._recipe = recipe
        self._seed = seed

    def types(self) -> dict[str, Any]:
        """A list of edits and a text per row."""
        import pyarrow as pa

        edit = {
            "start": pa.int32(),
            "end": pa.int32(),
            "correction": pa.string(),
            "kind": pa.string(),
        }
        return {EDITS: pa.list_(pa.struct(list(edit.items()))), CORRUPTED: pa.string()}

    def settings(self) -> dict[str, Any]:
        """The recipe and the seed."""
        recipe = self._recipe
        return {
            "weights": dict(recipe.weights),
            "per_sentence": recipe.per_sentence,
            "rounds": recipe.rounds,
            "confusions": None if recipe.confusions is None else _hash(repr(recipe.confusions)),
            "seed": self._seed,
        }

    def load(self) -> None:
        """Load the tables of the recipe."""
        self._recipe.types()

    def values_of(self, texts: Sequence[str]) -> Iterator[Values]:
        """The edits of each text, and the text with errors."""
        split = split_texts(texts, map(_hash, texts))
        results = corrupt(every_sentence(split), self._recipe, seed=self._seed)
        for sentences in parted((each.sentence for each in results), split):
            text = TextSentences(sentences)
            whole = "".join(sentence.text + sentence.after for sentence in sentences)
            yield list(_edits(text)), whole


def _edits(text: TextSentences) -> Iterator[dict[str, Any]]:
    for offset, sentence in text.placed():
        for edit in sentence.annotations[0].edits:
            start, end = characters(offset, sentence, edit.start, edit.end)
            correction = " ".join(edit.after)
            yield {"start": start, "end": end, "correction": correction, "kind": edit.kind}


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
