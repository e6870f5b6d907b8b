"""Jobs on a Ray cluster: an operation on all shards of an input, by one actor per processor.

What is read, worked on and written together is one shard, in one process. Only its number goes to
the process, and only counts come back: texts and results do not travel through the cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from solecism.cluster.actors import shard_records
from solecism.cluster.operations.operation import RowOperation
from solecism.cluster.ray_session import cluster, raised
from solecism.cluster.shards.manifest import Finished, Manifest
from solecism.cluster.shards.places import Place
from solecism.cluster.shards.plan import (
    JSON_LINES,
    PARQUET,
    SHARD_BYTES,
    Input,
    Shard,
    find_input,
    plan,
)
from solecism.cluster.shards.read import read_shard
from solecism.cluster.shards.write import format_shard
from solecism.counted import count
from solecism.errors import InputError, SolecismError
from solecism.system.extras import need
from solecism.system.memory import collect_seldom, give_back_large_arrays
from solecism.version import __version__

Progress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a job has done; `n_before` shards were there already. The counts are those of all."""

    n_shards: int
    n_before: int
    n_rows: int
    n_words: int
    n_found: int
    n_errors: int
    n_others: int

    def lines(self, found: str) -> Iterator[str]:
        """The same in words; `found` names what was looked for, such as "finding"."""
        shards = count(self.n_shards, "shard")
        before = f", {self.n_before} of them from before" if self.n_before else ""
        yield (
            f"{count(self.n_rows, 'row')} in {shards}{before}: {count(self.n_found, found)} in "
            f"{count(self.n_words, 'word')}."
        )
        if self.n_errors:
            yield f"{count(self.n_errors, 'row')} failed: the column error says why."
        if self.n_others:
            yield f"{count(self.n_others, 'file')} had other endings and were passed over."


class ShardWorker:
    """Works on shards, one by one, in an actor that loads the models once."""

    def __init__(
        self, operation: RowOperation, source: Input, target: Place, output: str, version: str
    ) -> None:
        collect_seldom()
        give_back_large_arrays()
        self._operation = operation
        self._source = source
        self._target = target
        self._output = output
        self._problem = (
            f"a machine of the cluster has solecism {__version__}, this one {version}."
            if version != __version__
            else None
        )

    def __call__(self, shard: Shard) -> dict[str, Any]:
        """Work on a shard: what is recorded of it, or the problem that ends the job."""
        if self._problem:
            return {"problem": self._problem}
        try:
            finished = self._finished(shard)
        except SolecismError as error:
            return {"problem": str(error)}
        return {name: getattr(finished, name) for name in finished.__struct_fields__}

    def _finished(self, shard: Shard) -> Finished:
        operation, source = self._operation, self._source
        table, problems = read_shard(source.place, shard, source.format, operation.column)
        n_words = sum(len(str(each).split()) for each in table[operation.column].to_pylist())
        made = operation.on_table(table, problems)
        added = tuple(operation.all_types())
        data = format_shard(made, self._output, source=source.format, added=added)
        file = f"{shard.name}.{self._output}"
        self._target.write(file, data)
        lists = made[operation.columns[0]].to_pylist()
        return Finished.of(
            file,
            data,
            rows=table.num_rows,
            words=n_words,
            found=sum(len(each or ()) for each in lists),
            errors=table.num_rows - made["error"].null_count,
        )


def run_job(
    operation: RowOperation,
    source: str,
    target: str,
    *,
    output: str | None = None,
    shard_bytes: int = SHARD_BYTES,
    address: str | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Work on the rows of an input and write them to a folder, shard by shard.

    `output` is parquet or jsonl; by default JSON Lines stay JSON Lines, and all else is Parquet. A
    job that was interrupted goes on where it was. InputError if the folder is that of another job.
    """
    need("pyarrow", "ray", extra="ray")
    found, folder = find_input(source), Place.of(target)
    output = output or (JSON_LINES if found.format == JSON_LINES else PARQUET)
    operation.load()
    shards = plan(found, operation.column, shard_bytes)
    job = {
        "operation": operation.name,
        "version": __version__,
        "column": operation.column,
        **operation.settings(),
        "output": output,
        "shard_bytes": shard_bytes,
        "input": found.fingerprint(),
    }
    manifest = Manifest(folder, job, len(shards))
    done = {each.file for each in manifest.finished}
    todo = [shard for shard in shards if f"{shard.name}.{output}" not in done]
    manifest.write()
    worker = (operation, found, folder, output, __version__)
    try:
        if todo:
            with cluster(address) as ray, raised(ray):
                for record in shard_records(ShardWorker, worker, todo):
                    _check(record)
                    manifest.add(Finished(**record))
                    if progress is not None:
                        progress(len(manifest.finished), len(shards))
    finally:
        manifest.write()
        folder.remove_unfinished()
    return _summary(manifest.finished, len(done), found)


def _check(record: dict[str, Any]) -> None:
    if problem := record.get("problem"):
        raise InputError(problem)


def _summary(finished: list[Finished], n_before: int, source: Input) -> Summary:
    return Summary(
        len(finished),
        n_before,
        sum(each.rows for each in finished),
        sum(each.words for each in finished),
        sum(each.found for each in finished),
        sum(each.errors for each in finished),
        source.n_others,
    )
