"""Jobs on a real Ray cluster: whatever the nodes and whatever is killed, the same bytes."""

from __future__ import annotations

import gzip
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

from solecism.cli.main import cli
from solecism.cluster import Checker
from solecism.cluster.jobs import JobSummary, Progress, run_job, shard_records
from solecism.cluster.ray_session import explain_ray_errors, ray_cluster
from solecism.detect.extraneous import language_model
from solecism.detect.extraneous.detector import PlattCalibration
from solecism.detect.extraneous.language_model import LanguageModel
from solecism.errors import InputError, SolecismError
from solecism.formats.corpora import context_documents, native_sentences, split_documents
from solecism.language.annotate import annotate_sentences
from solecism.locate import noun_table
from solecism.locate.noun_table import count_constructions
from solecism.locate.sites import PREPOSITIONS
from solecism.system.installation import EXAMPLES
from solecism_lab.train.counting import chunks_of, count_ngrams, count_nouns
from solecism_lab.train.extraneous import ngrams
from solecism_lab.train.extraneous.ngrams import NgramSettings

# Ray opens processes and sockets that it leaves to the end of the program.
pytestmark = pytest.mark.filterwarnings("ignore")

TEXTS = [path.read_text() for path in sorted((EXAMPLES / "texts").glob("*.txt"))]
LINES = [line for text in TEXTS for line in text.splitlines() if line.strip()]
SHARD = 900
NODE = {"num_cpus": 1, "object_store_memory": 100_000_000}


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """Rows of text in Parquet, two of which are none."""
    path = tmp_path / "rows.parquet"
    texts = [*LINES[:20], None, *LINES[20:], None]
    parquet.write_table(pa.table({"id": range(len(texts)), "text": texts}), path, row_group_size=9)
    return path


def check(source: Path, target: Path, nodes: Any, progress: Progress | None = None) -> JobSummary:
    return run_job(
        Checker(detector="light"),
        str(source),
        str(target),
        shard_bytes=SHARD,
        address=nodes.address,
        progress=progress,
    )


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def acting(**actions: Callable[[], None]) -> Progress:
    """A function for progress that acts after so many shards: `after_2=...`."""
    calls: list[int] = []

    def progress(done: int, total: int | None) -> None:
        calls.append(done)
        actions.get(f"after_{len(calls)}", lambda: None)()

    return progress


def kill_a_worker(nodes: Any) -> None:
    """Kill one of the processes that work on shards of this cluster, as a lack of memory does."""
    own = {
        str(started.process.pid)
        for node in nodes.list_all_nodes()
        for started in node.all_processes["raylet"]
    }
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            is_worker = b"ShardWorker" in (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if is_worker and parent in own:
            os.kill(int(entry.name), signal.SIGKILL)
            return
    raise AssertionError("no worker is there to be killed")


def interrupt() -> None:
    raise KeyboardInterrupt


def test_the_callable_runs_in_ray_data(rows: Path, nodes: Any) -> None:
    import ray
    import ray.data

    # A node that another test has killed must not be asked.
    nodes.wait_for_nodes()
    with ray_cluster(nodes.address):
        ray.data.DataContext.get_current().enable_progress_bars = False
        checked = ray.data.read_parquet(str(rows)).map_batches(
            Checker,
            fn_constructor_kwargs={"detector": "light"},
            batch_format="pyarrow",
            num_cpus=1,
            compute=ray.data.ActorPoolStrategy(size=1),
        )
        made = sorted(checked.take_all(), key=lambda row: row["id"])
    here = Checker(detector="light")(parquet.read_table(rows))
    assert [row["error"] for row in made] == here["error"].to_pylist()
    assert [len(row["findings"] or ()) for row in made] == [
        len(each or ()) for each in here["findings"].to_pylist()
    ]


def test_two_nodes_and_four_of_which_some_are_killed_write_the_same_bytes(
    rows: Path, tmp_path: Path, nodes: Any
) -> None:
    with pytest.raises(KeyboardInterrupt):
        check(rows, tmp_path / "two", nodes, acting(after_2=interrupt))
    resumed = check(rows, tmp_path / "two", nodes)
    assert 2 <= resumed.n_before < resumed.n_shards
    assert (resumed.n_rows, resumed.n_errors) == (len(LINES) + 2, 2)
    expected = content(tmp_path / "two")
    assert len(expected) == resumed.n_shards + 1 > 8

    more = [nodes.add_node(**NODE) for _ in range(2)]
    progress = acting(
        after_1=lambda: kill_a_worker(nodes),
        after_3=lambda: nodes.remove_node(more[0], allow_graceful=False),
    )
    uninterrupted = check(rows, tmp_path / "four", nodes, progress)
    assert uninterrupted.n_before == 0
    assert content(tmp_path / "four") == expected
    nodes.remove_node(more[1])

    table = parquet.read_table(sorted((tmp_path / "four").glob("*.parquet")))
    here = Checker(detector="light")(parquet.read_table(rows))
    assert table.column_names == ["id", "text", "findings", "error"]
    assert table.select(["id", "text", "error"]) == here.select(["id", "text", "error"])
    kinds = [
        [[each["kind"] for each in row or ()] for row in both["findings"].to_pylist()]
        for both in (table, here)
    ]
    assert kinds[0] == kinds[1]


def test_a_job_ends_when_its_shard_ends_every_worker(tmp_path: Path, nodes: Any) -> None:
    class Deadly:
        """A worker whose process is lost with a shard, as if memory were too short for it."""

        def __call__(self, shard: Path) -> None:
            with shard.open("a") as file:
                file.write("lost\n")
            os._exit(1)

    shard = tmp_path / "shard"
    with (
        ray_cluster(nodes.address) as ray,
        pytest.raises(SolecismError, match="cluster failed"),
        explain_ray_errors(ray),
    ):
        list(shard_records(Deadly, (), [shard]))
    assert shard.read_text() == 5 * "lost\n"


def solecism(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(each) for each in arguments])


