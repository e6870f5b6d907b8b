"""Fixes files: their texts with all first suggestions, as a whole or as a unified diff."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff

from solecism.check.advice.fixed import fixed_text
from solecism.check.files import CheckSummary, FileOptions, check_each_file
from solecism.counted import count
from solecism.errors import InputError
from solecism.finding import CheckedSentence
from solecism.formats import files, registry

_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
_NO_NEWLINE = "\n\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True)
class FixedFile:
    """The text of a file as it is and as it would be, and how many findings were mended or not."""

    path: str
    before: str
    after: str
    n_mended: int
    n_left: int


def fix_files(
    paths: Sequence[str],
    options: FileOptions,
    summary: CheckSummary,
    *,
    markup: bool = True,
    n_jobs: int = 1,
) -> Iterator[FixedFile]:
    """Every file of plain text that can be read, fixed; a file named twice comes once.

    Files that cannot be read are recorded in `summary` and left out.
    """
    for path in paths:
        _refuse_annotated(path)
    paths = list(dict.fromkeys(paths))
    for path, sentences in check_each_file(paths, options, summary, markup=markup, n_jobs=n_jobs):
        n_problems = len(summary.problems)
        checked = list(sentences)
        if len(summary.problems) == n_problems:
            yield _fixed(path, checked)


def write_fixed(
    fixed_files: Iterable[FixedFile],
    summary: CheckSummary,
    *,
    output: str = files.STANDARD_STREAM,
    is_diff: bool = False,
    is_in_place: bool = False,
) -> int:
    """Write the fixed texts to `output`, or their differences, or each to its own file.

    A file that does not change is not written again. What was mended is added to the notes of
    `summary`. The number of findings that are still in the texts is returned.
    """
    n_mended = n_left = 0
    pieces: list[str] = []
    for each in fixed_files:
        n_mended += each.n_mended
        n_left += each.n_left
        if not is_in_place:
            pieces.append(difference(each) if is_diff else each.after)
        elif each.after != each.before:
            files.write_text(each.path, [each.after])
    if not is_in_place and not summary.problems:
        files.write_text(output, pieces)
    if n_mended or n_left:
        summary.notes.append(summary_line(n_mended, n_left, is_planned=is_diff))
    return n_mended + n_left if is_diff else n_left


def difference(fixed: FixedFile) -> str:
    """The changes of a file as a unified diff, which `patch` reads; empty if there are none."""
    name = files.shown_name(fixed.path)
    before, after = (list(io.StringIO(text, newline="\n")) for text in (fixed.before, fixed.after))
    lines = unified_diff(before, after, name, name)
    return "".join(line if line.endswith("\n") else line + _NO_NEWLINE for line in lines)


def summary_line(n_mended: int, n_left: int, *, is_planned: bool = False) -> str:
    """How many findings were mended, or would be, and how many cannot be, in one line.

    >>> summary_line(3, 1), summary_line(1, 0, is_planned=True)
    ('3 of 4 findings were mended; 1 has no suggestion.', '1 finding would be mended.')
    """
    n_findings = n_mended + n_left
    verb = "would be" if is_planned else "was" if n_mended == 1 else "were"
    if not n_left:
        return f"{count(n_findings, 'finding')} {verb} mended."
    rest = f"{n_left:,} {'has' if n_left == 1 else 'have'} no suggestion"
    return f"{n_mended:,} of {count(n_findings, 'finding')} {verb} mended; {rest}."


def _fixed(path: str, checked: Sequence[CheckedSentence]) -> FixedFile:
    mark = _MARK if files.has_byte_order_mark(path) else ""
    before = "".join(each.sentence.text + each.sentence.after for each in checked)
    findings = [finding for each in checked for finding in each.findings]
    n_mended = sum(bool(finding.flag.suggestions) for finding in findings)
    after = "".join(fixed_text(checked))
    return FixedFile(path, mark + before, mark + after, n_mended, len(findings) - n_mended)


def _refuse_annotated(path: str) -> None:
    if not registry.is_text(path):
        raise InputError(
            f"{path}: is not plain text, and --fix writes plain text only. "
            "For annotated text, --format m2 writes the suggestions as edits."
        )
