"""What the paper's experiments run on: native text, learners' text, and answers of raters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from solecism.figure import Figure
from solecism.judgment import Judgment
from solecism.language.annotate import annotate_sentences
from solecism.sentence import Sentence
from solecism.site import Site

Read = Callable[[], Sequence[Sentence]]


@dataclass(frozen=True)
class PrepositionInputs:
    """Functions that read the texts, which are called only for parts that are not saved.

    `native` is well-formed text, `learner` has corrections, `annotated` has those of two or more
    people. `cloze` and `choice` are judgments of studies with these tasks, `blanks` the items of
    the first; without them models stand where raters stood.
    """

    native: Read
    learner: Read
    annotated: Read
    blanks: tuple[Site, ...] = ()
    cloze: tuple[Judgment, ...] = ()
    choice: tuple[Judgment, ...] = ()
    n_items: int = 200
    n_sampled: int = 750
    n_samples: int = 200
    seed: int = 1

    @cached_property
    def native_sentences(self) -> list[Sentence]:
        """The native sentences with tags, lemmas and chunks."""
        return list(annotate_sentences(self.native()))

    @cached_property
    def learner_sentences(self) -> list[Sentence]:
        """The learners' sentences with tags, lemmas and chunks."""
        return list(annotate_sentences(self.learner()))

    @cached_property
    def annotated_sentences(self) -> list[Sentence]:
        """The sentences of several annotators with tags, lemmas and chunks."""
        return list(annotate_sentences(self.annotated()))


def plain(figure: Figure) -> Figure:
    """The figure without what its class adds, so that it can be saved."""
    return Figure(figure.value, name=figure.name, interval=figure.interval, note=figure.note)
