"""Sentences with the trees that a parser gives them, by one process or by several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import tee
from pathlib import Path

from solecism.sentence import Sentence
from solecism.system.processes import batches, ordered_map
from solecism.tree import Tree
from solecism_lab.parse.grammar.grammar import Grammar
from solecism_lab.parse.parser import Parsed, Parser, SentenceParser

_BATCH_SENTENCES = 50


def parse_in_parallel(
    sentences: Iterable[Sentence], load: Callable[[], Parser], *, n_jobs: int
) -> Iterator[tuple[Sentence, Parsed]]:
    """Each sentence with its parse by the loaded parser, by `n_jobs` processes."""
    size = 1 if n_jobs == 1 else _BATCH_SENTENCES
    to_parse, sources = tee(batches(sentences, size))
    parses = ordered_map(_BatchParser(load), to_parse, n_jobs=n_jobs)
    for batch, parsed in zip(sources, parses, strict=True):
        yield from zip(batch, parsed, strict=True)


class _BatchParser:
    """Parses batches in a process of its own, which loads the parser."""

    def __init__(self, load: Callable[[], Parser]) -> None:
        self._load = load

    @cached_property
    def _parser(self) -> Parser:
        return self._load()

    def __call__(self, batch: list[Sentence]) -> list[Parsed]:
        return list(self._parser.parses(batch))


LOG_LIKELIHOOD = "log_likelihood"


@dataclass(slots=True)
class ParseCounts:
    """How many sentences were parsed, and how many of their trees are joined from pieces."""

    n_sentences: int = 0
    n_in_pieces: int = 0


@dataclass(frozen=True, slots=True)
class ParserOptions:
    """The model of a parser, the bundled one by default, and whether it takes tags as given."""

    model: str | None = None
    uses_tags: bool = False

    def load(self) -> Parser:
        """The parser, with its grammar read."""
        grammar = None if self.model is None else Grammar.load(Path(self.model))
        return Parser(grammar, uses_tags=self.uses_tags)


def parse_sentences(
    sentences: Iterable[Sentence],
    options: ParserOptions | None = None,
    *,
    n_jobs: int = 1,
    counts: ParseCounts | None = None,
) -> Iterator[Sentence]:
    """The sentences, each with its tree, its tags, and its log likelihood as a note.

    `counts`, where given, grows as sentences are taken.
    """
    load = (options or ParserOptions()).load
    for sentence, parsed in parse_in_parallel(sentences, load, n_jobs=n_jobs):
        if counts is not None:
            counts.n_sentences += 1
            counts.n_in_pieces += parsed.n_pieces > 1
        notes = dict(sentence.notes)
        if parsed.log_likelihood is not None:
            notes[LOG_LIKELIHOOD] = f"{parsed.log_likelihood:.6f}"
        yield with_tree(replace(sentence, notes=notes), parsed.tree)


def parse_with(parser: SentenceParser, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """The sentences, each with the tree and the tags that another parser gives it."""
    asked = list(sentences)
    for sentence, tree in zip(asked, parser.trees(asked), strict=True):
        yield with_tree(sentence, tree)


def with_tree(sentence: Sentence, tree: Tree) -> Sentence:
    """The sentence with this tree only, and with its tags unless the parse failed."""
    tags = tuple(leaf.tag for leaf in tree.leaves())
    return replace(
        sentence, trees=(tree,), tags=tags if len(tags) == len(sentence) else sentence.tags
    )
