"""`solecism train network` and `tuning`: the network that reads whole sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option
from solecism.cli.terminal.output import WorkFolder, check_output, progress_bar
from solecism.errors import InputError
from solecism.formats.corpora import learner_sentences
from solecism.system.display_text import count
from solecism.system.installation import require_packages
from solecism_lab.cli.train_options import (
    learner_option,
    native_option,
    readers_option,
    work_option,
)
from solecism_lab.train.network.shards import bare_sentences, network_shards, varied_shards
from solecism_lab.train.network.starting_point import (
    chosen_repairs,
    format_repairs,
    keep_teacher_pieces,
    read_teacher_pieces,
    starting_point,
)
from solecism_lab.train.network.tuning.tunings import tuning_text

if TYPE_CHECKING:
    from solecism.detect.network.tuning import Tuning

if TYPE_CHECKING:
    from solecism.detect.network.reading import Pieces
    from solecism.detect.network.repairs import Repairs
    from solecism_lab.train.edits import Bin
    from solecism_lab.train.network.encoder import Shape, Weights
    from solecism_lab.train.network.examples import NetworkExamples

    # Reads files as examples.
    _Read = Callable[[Sequence[str], Pieces, Repairs, Pieces | None], NetworkExamples]


@click.command(name="network")
@native_option
@learner_option()
@readers_option
@click.option(
    "--more-learner",
    "more_learner",
    multiple=True,
    metavar="FILE",
    help="File of annotated learner text that is less reliable, and learnt from before the text of "
    "--learner; may be repeated.",
)
@click.option(
    "--bare",
    multiple=True,
    metavar="FILE",
    help="File of learner text without annotation, which only a teacher can make use of; may be "
    "repeated.",
)
@click.option(
    "--encoder",
    metavar="FOLDER",
    help="Folder of a pretrained BERT, MPNet or DeBERTa, or a model of this command to go on "
    "with; without it, a tiny network is trained from scratch.",
)
@click.option(
    "--layers",
    "n_layers",
    type=click.IntRange(1, 48),
    help="Number of layers, if there shall be more than the encoder has: its layers are repeated.",
)
@click.option(
    "--mix",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="Share of the weights of the model given by --encoder in the result, with which what was "
    "learnt is averaged: the mean of two stretches of learning is often better than both.",
)
@click.option(
    "--teacher",
    "teachers",
    multiple=True,
    metavar="MODEL",
    help="Model of this command, usually a larger one, whose probabilities are learnt besides; of "
    "several models the mean. In an empty work folder its repairs are taken over.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.onnx).")
@work_option(required=True)
@click.option(
    "--rounds",
    default=4,
    show_default=True,
    help="Number of times that errors are made in the native text.",
)
@click.option(
    "--steps",
    type=click.IntRange(1),
    help="Number of training steps on native text; by default 24,000, or 4,000 for a large "
    "encoder.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    help="Most time for all steps. If it is not enough for all of them, the schedule follows the "
    "clock, and the result is not the same each time.",
)
@click.option(
    "--learner-steps",
    type=click.IntRange(1),
    help="Number of training steps on learner text; by default 1,000, or 450 for a large encoder.",
)
@click.option(
    "--step-pieces",
    default=65_536,
    show_default=True,
    help="Number of word pieces per training step.",
)
@click.option(
    "--pieces",
    "n_pieces",
    default=20_000,
    show_default=True,
    help="Number of word pieces in the vocabulary.",
)
@click.option(
    "--device",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="Device to train on: cuda, cpu, or auto for cuda if there is one.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Number of processes that make errors and read tuning text.",
)
@seed_option(default=1, result="model")
def network_command(
    native: tuple[str, ...],
    learner: tuple[str, ...],
    readers: str | None,
    more_learner: tuple[str, ...],
    bare: tuple[str, ...],
    encoder: str | None,
    n_layers: int | None,
    mix: float,
    teachers: tuple[str, ...],
    out: str,
    work: str,
    rounds: int,
    steps: int | None,
    minutes: float | None,
    learner_steps: int | None,
    step_pieces: int,
    n_pieces: int,
    device: str,
    jobs: int,
    seed: int,
) -> None:
    """Train the network that reads whole sentences; needs solecism-lab[train].

    Native text is plain, with one paragraph per line and a blank line between documents; errors
    like those of learners are made in it, different ones in each round. Then the network is
    trained on learner text, of which a tenth is reserved for tuning, as are some native documents.
    A small network learns more from the probabilities of a larger one (--teacher). The text of
    --readers teaches which share of readers objects to a flag. Without --learner the errors are
    common ones, as teachers know them, and thresholds are tuned on such errors: a network that has
    seen no learners' text, for those who may not use any. With the defaults and 60 million
    words training takes 20 minutes on one large GPU and 16 cores; on a CPU, try it with
    few steps.

    Intermediate results are stored in the work folder, from which an interrupted run continues:
    training can begin on one machine and finish on another.

    \b
    Example:
      solecism train network --help
    """
    require_packages("onnx", "torch")
    from solecism.formats import files
    from solecism_lab.train.network import training
    from solecism_lab.train.network.encoder import mixed_weights, with_more_layers
    from solecism_lab.train.network.model_file import read_classes, retuned, with_tunings
    from solecism_lab.train.network.training import read_teacher

    check_output(out)
    if mix and (encoder is None or not Path(encoder).is_file()):
        raise InputError("--mix needs a model to go on with. Give its file by --encoder.")
    if learner and not any(learner_sentences(learner, is_tuning=True)):
        raise InputError("no sentence of --learner is in the tenth for tuning. Give more text.")
    folder = WorkFolder(work)
    device = _device(device)
    all_learner = (*learner, *more_learner)
    read = [read_classes(files.read_bytes(path), file=path) for path in teachers]
    for _, teacher_repairs in read:
        folder.setdefault("repairs.json", format_repairs(teacher_repairs))
    repairs = chosen_repairs(all_learner, folder)
    pieces, weights, shape = starting_point(encoder, native, folder, repairs, n_pieces, seed)
    if n_layers is not None:
        weights, shape = with_more_layers(weights, shape, n_layers)
    is_taught = bool(teachers)
    keep_teacher_pieces([known for known, _ in read], pieces, folder)
    plan = training.plan_for(shape, is_taught=is_taught)

    def stored(name: str, read: _Read, paths: Sequence[str]) -> Callable[[], NetworkExamples]:
        return partial(_stored, folder, pieces, repairs, name, read, paths)

    with progress_bar("Reading native text", "Learning") as progress:
        shards = network_shards(native, all_learner, folder, rounds=rounds, seed=seed, jobs=jobs)
        varied = (
            varied_shards(all_learner, bare, folder, rounds=rounds, seed=seed, jobs=jobs)
            if is_taught and learner
            else []
        )
        trained = training.train(
            training.Texts(
                shards,
                stored("learner", _learner_examples, learner) if learner else None,
                stored("wide", _learner_examples, all_learner) if more_learner else None,
                stored("bare", _bare_examples, bare) if is_taught and bare else None,
                varied,
            ),
            weights,
            repairs,
            shape=shape,
            plan=plan.of(
                n_steps=steps or plan.native.n_steps,
                n_learner_steps=learner_steps or plan.learner.n_steps,
                n_pieces=step_pieces,
                minutes=minutes or math.inf,
            ),
            seed=seed,
            device=device,
            parts=folder,
            progress=progress,
            teacher=read_teacher(teachers, pieces, repairs, device) if teachers else None,
        )
    text = tuning_text(learner, native, readers)
    trained = mixed_weights(trained, weights, mix)
    untuned = _exported(trained, shape, pieces, repairs, [each.words for each in text.learners])
    with progress_bar("Reading", "Tuning") as progress:
        tunings = retuned(
            untuned, text, file="the new model", n_jobs=jobs, parts=folder, progress=progress
        )
    files.write_bytes(out, with_tunings(untuned, *tunings, file="the new model"))


def _device(name: str) -> str:
    import torch

    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    return name


def _stored(
    folder: WorkFolder,
    pieces: Pieces,
    repairs: Repairs,
    name: str,
    read: _Read,
    paths: Sequence[str],
) -> NetworkExamples:
    """The examples of some files, which are read in the first run."""
    from solecism_lab.train.network import examples

    file = f"{name}.examples"
    if file not in folder:
        folder[file] = examples.format(read(paths, pieces, repairs, read_teacher_pieces(folder)))
    return examples.parse(folder[file], file=file)


def _learner_examples(
    paths: Sequence[str], pieces: Pieces, repairs: Repairs, taught: Pieces | None
) -> NetworkExamples:
    from solecism_lab.train.network.examples import learner_examples

    return learner_examples(
        learner_sentences(paths, is_tuning=False), pieces, repairs, taught=taught
    )


def _bare_examples(
    paths: Sequence[str], pieces: Pieces, repairs: Repairs, taught: Pieces | None
) -> NetworkExamples:
    from solecism_lab.train.network.examples import bare_examples

    return bare_examples(bare_sentences(paths), pieces, repairs, taught=taught)


def _exported(
    trained: Weights,
    shape: Shape,
    pieces: Pieces,
    repairs: Repairs,
    sentences: Sequence[Sequence[str]],
) -> bytes:
    """The bytes of the model before tuning; the ranges of its states are measured on sentences."""
    from solecism.detect.network.tuning import untuned
    from solecism_lab.train.network.model_file import exported
    from solecism_lab.train.network.onnx_graph import Network

    bytes_with = exported(Network(trained, shape), pieces, repairs, sentences)
    return bytes_with(untuned(), untuned())


_PRECISIONS = (0.6, 0.8, 0.9)


@click.command(name="tuning")
@click.argument("model")
@native_option
@learner_option()
@readers_option
@click.option(
    "--partner",
    metavar="MODEL",
    help="Another model with the same repairs: the mean of both is tuned, and --out must name a "
    "file for the tuning alone (.json).",
)
@click.option(
    "--out",
    metavar="FILE",
    help="File to write to: the whole model (.onnx), or its tuning alone (.json). By default, the "
    "tuning is written beside the model, where it goes before the one inside.",
)
@work_option()
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Number of processes that read the text.",
)
def tuning_command(
    model: str,
    native: tuple[str, ...],
    learner: tuple[str, ...],
    readers: str | None,
    partner: str | None,
    out: str | None,
    work: str | None,
    jobs: int,
) -> None:
    """Tune a trained network again; needs solecism-lab[train].

    MODEL is a file that `solecism train network` has written. Its weights stay as they are.
    Calibration, operating points, shares of readers and the sentences that `solecism check --skim`
    reads are learnt again, as `solecism train network` does in the end: give it the same files of
    learners, because nine tenths of them were learnt from, and only the rest is for tuning. Without
    any, it is tuned on errors that are made in the native text. With a work folder, what was read
    before is not read again.

    The table shows the number of errors of each group in learners' tuning text and the share of
    them that is found at some precisions together with the light detector. Groups with few errors
    are tuned together.

    \b
    Example:
      solecism train tuning --help
    """
    require_packages("onnx")
    from solecism.detect.network.model import format_tuning, tuning_file
    from solecism.formats import files
    from solecism.system.installation import read_model
    from solecism_lab.train.network.model_file import retuned, with_tunings

    if partner is not None and not (out or "").endswith(".json"):
        raise InputError(
            "--partner: the mean of two models has no file. Name one by --out (.json)."
        )
    out = out or str(tuning_file(Path(model)))
    check_output(out)
    folder = None if work is None else WorkFolder(work)
    data = read_model(Path(model))
    text = tuning_text(learner, native, readers)
    with progress_bar("Reading", "Tuning") as progress:
        alone, cascade = retuned(
            data,
            text,
            file=model,
            partner=None if partner is None else read_model(Path(partner)),
            n_jobs=jobs,
            parts=folder,
            progress=progress,
        )
    if out.endswith(".json"):
        files.write_text(out, [format_tuning(alone, cascade)])
    else:
        files.write_bytes(out, with_tunings(data, alone, cascade, file=model))
    _show_tuning(cascade)


def _show_tuning(tuning: Tuning) -> None:
    from solecism.cli.terminal.result_tables import show

    columns = ("group", "errors", *(f"recall at {each:.0%}" for each in _PRECISIONS), "note")
    show("With the light detector, tuning text of learners", columns, _tuning_rows(tuning))


def _tuning_rows(tuning: Tuning) -> Iterator[tuple[str, ...]]:
    from solecism_lab.train.network.tuning.tune import FEWEST_ERRORS

    for name, group in tuning.groups.items():
        recalls = [
            max((row[2] for row in group.curve if row[1] >= precision), default=None)
            for precision in _PRECISIONS
        ]
        cells = ("-" if recall is None else f"{recall:.3f}" for recall in recalls)
        note = "too few: tuned together" if group.n_errors < FEWEST_ERRORS else ""
        yield (name, str(group.n_errors), *cells, note)


@click.command(name="edits")
@learner_option(required=True)
@click.option(
    "--detector",
    default="cascade",
    show_default=True,
    metavar="NAME",
    help="Detector whose suggestions are judged.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the judge to (.npz).")
@seed_option(default=1, result="judge")
def edits_command(learner: tuple[str, ...], detector: str, out: str, seed: int) -> None:
    """Learn how probable it is that an annotator makes a change that `solecism check` suggests.

    Give the same files as to `solecism train network`: the tenth of them that is reserved for
    tuning is read, because the network has not learnt from it. Each file is one text. The tables
    have changes by the probability that is told, and the share of them that the annotator made; the
    judges of the second have learnt from other folds of the text. Needs solecism-lab[train], and
    takes five minutes on one core for W&I and the FCE.

    \b
    Example:
      solecism train edits --help
    """
    require_packages("sklearn")
    from solecism.detect.network import edit_judge
    from solecism.formats import files
    from solecism_lab.train import edits

    check_output(out)
    texts = (list(learner_sentences([path], is_tuning=True)) for path in learner)
    given = edits.examples(filter(None, texts), detector)
    if len(given.rows) < edits.FEWEST:
        raise InputError(
            f"{count(len(given.rows), 'change')} in the tenth of --learner for tuning; "
            f"{edits.FEWEST} are needed. Give more text."
        )
    p = edits.cross_fitted(given, seed=seed)
    files.write_bytes(out, edit_judge.format(edits.learn(given, seed=seed)))
    for how, told in (("without a judge", given.p_told), ("with judges of other folds", p)):
        loss = edits.log_loss(told, given.is_right)
        _show_judged(f"{how}: log loss {loss:.4f}", edits.bins(told, given.is_right))


def _show_judged(how: str, bins: Sequence[Bin]) -> None:
    from solecism.cli.terminal.result_tables import show

    rows = (
        (f"{each.least:.1f}", str(each.n), f"{each.told:.3f}", f"{each.right:.3f}") for each in bins
    )
    show(f"Suggestions {how}", ("from", "changes", "told", "made"), rows)
