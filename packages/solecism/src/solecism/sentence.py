"""A sentence: its text, its words, and their annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from itertools import chain
from operator import add, attrgetter, le
from typing import TYPE_CHECKING, Any, Protocol

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


@dataclass(frozen=True, slots=True)
class Sentence:
    """Text and words, in columns: word i begins at character `starts[i]` of `text`.

    Tags, lemmas and other columns are empty if they were not computed. `after` is the
    white space up to the next sentence, so that a document is rebuilt by joining
    `text + after`. `notes` holds facts about the sentence (first language, score, comments),
    `columns` facts about its words that only some formats have (heads, relations). With a `link`,
    tags, lemmas and chunks come from a block of sentences when they are first used. Words that
    are `located` are known to be at their places, and are not looked for in the text again.
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
    link: tuple[Annotated, int] | None = field(default=None, compare=False, repr=False)
    located: InitVar[bool] = False

    def __post_init__(self, located: bool) -> None:
        if self.link is not None:
            for name in _LATER:
                object.__delattr__(self, name)
        elif not located:
            self._check()

    def _check(self) -> None:
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
        return Sentence, (*_all_columns(self), None, True)

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
        return self._with(tags, lemmas, chunks, self.annotations)

    def with_annotations(self, annotations: tuple[Annotation, ...]) -> Sentence:
        """The same sentence with other annotations; its words are not located again."""
        return self._with(self.tags, self.lemmas, self.chunks, annotations)

    def linked(self, block: Annotated, number: int) -> Sentence:
        """The same sentence; its tags, lemmas and chunks come from a block at first use."""
        return self._with((), (), (), self.annotations, (block, number))

    def _with(
        self,
        tags: tuple[str, ...],
        lemmas: tuple[str, ...],
        chunks: tuple[Chunk, ...],
        annotations: tuple[Annotation, ...],
        link: tuple[Annotated, int] | None = None,
    ) -> Sentence:
        return Sentence(
            self.id,
            self.text,
            self.words,
            self.starts,
            tags,
            lemmas,
            chunks,
            annotations,
            self.trees,
            self.after,
            self.columns,
            self.notes,
            link,
            True,
        )

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
                object.__setattr__(self, "link", None)
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


_all_columns = attrgetter(
    *("id", "text", "words", "starts", *_LATER, "annotations", "trees", "after", "columns", "notes")
)


def tokenised(
    id: str, text: str, words: tuple[str, ...], starts: tuple[int, ...], *, after: str
) -> Sentence:
    """A sentence of the words that a tokeniser found in the text, at these places."""
    return Sentence(id, text, words, starts, after=after, located=True)


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
    return Sentence(
        sentence.id,
        text,
        words,
        starts,
        tags,
        lemmas,
        annotations=annotations,
        trees=trees,
        after=sentence.after,
        notes=notes,
        located=True,
    )


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
