"""`solecism train misspellings`: which words are misspelt, and what was meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from solecism.cli.terminal.output import check_output
from solecism.cli.train.options import learner_option, native_option


@click.command(name="misspellings")
@native_option
@learner_option(required=True)
@click.option(
    "--network",
    metavar="MODEL",
    help="File of the network that reads words in context; the bundled one if not given.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
def command(
    native: tuple[str, ...], learner: tuple[str, ...], network: str | None, out: str
) -> None:
    """Learn which words are misspelt, and what learners mean by them.

    Native text is plain, with one paragraph per line and a blank line between documents: words that
    are common in it count as known, besides those of a dictionary. Annotated learner text teaches
    which letters are confused; the tenth of it that is reserved for tuning teaches, together with
    native tuning text, how much the network's reading counts. Nothing is random: the same text
    gives the same model. The bundled model took four minutes on one core.

    \b
    Example:
      solecism train misspellings --help
    """
    from pathlib import Path

    from solecism.detect.network import model as networks
    from solecism.formats import files
    from solecism.language.spelling import model as spelling
    from solecism.train.network.tuning.tunings import native_tuning
    from solecism.train.spelling.train import learn_words, with_network
    from solecism.train.texts import learner_sentences

    check_output(out)
    reader = networks.bundled() if network is None else networks.read(Path(network))
    model = learn_words(_paragraphs(native), learner_sentences(learner, is_tuning=False))
    tuning = list(learner_sentences(learner, is_tuning=True))
    model = with_network(model, reader, tuning, list(native_tuning(native)))
    files.write_bytes(out, spelling.format(model))


def _paragraphs(paths: Iterable[str]) -> Iterator[str]:
    from solecism.formats import files
    from solecism.train.corpora import training_documents

    for path in paths:
        for document in training_documents(files.read_lines(path)):
            yield from document
