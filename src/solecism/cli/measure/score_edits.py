"""`solecism score SOURCE HYPOTHESIS... --m2`: systems' edits against annotated text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from solecism.cli.terminal.signed import signed
from solecism.cli.terminal.tables import show_formatted

_REFERENCES = ("errant", "m2", "all")
MATCHINGS = ("correction", "span", "token")
_GROUPINGS = ("operation", "category", "type")
_OPTIONS = {
    "--reference": "references",
    "--matching": "matchings",
    "--by": "by",
    "--beta": "beta",
}
_OTHER_OPTIONS = {
    "--as-sampled": "as_sampled",
    "--kind": "kinds",
    "--rater": "raters",
    "--each-rater": "each_rater",
    "--curve": "curve",
    "--stability": "stability",
    "--correct": "correct",
}
DEFAULT_BETA = 0.5


def edit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a score of edits to a command."""
    for option in (beta_option, _by, _matching, reference_option):
        command = option(command)
    return command


reference_option = click.option(
    "--reference",
    "references",
    multiple=True,
    type=click.Choice(_REFERENCES),
    help="Which annotator counts, with HYPOTHESIS: the best for each sentence as ERRANT or the M2 "
    "scorer chooses it, or all, graded by the share of them who made the edit; may be repeated. "
    "The default is errant and, where there are several annotators, all.",
)
_matching = click.option(
    "--matching",
    "matchings",
    multiple=True,
    type=click.Choice(MATCHINGS),
    help="What makes two edits the same, with HYPOTHESIS: span and words, the span, or each token; "
    "may be repeated. The default is all three.",
)
_by = click.option(
    "--by",
    type=click.Choice(_GROUPINGS),
    help="Show scores by this part of the type of edits as well, with HYPOTHESIS: R, PREP or "
    "R:PREP.",
)
beta_option = click.option(
    "--beta",
    type=click.FloatRange(0, min_open=True),
    default=DEFAULT_BETA,
    show_default=True,
    help="Weight of recall in F, with HYPOTHESIS.",
)


def without_edit_options(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of another score; a usage error if an option of edits was given."""
    for option, name in _OPTIONS.items():
        if settings[name] not in (None, (), DEFAULT_BETA):
            raise click.UsageError(f"{option} is for SOURCE HYPOTHESIS... --m2 FILE.")
    edit_settings = {*_OPTIONS.values(), "m2"}
    return {name: value for name, value in settings.items() if name not in edit_settings}


def _check_options(settings: dict[str, Any]) -> None:
    for option, name in _OTHER_OPTIONS.items():
        if settings[name]:
            raise click.UsageError(f"{option} is for FLAGS, not for HYPOTHESIS.")


def show_edit_score(
    source: str, hypotheses: Sequence[str], output_format: str, settings: dict[str, Any]
) -> None:
    """Score and print."""
    import numpy as np

    from solecism.formats.hypotheses import read_systems
    from solecism.formats.registry import FORMATS, read
    from solecism.score.edit_scores import M2_SCORER
    from solecism.score.edits import score_edits
    from solecism.score.errant import MATCHINGS as ALL_MATCHINGS

    _check_options(settings)
    sentences = list(read(settings["m2"], FORMATS["m2"], document=settings["document"]))
    result = score_edits(
        read_systems(
            source, hypotheses, sentences, are_applied=M2_SCORER in settings["references"]
        ),
        sentences,
        references=settings["references"],
        matchings=settings["matchings"] or ALL_MATCHINGS,
        by=settings["by"],
        beta=settings["beta"],
        rng=np.random.default_rng(settings["seed"]),
        level=settings["level"],
    )
    chosen = {name: settings[name] for name in (*_OPTIONS.values(), "level", "seed")}
    signature = signed(
        "score-edits",
        chosen,
        [source, *hypotheses, *settings["m2"]],
        n_sentences=result.n_sentences,
        n_annotators=len(result.annotators),
    )
    content = {"signature": signature, "result": result}
    show_formatted(result, content, output_format=output_format, signature=signature)
