"""`solecism nouns`: how nouns are used, by article and number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import json_option
from solecism.cli.terminal.tables import show
from solecism.errors import InputError
from solecism.table import number

if TYPE_CHECKING:
    from solecism.locate.noun_table import NounTable


@click.command(name="nouns")
@click.argument("nouns", metavar="[NOUN]...", nargs=-1)
@click.option(
    "--table",
    metavar="FILE",
    help="Use the counts that `solecism train nouns` wrote instead of the bundled ones.",
)
@click.option(
    "--corpus",
    metavar="TEXT",
    multiple=True,
    help="Count the nouns of this text instead; may be repeated.",
)
@click.option(
    "--least",
    type=click.IntRange(min=1),
    help="Rank only nouns that occur at least this often; the default is 1000, or 5 with --corpus.",
)
@click.option(
    "-n",
    "--size",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Number of nouns to show per construction and rank.",
)
@json_option
def command(nouns: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Show how often nouns occur in each of five constructions: stone, a stone, the stone, ...

    The counts are from native text, and only from noun phrases in which other articles and numbers
    are possible. The entropy, in bits, says how evenly a noun is spread over the five
    constructions. Without NOUN the command shows all nouns together, beside the table of Lee,
    Tetreault and Chodorow (2009), and per construction the nouns of highest and lowest entropy for
    which it is the most frequent one.

    \b
    Example:
      solecism nouns stone pollution sun lamb
      solecism nouns --corpus examples/texts/library.txt
    """
    from solecism.cli.terminal.tables import show_json
    from solecism.signature import settings_signature

    table = _table(options["table"], options["corpus"])
    if nouns:
        content: dict[str, Any] = {"nouns": [_usage(table, noun) for noun in nouns]}
    else:
        least = options["least"] or (5 if options["corpus"] else 1000)
        content = {"all": _overall(table), "ranked": _ranked(table, least, options["size"])}
    if as_json:
        show_json({"signature": settings_signature("nouns", options), "result": content})
    elif nouns:
        show("Constructions", *_as_table(content["nouns"]))
    else:
        show(f"Constructions in {table.n_words} words", *_as_table(content["all"]))
        show("Most and least even", *_as_table(content["ranked"]))


def _table(path: str | None, corpus: tuple[str, ...]) -> NounTable:
    from pathlib import Path

    from solecism.formats.registry import read_any
    from solecism.language.annotate import annotate_sentences
    from solecism.locate.noun_counts import count_constructions
    from solecism.locate.noun_table import bundled_nouns, noun_table, read

    if corpus and path:
        raise InputError("--table and --corpus: give one of them.")
    if corpus:
        return noun_table(count_constructions(annotate_sentences(read_any(corpus))), least=1)
    return read(Path(path)) if path else bundled_nouns()


def _usage(table: NounTable, noun: str) -> dict[str, Any]:
    from solecism.locate.noun_usage import noun_usage

    usage = noun_usage(table, noun)
    return {"noun": usage.noun, **usage.row(), "countability": usage.countability}


def _overall(table: NounTable) -> list[dict[str, Any]]:
    from solecism.locate.noun_usage import overall_usage

    return [{"nouns": usage.noun, **usage.row()} for usage in overall_usage(table)]


def _ranked(table: NounTable, least: int, size: int) -> list[dict[str, Any]]:
    from solecism.sample.noun_ranks import ranked_nouns

    return [
        {"mostly": ranked.dominant, "rank": ranked.rank, **_usage(table, ranked.noun)}
        for ranked in ranked_nouns(table, n_each=size, least=least)
    ]


def _as_table(rows: list[dict[str, Any]]) -> tuple[list[str], Iterator[list[str]]]:
    columns = list(rows[0]) if rows else []
    return columns, ([_cell(row.get(name)) for name in columns] for row in rows)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return number(value) if isinstance(value, float) else str(value)
