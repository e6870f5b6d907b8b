"""Operations on rows of any text: check it, tag its words, or make errors in it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from solecism.checking import checker
from solecism.checking.checked_files import DetectorOptions
from solecism.checking.texts import findings_with_offsets
from solecism.checking.varieties import AUTO
from solecism.cluster.row_operation import RowOperation, Values
from solecism.corruption.corrupt import AnyRecipe, corrupt
from solecism.corruption.learner_writer import LearnerRecipe
from solecism.corruption.recipe import PRESETS
from solecism.finding import span
from solecism.formats import text as plain_text
from solecism.formats.files import short_hash
from solecism.formats.tagged import SentenceTagger, rows
from solecism.sentence import Sentence

_Item = TypeVar("_Item")


class TextSentences(NamedTuple):
    """The sentences of one text, in order."""

    sentences: list[Sentence]

    def placed(self) -> Iterator[tuple[int, Sentence]]:
        """Each sentence with the character of the text at which it begins."""
        offset = 0
        for sentence in self.sentences:
            yield offset, sentence
            offset += len(sentence.text) + len(sentence.after)


def split_texts(texts: Sequence[str], names: Iterable[str]) -> list[TextSentences]:
    """The sentences of each text; their ids begin with its name."""
    return [
        TextSentences(
            list(
                plain_text.parse(text.splitlines(keepends=True), document=name, file=name),
            )
        )
        for text, name in zip(texts, names, strict=True)
    ]


def split_numbered_texts(texts: Sequence[str]) -> list[TextSentences]:
    """The sentences of each text, which is named by its number."""
    return split_texts(texts, (f"text{number}" for number in range(1, len(texts) + 1)))


def every_sentence(split: Iterable[TextSentences]) -> list[Sentence]:
    """The sentences of all texts in one list."""
    return [sentence for text in split for sentence in text.sentences]


def grouped_by_text(
    items: Iterable[_Item], split: Iterable[TextSentences]
) -> Iterator[list[_Item]]:
    """Items that stand for the sentences of all texts, as one list per text."""
    every = iter(items)
    for text in split:
        yield list(islice(every, len(text.sentences)))


def characters_in_text(offset: int, sentence: Sentence, first: int, last: int) -> tuple[int, int]:
    """The span of characters in the text of some words of a sentence that begins at `offset`."""
    start, end = span(sentence, first, last)
    return offset + start, offset + end


FINDINGS = "findings"


class Checker(RowOperation):
    """Finds usage errors in batches of rows.

    `column` has the texts; the other settings are those of `solecism.check`. The column `findings`
    has for each error the characters `start` to `end` of the text (none where a word is missing),
    its `text` and `kind`, `suggestions` with the best first, the `probability` of an error and the
    `share` of readers who would object. The column `error` says why a text could not be checked.
    """

    name = "check"
    columns = (FINDINGS,)

    def __init__(
        self,
        *,
        column: str = "text",
        detector: str | None = None,
        audience: str | None = None,
        precision: float | None = None,
        threshold: float | None = None,
        kinds: Sequence[str] = (),
        min_share: float = 0.0,
        variety: str = AUTO,
        writer: str = AUTO,
        model: str | None = None,
        markup: bool = True,
    ) -> None:
        super().__init__(column)
        self._markup = markup
        self._options = DetectorOptions(
            name=detector,
            model=model,
            variety=variety,
            writer=writer,
            skims=True,
            audience=audience,
            precision=precision,
            threshold=threshold,
            kinds=tuple(kinds),
            min_share=min_share,
        )
        # An unknown name is told now, not with the first batch.
        _ = self._options.loader

    def types(self) -> dict[str, Any]:
        """A list of findings per row."""
        import pyarrow as pa

        finding = {
            "start": pa.int32(),
            "end": pa.int32(),
            "text": pa.string(),
            "kind": pa.string(),
            "suggestions": pa.list_(pa.string()),
            "probability": pa.float64(),
            "share": pa.float64(),
        }
        return {FINDINGS: pa.list_(pa.struct(list(finding.items())))}

    def settings(self) -> dict[str, Any]:
        """The settings of the detector, and what its model is."""
        options = self._options
        model = None if options.model is None else short_hash([options.model])
        return {**asdict(options), "name": options.detector, "model": model, "markup": self._markup}

    def load(self) -> None:
        """Load the detector."""
        _checker(self._options)

    def values_of(self, texts: Sequence[str]) -> Iterator[Values]:
        """The findings of each text."""
        for checked in _checker(self._options).check_all(texts, markup=self._markup):
            yield (
                [
                    {
                        "start": offset + finding.start,
                        "end": offset + finding.end,
                        "text": finding.text,
                        "kind": finding.kind,
                        "suggestions": list(finding.suggestions),
                        "probability": finding.confidence,
                        "share": finding.flag.readers,
                    }
                    for offset, finding in findings_with_offsets(checked.sentences)
                ],
            )


@lru_cache(maxsize=1)
def _checker(options: DetectorOptions) -> checker.TextChecker:
    """The checker of this process: callers may be copied for each batch."""
    return checker.TextChecker(options)


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
        split = split_numbered_texts(texts)
        tagged = _tagger(*self._models)(every_sentence(split))
        for sentences in grouped_by_text(tagged, split):
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
        self, *, column: str = "text", recipe: AnyRecipe = PRESETS["foster-2007"], seed: int = 7
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
        if isinstance(recipe, LearnerRecipe):
            return {"like": "learners", "recipe": recipe.settings(), "seed": self._seed}
        return {
            "weights": dict(recipe.weights),
            "per_sentence": recipe.per_sentence,
            "rounds": recipe.rounds,
            "confusions": None if recipe.confusions is None else _hash(repr(recipe.confusions)),
            "seed": self._seed,
        }

    def load(self) -> None:
        """Load the tables or the model of the recipe."""
        if isinstance(self._recipe, LearnerRecipe):
            self._recipe.writer()
        else:
            self._recipe.types()

    def values_of(self, texts: Sequence[str]) -> Iterator[Values]:
        """The edits of each text, and the text with errors."""
        split = split_texts(texts, map(_hash, texts))
        results = corrupt(every_sentence(split), self._recipe, seed=self._seed)
        for sentences in grouped_by_text((each.sentence for each in results), split):
            text = TextSentences(sentences)
            whole = "".join(sentence.text + sentence.after for sentence in sentences)
            yield list(_edits(text)), whole


def _edits(text: TextSentences) -> Iterator[dict[str, Any]]:
    for offset, sentence in text.placed():
        for edit in sentence.annotations[0].edits:
            start, end = characters_in_text(offset, sentence, edit.start, edit.end)
            correction = " ".join(edit.after)
            yield {"start": start, "end": end, "correction": correction, "kind": edit.kind}


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
