"""Commands that train the light detectors of prepositions and articles."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import EngineChoice, engine_options, json_option, seed_option
from solecism.cli.terminal.output import WorkFolder, check_output, progress_bar
from solecism.cli.terminal.result_tables import show, show_json
from solecism.errors import InputError
from solecism.formats.corpora import (
    annotated_learner_sentences,
    learner_sentences,
    native_sentences,
)
from solecism.table import number, span
from solecism_lab.cli.train_options import learner_option, native_option, work_option
from solecism_lab.train.choice.native_shards import prepare_shards, training_shards, tuning_shard

if TYPE_CHECKING:
    from solecism_lab.train.articles import NounExamples
    from solecism_lab.train.choice.error_classifier import ErrorExamples


@click.command(name="prepositions")
@native_option
@learner_option()
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@work_option()
@seed_option(default=1, result="model")
def prepositions_command(
    native: tuple[str, ...], learner: tuple[str, ...], out: str, work: str | None, seed: int
) -> None:
    """Train the detector of wrong, extraneous and missing prepositions.

    Native text is plain, with one paragraph per line and a blank line between documents; .xz and
    .gz are decompressed. Every fiftieth document is held out, and another fiftieth is reserved for
    tuning. Native text teaches which preposition belongs where. Learner text teaches what is an
    error; a tenth of it is reserved for tuning. Without learner text, errors are made in native
    text at the rates of the bundled model. With --work an interrupted run continues where it
    stopped: file by file, then part by part.

    \b
    Example:
      solecism train prepositions --native examples/texts/library.txt --out prepositions.npz
    """
    from functools import partial

    import numpy as np

    from solecism.detect.light import preposition_detector
    from solecism.formats import files
    from solecism_lab.train import prepositions

    check_output(out)
    with tempfile.TemporaryDirectory() as temporary:
        folder = WorkFolder(temporary if work is None else work)
        names = [
            prepare_shards(
                path,
                folder,
                mark=str(seed),
                training=partial(prepositions.shards, rng=np.random.default_rng(seed)),
                tuning=prepositions.checked_shard,
            )
            for path in native
        ]
        shards = [shard for name in names for shard in training_shards(name, folder)]
        known = None if learner else preposition_detector.bundled().confusions
        with progress_bar("Reading learner text", "Learning prepositions") as progress:
            model = prepositions.train(
                shards,
                _preposition_examples(learner, is_tuning=False),
                _preposition_examples(learner, is_tuning=True),
                native_tuning=[tuning_shard(name, folder) for name in names],
                known_confusions=known,
                seed=seed,
                progress=progress,
                parts=folder,
            )
        files.write_bytes(out, preposition_detector.format(model))


def _preposition_examples(learner: Sequence[str], *, is_tuning: bool) -> ErrorExamples | None:
    from solecism_lab.train.choice.error_classifier import concatenated_examples
    from solecism_lab.train.prepositions import learner_examples

    parts = list(learner_examples(annotated_learner_sentences(learner, is_tuning=is_tuning)))
    return concatenated_examples(parts) if parts else None


@click.command(name="articles")
@native_option
@learner_option()
@click.option(
    "--nouns", metavar="TABLE", help="Use this table of nouns instead of the bundled one."
)
@click.option(
    "--most",
    default=1_500_000,
    show_default=True,
    help="Maximum number of examples per native file.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@work_option()
@seed_option(default=1, result="model")
def articles_command(
    native: tuple[str, ...],
    learner: tuple[str, ...],
    nouns: str | None,
    most: int,
    out: str,
    work: str | None,
    seed: int,
) -> None:
    """Train the detector of errors in articles and noun number.

    Native text is plain, with one paragraph per line and a blank line between documents; .xz and
    .gz are decompressed. Every fiftieth document is held out, and another fiftieth is reserved for
    tuning. Native text teaches which determiner and number belong where. Learner text teaches what
    is an error; a tenth of it is reserved for tuning. Without learner text, errors are made in
    native text at the rates of the bundled model. Files with more examples than --most are thinned
    evenly. With --work an interrupted run continues where it stopped: file by file, then part by
    part.

    \b
    Example:
      solecism train articles --native examples/texts/library.txt --out articles.npz
    """
    from pathlib import Path

    from solecism.detect.light import noun_model as article_model
    from solecism.formats import files
    from solecism.locate import noun_table
    from solecism_lab.train import articles

    check_output(out)
    table = noun_table.bundled_nouns() if nouns is None else noun_table.read(Path(nouns))
    with tempfile.TemporaryDirectory() as temporary:
        folder = WorkFolder(temporary if work is None else work)
        names = [
            prepare_shards(
                path,
                folder,
                mark="articles",
                training=articles.shards,
                tuning=articles.whole_shard,
            )
            for path in native
        ]
        with progress_bar("Reading learner text", "Learning articles") as progress:
            model = articles.train(
                [shard for name in names for shard in training_shards(name, folder, most=most)],
                _article_examples(learner, is_tuning=False),
                _article_examples(learner, is_tuning=True),
                table,
                native_tuning=[tuning_shard(name, folder) for name in names],
                known_confusions=None if learner else article_model.bundled().confusions,
                seed=seed,
                progress=progress,
                parts=folder,
            )
        files.write_bytes(out, article_model.format(model))


def _article_examples(learner: Sequence[str], *, is_tuning: bool) -> NounExamples | None:
    from solecism_lab.train.articles import concatenated_nouns, noun_examples

    parts = list(noun_examples(annotated_learner_sentences(learner, is_tuning=is_tuning)))
    return concatenated_nouns(parts) if parts else None


@click.command(name="curve")
@native_option
@click.option(
    "--step",
    "steps",
    type=click.IntRange(1),
    multiple=True,
    help="Learn from every STEPth example; may be repeated. The default is 256, 64, 16, 4 and 1.",
)
@click.option(
    "--test",
    "tests",
    multiple=True,
    metavar="FILE",
    help="Guess the prepositions of all of this text instead; may be repeated.",
)
@work_option()
@seed_option(default=1)
@json_option
def curve_command(
    native: tuple[str, ...],
    steps: tuple[int, ...],
    tests: tuple[str, ...],
    work: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Show how well prepositions are guessed after more and more native examples.

    The two context models of `solecism train prepositions` are trained on every 256th example of
    the native text, every 64th, and so on, and guess the prepositions of the documents that were
    held out, every fiftieth of each file. The shards in the folder of --work are those of
    `solecism train prepositions`.

    \b
    Example:
      solecism train curve --native examples/quarry.txt --test examples/texts/library.txt --step 1
    """
    from functools import partial

    import numpy as np

    from solecism.formats.corpora import documents, held_out_documents, split_documents
    from solecism.formats.files import document_name
    from solecism.language.annotate import annotate_sentences
    from solecism_lab.train import prepositions
    from solecism_lab.train.prepositions import STEPS, learning_curve

    with tempfile.TemporaryDirectory() as temporary:
        folder = WorkFolder(temporary if work is None else work)
        names = [
            prepare_shards(
                path,
                folder,
                mark=str(seed),
                training=partial(prepositions.shards, rng=np.random.default_rng(seed)),
                tuning=prepositions.checked_shard,
            )
            for path in native
        ]
        shards = [read() for name in names for read in training_shards(name, folder)]
    chosen = documents if tests else held_out_documents
    texts = {
        document_name(path): list(annotate_sentences(split_documents(path, chosen)))
        for path in tests or native
    }
    if not any(texts.values()):
        raise InputError("no document is held out of so little text. Give a text with --test.")
    with progress_bar("Reading", "Learning prepositions") as progress:
        points = list(
            learning_curve(
                shards,
                {name: text for name, text in texts.items() if text},
                steps=steps or STEPS,
                seed=seed,
                progress=progress,
            )
        )
    if as_json:
        show_json({"points": points})
        return
    show(
        "Accuracy by number of native examples",
        ("examples", "text", "model", "accuracy", "95%"),
        [
            [str(point.n_examples), text, model, number(figure), span(figure.interval)]
            for point in points
            for text, models in point.accuracy.items()
            for model, figure in models.items()
        ],
    )


