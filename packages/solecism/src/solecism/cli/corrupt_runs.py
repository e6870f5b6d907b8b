"""What `solecism corrupt` does with the files: write one with all, or one for each in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from solecism.cli.terminal.output import Progress
from solecism.corruption.corrupt import AnyRecipe, corrupt_texts
from solecism.corruption.corrupted import Corrupted, Tally
from solecism.errors import InputError
from solecism.formats import files, folders, registry, text
from solecism.formats.registry import Format
from solecism.sentence import Sentence

_EVERY = 1_000


@dataclass(slots=True)
class CorruptRun:
    """Files with their formats, the errors to make in them, and what is known afterwards.

    `n_left` is the number of outputs that had been written before. `lost` names what the format
    of the output cannot hold.
    """

    reading: Mapping[str, Format]
    write_format: Format
    recipe: AnyRecipe
    seed: int
    n_jobs: int
    is_by_line: bool = False
    progress: Progress | None = None
    tally: Tally = field(default_factory=Tally)
    lost: set[str] = field(default_factory=set)
    n_left: int = 0

    def write_file(self, target: str) -> None:
        """Write the sentences of all files to one."""
        results = corrupt_texts(
            [("", self._read_all())], self.recipe, seed=self.seed, n_jobs=self.n_jobs
        )
        # An output appears even where there is nothing to write.
        every = (each for _, of_text in results for each in of_text)
        self._write(target, every)

    def write_folder(self, folder: Path, *, resume: bool) -> None:
        """Write one file for each; with `resume` those that are there and would not change stay."""
        suffix = self.write_format.suffixes[0] if self.write_format.suffixes else ".txt"
        targets = folders.targets_in(folder, list(self.reading), lambda _: suffix)
        finished = folders.FinishedOutputs(folder, self._settings)
        done = finished.results(targets) if resume else {}
        todo = [path for path in targets if path not in done]
        self.n_left = len(done)
        finished.start(todo)
        texts = ((path, self._read(path)) for path in todo)
        for path, results in corrupt_texts(texts, self.recipe, seed=self.seed, n_jobs=self.n_jobs):
            n_before = self.tally.n_sentences
            folders.make_folder(targets[path].parent)
            self._write(str(targets[path]), results)
            finished.add(path, targets[path], self.tally.n_sentences - n_before)

    def _write(self, target: str, results: Iterable[Corrupted]) -> None:
        watched = registry.watch(self._sentences(results), self.write_format, self.lost)
        registry.write(target, watched, self.write_format)

    def _sentences(self, results: Iterable[Corrupted]) -> Iterator[Sentence]:
        for result in self.tally.counted(results):
            yield result.sentence
            if self.progress is not None and self.tally.n_sentences % _EVERY == 0:
                self.progress(self.tally.n_sentences, None)

    def _read_all(self) -> Iterator[Sentence]:
        formats = set(self.reading.values())
        if len(formats) == 1 and not self.is_by_line:
            # Together, so that two files of the same name are noticed.
            yield from registry.read(list(self.reading), formats.pop())
            return
        for path in self.reading:
            yield from self._read(path)

    def _read(self, path: str) -> Iterator[Sentence]:
        if not self.is_by_line:
            yield from registry.read([path], self.reading[path])
            return
        n_sentences = 0
        for sentence in text.parse_lines(
            files.read_lines(path), document=files.document_name(path)
        ):
            n_sentences += 1
            yield sentence
        if not n_sentences:
            raise InputError(f"{files.shown_name(path)}: contains no lines. Is the file complete?")

    def _settings(self, path: str) -> list[object]:
        """Everything that the output of a file depends on, beside the file."""
        formats = [self.reading[path].name, self.write_format.name, self.is_by_line]
        return ["corrupt", files.document_name(path), *self.recipe.settings(), self.seed, *formats]
