"""What an answer says about a text, and where: comments and changes by characters of the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from solecism import site as sites
from solecism.check import explain
from solecism.check.advice.changes import Change, changes
from solecism.check.edits import first_edits
from solecism.check.reasons.reason import reason
from solecism.finding import CheckedSentence, Finding, span


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on characters `start` to `end` of a text: a title and some short lines."""

    start: int
    end: int
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The remarks on a text and the changes that mend it, both from left to right."""

    remarks: tuple[Remark, ...]
    changes: tuple[Change, ...]


def answer(checked: Iterable[CheckedSentence]) -> Answer:
    """The answer to a text, given its checked sentences in order.

    The changes are those of all first suggestions: applied to the text, they give what `--fix`
    writes.
    """
    remarks: list[Remark] = []
    changed: list[Change] = []
    offset = 0
    for each in checked:
        sentence = each.sentence
        if each.findings:
            remarks += _remarks(each, offset)
            changed += (
                replace(change, start=change.start + offset, end=change.end + offset)
                for change in changes(sentence, first_edits(each))
            )
        offset += len(sentence.text) + len(sentence.after)
    return Answer(tuple(remarks), tuple(changed))


def _remarks(checked: CheckedSentence, offset: int) -> Iterator[Remark]:
    for finding in checked.findings:
        start, end = _commented(finding)
        yield Remark(
            start + offset,
            end + offset,
            explain.sentence_case(explain.name(finding.kind)),
            tuple(
                f"{explain.sentence_case(line)}."
                for line in (reason(finding), explain.advice(finding), explain.certainty(finding))
                if line
            ),
        )


def _commented(finding: Finding) -> tuple[int, int]:
    """The words in question; if one is missing, the word after the gap or else before it."""
    if finding.start < finding.end:
        return finding.start, finding.end
    site, n_words = sites.parse(finding.flag.site), len(finding.sentence.words)
    word = min(site.start, n_words - 1)
    return span(finding.sentence, word, word + 1)
