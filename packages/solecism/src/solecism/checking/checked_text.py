"""A checked text: its sentences and findings, which print as `solecism check` prints them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from solecism.checking import explanations
from solecism.checking.html_page import format_articles
from solecism.checking.output_formats import format_finding
from solecism.checking.suggested_edits import fixed_text
from solecism.finding import CheckedSentence, Finding


@dataclass(frozen=True)
class CheckedText(Sequence[Finding]):
    """The findings of a text in order, its sentences, and the detector that found them.

    `note` says why another detector was asked than usual, and how a file was read.
    """

    sentences: tuple[CheckedSentence, ...]
    detector: str
    note: str = ""

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all sentences, from left to right."""
        return tuple(finding for each in self.sentences for finding in each.findings)

    @cached_property
    def fixed(self) -> str:
        """The text with the first suggestion of every finding that has one.

        Everything else is as it was; several texts come one after another.
        """
        return "".join(fixed_text(self.sentences))

    @overload
    def __getitem__(self, index: int) -> Finding: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Finding]: ...

    def __getitem__(self, index: int | slice) -> Finding | Sequence[Finding]:
        return self.findings[index]

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __str__(self) -> str:
        n_files = len({each.file for each in self.sentences})
        summary = explanations.summary_line(len(self), len(self.sentences), n_files)
        return "".join([*map(format_finding, self.findings), summary])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The text with its findings marked, and the list of them, for a notebook."""
        return "".join(format_articles(self.sentences))
