"""`solecism train inflection`: how words change their endings."""

from __future__ import annotations

import click

from solecism.cli.terminal.output import check_output
from solecism.cli.terminal.progress import progress_bar


@click.command(name="inflection")
@click.argument("lexicon", metavar="LEXICON.csv")
@click.option(
    "--treebank",
    multiple=True,
    metavar="FILE",
    help="CoNLL-U file whose lemmas take precedence over the lexicon's; may be repeated.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the rules to (.txt).")
def command(lexicon: str, treebank: tuple[str, ...], out: str) -> None:
    """Learn the endings of word forms from a lexicon and the lemmas of treebanks.

    LEXICON has one line per lemma (- is standard input, .gz and .xz are decompressed): the lemma,
    its word class and its forms, separated by commas. A noun has its plural; a verb its past, its
    participle (empty if like the past), and its forms in -ing and -s; an adj or adv its
    comparative and superlative. Nothing is random: the same words give the same rules. The bundled
    rules took five seconds.

    \b
    Example:
      echo "city,noun,cities" | solecism train inflection - --out inflection.txt
    """
    from solecism.formats import files, registry, word_forms
    from solecism.language.forms.endings import format_endings
    from solecism.train.language import inflection

    check_output(out)
    forms = word_forms.parse(files.read_lines(lexicon), file=files.shown_name(lexicon))
    sentences = registry.read(treebank, registry.FORMATS["conllu"]) if treebank else ()
    with progress_bar("Learning endings", ""):
        tables = inflection.train(forms, sentences)
    files.write_text(out, format_endings(tables))
