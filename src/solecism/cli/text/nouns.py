"""`solecism nouns`: how nouns are used, by article and number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.tables import figure, show
from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.locate.noun_table import NounTable


@click.command(name="nouns")
@click.argument("nouns", metavar="[NOUN]...", nargs=-1)
@click.option("--table", metavar="FILE", help="Counts that `solecism train nouns` wrote.")
@click.option("--corpus", metavar="TEXT", multiple=True, help="Count in this text instead.")
@click.option(
    "--least",
    type=click.IntRange(min=1),
    help="How often a noun must be there to be ranked. [default: 1000; 5 with --corpus]",
)
@click.option("-n", "--size", type=click.IntRange(min=1), default=3, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="All figures at full precision.")
def command(nouns: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Show how often nouns are in each of five constructions: stone, a stone, the stone, ...

    Counts are of native text, of noun phrases whose article and number are open; entropy tells
    in bits how evenly a noun spreads over the five. Without NOUN: all nouns together, beside the
    table of Lee, Tetreault and Chodorow (2009), and for each construction the -n nouns of highest
    and of lowest entropy among those that are mostly so.

    \b
    Example:
      solecism nouns stone pollution sun lamb
      solecism nouns --corpus examples/texts/library.txt
    """
    from solecism.cli.terminal.signature import settings_signature, show_json

    table = _table(options["table"], options["corpus"])
    if nouns:
        rows = [_row(table, noun) for noun in nouns]
        content: dict[str, Any] = {"nouns": rows}
    else:
        least = options["least"] or (5 if options["corpus"] else 1000)
        content = {"all": _all(table), "ranked": _ranked(table, least, options["size"])}
    if as_json:
        show_json({"signature": settings_signature("nouns", options), "result": content})
    elif nouns:
        show("Constructions", *_as_table(content["nouns"]))
    else:
        show(f"Constructions in {table.n_words} words", *_as_table(content["all"]))
        show("Most and least even", *_as_table(content["ranked"]))


def _table(path: str | None, corpus: tuple[str, ...]) -> NounTable:
    from pathlib import Path

    from solecism.cli.study.files import sentences_of
    from solecism.language.annotate import annotate_sentences
    from solecism.locate.noun_counts import count_constructions
    from solecism.locate.noun_table import bundled_nouns, noun_table, read

    if corpus and path:
        raise InputError("--table and --corpus: give one of them.")
    if corpus:
        return noun_table(count_constructions(annotate_sentences(sentences_of(corpus))), least=1)
    return read(Path(path)) if path else bundled_nouns()


def _row(table: NounTable, noun: str) -> dict[str, Any]:
    from solecism.language.forms.lemma import lemma
    from solecism.locate.construction import CONSTRUCTIONS
    from solecism.locate.noun_table import COUNTABILITY

    row = table.row(noun)
    if row is None:
        row = table.row(lemma(noun, "NNS"))
    if row is None:
        nothing = dict.fromkeys([*CONSTRUCTIONS, "entropy", "countability"])
        return {"noun": noun, "times": 0, **nothing}
    counts = table.counts[row]
    shares = dict(zip(CONSTRUCTIONS, (counts / counts.sum()).tolist(), strict=True))
    return {
        "noun": table.nouns[row],
        "times": int(counts.sum()),
        **shares,
        "entropy": float(table.entropies[row]),
        "countability": COUNTABILITY[table.countability[row]],
    }


def _all(table: NounTable) -> list[dict[str, Any]]:
    from solecism.locate.construction import CONSTRUCTIONS, PRINTED_SHARES
    from solecism.locate.noun_table import entropies

    kinds = {"open": table.total, "open and names": table.total + table.names}
    rows: list[dict[str, Any]] = []
    for kind, counts in kinds.items():
        shares = (counts / max(int(counts.sum()), 1)).tolist()
        named = dict(zip(CONSTRUCTIONS, shares, strict=True))
        entropy = float(entropies(counts))
        rows.append({"nouns": kind, "times": int(counts.sum()), **named, "entropy": entropy})
    printed = dict(zip(CONSTRUCTIONS, PRINTED_SHARES, strict=True))
    entropy = float(entropies(PRINTED_SHARES))
    return [*rows, {"nouns": "paper", "times": 8_000_000, **printed, "entropy": entropy}]


def _ranked(table: NounTable, least: int, size: int) -> list[dict[str, Any]]:
    from solecism.sample.noun_ranks import ranked_nouns

    return [
        {"mostly": found.dominant, "rank": found.rank, **_row(table, found.noun)}
        for found in ranked_nouns(table, n_each=size, least=least)
    ]


def _as_table(rows: list[dict[str, Any]]) -> tuple[list[str], Iterator[list[str]]]:
    columns = list(rows[0]) if rows else []
    return columns, (list(map(_cell, _values(row, columns))) for row in rows)


def _values(row: dict[str, Any], columns: Iterable[str]) -> Iterator[Any]:
    return (row.get(name) for name in columns)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return figure(value) if isinstance(value, float) else str(value)
