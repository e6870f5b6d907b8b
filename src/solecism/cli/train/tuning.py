"""`solecism train tuning`: another tuning of a network that has been trained."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.output import WorkFolder, check_output
from solecism.cli.terminal.progress import progress_bar
from solecism.cli.train.options import (
    learner_option,
    native_option,
    readers_option,
    register_option,
    work_option,
)
from solecism.system.extras import need

if TYPE_CHECKING:
    from solecism.detect.network.tuning import Tuning

_PRECISIONS = (0.6, 0.8, 0.9)


@click.command(name="tuning")
@click.argument("model")
@native_option
@learner_option()
@readers_option
@register_option
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.onnx).")
@work_option()
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Number of processes that read the text.",
)
def command(
    model: str,
    native: tuple[str, ...],
    learner: tuple[str, ...],
    readers: str | None,
    registers: tuple[tuple[str, str], ...],
    out: str,
    work: str | None,
    jobs: int,
) -> None:
    """Tune a trained network again; needs solecism[train].

    MODEL is a file that `solecism train network` has written; it may be the output, too. Its
    weights stay as they are. Calibration, operating points, shares of readers and the gates of the
    cascade are learnt again, as `solecism train network` does in the end: give it the same files of
    learners, because nine tenths of them were learnt from, and only the rest is for tuning. Without
    any, it is tuned on errors that are made in the native text. With a work folder, what was read
    before is not read again.

    The table shows the number of errors of each group in learners' tuning text and the share of
    them that is found at some precisions in the cascade. Groups with few errors are tuned together.

    \b
    Example:
      solecism train tuning --help
    """
    need("onnx")
    from solecism.formats import files
    from solecism.system.bundled import read_model
    from solecism.train.network.tuning.tuned import tuned
    from solecism.train.network.tuning.tunings import tuning_text

    check_output(out)
    folder = None if work is None else WorkFolder(work)
    data = read_model(Path(model))
    text = tuning_text(learner, native, registers, readers)
    with progress_bar("Reading", "Tuning") as progress:
        tuned_data, tuning = tuned(
            data, text, file=model, n_jobs=jobs, parts=folder, progress=progress
        )
    files.write_bytes(out, tuned_data)
    _show(tuning)


def _show(tuning: Tuning) -> None:
    from solecism.cli.terminal.tables import show

    columns = ("group", "errors", *(f"recall at {each:.0%}" for each in _PRECISIONS), "note")
    show("Cascade, tuning text of learners", columns, _rows(tuning))


def _rows(tuning: Tuning) -> Iterator[tuple[str, ...]]:
    from solecism.detect.network.tuning import LEARNERS
    from solecism.train.network.tuning.tune import FEWEST_ERRORS

    for name, group in tuning.groups.items():
        recalls = [
            max((row[2] for row in group.curves[LEARNERS] if row[1] >= precision), default=None)
            for precision in _PRECISIONS
        ]
        cells = ("-" if recall is None else f"{recall:.3f}" for recall in recalls)
        note = "too few: tuned together" if group.n_errors < FEWEST_ERRORS else ""
        yield (name, str(group.n_errors), *cells, note)
