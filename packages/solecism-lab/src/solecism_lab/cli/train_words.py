"""Commands that learn from corpora which words there are, and what is written for them.

They are `solecism train nouns`, `phrases`, `insertions`, `spellings`, `writer` and `collocations`.
"""

from __future__ import annotations

import click

from solecism.cli.terminal.options import EngineChoice, engine_options, seed_option
from solecism.cli.terminal.output import check_output, progress_bar
from solecism.formats.corpora import native_counts, native_sentences, split_documents
from solecism.system.display_text import count
from solecism.system.installation import require_packages

LEVELS = ("A", "B", "C")


@click.command(name="nouns")
@click.argument("native", metavar="NATIVE...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="TABLE", help="File to write the counts to (.npz).")
@click.option(
    "--least",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Minimum number of occurrences of a noun in the table.",
)
@engine_options
def nouns_command(native: tuple[str, ...], out: str, least: int, where: EngineChoice) -> None:
    """Count how often each noun has which article and number.

    NATIVE is plain text, with one paragraph per line and a blank line between documents; documents
    that are held out for measuring or tuning are skipped. `solecism nouns` shows the table. With
    --engine ray the files, which every machine must have under the same names, are counted on a
    cluster; the table is the same.

    \b
    Example:
      solecism train nouns examples/texts/library.txt --least 2 --out nouns.npz
      solecism nouns --table nouns.npz
    """
    from itertools import chain

    from solecism.formats import files
    from solecism.formats.corpora import context_documents
    from solecism.language.annotate import annotate_sentences
    from solecism.locate.noun_table import count_constructions, format, noun_table

    check_output(out)
    if where.is_ray(("out", "least")):
        from solecism_lab.train.counting import count_nouns

        counts = count_nouns(native, address=where.address)
    else:
        sentences = chain.from_iterable(split_documents(path, context_documents) for path in native)
        counts = count_constructions(annotate_sentences(sentences))
    table = noun_table(counts, least=least)
    files.write_bytes(out, format(table))
    n_phrases = sum(counts.total())
    click.echo(f"{len(table.hashes)} nouns; {n_phrases} of {counts.n_words} words.", err=True)


@click.command(name="phrases")
@click.argument("native", metavar="NATIVE...", nargs=-1, required=True)
@click.option(
    "--out", required=True, metavar="TABLE", help="File to write the table to (.tsv, .gz)."
)
@click.option("--limit", type=click.IntRange(min=1), help="Maximum number of sentences per file.")
@click.option(
    "--least",
    type=click.IntRange(min=1),
    default=40,
    show_default=True,
    help="Minimum number of times that a usual pair of words occurs.",
)
def phrases_command(native: tuple[str, ...], out: str, limit: int | None, least: int) -> None:
    """Count which words go together, for the explanations of `solecism check`.

    NATIVE is plain text, with one paragraph per line and a blank line between documents. Words are
    verbs, adjectives, nouns and short phrases such as "holiday" or "the moment"; each has its
    prepositions, whether "to" or "-ing" follows, and for nouns their verbs and adjectives, with the
    commonest phrases of those that are usual.

    \b
    Example:
      solecism train phrases examples/texts/library.txt --least 1 --out phrases.tsv
    """
    from solecism.checking.native_usage import count_usage, format
    from solecism.formats import files
    from solecism.language.annotate import annotate_sentences

    check_output(out)
    sentences = annotate_sentences(native_sentences(native, limit=limit))
    lines = list(format(count_usage(sentences), least=least))
    files.write_text(out, lines)
    click.echo(f"{count(len(lines) - 2, 'row')}.", err=True)


@click.command(name="insertions")
@click.argument("native", metavar="NATIVE...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="TABLE", help="File to write the words to (.tsv).")
@click.option("--limit", type=click.IntRange(min=1), help="Maximum number of sentences per file.")
@click.option(
    "-n",
    "--size",
    type=click.IntRange(min=1),
    default=2500,
    show_default=True,
    help="Number of words to draw.",
)
@seed_option(default=7, result="words")
def insertions_command(
    native: tuple[str, ...], out: str, limit: int | None, size: int, seed: int
) -> None:
    """Draw the words that `solecism corrupt` inserts where none is needed.

    NATIVE is plain text, with one paragraph per line and a blank line between documents. Words are
    drawn as often as they occur in the text; names, numbers and foreign words are left out.

    \b
    Example:
      solecism train insertions examples/texts/library.txt -n 100 --out insertions.tsv
    """
    import numpy as np

    from solecism.corruption.word_lists import format_insertions, learn_insertions
    from solecism.formats import files

    check_output(out)
    counts = native_counts(native, limit=limit)
    drawn = learn_insertions(counts, rng=np.random.default_rng(seed), n_words=size)
    files.write_text(out, format_insertions(drawn))
    click.echo(f"{drawn.total()} words, {len(drawn)} different ones.", err=True)


@click.command(name="spellings")
@click.argument("native", metavar="NATIVE...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="TABLE", help="File to write the pairs to (.tsv).")
@click.option("--limit", type=click.IntRange(min=1), help="Maximum number of sentences per file.")
@click.option(
    "--least",
    type=click.FloatRange(min=0, min_open=True),
    default=150.0,
    show_default=True,
    help="Minimum number of occurrences of a word per million words.",
)
def spellings_command(native: tuple[str, ...], out: str, limit: int | None, least: float) -> None:
    """List the pairs of words with which `solecism corrupt` makes real-word spelling errors.

    NATIVE is plain text, with one paragraph per line and a blank line between documents. A pair is
    two common words that differ in one letter and in part of speech. Read the list before you use
    it: it may contain words that you would rather not have in your data.

    \b
    Example:
      solecism train spellings examples/texts/library.txt --least 2000 --out spellings.tsv
    """
    from solecism.corruption.word_lists import format_spellings, learn_spellings
    from solecism.formats import files

    check_output(out)
    pairs = learn_spellings(native_counts(native, limit=limit), least_per_million=least)
    files.write_text(out, format_spellings(pairs))
    click.echo(f"{count(len(pairs), 'pair')}.", err=True)


@click.command(name="writer")
@click.option(
    "--learner",
    multiple=True,
    required=True,
    type=(click.Choice(LEVELS), str),
    metavar="LEVEL FILE",
    help="Level A, B or C, and a file of annotated text of learners of that level (.m2, .xml); "
    "may be repeated.",
)
@click.option(
    "--more-learner",
    multiple=True,
    metavar="FILE",
    help="File of annotated text of learners whose level is not known; may be repeated.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@click.option(
    "--least",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="Minimum number of times that something was written, to be written again.",
)
@click.option(
    "--least-words",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Minimum number of occurrences of a word that is known by itself.",
)
@click.option(
    "--epochs",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="How many times everything is read.",
)
@seed_option(default=1, result="model")
def writer_command(
    learner: tuple[tuple[str, str], ...],
    more_learner: tuple[str, ...],
    out: str,
    least: int,
    least_words: int,
    epochs: int,
    seed: int,
) -> None:
    """Learn what learners of level A, B and C write, for `solecism corrupt --like learners`.

    Annotators' corrections are read the other way round: from the right sentence to what the
    learner had written. The tenth of the text that is reserved for tuning is only looked at: the
    table has the mean loss per place there and in the rest. Needs solecism-lab[train], and takes
    some minutes on one core for a million words.

    \b
    Example:
      solecism train writer --learner A beginners.m2 --learner B others.m2 --out writer.npz
    """
    require_packages("torch")
    from solecism.cli.terminal.result_tables import show
    from solecism.formats import files
    from solecism.formats.corpora import learner_sentences
    from solecism_lab.train.writer import NO_LEVEL, WriterSettings, examples, train

    check_output(out)
    texts = [(LEVELS.index(level), path) for level, path in learner]
    texts += [(NO_LEVEL, path) for path in more_learner]
    given, held_out = (
        list(
            examples(
                (level, sentence)
                for level, path in texts
                for sentence in learner_sentences([path], is_tuning=is_tuning)
            )
        )
        for is_tuning in (False, True)
    )
    rows: list[tuple[str, str, str]] = []
    settings = WriterSettings(epochs=epochs, least_forms=least, least_words=least_words)
    with progress_bar("Learning", "Rounds") as progress:

        def told(epoch: int, loss: float, of_held_out: float) -> None:
            rows.append((str(epoch), f"{loss:.4f}", f"{of_held_out:.4f}" if held_out else "-"))
            if progress is not None:
                progress(epoch, epochs)

        data = train(given, seed=seed, settings=settings, held_out=held_out, told=told)
    files.write_bytes(out, data)
    title = f"{count(len(given), 'sentence')}, and {len(held_out)} that are held out"
    show(title, ("round", "loss", "held out"), rows)


@click.command(name="collocations")
@click.argument("native", metavar="NATIVE...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="TABLE", help="File to write the pairs to (.npz).")
@click.option(
    "--words",
    "n_words",
    type=click.IntRange(min=1, max=37_000),
    default=30_000,
    show_default=True,
    help="Number of the commonest words that are counted.",
)
def collocations_command(native: tuple[str, ...], out: str, n_words: int) -> None:
    """Count which words stand near each other, by which suggestions for misspelt words are chosen.

    NATIVE is plain text, with one paragraph per line and a blank line between documents. Pairs of
    words that stand together clearly more often than by chance are kept, as neighbours, with one
    word between them, or up to six words apart.

    \b
    Example:
      solecism train collocations examples/texts/library.txt --out collocations.npz
    """
    from solecism.formats import files
    from solecism.formats.corpora import training_documents
    from solecism.language.collocations import format
    from solecism_lab.train.collocations import count_collocations

    check_output(out)
    paragraphs = (
        paragraph
        for path in native
        for document in training_documents(files.read_lines(path))
        for paragraph in document
    )
    counted = count_collocations(paragraphs, n_words=n_words)
    files.write_bytes(out, format(counted))
    click.echo(f"{count(sum(len(each.keys) for each in counted.pairs), 'pair')}.", err=True)
