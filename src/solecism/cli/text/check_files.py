"""Files to checked sentences, in order, by one process or several; what went wrong is kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from solecism.check.check import check_sentences, check_text
from solecism.check.other_lines import OtherLines
from solecism.detect.detector import Detector
from solecism.detect.operating_point import Decided
from solecism.detect.registry import Loader
from solecism.errors import FormatError, InputError, SolecismError
from solecism.finding import CheckedSentence
from solecism.formats import files, registry

if TYPE_CHECKING:
    from concurrent.futures import Future

# A file's sentences up to where it cannot be read, and why.
_Whole = tuple[list[CheckedSentence], str | None]


@dataclass(frozen=True, slots=True)
class Choice:
    """A detector, still to be loaded, how sure it shall be, and which errors are wanted of it."""

    load: Loader
    precision: float | None = None
    threshold: float | None = None
    kinds: tuple[str, ...] = ()
    min_readers: float = 0.0

    def loaded(self) -> Detector:
        """The detector at work."""
        detector = self.load(precision=self.precision, threshold=self.threshold)
        if not self.kinds and not self.min_readers:
            return detector
        return Decided(detector, None, self.kinds or detector.kinds, self.min_readers)


@dataclass(slots=True)
class Checked:
    """What is told at the end: how much was read, notes about texts, and files that failed."""

    n_files: int = 0
    n_sentences: int = 0
    n_findings: int = 0
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def document_names(paths: Iterable[str]) -> list[str]:
    """A name for each file: its own, or with its folders where another file has the same.

    >>> document_names(["essay.txt", "old/essay.txt"])
    ['essay', 'old/essay']
    """
    names: list[str] = []
    for path in paths:
        name = files.document_name(path)
        names.append(str(Path(path).with_suffix("")) if name in names else name)
    return names


def checked_files(
    paths: Sequence[str], choice: Choice, *, markup: bool, n_jobs: int, told: Checked
) -> Iterator[CheckedSentence]:
    """The sentences of all files; one that cannot be read is told, and the next one follows."""
    documents = list(zip(paths, document_names(paths), strict=True))
    if n_jobs > 1 and len(paths) > 1 and files.STANDARD_STREAM not in paths:
        results = _side_by_side(documents, choice, markup=markup, n_jobs=n_jobs)
    else:
        detector = choice.loaded()
        results = (check_file(*each, detector, markup=markup) for each in documents)
    for path, result in zip(paths, results, strict=True):
        n_before, other = told.n_sentences, OtherLines()
        try:
            for checked in result:
                told.n_sentences += 1
                told.n_findings += len(checked.findings)
                other.see(checked)
                yield checked
        except SolecismError as error:
            told.problems.append(str(error))
            continue
        told.n_files += 1
        told.notes += other.notes(files.shown_name(path))
        if told.n_sentences == n_before:
            told.notes.append(f"{files.shown_name(path)}: is empty. There is nothing to check.")


def check_file(
    path: str, document: str, detector: Detector, *, markup: bool
) -> Iterator[CheckedSentence]:
    """The sentences of one file, in the format that its name tells, else plain text."""
    file = files.shown_name(path)
    format = registry.format_of(path)
    if format is None or format.name == "text":
        lines = _without_nul(files.read_lines(path), file)
        return check_text(lines, detector, document=document, file=file, markup=markup)
    sentences = registry.read([path], format, document=document)
    return check_sentences(sentences, detector, file=file)


def _side_by_side(
    documents: Sequence[tuple[str, str]], choice: Choice, *, markup: bool, n_jobs: int
) -> Iterator[Iterator[CheckedSentence]]:
    """Each file's sentences, checked in processes that are a few files ahead."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A mistake in the choice is found here, once, and not by every process.
    choice.loaded()
    with ProcessPoolExecutor(n_jobs, get_context("spawn"), _start, (choice,)) as pool:
        waiting: deque[Future[_Whole]] = deque()
        for path, name in documents:
            waiting.append(pool.submit(_checked_whole, path, name, markup))
            if len(waiting) > 2 * n_jobs:
                yield _given(waiting.popleft().result())
        while waiting:
            yield _given(waiting.popleft().result())


def _given(whole: _Whole) -> Iterator[CheckedSentence]:
    sentences, problem = whole
    yield from sentences
    if problem is not None:
        raise InputError(problem)


_detectors: list[Detector] = []


def _start(choice: Choice) -> None:
    _detectors[:] = [choice.loaded()]


def _checked_whole(path: str, document: str, markup: bool) -> _Whole:
    sentences: list[CheckedSentence] = []
    try:
        sentences.extend(check_file(path, document, _detectors[0], markup=markup))
    except SolecismError as error:
        return sentences, str(error)
    return sentences, None


def _without_nul(lines: Iterable[str], file: str) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if "\0" in line:
            raise FormatError(file, number, "holds a NUL character. Is this a text file?")
        yield line
