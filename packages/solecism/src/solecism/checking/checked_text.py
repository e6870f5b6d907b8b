"""A checked text: its sentences and findings, which print as `solecism check` prints them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, overload

from solecism.checking import explanations
from solecism.checking.html_page import format_articles
from solecism.checking.output_formats import format_finding
from solecism.checking.reasons import reason
from solecism.checking.suggested_edits import fixed_text
from solecism.checking.texts import findings_with_offsets
from solecism.finding import CheckedSentence, Finding

# The kind of an error of which a detector of your own does not say the kind.
UNNAMED_KIND = "error"


@dataclass(frozen=True, slots=True)
class TextFinding(Finding):
    """A finding with its place in the text: `text[finding.offset:finding.end_offset]` is its text.

    Where a word is missing both offsets are those of the next word. If several texts were checked,
    offsets count from the beginning of the finding's own text.
    """

    sentence_offset: int = 0

    @property
    def offset(self) -> int:
        """The character of the text at which the finding begins."""
        return self.sentence_offset + self.start

    @property
    def end_offset(self) -> int:
        """The character of the text before which the finding ends."""
        return self.sentence_offset + self.end

    @property
    def kind(self) -> str:
        """The kind of error, such as wrong-preposition."""
        return self.flag.kind or UNNAMED_KIND

    @property
    def readers(self) -> float | None:
        """The share of native readers who would object; None where it is not known."""
        return self.flag.readers

    @property
    def explanation(self) -> str:
        """What is wrong, and why, in a sentence without its full stop."""
        return reason(self)

    @property
    def page(self) -> str:
        """The page that has rules and examples: `solecism explain PAGE`; empty if there is none."""
        return explanations.page_name(self.flag.kind)

    def to_dict(self) -> dict[str, Any]:
        """Everything about the finding in strings, numbers and lists, ready for JSON."""
        return {
            "text": self.text,
            "offset": self.offset,
            "end_offset": self.end_offset,
            "kind": self.kind,
            "suggestions": [{"text": each.text, "p": each.p} for each in self.flag.suggestions],
            "confidence": self.confidence,
            "readers": self.readers,
            "explanation": self.explanation,
            "page": self.page,
            "rule": self.flag.rule,
            "file": self.file,
            "line": self.place.line,
            "column": self.place.column,
            "where": self.where,
            "sentence": self.sentence.text,
        }


@dataclass(frozen=True)
class CheckedText(Sequence[TextFinding]):
    """The findings of a text in order, its sentences, and the detector that found them.

    `note` says why another detector was asked than usual, and how a file was read.
    """

    sentences: tuple[CheckedSentence, ...]
    detector: str
    note: str = ""

    @cached_property
    def findings(self) -> tuple[TextFinding, ...]:
        """The findings of all sentences, from left to right."""
        return tuple(self._placed_findings())

    @property
    def text(self) -> str:
        """The text that was checked; that of a document is the plain text in it.

        Several texts come one after another.
        """
        return "".join(each.sentence.text + each.sentence.after for each in self.sentences)

    @cached_property
    def fixed(self) -> str:
        """The text with the first suggestion of every finding that has one.

        Everything else is as it was; several texts come one after another.
        """
        return "".join(fixed_text(self.sentences))

    @overload
    def __getitem__(self, index: int) -> TextFinding: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[TextFinding]: ...

    def __getitem__(self, index: int | slice) -> TextFinding | Sequence[TextFinding]:
        return self.findings[index]

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[TextFinding]:
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

    def _placed_findings(self) -> Iterator[TextFinding]:
        for _, sentences in groupby(self.sentences, key=attrgetter("file")):
            for offset, found in findings_with_offsets(sentences):
                yield TextFinding(
                    found.flag,
                    found.file,
                    found.place,
                    found.sentence,
                    found.start,
                    found.end,
                    found.origin,
                    found.where,
                    offset,
                )
