"""A sentence: its text, its words, and their annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import add, attrgetter, le
from typing import TYPE_CHECKING, Any, Protocol, cast

from solecism.edit import Annotation
from solecism.errors import InputError
from solecism.tree import Tree


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a sentence, with its half-open span of characters."""

    id: str
    text: str
    start: int
    end: int
    tag: str | None
    lemma: str | None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A base phrase: label (NP, VP), half-open span of words, and the word that heads it."""

    label: str
    start: int
    end: int
    head: int


# The columns that a sentence may compute only when they are first used.
_LATER = ("tags", "lemmas", "chunks")


class Annotated(Protocol):
    """A block of annotated sentences, which computes the columns of each on demand."""

    def columns_of(self, number: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Chunk, ...]]:
        """The tags, lemmas and chunks of the sentence with this number."""


class _Linked:
    """The slot for the link from a sentence to its block, until its columns are used."""

    __slots__ = ("_link",)
    _link: tuple[Annotated, int] | None


@dataclass(frozen=True, slots=True)
class Sentence(_Linked):
    """Text and words, in columns: word i begins at character `starts[i]` of `text`.

    Tags, lemmas and other columns are empty if they were not computed. `after` is the
    white space up to the next sentence, so that a document is rebuilt by joining
    `text + after`. `notes` holds facts about the sentence (first language, score, comments),
    `columns` facts about its words that only some formats have (heads, relations).
    """

    id: str
    text: str
    words: tuple[str, ...]
    starts: tuple[int, ...]
    tags: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    trees: tuple[Tree, ...] = ()
    after: str = "\n"
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        n_words = len(self.words)
        for name, column in (
            ("starts", self.starts),
            ("tags", self.tags),
            ("lemmas", self.lemmas),
            *self.columns.items(),
        ):
            if len(column) != n_words and (column or name == "starts"):
                raise InputError(f"{self.id}: {n_words} words but {len(column)} {name}")
        # Half the time of reading plain text would go into a loop over the words here.
        ends = map(add, self.starts, map(len, self.words))
        is_in_order = all(map(le, chain((0,), ends), self.starts))
        if not is_in_order or not all(map(self.text.startswith, self.words, self.starts)):
            self._complain()

    def _complain(self) -> None:
        done = 0
        for word, start in zip(self.words, self.starts, strict=True):
            if start < done or not self.text.startswith(word, start):
                raise InputError(f"{self.id}: word {word!r} is not at character {start}")
            done = start + len(word)

    def __reduce__(self) -> tuple[Callable[..., Sentence], tuple[Any, ...]]:
        # Between processes: nothing is checked again.
        return _unpickled, _all_columns(self)

    def __hash__(self) -> int:
        return hash((self.id, self.text))

    def __len__(self) -> int:
        return len(self.words)

    def __str__(self) -> str:
        """The text; for a tagged sentence, the words with their tags."""
        if not self.tags:
            return self.text
        return " ".join(f"{word}/{tag}" for word, tag in zip(self.words, self.tags, strict=True))

    @property
    def ends(self) -> tuple[int, ...]:
        """Where each word ends, in characters."""
        return tuple(start + len(word) for start, word in zip(self.starts, self.words, strict=True))

    def with_columns(
        self,
        *,
        tags: tuple[str, ...],
        lemmas: tuple[str, ...],
        chunks: tuple[Chunk, ...],
    ) -> Sentence:
        """The same sentence with other tags, lemmas and chunks.

        Its words, which are where they were, are not looked for in the text again: on the way
        from text to tags that would be a tenth of the time.
        """
        for name, column in (("tags", tags), ("lemmas", lemmas)):
            if column and len(column) != len(self.words):
                raise InputError(f"{self.id}: {len(self.words)} words but {len(column)} {name}")
        return self._parts().with_columns(tags, lemmas, chunks)

    def with_annotations(self, annotations: tuple[Annotation, ...]) -> Sentence:
        """The same sentence with other annotations; its words are not located again."""
        parts = self._parts()
        parts.annotations = annotations
        return parts.with_columns(self.tags, self.lemmas, self.chunks)

    def linked(self, block: Annotated, number: int) -> Sentence:
        """The same sentence; its tags, lemmas and chunks come from a block at first use."""
        return self._parts().with_link((block, number))

    def _parts(self) -> _Parts:
        """What is not computed from the words."""
        return _Parts(
            self.id,
            self.text,
            self.words,
            self.starts,
            self.after,
            self.annotations,
            self.trees,
            self.columns,
            self.notes,
        )

    @property
    def link(self) -> tuple[Annotated, int] | None:
        """The block and number that its columns will come from; None if it has them."""
        return getattr(self, "_link", None)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Called for empty slots. All are filled at first use, so that a sentence that stays
            # in memory does not keep a thousand others there.
            if name not in _LATER:
                raise AttributeError(f"a sentence has no {name}")
            if (link := self.link) is not None:
                block, number = link
                for column, value in zip(_LATER, block.columns_of(number), strict=True):
                    object.__setattr__(self, column, value)
                object.__setattr__(self, "_link", None)
            return object.__getattribute__(self, name)

    def tokens(self) -> Iterator[Token]:
        """The words one by one, each with its annotations."""
        for index, (word, start) in enumerate(zip(self.words, self.starts, strict=True)):
            yield Token(
                id=f"{self.id}:{index}",
                text=word,
                start=start,
                end=start + len(word),
                tag=self.tags[index] if self.tags else None,
                lemma=self.lemmas[index] if self.lemmas else None,
            )


_COPIED = ("id", "text", "words", "starts", "after", "annotations", "trees", "columns", "notes")
_all_columns = attrgetter(*_COPIED, *_LATER)


class _Parts(_Linked):
    """The slots of a sentence before it is one: they are filled without a check.

    To fill the slots of a frozen class takes eight times as long, which is a fiftieth of the whole
    way from text to tags. A class with the same slots can be exchanged for it afterwards.
    """

    __slots__ = Sentence.__slots__

    def __init__(
        self,
        id: str,
        text: str,
        words: tuple[str, ...],
        starts: tuple[int, ...],
        after: str,
        annotations: tuple[Annotation, ...],
        trees: tuple[Tree, ...],
        columns: Mapping[str, tuple[str, ...]],
        notes: Mapping[str, str],
    ) -> None:
        self.id = id
        self.text = text
        self.words = words
        self.starts = starts
        self.after = after
        self.annotations = annotations
        self.trees = trees
        self.columns = columns
        self.notes = notes

    def with_link(self, link: tuple[Annotated, int]) -> Sentence:
        """The sentence of these parts, whose tags, lemmas and chunks come later."""
        self._link = link
        self.__class__ = Sentence  # type: ignore[assignment]  # the same slots
        return cast(Sentence, self)

    def with_columns(
        self, tags: tuple[str, ...], lemmas: tuple[str, ...], chunks: tuple[Chunk, ...]
    ) -> Sentence:
        """The sentence of these parts and columns."""
        self.tags = tags
        self.lemmas = lemmas
        self.chunks = chunks
        self.__class__ = Sentence  # type: ignore[assignment]  # the same slots
        return cast(Sentence, self)


def _unpickled(*columns: Any) -> Sentence:
    return _Parts(*columns[:-3]).with_columns(*columns[-3:])


def tokenised(
    id: str, text: str, words: tuple[str, ...], starts: tuple[int, ...], *, after: str
) -> Sentence:
    """A sentence of the words that a tokeniser found in the text, at these places."""
    parts = _Parts(id, text, words, starts, after, (), (), {}, {})
    return parts.with_columns((), (), ())


def rewritten(
    sentence: Sentence,
    text: str,
    words: tuple[str, ...],
    starts: tuple[int, ...],
    *,
    tags: tuple[str, ...],
    lemmas: tuple[str, ...],
    annotations: tuple[Annotation, ...],
    trees: tuple[Tree, ...],
    notes: Mapping[str, str],
) -> Sentence:
    """The sentence after edits of its words, given where the new words are in the new text.

    Chunks and further columns are left out: they were those of other words.
    """
    parts = _Parts(sentence.id, text, words, starts, sentence.after, annotations, trees, {}, notes)
    return parts.with_columns(tags, lemmas, ())


def from_words(id: str, words: Sequence[str], *, text: str | None = None) -> Sentence:
    """A sentence of words that are found in `text` in order, or joined by single spaces.

    >>> from_words("essay7.3", ["It", "'s", "me"], text="It's me").starts
    (0, 2, 5)
    """
    if text is None:
        text = " ".join(words)
    starts: list[int] = []
    done = 0
    for word in words:
        start = text.find(word, done)
        if start < 0:
            raise InputError(f"{id}: word {word!r} is not in the text after character {done}")
        starts.append(start)
        done = start + len(word)
    return Sentence(id, text, tuple(words), tuple(starts))
