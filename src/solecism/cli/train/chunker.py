"""`solecism train chunker`: noun and verb phrases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option
from solecism.cli.terminal.output import check_output
from solecism.cli.terminal.progress import progress_bar

if TYPE_CHECKING:
    from solecism.sentence import Sentence


@click.command(name="chunker")
@click.argument("train", metavar="TRAIN...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.zz).")
@seed_option(default=1, result="model")
@click.option("--tagger", metavar="MODEL", help="Tag with this model instead of the bundled one.")
def command(train: tuple[str, ...], out: str, seed: int, tagger: str | None) -> None:
    """Train the chunker on tagged sentences with noun and verb phrases.

    TRAIN is in the columns of CoNLL-2000 (one line per word: word, tag, chunk), whatever its name,
    or JSON Lines of sentences (.jsonl); .gz and .xz are decompressed. The chunker is trained on
    each sentence with the given tags, with the tags of our tagger, and with hyphenated words split
    as our tokeniser does. The bundled model took 15 seconds on one core.

    \b
    Example:
      solecism tag --json examples/texts/library.txt > library.jsonl
      solecism train chunker library.jsonl --out chunker.zz
      solecism tag --chunker chunker.zz examples/texts/library.txt
    """
    import numpy as np

    from solecism.formats import files
    from solecism.language.chunking import chunk_model
    from solecism.language.tagging.tag import Tagger
    from solecism.train.language import chunk_examples, chunker

    check_output(out)
    with progress_bar("Tagging", "Learning phrases") as progress:
        own_tagger = None if tagger is None else Tagger.load(Path(tagger))
        examples = chunk_examples.examples(list(_read(train)), tagger=own_tagger)
        model = chunker.train(examples, rng=np.random.default_rng(seed), progress=progress)
    files.write_bytes(out, chunk_model.to_bytes(model))


def _read(paths: Iterable[str]) -> Iterator[Sentence]:
    from solecism.formats import registry

    for path in paths:
        is_jsonl = registry.format_of(path) is registry.FORMATS["jsonl"]
        yield from registry.read([path], registry.FORMATS["jsonl" if is_jsonl else "conll2000"])
