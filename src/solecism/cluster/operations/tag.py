"""The tagger: the words of each text with their tags, lemmas and chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from solecism.cluster.operations.operation import RowOperation, Values
from solecism.cluster.operations.row_sentences import (
    TextSentences,
    every_sentence,
    numbered,
    parted,
)
from solecism.formats.files import short_hash
from solecism.formats.tag_columns import rows
from solecism.formats.tagged import SentenceTagger

WORDS = "words"


class Tagger(RowOperation):
    """Tags the words of batches of rows.

    The column `words` has for each word of a text the number of its `sentence` from 1, its
    characters `start` to `end`, its `text`, Penn tag, lemma, and chunk as `solecism tag` shows it.
    """

    name = "tag"
    columns = (WORDS,)

    def __init__(
        self, *, column: str = "text", tagger: str | None = None, chunker: str | None = None
    ) -> None:
        super().__init__(column)
        self._models = (tagger, chunker)

    def types(self) -> dict[str, Any]:
        """A list of words per row."""
        import pyarrow as pa

        numbers = dict.fromkeys(("sentence", "start", "end"), pa.int32())
        texts = dict.fromkeys(("text", "tag", "lemma", "chunk"), pa.string())
        return {WORDS: pa.list_(pa.struct(list({**numbers, **texts}.items())))}

    def settings(self) -> dict[str, Any]:
        """The hashes of models that do not come with this package."""
        names = ("tagger", "chunker")
        return {
            name: None if path is None else short_hash([path])
            for name, path in zip(names, self._models, strict=True)
        }

    def load(self) -> None:
        """Load the models."""
        _tagger(*self._models).load()

    def values_of(self, texts: Sequence[str]) -> Iterator[Values]:
        """The words of each text."""
        split = numbered(texts)
        tagged = _tagger(*self._models)(every_sentence(split))
        for sentences in parted(tagged, split):
            yield (list(_words(TextSentences(sentences))),)


def _words(text: TextSentences) -> Iterator[dict[str, Any]]:
    for number, (offset, sentence) in enumerate(text.placed(), 1):
        for start, (word, tag, lemma, chunk) in zip(sentence.starts, rows(sentence), strict=True):
            yield {
                "sentence": number,
                "start": offset + start,
                "end": offset + start + len(word),
                "text": word,
                "tag": tag,
                "lemma": lemma,
                "chunk": chunk,
            }


@lru_cache(maxsize=1)
def _tagger(tagger: str | None, chunker: str | None) -> SentenceTagger:
    """The models of this process: callers may be copied for each batch."""
    return SentenceTagger(tagger, chunker)
