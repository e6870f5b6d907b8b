"""`solecism rules measure`: how often rules are right, on annotated and native text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from solecism.cli.terminal.options import INPUT, command_signature, jobs_option, json_option, n_jobs
from solecism.cli.terminal.output import Progress, check_output, print_notice, progress_bar
from solecism.cli.terminal.result_tables import show, show_json
from solecism.errors import InputError
from solecism.formats import files, registry, rules
from solecism.formats.corpora import PARTS, learner_part, native_part
from solecism.language.annotate import MODELS, MODELS_OF_TEXT
from solecism.rulebook.book import RuleBook, bundled_rules
from solecism.rulebook.figures import BookFigures, RuleFigures, format_figures, probabilities
from solecism.rulebook.measuring import (
    SIDES,
    Measured,
    measure_annotated,
    measure_native,
    measure_native_texts,
)
from solecism.rulebook.rule import Rule
from solecism.system.display_text import count
from solecism.system.processes import batches, ordered_map
from solecism.table import number

_COLUMNS = (
    *("rule", "hits", "changed", "same words", "right", "95%", "readers"),
    *("native", "per million", "told"),
)
_MILLION = 1_000_000
# So many characters of native text are read at a time by one process.
_CHARACTERS = 400_000
_Item = TypeVar("_Item")


@click.command(name="measure")
@click.argument("inputs", metavar="FILE...", nargs=-1, type=INPUT)
@click.option(
    "--native",
    multiple=True,
    metavar="FILE",
    type=INPUT,
    help="Native text, in which a hit is a false alarm; may be repeated.",
)
@click.option(
    "--rules",
    "rule_files",
    multiple=True,
    metavar="FILE",
    type=INPUT,
    help="Measure the rules of this file instead of the bundled ones; may be repeated.",
)
@click.option(
    "--rule", "ids", multiple=True, metavar="ID", help="Measure this rule only; may be repeated."
)
@click.option(
    "--part",
    type=click.Choice(PARTS),
    default="all",
    show_default=True,
    help="Read all of the texts, or only the part that Solecism's models are trained or tuned on.",
)
@click.option(
    "--examples",
    "n_examples",
    type=click.IntRange(0, 1000),
    default=0,
    show_default=True,
    metavar="N",
    help="Show so many examples of each rule and side.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="WORDS",
    help="Read no more than about this many words of each native file.",
)
@click.option("--out", metavar="FILE", help="Write the counts to this file, as JSON.")
@jobs_option
@json_option
def measure_command(
    inputs: tuple[str, ...],
    native: tuple[str, ...],
    rule_files: tuple[str, ...],
    ids: tuple[str, ...],
    part: str,
    n_examples: int,
    limit: int | None,
    out: str | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Measure how often rules are right: what they find in annotated learners' and native text.

    FILE is text with edits of annotators: M2, FCE XML, JSON Lines, or a folder of such files. A hit
    is right if the annotator changed its place; where a sentence has several annotators, the first
    one decides, and `readers` is the share of all of them who changed it. `same words` are hits
    that were changed to what the rule suggests. `told` is the probability that findings of the rule
    would have: the share that is right, where rules with few hits are drawn to the others of their
    subject, and hits in native text count as false alarms.

    The split of --part is the one of `solecism train`: a tenth of learners' text is for tuning, and
    of native text every fiftieth document is, and another fiftieth belongs to no part but all.

    \b
    Example:
      solecism rules measure examples/annotations/*.m2 --native examples/quarry.txt --examples 1
    """
    if not inputs and not native:
        raise click.UsageError("Give annotated text, or native text with --native.")
    if out is not None:
        check_output(out)
    book = _chosen_book(rule_files, ids)
    learners = [path for each in inputs for path in _annotated_files(each)]
    measurer = _Measurer(book, n_examples)
    processes = n_jobs(jobs, [*learners, *native])
    with progress_bar("Reading", "Words") as progress:
        learner = _measured(measurer, _annotated_batches(learners, part), processes, progress)
        natives = _measured(measurer, _native_batches(native, part, limit), processes, progress)
    if learners and not learner.n_words:
        raise InputError(f"{inputs[0]}: has no annotated sentences. Give native text to --native.")
    figures = BookFigures(
        {
            rule.id: learner.rules.get(rule.id, RuleFigures())
            + natives.rules.get(rule.id, RuleFigures())
            for rule in book.rules
            if rule.id in learner.rules or rule.id in natives.rules
        },
        learner.n_words,
        natives.n_words,
        tuple(map(_name, inputs)),
        tuple(map(_name, native)),
    )
    if out is not None:
        files.write_text(out, format_figures(figures))
    learner.add(natives, n_examples)
    if as_json:
        signature = command_signature("rules-measure", models=MODELS_OF_TEXT if native else MODELS)
        show_json({**signature.content(), **_content(book, figures, learner)})
    else:
        _show(book, figures, learner)


def _name(path: str) -> str:
    return files.document_name(path.rstrip("/") or path)


def _chosen_book(rule_files: Sequence[str], ids: Sequence[str]) -> RuleBook:
    if not rule_files:
        book = bundled_rules()
    else:
        every = [rule for file in rule_files for rule in rules.read(file)]
        book = RuleBook(every)
        if len({rule.id for rule in every}) < len(every):
            raise InputError(f"{rule_files[-1]}: has a rule that is in another file as well.")
    for id in ids:
        if book.rule(id) is None:
            raise InputError(f"there is no rule {id!r}. `solecism rules list` shows all.")
    return RuleBook(rule for rule in book.rules if rule.id in ids) if ids else book