_ON_RAY = ("learner", "out", "min_word", "min_marked", "min_other")


@click.command(name="lm")
@click.argument("native", metavar="NATIVE...", nargs=-1, required=True)
@click.option(
    "--learner",
    multiple=True,
    metavar="FILE",
    help="File of annotated learner text to tune on; may be repeated.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@click.option(
    "--min-word",
    default=20,
    show_default=True,
    type=click.IntRange(min=1),
    help="Minimum number of occurrences of a word in the vocabulary.",
)
@click.option(
    "--min-marked",
    default=(3, 5, 10),
    show_default=True,
    type=(click.IntRange(min=1),) * 3,
    metavar="N N N",
    help="Minimum number of occurrences of two, three and four words with a preposition "
    "among them.",
)
@click.option(
    "--min-other",
    default=(6, 20, 100),
    show_default=True,
    type=(click.IntRange(min=1),) * 3,
    metavar="N N N",
    help="Minimum number of occurrences of two, three and four words without a preposition.",
)
@engine_options
def lm_command(
    native: tuple[str, ...],
    learner: tuple[str, ...],
    out: str,
    min_word: int,
    min_marked: tuple[int, int, int],
    min_other: tuple[int, int, int],
    where: EngineChoice,
) -> None:
    """Count the n-grams of native text for the language model of extraneous prepositions.

    The detector compares the text with and without a preposition. NATIVE is plain text, with one
    paragraph per line and a blank line between documents; .xz and .gz are decompressed. Every
    fiftieth document is held out. The tenth of --learner (.m2, .xml) that is reserved for tuning
    sets the threshold and the probabilities; without it a preposition is flagged if the text is at
    all more probable without it. Nothing is random: the same text gives the same model. The
    bundled model took seven minutes and 2 GB on one core. With --engine ray the files, which every
    machine must have under the same names, are counted on a cluster; the model is the same.

    \b
    Example:
      solecism train lm examples/texts/library.txt --min-word 1 --out lm.npz
    """
    from dataclasses import replace

    from solecism.detect.extraneous import language_model
    from solecism.detect.extraneous.detector import PlattCalibration
    from solecism.formats import files
    from solecism.locate.sites import PREPOSITIONS
    from solecism_lab.train.extraneous import learner_examples, ngrams
    from solecism_lab.train.extraneous.learner_examples import preposition_examples
    from solecism_lab.train.extraneous.ngrams import NgramSettings

    check_output(out)
    settings = NgramSettings(min_word, min_marked, min_other)
    with progress_bar("Reading", "Counting n-grams") as progress:
        if where.is_ray(_ON_RAY):
            from solecism_lab.train.counting import count_ngrams

            table = count_ngrams(
                native,
                marked=PREPOSITIONS,
                settings=settings,
                address=where.address,
                progress=progress,
            )
        else:
            table = ngrams.count_ngrams(
                (sentence.words for sentence in native_sentences(native)),
                marked=PREPOSITIONS,
                settings=settings,
                progress=progress,
            )
    model = language_model.LanguageModel(table, PlattCalibration())
    if learner:
        tuning = list(preposition_examples(learner_sentences(learner, is_tuning=True)))
        scorer = language_model.WindowScorer(table)
        model = replace(model, calibration=learner_examples.calibrated(scorer, tuning))
    files.write_bytes(out, language_model.format(model))