def test_the_commands_run_on_a_cluster(tmp_path: Path, nodes: Any) -> None:
    source = tmp_path / "rows.jsonl"
    bad = ['{"text": 7}', "{"]
    good = [json.dumps({"id": n, "text": line}) for n, line in enumerate(LINES[:12])]
    source.write_text("\n".join([*good, *bad]))
    on_ray = ("--engine", "ray", "--address", nodes.address)
    for command, column in (("tag", "words"), ("corrupt", "edits"), ("mine", "candidates")):
        result = solecism(command, *on_ray, source, tmp_path / command)
        assert result.exit_code == 0, result.output
        assert "2 rows failed: the column error says why." in result.output
        lines = (tmp_path / command / "part-00000.jsonl").read_text().splitlines()
        made = list(map(json.loads, lines))
        assert [row.get("id") for row in made] == [*range(12), None, None]
        assert [row[column] is None for row in made] == [False] * 12 + [True] * 2
    result = solecism("select", *on_ray, source, tmp_path / "select", "--shards", "parquet")
    assert "34 prepositions" in result.output
    assert parquet.read_table(tmp_path / "select" / "part-00000.parquet").num_rows == 14


def test_counts_for_training_are_the_same_on_a_cluster(tmp_path: Path, nodes: Any) -> None:
    native = [tmp_path / "one.txt", tmp_path / "two.txt.gz"]
    native[0].write_bytes("\n\n".join([*TEXTS] * 12).encode())
    native[1].write_bytes(gzip.compress("\n\n".join(TEXTS).encode()))
    paths = list(map(str, native))
    settings = NgramSettings(5, (2, 2, 2), (3, 3, 3))
    sentences = (sentence.words for sentence in native_sentences(paths))
    expected = ngrams.count_ngrams(sentences, marked=PREPOSITIONS, settings=settings)
    table = count_ngrams(
        paths, marked=PREPOSITIONS, settings=settings, address=nodes.address, chunk_bytes=20_000
    )
    assert len(chunks_of(paths[0], 20_000)) > 4
    model = LanguageModel(table, PlattCalibration())
    assert language_model.format(model) == language_model.format(
        LanguageModel(expected, PlattCalibration())
    )

    of_files = [sentence for path in paths for sentence in split_documents(path, context_documents)]
    counts = count_constructions(annotate_sentences(of_files))
    nouns = count_nouns(paths, address=nodes.address, chunk_bytes=20_000)
    assert noun_table.format(noun_table.noun_table(nouns)) == noun_table.format(
        noun_table.noun_table(counts)
    )
    with pytest.raises(InputError, match=r"none\.txt"):
        count_nouns([str(tmp_path / "none.txt")], address=nodes.address)
