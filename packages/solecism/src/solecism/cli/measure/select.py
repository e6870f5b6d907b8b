"""`solecism select`: guess the prepositions of native text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import (
    INPUT,
    JobChoice,
    command_signature,
    job_options,
    jobs_option,
    json_option,
    n_jobs,
    signed_files,
)
from solecism.cli.terminal.output import progress_bar, with_progress
from solecism.cli.terminal.result_tables import show, show_json
from solecism.table import number

if TYPE_CHECKING:
    from solecism.detect.light.selection_test import Guess, Selection
    from solecism.sentence import Sentence

# F-measures of Table 1: Gamon et al. (2008), and Tetreault and Chodorow (2008).
_PAPER = {
    "in": ("0.592", "0.845"),
    "for": ("0.459", "0.698"),
    "of": ("0.759", "0.906"),
    "on": ("0.322", "0.751"),
    "to": ("0.627", "0.775"),
    "with": ("0.361", "0.675"),
    "at": ("0.372", "0.685"),
    "by": ("0.502", "0.747"),
    "as": ("0.699", "0.711"),
    "from": ("0.528", "0.591"),
    "about": ("0.800", "0.654"),
}


@click.command(name="select")
@click.argument("places", nargs=-1, metavar="[IN OUT]", type=INPUT)
@click.option(
    "--native",
    multiple=True,
    metavar="FILE",
    type=INPUT,
    help="File of native text; may be repeated.",
)
@click.option(
    "--detector",
    type=click.Choice(["cascade", "strong", "large", "light", "maxent"]),
    default="light",
    show_default=True,
    help="Models that guess: network and context models (cascade), the same with the large network "
    "(large), the network alone (strong), context models (light), or maximum entropy only "
    "(maxent).",
)
@click.option(
    "--model", metavar="FILE", type=INPUT, help="Use this model instead of the bundled one."
)
@click.option(
    "--all", "everything", is_flag=True, help="Use all documents, not only every fiftieth."
)
@click.option(
    "--five",
    is_flag=True,
    help="Show the five most frequent prepositions, each against the rest, as well.",
)
@click.option(
    "--items",
    metavar="FILE",
    type=INPUT,
    help="Guess at these places, as `solecism sample cloze` wrote them, instead of --native.",
)
@click.option(
    "--predictions",
    metavar="FILE",
    help="File to write each guess and the writer's word to, as judgments of two more raters.",
)
@jobs_option
@job_options
@json_option
def select_command(
    places: tuple[str, ...],
    native: tuple[str, ...],
    detector: str,
    model: str | None,
    everything: bool,
    five: bool,
    items: str | None,
    predictions: str | None,
    jobs: int | None,
    where: JobChoice,
    as_json: bool,
) -> None:
    """Guess which prepositions native writers chose, and count how often that is correct.

    Native text is plain, with one paragraph per line and a blank line between documents. Every
    fiftieth document is used, because no bundled model was trained on these; --all uses all of
    them. The table shows the F-measures of the paper's Table 1, on other text, beside ours. The
    detector light combines maximum entropy and a window network; maxent is maximum entropy only,
    as in the paper; strong is the network that reads whole sentences; cascade combines it with
    light, and large does so with the large network, which is the best.

    The file of --predictions has two judgments per place: the rater writer gives what was written,
    and a rater with the name of the detector gives its guess. With --items the places are those of
    a cloze study, so that `solecism agree` can take its judgments and the predictions together.

    With --engine ray the arguments are IN, rows of native text, all of which are used, and OUT, a
    folder for the same rows with their guesses.

    \b
    Example:
      solecism select --all --native examples/texts/library.txt
      solecism sample cloze examples/texts/ridge.txt blanks.jsonl -n 5
      solecism select --items blanks.jsonl --predictions guesses.jsonl
    """
    from solecism.detect.light.selection_test import counted
    from solecism.detect.selection import models_of

    path = None if model is None else Path(model)
    guesses: Iterable[Guess]
    if where.is_ray(("detector", "model", "five", "as_json")):
        guesses = _on_ray(where, places, detector, model)
    elif places or bool(native) == bool(items):
        raise click.UsageError("Give either --native or --items, or IN and OUT with --engine ray.")
    else:
        with progress_bar("Reading", "Sentences") as progress:
            if items is None:
                sentences = with_progress(_sentences(native, everything), progress)
                guesses = _guesses(detector, path, sentences, jobs, native)
            else:
                guesses = _guesses_at(items, detector, path)
    result = counted(guesses)
    if predictions:
        _write_predictions(predictions, guesses, detector)
    signature = command_signature(
        "select",
        files={"places": list(signed_files(places[:1]))},
        models=models_of(detector, model=path, is_text=items is None),
        counts={"n_sites": result.n},
    )
    if as_json:
        show_json({**signature.content(), **result.content()})
        return
    _show(result, five)
    click.echo(signature)


def _on_ray(
    where: JobChoice, places: tuple[str, ...], detector: str, model: str | None
) -> Iterator[Guess]:
    """The guesses of all rows, which are made on a Ray cluster."""
    from solecism.cluster import Selector
    from solecism.cluster.preposition_operations import GUESSES, guesses_of_rows
    from solecism.cluster.shard_files import result_rows

    selector = Selector(column=where.column, detector=detector, model=model)
    target = where.run(selector, places, "guessed preposition")
    return guesses_of_rows(guesses for _, guesses in result_rows(target, GUESSES))


def _guesses(
    detector: str,
    model: Path | None,
    sentences: Iterable[Sentence],
    jobs: int | None,
    paths: Sequence[str],
) -> list[Guess]:
    from solecism.detect.selection import guesses

    return list(guesses(detector, sentences, model=model, n_jobs=n_jobs(jobs, paths)))


def _guesses_at(items: str, detector: str, model: Path | None) -> list[Guess]:
    """The guesses at the places of a cloze study; a line says how many have none."""
    from solecism.formats import jsonl
    from solecism.sampling.preposition_samples import sentences_of
    from solecism.site import Site

    sites = list(jsonl.read(items, Site))
    wanted = {site.id for site in sites}
    there = _guesses(detector, model, sentences_of(sites), 1, ())
    chosen = [guess for guess in there if guess.site in wanted]
    if n_others := len(wanted) - len(chosen):
        click.echo(
            f"{n_others} of {len(wanted)} items have no guess: words that open a clause, as in "
            '"after he left", or are half of a preposition.',
            err=True,
        )
    return chosen


def _write_predictions(path: str, guesses: Iterable[Guess], detector: str) -> None:
    from solecism.formats import files, jsonl
    from solecism.judgment import Judgment

    judgments = (
        Judgment(guess.site, rater, word, task="cloze", confidence=p)
        for guess in guesses
        for rater, word, p in (
            ("writer", guess.written, None),
            (detector, guess.guess, round(guess.p_guess, 4)),
        )
    )
    files.write_text(path, jsonl.format(judgments))


def _sentences(paths: Iterable[str], everything: bool) -> Iterator[Sentence]:
    from solecism.formats import corpora
    from solecism.formats.corpora import split_documents

    documents = corpora.documents if everything else corpora.held_out_documents
    for path in paths:
        yield from split_documents(path, documents)


def _show(result: Selection, five: bool) -> None:
    word, share = result.majority
    rows = [["34 prepositions", str(result.n), number(result.accuracy)]]
    rows.append([f"always {word!r}", str(result.n), number(share)])
    if five:
        rows.append(["five, each against the rest", str(result.n), number(result.binary_accuracy)])
    show("Selection of prepositions", ("choice", "sites", "accuracy"), rows)
    show(
        "By preposition",
        ("preposition", "sites", "precision", "recall", "F1", "Gamon 2008 F1", "paper F1"),
        [
            [
                row.preposition,
                str(row.n),
                *map(number, (row.precision, row.recall, row.f1)),
                *_PAPER.get(row.preposition, ("", "")),
            ]
            for row in result.rows()
        ],
    )