@click.command(name="perceptron")
@click.argument("learner", metavar="LEARNER...", nargs=-1, required=True)
@click.option(
    "--native",
    multiple=True,
    metavar="FILE",
    help="File of running native text to insert errors into; may be repeated.",
)
@click.option(
    "--native-sentences",
    "n_native",
    default=20_000,
    show_default=True,
    type=click.IntRange(min=0),
    help="Number of sentences to use per native file.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@seed_option(default=1, result="model")
def perceptron_command(
    learner: tuple[str, ...], native: tuple[str, ...], n_native: int, out: str, seed: int
) -> None:
    """Train the perceptron that finds extraneous prepositions.

    LEARNER is annotated text (.m2, .xml): nine tenths are for training, and the tenth that is
    reserved for tuning sets the threshold and the probabilities. Prepositions are inserted into
    sentences of the --native files (plain text, also .xz and .gz; every fiftieth document is held
    out) as learners do.

    \b
    Example:
      solecism train perceptron examples/annotations/*.m2 --out perceptron.npz \\
          --native examples/texts/library.txt
    """
    import numpy as np

    from solecism.detect.extraneous import perceptron as model_file
    from solecism.formats import files
    from solecism_lab.train.extraneous import perceptron
    from solecism_lab.train.extraneous.learner_examples import preposition_examples

    check_output(out)
    with progress_bar("Reading", "Learning") as progress:
        model = perceptron.train(
            list(preposition_examples(learner_sentences(learner, is_tuning=False))),
            list(preposition_examples(learner_sentences(learner, is_tuning=True))),
            native_sentences(native, limit=n_native),
            rng=np.random.default_rng(seed),
            progress=progress,
        )
    files.write_bytes(out, model_file.format(model))
