"""What the scoring commands read: bins, judgments and flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.output import Progress, with_progress

if TYPE_CHECKING:
    from solecism.panel import Duplicates, Panel, Panels
    from solecism.scoring.reference_scores import AnnotatedReference
    from solecism.sentence import Sentence
    from solecism.site import Flag
    from solecism.system.caches import FolderCache

# How often a bar moves while judgments are read.
EVERY_JUDGMENT = 10_000
_BOTH_COUNT = "Both count, though they cannot both be made."


def bin_edges(text: str) -> tuple[float, ...]:
    """The edges of bins given in per cent.

    >>> bin_edges("50-75-90-100")
    (0.5, 0.75, 0.9, 1.0)
    """
    try:
        return tuple(float(part) / 100 for part in text.split("-"))
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a list of bins such as 50-75-90-100.", param_hint="--bins"
        ) from None


def read_panels(judgments: str, duplicates: Duplicates, progress: Progress | None = None) -> Panels:
    """Judgments with the answers error and ok; control items are kept separately.

    Answers may also be correct, incorrect and too-messy, which does not count.
    """
    from solecism.errors import FormatError, InputError
    from solecism.formats import jsonl
    from solecism.formats.files import STANDARD_STREAM
    from solecism.formats.jsonl import check_judgments
    from solecism.judgment import MEANING
    from solecism.panel import panels
    from solecism.scoring.match import LABELS

    try:
        answers = with_progress(jsonl.read_answers(judgments), progress, every=EVERY_JUDGMENT)
        return panels(answers, labels=LABELS, meaning=MEANING, duplicates=duplicates)
    except FormatError:
        raise
    except InputError:
        # The file is read once more to name the line, which a panel does not know.
        if judgments != STANDARD_STREAM:
            known = (*LABELS, *MEANING)
            check_judgments(judgments, labels=known, may_repeat=duplicates != "error")
        raise


def panel_counts(panel: Panel) -> dict[str, int]:
    """How many raters and sites there are, for a signature."""
    return {"n_raters": panel.n_raters, "n_sites": panel.n_judged}


def read_flags(path: str) -> Iterator[Flag]:
    """The flags of a file, one per system and site."""
    from solecism.formats import jsonl

    return jsonl.read_flags(path)


def read_annotated(
    paths: Sequence[str], document: str | None, *, consequence: str = _BOTH_COUNT
) -> list[Sentence]:
    """Annotated text, with a note on edits of one annotator that overlap."""
    from solecism.formats import overlaps
    from solecism.formats.registry import FORMATS, read

    found: list[overlaps.Overlap] = []
    sentences = list(overlaps.watch(read(paths, FORMATS["m2"], document=document), found))
    for line in overlaps.remarks(paths, found, consequence):
        click.echo(f"solecism: {line}", err=True)
    return sentences


def alignment_models(paths: Iterable[str]) -> tuple[Path, ...]:
    """The models that make edits of the systems in these files; none if all of them have edits."""
    from solecism.align.edits_of_rows import MODELS
    from solecism.formats.registry import name_of

    return MODELS if any(name_of(path) not in ("m2", "jsonl") for path in paths) else ()


def read_reference(
    name: str,
    paths: Sequence[str],
    document: str | None,
    *,
    is_silver: bool,
    cache: FolderCache | None,
) -> AnnotatedReference:
    """One of several references of the same sentences, with edits made by our alignment."""
    from solecism.formats.corrected import realigned
    from solecism.scoring.reference_scores import AnnotatedReference

    sentences = read_annotated(paths, document, consequence="It is left out.")
    own = realigned(sentences, is_complete=not is_silver, cache=cache)
    return AnnotatedReference(name, own, is_silver)
