"""`solecism train network`: the network that reads whole sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option
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
from solecism.train.network.shards import network_shards, read_pieces, read_repairs
from solecism.train.network.tuning.tunings import tuning_text
from solecism.train.texts import learner_sentences

if TYPE_CHECKING:
    from solecism.detect.network.pieces import Pieces
    from solecism.detect.network.repairs import Repairs
    from solecism.train.network.encoder import Weights
    from solecism.train.network.examples import NetworkExamples
    from solecism.train.network.start import Shape


@click.command(name="network")
@native_option
@learner_option(required=True)
@readers_option
@register_option
@click.option(
    "--encoder",
    metavar="FOLDER",
    help="Folder of a pretrained BERT; without it, a tiny network is trained from scratch.",
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
    "--steps", default=24_000, show_default=True, help="Number of training steps on native text."
)
@click.option(
    "--learner-steps",
    default=1_000,
    show_default=True,
    help="Number of training steps on learner text.",
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
def command(
    native: tuple[str, ...],
    learner: tuple[str, ...],
    readers: str | None,
    registers: tuple[tuple[str, str], ...],
    encoder: str | None,
    out: str,
    work: str,
    rounds: int,
    steps: int,
    learner_steps: int,
    step_pieces: int,
    n_pieces: int,
    device: str,
    jobs: int,
    seed: int,
) -> None:
    """Train the network that reads whole sentences; needs solecism[train].

    Native text is plain, with one paragraph per line and a blank line between documents; errors
    like those of learners are made in it, different ones in each round. Then the network is
    trained on learner text, of which a tenth is reserved for tuning, as are some native documents.
    The text of --readers teaches which share of readers objects to a flag. With the defaults and
    60 million words training takes 20 minutes on one large GPU and 16 cores; on a CPU, try it with
    few steps.

    Intermediate results are stored in the work folder, from which an interrupted run continues:
    training can begin on one machine and finish on another.

    \b
    Example:
      solecism train network --help
    """
    need("onnx", "torch")
    from solecism.formats import files
    from solecism.train.network import train as training
    from solecism.train.network.tuning.tuned import tuned

    check_output(out)
    folder = WorkFolder(work)
    pieces, weights, shape = _start(encoder, native, folder, n_pieces, seed)
    repairs = _repairs(learner, folder)
    with progress_bar("Reading native text", "Learning") as progress:
        shards = network_shards(native, learner, folder, rounds=rounds, jobs=jobs)
        trained = training.train(
            training.Texts(shards, partial(_learner_examples, learner, pieces, repairs)),
            weights,
            repairs,
            shape=shape,
            plan=training.PLAN.of(
                n_steps=steps, n_learner_steps=learner_steps, n_pieces=step_pieces
            ),
            seed=seed,
            device=_device(device),
            parts=folder,
            progress=progress,
        )
    text = tuning_text(learner, native, registers, readers)
    untuned = _exported(trained, shape, pieces, repairs, [each.words for each in text.learners])
    with progress_bar("Reading", "Tuning") as progress:
        data, _ = tuned(
            untuned, text, file="the new model", n_jobs=jobs, parts=folder, progress=progress
        )
    files.write_bytes(out, data)


def _device(name: str) -> str:
    import torch

    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    return name


def _start(
    encoder: str | None, native: Iterable[str], folder: WorkFolder, n_pieces: int, seed: int
) -> tuple[Pieces, Weights, Shape]:
    """The vocabulary of word pieces, and the initial weights."""
    import json

    from solecism.detect.network.pieces import Pieces
    from solecism.train.network import encoder as encoders
    from solecism.train.network import start, vocabulary

    known = encoders.read_pieces(Path(encoder)) if encoder else None
    if "pieces.json" not in folder:
        if known is None:
            vocabulary_of_text = vocabulary.from_text(_lines(native), size=n_pieces)
        else:
            counts = vocabulary.piece_counts(_lines(native), Pieces(known))
            vocabulary_of_text = [known[n] for n in vocabulary.chosen(known, counts, size=n_pieces)]
        folder["pieces.json"] = json.dumps(vocabulary_of_text).encode()
    pieces = read_pieces(folder)
    if encoder is None or known is None:
        return pieces, start.random(len(pieces), start.TINY, seed=seed), start.TINY
    weights = start.pretrained(encoders.read_weights(Path(encoder)), start.Shape())
    numbers = {piece: number for number, piece in enumerate(known)}
    weights["pieces"] = weights["pieces"][[numbers[piece] for piece in pieces.vocabulary]]
    return pieces, weights, start.Shape()


def _lines(paths: Iterable[str]) -> Iterator[str]:
    from solecism.formats import files

    for path in paths:
        yield from files.read_lines(path)


def _repairs(learner: Iterable[str], folder: WorkFolder) -> Repairs:
    """The classes of repairs, chosen in the first run."""
    import json

    from solecism.detect.network.repairs import choose, counted

    if "repairs.json" not in folder:
        sentences = learner_sentences(learner, is_tuning=False)
        edits = (each.annotations[0].edits for each in sentences if each.annotations)
        repairs = choose(counted(edits))
        folder["repairs.json"] = json.dumps([repairs.words, repairs.gaps]).encode()
    return read_repairs(folder)


def _learner_examples(learner: Iterable[str], pieces: Pieces, repairs: Repairs) -> NetworkExamples:
    from solecism.train.network.examples import learner_examples

    return learner_examples(learner_sentences(learner, is_tuning=False), pieces, repairs)


def _exported(
    trained: Weights,
    shape: Shape,
    pieces: Pieces,
    repairs: Repairs,
    sentences: Sequence[Sequence[str]],
) -> bytes:
    """The bytes of the model before tuning; the ranges of its states are measured on sentences."""
    from solecism.detect.network.tuning import untuned
    from solecism.train.network.graph.export import exported
    from solecism.train.network.graph.graph import Network

    bytes_with = exported(Network(trained, shape), pieces, repairs, sentences)
    return bytes_with(untuned(), untuned())
