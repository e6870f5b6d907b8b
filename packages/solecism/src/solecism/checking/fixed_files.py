"""Files are fixed: their texts with all first suggestions, as a whole or as a unified diff."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff

from solecism import documents
from solecism.checking.checked_files import CheckSummary, FileOptions, check_each_file
from solecism.checking.suggested_edits import fixed_text, suggestion_to_write
from solecism.documents import kinds
from solecism.documents.edited import editable_suffix, edited
from solecism.documents.encoding import MARK, UTF_8, encoding_name
from solecism.errors import InputError, SolecismError
from solecism.finding import CheckedSentence
from solecism.formats import files, registry
from solecism.system.display_text import count

_NO_NEWLINE = "\n\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True)
class FixedFile:
    """The text of a file as it is and as it would be, and how many findings were mended or not.

    Text is written in the encoding that it was read in. A Word or OpenDocument file, whose bytes
    are `original`, keeps its format; what is before and after is the text of its paragraphs.
    """

    path: str
    before: str
    after: str
    n_mended: int
    n_left: int
    encoding: str = "utf-8"
    original: bytes = b""

    @property
    def data(self) -> bytes:
        """The bytes of the fixed file."""
        if self.original:
            return edited(self.original, self.after, file=self.path)
        try:
            return self.after.encode(self.encoding)
        except UnicodeEncodeError as error:
            sign = self.after[error.start]
            raise InputError(
                f"{self.path}: {sign!r} cannot be written in {encoding_name(self.encoding)}. "
                "Save the file as UTF-8."
            ) from error


def fix_files(
    paths: Sequence[str],
    options: FileOptions,
    summary: CheckSummary,
    *,
    markup: bool = True,
    n_jobs: int = 1,
) -> Iterator[FixedFile]:
    """Every file whose text can be changed, fixed; a file named twice comes once.

    Others, and those that cannot be read, are recorded in `summary` and left out.
    """
    encodings: dict[str, str | None] = {}
    for path in dict.fromkeys(paths):
        try:
            encodings[path] = _encoding(path, markup=markup)
        except SolecismError as error:
            summary.problems.append(str(error))
    paths = list(encodings)
    for path, sentences in check_each_file(paths, options, summary, markup=markup, n_jobs=n_jobs):
        n_problems = len(summary.problems)
        checked = list(sentences)
        if len(summary.problems) == n_problems:
            yield _fixed(path, checked, encodings[path])


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
    `summary`. The number of findings that are still in the texts is returned. InputError if a Word
    or OpenDocument file would be written to standard output, or under the name of another kind.
    """
    n_mended = n_left = 0
    pieces: list[str | bytes] = []
    for each in fixed_files:
        n_mended += each.n_mended
        n_left += each.n_left
        if not is_in_place:
            if not is_diff:
                _check_target(each, output)
            pieces.append(difference(each) if is_diff else each.data)
        elif each.after != each.before:
            files.write_text(each.path, [each.data])
    if not is_in_place and not summary.problems:
        files.write_text(output, pieces)
    if n_mended or n_left:
        summary.notes.append(summary_line(n_mended, n_left, is_planned=is_diff))
    return n_mended + n_left if is_diff else n_left


def _check_target(fixed: FixedFile, output: str) -> None:
    if not fixed.original:
        return
    suffix = editable_suffix(fixed.original, fixed.path)
    if output == files.STANDARD_STREAM or not output.lower().endswith(suffix):
        raise InputError(
            f"{fixed.path}: is a Word or OpenDocument file. Name a file for the corrected copy, "
            f"such as --output corrected{suffix}, or change the file itself with --in-place."
        )


def difference(fixed: FixedFile) -> str:
    """The changes of a file as a unified diff, which `patch` reads; empty if there are none.

    Of a Word or OpenDocument file it has the paragraphs.
    """
    name = files.shown_name(fixed.path)
    end = "\n" if fixed.original else ""
    texts = (fixed.before + end, fixed.after + end)
    before, after = (list(io.StringIO(text, newline="\n")) for text in texts)
    lines = unified_diff(before, after, name, name)
    return "".join(line if line.endswith("\n") else line + _NO_NEWLINE for line in lines)


def summary_line(n_mended: int, n_left: int, *, is_planned: bool = False) -> str:
    """How many findings were mended, or would be, and how many cannot be, in one line.

    >>> summary_line(3, 1), summary_line(1, 0, is_planned=True)
    ('3 of 4 findings were mended; 1 has no sure suggestion.', '1 finding would be mended.')
    """
    n_findings = n_mended + n_left
    verb = "would be" if is_planned else "was" if n_mended == 1 else "were"
    if not n_left:
        return f"{count(n_findings, 'finding')} {verb} mended."
    rest = f"{n_left:,} {'has' if n_left == 1 else 'have'} no sure suggestion"
    return f"{n_mended:,} of {count(n_findings, 'finding')} {verb} mended; {rest}."


def _fixed(path: str, checked: Sequence[CheckedSentence], encoding: str | None) -> FixedFile:
    before = "".join(each.sentence.text + each.sentence.after for each in checked)
    findings = [finding for each in checked for finding in each.findings]
    n_mended = sum(suggestion_to_write(finding.flag) is not None for finding in findings)
    n_left = len(findings) - n_mended
    after = "".join(fixed_text(checked))
    if encoding is None:
        data = files.read_unpacked(path, most=kinds.MAX_BYTES)
        return FixedFile(path, before, after, n_mended, n_left, original=data)
    mark = MARK if _has_mark(path, encoding) else ""
    return FixedFile(path, mark + before, mark + after, n_mended, n_left, encoding)


def _has_mark(path: str, encoding: str) -> bool:
    """Whether a file begins with the mark that some editors write; never so of standard input."""
    mark = MARK.encode(encoding, "ignore")
    return path != files.STANDARD_STREAM and bool(mark) and files.head(path, len(mark)) == mark


def _encoding(path: str, *, markup: bool) -> str | None:
    """The encoding of a text file, None for a Word or OpenDocument file.

    InputError if the text of the file cannot be changed.
    """
    if not registry.is_text(path):
        raise InputError(
            f"{path}: is not plain text, and --fix writes plain text only. "
            "For annotated text, --format m2 writes the suggestions as edits."
        )
    content = documents.read_unless_plain(path, markup=markup)
    if content is None:
        return UTF_8
    if content.is_text:
        return content.encoding
    if editable_suffix(files.read_unpacked(path, most=kinds.MAX_BYTES), path):
        return None
    raise InputError(
        f"{path}: is a document that --fix cannot change: it changes text, Word and OpenDocument "
        "files. For the suggestions as tracked changes, use --format docx --track-changes."
    )
