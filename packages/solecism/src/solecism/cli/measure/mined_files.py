"""The candidates of each file of a corpus, mined now or kept from a run that was interrupted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import msgspec

from solecism.cli.terminal.output import Progress
from solecism.detect.extraneous.mining import (
    BatchMiner,
    MiningSettings,
    TrigramCandidate,
    best_candidates,
)
from solecism.errors import InputError
from solecism.formats import files, folders, registry
from solecism.sentence import Sentence
from solecism.system.processes import batches, keyed_map

Table = list[TrigramCandidate]


@dataclass(frozen=True, slots=True)
class MinedCorpus:
    """Files, and how they are mined: by the counts in `model`, by `n_jobs` processes."""

    paths: Sequence[str]
    model: Path
    settings: MiningSettings
    n_jobs: int
    progress: Progress | None = None

    def tables(self) -> Iterator[Table]:
        """The best candidates of each file, in order."""
        return (table for _, table in self._mined(self.paths))

    def _mined(self, paths: Iterable[str]) -> Iterator[tuple[str, Table]]:
        miner = BatchMiner(self.model, self.settings)
        parts = keyed_map(miner, self._batches(paths), n_jobs=self.n_jobs)
        for path, group in groupby(parts, key=itemgetter(0)):
            every = (each for _, part in group for each in part)
            yield path, best_candidates(every, self.settings)

    def kept(self, folder: Path, *, resume: bool) -> Iterator[Table]:
        """The same, kept in a folder; with `resume` those that are there are used."""
        targets = folders.targets_in(folder, self.paths, lambda _: ".candidates.json")
        model = files.short_hash([str(self.model)])
        settings = repr(self.settings)
        finished = folders.FinishedOutputs(
            folder, lambda path: ["mine", files.document_name(path), settings, model]
        )
        done = finished.results(targets) if resume else {}
        todo = [path for path in targets if path not in done]
        finished.start(todo)
        for path, table in self._mined(todo):
            folders.make_folder(targets[path].parent)
            files.write_bytes(str(targets[path]), msgspec.json.encode(table))
            finished.add(path, targets[path], len(table))
        for target in targets.values():
            yield _read(target)

    def _batches(self, paths: Iterable[str]) -> Iterator[tuple[str, list[Sentence]]]:
        n_sentences = 0
        for path in paths:
            for batch in batches(registry.read_any([path])):
                yield path, batch
                n_sentences += len(batch)
                if self.progress is not None:
                    self.progress(n_sentences, None)


def _read(target: Path) -> Table:
    try:
        return msgspec.json.decode(files.read_bytes(str(target)), type=Table)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{target}: {error}. Remove the file, and it is made again.") from error