def _annotated_files(path: str) -> list[str]:
    """The file, or all files of a folder whose format has annotations."""
    if not Path(path).is_dir():
        return [path]
    found = sorted(
        str(file)
        for file in Path(path).rglob("*")
        if (format := registry.format_of(str(file))) and "annotations" in format.keeps
    )
    if not found:
        raise InputError(f"{path}: has no files with annotations (.m2, .xml, .jsonl).")
    return found


_Batch = tuple[Callable[[RuleBook, int, Any], Measured], Sequence[Any]]


@dataclass(frozen=True)
class _Measurer:
    """Measures a batch of sentences or texts; it is sent to each process once."""

    book: RuleBook
    n_examples: int

    def __call__(self, batch: _Batch) -> Measured:
        measure, items = batch
        return measure(self.book, self.n_examples, items)


def _measured(
    measurer: _Measurer, batches: Iterator[_Batch], n_processes: int, progress: Progress | None
) -> Measured:
    """What was counted in all batches together."""
    total = Measured()
    for measured in ordered_map(measurer, batches, n_jobs=n_processes):
        total.add(measured, measurer.n_examples)
        if progress is not None:
            progress(total.n_words, None)
    return total


def _annotated_batches(paths: Sequence[str], part: str) -> Iterator[_Batch]:
    sentences = (sentence for path in paths for sentence in learner_part(path, part))
    return ((measure_annotated, batch) for batch in batches(sentences))


def _native_batches(paths: Sequence[str], part: str, limit: int | None) -> Iterator[_Batch]:
    """Plain text in pieces, which each process divides into sentences, and other formats."""
    for path in paths:
        format = registry.format_of(path)
        if format is None or registry.is_text(path):
            texts = _limited(native_part(path, part), limit, _text_words)
            yield from ((measure_native_texts, each) for each in _pieces(texts))
        else:
            sentences = _limited(registry.read([path], format), limit, len)
            yield from ((measure_native, each) for each in batches(sentences))


def _text_words(text: tuple[str, str]) -> int:
    return len(text[1].split())


def _limited(
    items: Iterable[_Item], limit: int | None, n_words: Callable[[_Item], int]
) -> Iterator[_Item]:
    """The items until they have so many words."""
    left = limit
    for item in items:
        yield item
        if left is not None:
            left -= n_words(item)
            if left <= 0:
                return


def _pieces(texts: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """The texts in lists that are worth a process's while."""
    piece: list[tuple[str, str]] = []
    size = 0
    for text in texts:
        piece.append(text)
        size += len(text[1])
        if size > _CHARACTERS:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


def _show(book: RuleBook, figures: BookFigures, measured: Measured) -> None:
    told = probabilities(figures, {rule.id: rule.subject for rule in book.rules})
    by_subject: dict[str, list[Rule]] = {}
    for rule in book.rules:
        if rule.id in figures.rules:
            by_subject.setdefault(rule.subject, []).append(rule)
    for subject, its_rules in by_subject.items():
        rows = [_row(rule.id, figures, told[rule.id].error) for rule in its_rules]
        show(subject.replace("_", " ").capitalize(), _COLUMNS, rows)
    total = sum(figures.rules.values(), RuleFigures())
    show("All rules", _COLUMNS, [_cells("all", total, figures)])
    for subject, its_rules in by_subject.items():
        title = f"Examples: {subject.replace('_', ' ')}"
        rows = [
            [rule.id, SIDES[side], text]
            for rule in its_rules
            for side, text in measured.examples_of(rule.id)
        ]
        show(title, ("rule", "side", "sentence"), rows)
    texts = f"{count(figures.learner_words, 'word')} of annotated text"
    print_notice(f"{texts}, {count(figures.native_words, 'word')} of native text.")
    n_idle = len(book) - len(figures.rules)
    if n_idle:
        print_notice(f"{count(n_idle, 'rule')} of {len(book)} found nothing.")


def _row(id: str, figures: BookFigures, p: float) -> list[str]:
    return [*_cells(id, figures.of(id), figures)[:-1], number(p, 2)]


def _cells(name: str, counts: RuleFigures, figures: BookFigures) -> list[str]:
    interval = counts.precision.interval
    return [
        name,
        str(counts.n_hits),
        str(counts.n_changed),
        str(counts.n_same),
        number(counts.precision, 2),
        f"{interval:.2f}" if interval.is_defined else "",
        number(counts.readers, 2),
        str(counts.n_native),
        number(_per_million(counts, figures), 2),
        "",
    ]


def _per_million(counts: RuleFigures, figures: BookFigures) -> float:
    words = figures.native_words
    return counts.n_native * _MILLION / words if words else math.nan


def _content(book: RuleBook, figures: BookFigures, measured: Measured) -> dict[str, Any]:
    told = probabilities(figures, {rule.id: rule.subject for rule in book.rules})
    return {
        "learner_words": figures.learner_words,
        "native_words": figures.native_words,
        "rules": [
            {
                "id": rule.id,
                "counts": counts.to_dict(),
                "precision": counts.precision,
                "same": counts.same,
                "readers": counts.readers,
                "native_per_million": _per_million(counts, figures),
                "p": told[rule.id].error,
                "p_suggestion": told[rule.id].suggestion,
                "examples": [
                    {"side": side, "text": text} for side, text in measured.examples_of(rule.id)
                ],
            }
            for rule in book.rules
            for counts in (figures.of(rule.id),)
        ],
    }
