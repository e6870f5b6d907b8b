"""`solecism parseval`: how good the trees of a parser are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import (
    INPUT,
    command_signature,
    json_option,
    level_option,
    seed_option,
)
from solecism.cli.terminal.result_tables import show_json, show_result, show_table

if TYPE_CHECKING:
    from solecism.bracketing.brackets import Rules
    from solecism.bracketing.evaluation import Evaluation
    from solecism.formats.registry import Format
    from solecism.sentence import Sentence
    from solecism.tree import Tree


@click.command(name="parseval")
@click.argument("gold", type=INPUT)
@click.argument("parsed", type=INPUT)
@click.argument("other", metavar="[PARSED2]", required=False, type=INPUT)
@click.option(
    "--strict",
    is_flag=True,
    help="Count exactly as EVALB does, and leave out the sentences that it skips.",
)
@click.option(
    "--parameters",
    metavar="FILE",
    type=INPUT,
    help="Use this parameter file of EVALB (.prm), strictly.",
)
@click.option(
    "--cut-off",
    type=click.IntRange(1),
    help="Maximum number of words in a short sentence; the default is 40.",
)
@click.option(
    "--leaf-ancestor/--no-leaf-ancestor",
    default=True,
    show_default=True,
    help="Measure the paths from the words to the root as well.",
)
@click.option("--sentences", is_flag=True, help="Show the counts of each sentence as well.")
@click.option(
    "--draws",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="Number of random draws of the shuffling.",
)
@level_option
@seed_option()
@json_option
def parseval_command(
    gold: str, parsed: str, other: str | None, as_json: bool, **settings: Any
) -> None:
    """Measure how good the trees of a parser are.

    GOLD and PARSED are trees of the same sentences, as Penn brackets or JSON Lines. Phrases are
    compared as EVALB does with Collins' parameters, except that the gold tags decide what is
    punctuation, and that a failed parse, (()), counts as one without phrases; --strict gives
    EVALB's own figures. If GOLD has several trees of a sentence, the one nearest to the parse
    counts. If it has edits, as after `solecism corrupt`, figures are also shown by type of error.

    With PARSED2, differences are first minus second, with p-values by stratified shuffling. The
    intervals hold for other sentences.

    \b
    Example:
      solecism parseval examples/treebank.mrg examples/treebank.mrg
    """
    from solecism.bracketing.evaluation import sentence_table

    parses = [path for path in (parsed, other) if path]
    result = _evaluation(gold, parses, settings)
    signature = command_signature("parseval", counts={"n_sentences": _n_sentences(result)})
    if as_json:
        content = result.content(with_sentences=settings["sentences"])
        show_json({**signature.content(), **content})
        return
    if settings["sentences"]:
        for name, parse in zip(result.names, result.parses, strict=True):
            show_table(sentence_table(name, parse.counts))
    show_result(result)
    click.echo(signature)


def _n_sentences(result: Evaluation) -> int:
    return len(result.parses[0].counts.ids)


def _evaluation(gold: str, parses: list[str], settings: dict[str, Any]) -> Evaluation:
    from solecism.bracketing.evaluation import evaluate

    chosen = {
        "rules": _rules(settings),
        "level": settings["level"],
        "n_draws": settings["draws"],
        "seed": settings["seed"],
        "names": parses,
    }
    if not settings["leaf_ancestor"] and (result := _from_columns(gold, parses, chosen)):
        return result
    trees = [[_only_tree(one) for one in _read(path)] for path in parses]
    return evaluate(_read(gold), trees, with_lineages=settings["leaf_ancestor"], **chosen)


def _from_columns(gold: str, parses: list[str], chosen: dict[str, Any]) -> Evaluation | None:
    """The evaluation by the fast method, None if a file is not simple enough for it."""
    from solecism.bracketing.evaluation import evaluate_columns
    from solecism.formats import files
    from solecism.formats.penn_columns import parse_columns

    paths = (gold, *parses)
    if not all(_format(path).name == "penn" and path != "-" for path in paths):
        return None
    columns = [parse_columns("".join(files.read_pieces(path)).encode()) for path in paths]
    plain = [each for each in columns if each is not None]
    if len(plain) < len(columns):
        return None
    name = files.document_name(gold)
    ids = [f"{name}.{number}" for number in range(1, len(plain[0]) + 1)]
    return evaluate_columns(plain[0], plain[1:], ids=ids, **chosen)


def _format(path: str) -> Format:
    from solecism.formats import registry

    return registry.format_of(path) or registry.FORMATS["penn"]


def _read(path: str) -> list[Sentence]:
    from solecism.formats import registry

    return list(registry.read([path], _format(path)))


def _only_tree(sentence: Sentence) -> Tree | None:
    return sentence.trees[0] if sentence.trees else None


def _rules(settings: dict[str, Any]) -> Rules:
    from solecism.bracketing.brackets import Rules, parse_rules
    from solecism.formats import files

    rules = Rules(is_strict=settings["strict"])
    if path := settings["parameters"]:
        rules = parse_rules(files.read_lines(path), file=files.shown_name(path))
    return replace(rules, cut_off=settings["cut_off"]) if settings["cut_off"] else rules
