"""What was found in a version of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lsprotocol.types import Diagnostic

from solecism.finding import CheckedSentence, Finding
from solecism.lsp.document import Document


@dataclass(frozen=True, slots=True)
class Located:
    """A finding, where its sentence and its underlined characters are, and its diagnostic."""

    finding: Finding
    origin: int
    start: int
    end: int
    diagnostic: Diagnostic


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """A document, its checked sentences, and the findings in the order of the text.

    `problem` says what is wrong with the settings of its project.
    """

    document: Document
    sentences: tuple[CheckedSentence, ...] = ()
    findings: tuple[Located, ...] = ()
    problem: str | None = None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics of all findings."""
        return [located.diagnostic for located in self.findings]

    def touching(self, start: int, end: int) -> Sequence[Located]:
        """The findings that touch a span of characters."""
        return [each for each in self.findings if each.start <= end and start <= each.end]


def placed(sentences: Sequence[CheckedSentence]) -> Iterator[tuple[int, CheckedSentence]]:
    """The sentences of a document, each with the offset at which it begins."""
    origin = 0
    for checked in sentences:
        yield origin, checked
        origin += len(checked.sentence.text) + len(checked.sentence.after)


def underlined(finding: Finding) -> tuple[int, int]:
    """The characters of a sentence to underline: those of the finding, or a word beside a gap."""
    if finding.start < finding.end:
        return finding.start, finding.end
    sentence = finding.sentence
    beside = (finding.start, finding.end)
    for start, end in zip(sentence.starts, sentence.ends, strict=True):
        beside = (start, end)
        if start >= finding.start:
            break
    return beside
