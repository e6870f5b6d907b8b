"""Files of any kind are checked in order, with what is counted, noted and wrong with them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from solecism import documents
from solecism.checking.reading import Reading, read_document, read_sentences, read_text
from solecism.checking.texts import TextToCheck, check_readings, flag_batches_by, flag_sentences
from solecism.checking.varieties import (
    AMERICAN,
    AUTO,
    BRITISH,
    P_BY_VARIETY,
    VARIETIES,
    VarietySpelling,
)
from solecism.detect import registry as detectors
from solecism.detect.detector import (
    AUDIENCES,
    WRITERS,
    Abilities,
    Detector,
    ThresholdedDetector,
)
from solecism.detect.registry import Loader
from solecism.errors import FormatError, InputError, SolecismError
from solecism.finding import CheckedSentence
from solecism.formats import files, registry

if TYPE_CHECKING:
    from solecism.detect.network.sentence_memory import SentenceMemory
    from solecism.rulebook.rule import Rule

_EVERY = 100


@dataclass(frozen=True, slots=True)
class DetectorOptions:
    """A detector by name, with the criteria for its findings.

    The default detector is the cascade where its model can be run, and light elsewhere. A
    `model` is for the network only. At most one of `audience` (author, learner or teacher),
    `precision` and `threshold` is given. Errors of `kinds` are shown (all, if there are none) if
    they are not among `without`. The `writer` is a learner or a native writer (auto: as the text
    seems); a network that `skims` reads only sentences with signs of errors. `variety` is british,
    american, any, or auto, to tell from the text. `rules` are a project's own, beside those of the
    package, of which `without_rules` (by their ids) are not used; both are for networks.
    """

    name: str | None = None
    model: str | None = None
    audience: str | None = None
    precision: float | None = None
    threshold: float | None = None
    kinds: tuple[str, ...] = ()
    min_share: float = 0.0
    without: tuple[str, ...] = ()
    writer: str = AUTO
    skims: bool = False
    variety: str = AUTO
    rules: tuple[Rule, ...] = ()
    without_rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if sum(each is not None for each in (self.audience, self.precision, self.threshold)) > 1:
            raise InputError("an audience, a precision and a threshold exclude each other.")
        if self.audience is not None and self.audience not in AUDIENCES:
            known = ", ".join(AUDIENCES)
            raise InputError(f"there is no audience {self.audience!r}. There are {known}.")
        if self.writer not in WRITERS:
            raise InputError(f"there is no writer {self.writer!r}. There are {', '.join(WRITERS)}.")
        if self.variety not in VARIETIES:
            known = ", ".join(VARIETIES)
            raise InputError(f"there is no variety {self.variety!r}. There are {known}.")

    @property
    def asked_precision(self) -> float | None:
        """The precision that was asked for, by number or by audience."""
        return self.precision if self.audience is None else AUDIENCES[self.audience]

    @property
    def detector(self) -> str:
        """The name of the detector that is loaded."""
        return self.name or ("cascade" if self.model else detectors.default())

    @property
    def note(self) -> str | None:
        """Why the default is not the best detector of this package, None where it is."""
        return None if self.name or self.model else detectors.default_note()

    @property
    def loader(self) -> Loader:
        """The function that loads the detector of this name."""
        return self.loader_with()

    def loader_with(self, **settings: Any) -> Loader:
        """The same with further settings of a network."""
        given: dict[str, Any] = {
            "model": None if self.model is None else Path(self.model),
            "writer": None if self.writer == AUTO else self.writer,
            "skims": self.skims or None,
            "own_rules": self.rules or None,
            "without_rules": self.without_rules or None,
        }
        return detectors.loader(self.detector, **given, **settings)

    def load(
        self, loader: Loader | None = None, *, memory: SentenceMemory | None = None
    ) -> Detector:
        """The detector, with its model read by its own loader or by another one.

        With a `memory`, a network reads no sentence twice, and flags errors alone.
        """
        load = loader or self.loader_with(memory=memory)
        detector = load(precision=self.asked_precision, threshold=self.threshold)
        if self.variety in (AMERICAN, BRITISH) and (self.threshold or 0.0) <= P_BY_VARIETY:
            detector = VarietySpelling(detector, self.variety)
        if not self.kinds and not self.min_share and not self.without:
            return detector
        asked = self.kinds or detector.kinds
        kinds = tuple(kind for kind in asked if kind not in self.without)
        return ThresholdedDetector(detector, None, kinds, self.min_share)

    def for_file(self, path: str) -> DetectorOptions:
        """The same options for every file."""
        return self

    def shown(
        self, path: str, sentences: Iterator[CheckedSentence], summary: CheckSummary
    ) -> Iterator[CheckedSentence]:
        """All sentences with all findings."""
        return sentences


@dataclass(slots=True)
class CheckSummary:
    """How much was read, notes about the texts, and the problems of files that failed.

    `kinds` are the kinds of error that were looked for, `unreachable` those of them that are not
    found at this precision. `progress` is told now and then how many characters have been checked.
    """

    n_files: int = 0
    n_sentences: int = 0
    n_characters: int = 0
    n_findings: int = 0
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    kinds: tuple[str, ...] = ()
    unreachable: tuple[str, ...] = ()
    progress: Callable[[int], None] | None = None

    def count(self, checked: CheckedSentence) -> None:
        """Count a sentence and its findings."""
        self.n_sentences += 1
        self.n_findings += len(checked.findings)
        self.n_characters += len(checked.sentence.text) + len(checked.sentence.after)
        if self.progress is not None and self.n_sentences % _EVERY == 0:
            self.progress(self.n_characters)

    def look_for(self, options: DetectorOptions, abilities: Abilities) -> None:
        """Add the kinds of error that a detector looks for, and notes about it."""
        self.kinds = tuple(dict.fromkeys((*self.kinds, *abilities.kinds)))
        self.unreachable = tuple(dict.fromkeys((*self.unreachable, *abilities.unreachable)))
        point = abilities.note if options.asked_precision is not None else None
        self.notes += (note for note in (options.note, point) if note and note not in self.notes)


class FileOptions(Protocol):
    """How each file is checked, and which of its findings are shown.

    `DetectorOptions` are the same for all files and show everything; the settings of a project
    (`solecism.project.rules`) are not, and do not.
    """

    def for_file(self, path: str) -> DetectorOptions:
        """The detector for a file."""

    def shown(
        self, path: str, sentences: Iterator[CheckedSentence], summary: CheckSummary
    ) -> Iterator[CheckedSentence]:
        """The sentences of a file with the findings that are shown; notes go to `summary`."""


def document_names(paths: Iterable[str]) -> list[str]:
    """One name per file: its own, or with its folders where another file has the same name.

    >>> document_names(["essay.txt", "old/essay.txt", "old/essay.pdf"])
    ['essay', 'old/essay', 'old/essay.pdf']
    """
    # In the order of the files.
    names: dict[str, None] = {}
    chosen = []
    for path in paths:
        choices = (files.document_name(path), str(Path(path).with_suffix("")), path)
        chosen.append(next((name for name in choices if name not in names), path))
        names[chosen[-1]] = None
    return chosen


def check_files(
    paths: Sequence[str],
    options: FileOptions,
    summary: CheckSummary,
    *,
    markup: bool = True,
    n_jobs: int = 1,
) -> Iterator[CheckedSentence]:
    """The checked sentences of all files.

    A file that cannot be read is recorded in `summary`, which counts while sentences are taken,
    and the next file follows.
    """
    for _, sentences in check_each_file(paths, options, summary, markup=markup, n_jobs=n_jobs):
        yield from sentences


def check_each_file(
    paths: Sequence[str],
    options: FileOptions,
    summary: CheckSummary,
    *,
    markup: bool = True,
    n_jobs: int = 1,
    documents: Sequence[str] = (),
) -> Iterator[tuple[str, Iterator[CheckedSentence]]]:
    """The same, file by file: each path, and its checked sentences, to be taken in this order.

    `documents` are the names that ids of sentences begin with, if the files are not all that there
    are.
    """
    names = documents or document_names(paths)
    chosen = [options.for_file(path) for path in paths]
    notes: deque[list[str]] = deque()

    def to_check() -> Iterator[TextToCheck[DetectorOptions]]:
        for path, document, way in zip(paths, names, chosen, strict=True):
            notes.append([])
            open = partial(open_file, path, document, notes[-1], markup=markup)
            yield TextToCheck(open, way, way.variety)

    flag_batches = flag_batches_by(chosen, n_jobs=n_jobs, learn=summary.look_for)
    for path, sentences in zip(paths, check_readings(to_check(), flag_batches), strict=True):
        counted = _counted(path, options.shown(path, sentences, summary), summary)
        yield path, _noted(notes.popleft(), counted, summary)


def _noted(
    notes: list[str], sentences: Iterator[CheckedSentence], summary: CheckSummary
) -> Iterator[CheckedSentence]:
    summary.notes += notes
    yield from sentences


def _counted(
    path: str, sentences: Iterable[CheckedSentence], summary: CheckSummary
) -> Iterator[CheckedSentence]:
    n_before, other = summary.n_sentences, SkippedLines()
    try:
        for checked in sentences:
            summary.count(checked)
            other.add(checked)
            yield checked
    except SolecismError as error:
        summary.problems.append(str(error))
        return
    summary.n_files += 1
    summary.notes += other.notes(files.shown_name(path))
    if summary.n_sentences == n_before:
        summary.notes.append(f"{files.shown_name(path)}: is empty. There is nothing to check.")


def open_file(path: str, document: str, notes: list[str], *, markup: bool = True) -> Reading:
    """The reading of a file, in the format of its name or content, else as plain text.

    What is to be said about the file is added to `notes`.
    """
    file = files.shown_name(path)
    format = registry.format_of(path)
    if format is not None and not registry.is_text(path):
        return read_sentences(registry.read([path], format, document=document), file=file)
    content = documents.read_unless_plain(path, markup=markup)
    if content is not None:
        notes += content.notes
        return read_document(content, document=document, file=file, markup=markup)
    lines = _without_nul(files.read_lines(path), file)
    return read_text(lines, document=document, file=file, markup=markup)


def check_file(
    path: str,
    document: str,
    detector: Detector,
    *,
    markup: bool = True,
    notes: list[str],
    variety: str = AUTO,
) -> Iterator[CheckedSentence]:
    """The checked sentences of one file."""
    reading = open_file(path, document, notes, markup=markup)
    return reading.place(flag_sentences(reading.sentences, detector, variety=variety))


def _without_nul(lines: Iterable[str], file: str) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if "\0" in line:
            raise FormatError(file, number, "contains a NUL character. Is this a text file?")
        yield line


_MOST_RUNS = 5


class SkippedLines:
    """The lines that were not checked, collected sentence by sentence."""

    def __init__(self) -> None:
        self._runs: list[tuple[str, str]] = []
        self._n_checked = 0
        self._is_open = False
        self._has_lines = True

    def add(self, checked: CheckedSentence) -> None:
        """Add the next sentence of the file."""
        if checked.is_checked:
            self._n_checked += bool(checked.sentence.words)
            self._is_open = False
            return
        first, last = self._ends(checked)
        if self._is_open:
            first, _ = self._runs.pop()
        self._runs.append((first, last))
        self._is_open = True

    def notes(self, file: str) -> list[str]:
        """One note about the file, or none if all of it was checked."""
        if not self._runs:
            return []
        if not self._n_checked:
            return [f"{file}: does not look like English. Nothing in it was checked."]
        dash, comma = ("-", ", ") if self._has_lines else (" to ", "; ")
        named = [a if a == b else f"{a}{dash}{b}" for a, b in self._runs[:_MOST_RUNS]]
        runs = comma.join(named)
        more = " and more" if len(self._runs) > _MOST_RUNS else ""
        if len(self._runs) == 1 and self._runs[0][0] == self._runs[0][1]:
            where = f"line {runs}" if self._has_lines else runs
            return [f"{file}: {where} does not look like English and was not checked."]
        where = f"lines {runs}{more}" if self._has_lines else f"{runs}{more}"
        return [f"{file}: {where} do not look like English and were not checked."]

    def _ends(self, checked: CheckedSentence) -> tuple[str, str]:
        """The first and last line of a sentence, or what else the document has for places."""
        if checked.labels:
            self._has_lines = False
            return checked.labels[0][1], checked.labels[-1][1]
        first = checked.place.line
        return str(first), str(checked.place.after(checked.sentence.text).line)
