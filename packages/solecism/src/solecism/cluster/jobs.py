"""Jobs on a Ray cluster: an operation on all shards of an input, by one actor per processor.

What is read, worked on and written together is one shard, in one process. Only its number goes to
the process, and only counts come back: texts and results do not travel through the cluster.

Any actor may be lost. They are plain actors, because only places of shards travel: Ray Data would
add seconds to the start of every job, in this process and in each actor, and work for a part of a
core while it runs.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solecism.cluster.manifest import FinishedShard, Manifest
from solecism.cluster.ray_session import explain_ray_errors, n_processors, ray_cluster
from solecism.cluster.row_operation import RowOperation
from solecism.cluster.shard_files import format_shard, read_shard
from solecism.cluster.shards import (
    JSON_LINES,
    PARQUET,
    SHARD_BYTES,
    JobInput,
    Shard,
    find_input,
    plan_shards,
)
from solecism.cluster.storage import StoragePath
from solecism.errors import InputError, SolecismError
from solecism.system.display_text import count
from solecism.system.installation import require_packages
from solecism.system.processes import collect_garbage_rarely, release_large_arrays
from solecism.version import __version__

Progress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class JobSummary:
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
        self,
        operation: RowOperation,
        source: JobInput,
        target: StoragePath,
        output: str,
        version: str,
    ) -> None:
        collect_garbage_rarely()
        release_large_arrays()
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

    def _finished(self, shard: Shard) -> FinishedShard:
        operation, source = self._operation, self._source
        table, problems = read_shard(source.place, shard, source.format, operation.column)
        n_words = sum(len(str(each).split()) for each in table[operation.column].to_pylist())
        made = operation.on_table(table, problems)
        added = tuple(operation.all_types())
        data = format_shard(made, self._output, source=source.format, added=added)
        file = f"{shard.name}.{self._output}"
        self._target.write(file, data)
        lists = made[operation.columns[0]].to_pylist()
        return FinishedShard.of(
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
) -> JobSummary:
    """Work on the rows of an input and write them to a folder, shard by shard.

    `output` is parquet or jsonl; by default JSON Lines stay JSON Lines, and all else is Parquet. A
    job that was interrupted goes on where it was. InputError if the folder is that of another job.
    """
    require_packages("pyarrow", "ray", extra="solecism[ray]")
    found, folder = find_input(source), StoragePath.of(target)
    output = output or (JSON_LINES if found.format == JSON_LINES else PARQUET)
    operation.load()
    shards = plan_shards(found, operation.column, shard_bytes)
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
            with ray_cluster(address) as ray, explain_ray_errors(ray):
                for record in shard_records(ShardWorker, worker, todo):
                    _check_record(record)
                    manifest.add(FinishedShard(**record))
                    if progress is not None:
                        progress(len(manifest.finished), len(shards))
    finally:
        manifest.write()
        folder.remove_unfinished()
    return _job_summary(manifest.finished, len(done), found)


def _check_record(record: dict[str, Any]) -> None:
    if problem := record.get("problem"):
        raise InputError(problem)


def _job_summary(finished: list[FinishedShard], n_before: int, source: JobInput) -> JobSummary:
    return JobSummary(
        len(finished),
        n_before,
        sum(each.rows for each in finished),
        sum(each.words for each in finished),
        sum(each.found for each in finished),
        sum(each.errors for each in finished),
        source.n_others,
    )


# How often the same shard may be lost with its actor: after that the shard itself is to blame.
_MOST_LOSSES = 4
_SECONDS = 5.0


def shard_records(
    worker: Callable[..., Any], arguments: tuple[Any, ...], shards: Sequence[Any]
) -> Iterator[Any]:
    """What the workers return for each shard, as they finish.

    There is one worker per processor, each in an actor; it is made from the arguments and called
    with a shard. Shards of a machine that is lost are worked on again elsewhere.
    """
    import ray

    actors = _Actors(ray, ray.remote(num_cpus=1)(worker), arguments, shards)
    try:
        yield from actors.records()
    finally:
        actors.end()


class _Actors:
    """The actors of a job, the shards that nobody works on yet, and what each actor is at."""

    def __init__(
        self, ray: Any, actor: Any, arguments: tuple[Any, ...], shards: Sequence[Any]
    ) -> None:
        self._ray, self._actor, self._arguments = ray, actor, arguments
        self._waiting = deque(shards)
        self._losses: Counter[Any] = Counter()
        # An actor is given nothing before it is there: one that waits for a machine holds up none.
        self._at_work: dict[Any, tuple[Any, Any]] = {}
        self._size = min(n_processors(ray), len(shards))
        for _ in range(self._size):
            self._start()

    def records(self) -> Iterator[Any]:
        """The results, until all shards are finished."""
        while self._waiting or any(shard is not None for _, shard in self._at_work.values()):
            ready, _ = self._ray.wait(list(self._at_work), timeout=_SECONDS)
            if not ready:
                # Nothing would ever come from a cluster that has lost all its machines.
                n_processors(self._ray)
            for result in ready:
                actor, shard = self._at_work.pop(result)
                try:
                    record = self._ray.get(result)
                except self._ray.exceptions.RayActorError as error:
                    self._replace(shard, error)
                    continue
                if self._waiting:
                    following = self._waiting.popleft()
                    self._at_work[actor.__call__.remote(following)] = actor, following
                if shard is not None:
                    yield record

    def end(self) -> None:
        """End all actors, whatever they are at."""
        for actor, _ in self._at_work.values():
            self._ray.kill(actor)
        self._at_work.clear()

    def _start(self) -> None:
        actor = self._actor.remote(*self._arguments)
        self._at_work[actor.__ray_ready__.remote()] = actor, None

    def _replace(self, shard: Any, error: Exception) -> None:
        """Start an actor for one that was lost, in starting or with its shard; not without end."""
        self._losses[shard] += 1
        if self._losses[shard] > _MOST_LOSSES * (self._size if shard is None else 1):
            raise error
        if shard is not None:
            self._waiting.appendleft(shard)
        self._start()
