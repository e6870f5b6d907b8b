"""`solecism train lm`: the language model of extraneous prepositions."""

from __future__ import annotations

import click

from solecism.cli.terminal.engine import EngineChoice, engine_options
from solecism.cli.terminal.output import check_output
from solecism.cli.terminal.progress import progress_bar
from solecism.train.texts import learner_sentences, native_sentences

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
def command(
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
    from solecism.locate.preposition import PREPOSITIONS
    from solecism.train.extraneous import calibration, ngrams
    from solecism.train.extraneous.examples import examples
    from solecism.train.extraneous.ngram_parts import NgramSettings

    check_output(out)
    settings = NgramSettings(min_word, min_marked, min_other)
    with progress_bar("Reading", "Counting n-grams") as progress:
        if where.is_ray(_ON_RAY):
            from solecism.cluster.counting.ngrams import count_ngrams

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
        tuning = list(examples(learner_sentences(learner, is_tuning=True)))
        scorer = language_model.WindowScorer(table)
        model = replace(model, calibration=calibration.calibrated(scorer, tuning))
    files.write_bytes(out, language_model.format(model))
