"""`solecism score`: systems against judgments, or their flags and edits against annotated text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score_inputs import (
    alignment_models,
    bin_edges,
    panel_counts,
    read_annotated,
    read_flags,
    read_panels,
    read_reference,
)
from solecism.cli.terminal.options import (
    INPUT,
    PAPER,
    bins_option,
    cache_option,
    command_signature,
    duplicates_option,
    format_option,
    kinds_option,
    layout_option,
    level_option,
    rater_prior_option,
    seed_option,
)
from solecism.cli.terminal.output import progress_bar
from solecism.cli.terminal.result_tables import show_formatted
from solecism.site import KINDS
from solecism.system.caches import FolderCache, user_cache

if TYPE_CHECKING:
    from solecism.formats.hypotheses import Edits
    from solecism.panel import Panels
    from solecism.scoring.edit_scores import EditScores
    from solecism.scoring.systems import Scores
    from solecism.sentence import Sentence
    from solecism.signature import Signature

Named = Mapping[str, tuple[str, ...]]
_REFERENCES = ("errant", "m2", "all")
MATCHINGS = ("correction", "span", "token")
_GROUPINGS = ("operation", "category", "type")
_OPTIONS = {
    "--reference": "references",
    "--matching": "matchings",
    "--by": "by",
    "--beta": "beta",
    "--people": "people",
    "--silver": "silver",
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
_NAMED_FILE = re.compile(r"([^=]+)=(.+)", re.DOTALL)


def edit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a score of edits to a command."""
    for option in (_silver, _people, beta_option, _by, _matching, reference_option):
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


def _files_by_name(_: click.Context, option: click.Parameter, texts: Sequence[str]) -> Named:
    """The files of each name, from NAME=FILE; a name that is repeated has several files."""
    files: dict[str, tuple[str, ...]] = {}
    for text in texts:
        found = _NAMED_FILE.fullmatch(text)
        if found is None:
            raise click.BadParameter(f"{text!r} is not NAME=FILE, such as ten=annotators.m2.")
        files[found[1]] = (*files.get(found[1], ()), found[2])
    return files


_people = click.option(
    "--people",
    metavar="NAME=FILE",
    type=INPUT,
    multiple=True,
    callback=_files_by_name,
    help="Score HYPOTHESIS by this annotated text, made by people who all saw every sentence, "
    "under a name; may be repeated, to put several references side by side. Files of one name are "
    "read one after another.",
)
_silver = click.option(
    "--silver",
    metavar="NAME=FILE",
    type=INPUT,
    multiple=True,
    callback=_files_by_name,
    help="The same for annotated text that machines made or added to, with as many corrections "
    "of a sentence as it has.",
)


def without_edit_options(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of another score; a usage error if an option of edits was given."""
    for option, name in _OPTIONS.items():
        if settings[name] not in (None, (), {}, DEFAULT_BETA):
            raise click.UsageError(f"{option} is for SOURCE HYPOTHESIS... --m2 FILE.")
    edit_settings = {*_OPTIONS.values(), "m2"}
    return {name: value for name, value in settings.items() if name not in edit_settings}


def _check_options(settings: dict[str, Any]) -> None:
    for option, name in _OTHER_OPTIONS.items():
        if settings[name]:
            raise click.UsageError(f"{option} is for FLAGS, not for HYPOTHESIS.")


def show_paper_table(
    systems: Mapping[str, Edits],
    sentences: Sequence[Sentence],
    scores: EditScores,
    *,
    seed: int,
    signature: Signature,
) -> None:
    """Compare the systems and print their scores as one table for a paper."""
    from solecism.reporting.paper_table import score_table
    from solecism.scoring.edit_comparison import compare_edits

    comparison = None
    if len(systems) > 1:
        comparison = compare_edits(
            systems,
            sentences,
            references=[scores.scores[0].reference],
            matching=scores.scores[0].matching,
            measures=("precision", "recall", "F"),
            beta=scores.beta,
            level=scores.level,
            seed=seed,
        )
    click.echo(f"{score_table(scores, comparison)}% {signature}")


def show_edit_score(
    source: str,
    hypotheses: Sequence[str],
    output_format: str,
    settings: dict[str, Any],
    *,
    layout: str,
    cache: FolderCache | None,
) -> None:
    """Score and print."""
    import numpy as np

    from solecism.formats.hypotheses import read_systems
    from solecism.scoring.edit_counts import MATCHINGS as ALL_MATCHINGS
    from solecism.scoring.edit_scores import M2_SCORER, score_edits

    _check_options(settings)
    sentences = read_annotated(settings["m2"], settings["document"])
    systems = read_systems(
        source,
        hypotheses,
        sentences,
        are_applied=M2_SCORER in settings["references"],
        cache=cache,
    )
    result = score_edits(
        systems,
        sentences,
        references=settings["references"],
        matchings=settings["matchings"] or ALL_MATCHINGS,
        by=settings["by"],
        beta=settings["beta"],
        rng=np.random.default_rng(settings["seed"]),
        level=settings["level"],
    )
    signature = command_signature(
        "score-edits",
        only=("document", "references", "matchings", "by", "beta", "level", "seed"),
        settings={
            "references": tuple(dict.fromkeys(each.reference for each in result.scores)),
            "matchings": settings["matchings"] or ALL_MATCHINGS,
        },
        models=alignment_models(hypotheses),
        counts={"n_sentences": result.n_sentences, "n_annotators": len(result.annotators)},
    )
    if layout == PAPER:
        show_paper_table(systems, sentences, result, seed=settings["seed"], signature=signature)
        return
    show_formatted(result, {"result": result}, output_format=output_format, signature=signature)


def show_reference_scores(
    source: str,
    hypotheses: Sequence[str],
    output_format: str,
    settings: dict[str, Any],
    *,
    cache: FolderCache | None,
) -> None:
    """Score by several references and print."""
    from solecism.align.edits_of_rows import MODELS
    from solecism.formats.hypotheses import read_systems
    from solecism.scoring.edit_counts import CORRECTION
    from solecism.scoring.reference_scores import score_by_references

    _check_options(settings)
    for option in ("--m2", "--reference", "--by"):
        if settings[{**_OPTIONS, "--m2": "m2"}[option]]:
            raise click.UsageError(f"{option} is not for --people and --silver.")
    if len(settings["matchings"]) > 1:
        raise click.UsageError("--matching is given once with --people and --silver.")
    files = {**settings["people"], **settings["silver"]}
    references = [
        read_reference(
            name,
            paths,
            settings["document"],
            is_silver=name in settings["silver"],
            cache=cache,
        )
        for name, paths in files.items()
    ]
    result = score_by_references(
        read_systems(source, hypotheses, references[0].sentences, are_realigned=True, cache=cache),
        references,
        matching=next(iter(settings["matchings"]), CORRECTION),
        beta=settings["beta"],
        level=settings["level"],
        seed=settings["seed"],
    )
    signature = command_signature(
        "score-references",
        only=("document", "matchings", "beta", "level", "seed"),
        settings={"matchings": (result.matching,)},
        models=MODELS,
        counts={"n_sentences": result.n_sentences},
    )
    show_formatted(result, {"result": result}, output_format=output_format, signature=signature)


def show_m2_score(flags: str, output_format: str, settings: dict[str, Any]) -> None:
    """Score and print."""
    import numpy as np

    from solecism.scoring.m2 import score_m2

    sentences = read_annotated(settings["m2"], settings["document"])
    result = score_m2(
        read_flags(flags),
        sentences,
        kinds=settings["kinds"] or KINDS,
        rng=np.random.default_rng(settings["seed"]),
        level=settings["level"],
    )
    signature = command_signature(
        "score-m2",
        only=("document", "kinds", "level", "seed"),
        settings={"kinds": settings["kinds"] or KINDS},
        counts={"n_sentences": result.n_sentences, "n_annotators": len(result.annotators)},
    )
    show_formatted(result, {"result": result}, output_format=output_format, signature=signature)


_CONTROL, _DAWID_SKENE = "control", "dawid-skene"


@click.command(name="score")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=INPUT)
@click.option(
    "--m2",
    metavar="FILE",
    type=INPUT,
    multiple=True,
    help="Score against this annotated text instead of judgments; may be repeated, and the files "
    "are then read one after another.",
)
@click.option(
    "--document", metavar="NAME", help="Start of the sentence ids of --m2; the default is its name."
)
@edit_options
@kinds_option
@click.option(
    "--rater",
    "raters",
    multiple=True,
    metavar="NAME",
    help="Score against this rater as well; may be repeated.",
)
@click.option(
    "--as-sampled",
    is_flag=True,
    help="Score only the sites that samples are drawn from: written words with a flag, no gaps.",
)
@click.option("--each-rater", is_flag=True, help="Score against each rater as well.")
@bins_option
@click.option(
    "--curve", is_flag=True, help="Show scores from each level of agreement upwards as well."
)
@click.option(
    "--stability",
    is_flag=True,
    help="Show how far precision and recall move if one judgment is turned round.",
)
@click.option(
    "--correct",
    multiple=True,
    type=click.Choice([_CONTROL, _DAWID_SKENE]),
    help="Estimate the truth behind the answers, by control items or by a model of the "
    "raters; may be repeated.",
)
@click.option(
    "--ties",
    type=click.Choice(["half", "error", "ok"]),
    default="half",
    show_default=True,
    help="What the majority says where raters are tied.",
)
@rater_prior_option
@duplicates_option
@cache_option
@level_option
@seed_option()
@format_option
@layout_option
def score_command(
    files: tuple[str, ...], output_format: str, layout: str, is_cached: bool, **settings: Any
) -> None:
    """Score systems against judgments, or against annotated text.

    \b
    solecism score FLAGS JUDGMENTS
    solecism score SOURCE HYPOTHESIS... --m2 REFERENCE
    solecism score SOURCE HYPOTHESIS... --people one=M2 --people ten=M2 --silver more=M2
    solecism score FLAGS --m2 REFERENCE

    FLAGS and JUDGMENTS are JSON Lines. Against the majority of raters each site is an error or
    not; against all raters, graded, a site counts as an error by the share of raters who say so.
    The intervals hold for other sentences and, unless the score is against one rater, for other
    raters. The bins show how good the system is where raters agree little or much. Scores estimate
    what raters say; with --correct they estimate what is an error.

    SOURCE has one sentence per line. Each HYPOTHESIS is one system: corrected text with the same
    lines, M2, or JSON Lines of flags. The edits are counted as ERRANT and the M2 scorer count
    them, with the same figures: corrections, and detections by span and by token. The intervals
    hold for other sentences.

    With --people and --silver, one table has all systems by several references: precision if any
    annotator's edit counts, recall against the nearest annotator, and how precision rises with the
    number of annotators who count.

    With FLAGS and --m2 alone a flag is correct if it overlaps an annotator's edit of any type
    (lenient), of its own kind (strict), or with the same words (correction).

    \b
    Example:
      solecism score examples/flags.a.jsonl examples/judgments.simulated.jsonl
      solecism score examples/flags.b.jsonl examples/judgments.simulated.jsonl --correct control
      solecism convert --to text examples/annotations/landlord.m2 landlord.txt
      solecism convert --to corrected examples/annotations/landlord.m2 corrected.txt
      solecism score landlord.txt corrected.txt --m2 examples/annotations/landlord.m2 --by type
      solecism flags --system annotator0 landlord.txt corrected.txt -o flags.jsonl
      solecism score flags.jsonl --m2 examples/annotations/landlord.m2
    """
    cache = user_cache() if is_cached else None
    is_of_edits = settings["m2"] and len(files) > 1
    if layout == PAPER and not is_of_edits:
        raise click.UsageError("--layout paper is for SOURCE HYPOTHESIS... --m2 FILE.")
    if settings["people"] or settings["silver"]:
        if len(files) < 2:
            raise click.UsageError("--people and --silver are for SOURCE HYPOTHESIS...")
        show_reference_scores(files[0], files[1:], output_format, settings, cache=cache)
        return
    if is_of_edits:
        show_edit_score(files[0], files[1:], output_format, settings, layout=layout, cache=cache)
        return
    others = without_edit_options(settings)
    if settings["m2"]:
        show_m2_score(files[0], output_format, settings)
        return
    if len(files) != 2:
        raise click.UsageError("Give FLAGS and JUDGMENTS, or --m2 FILE.")
    flags, judgments = files
    with progress_bar("Reading", "Judgments") as progress:
        data = read_panels(judgments, others["duplicates"], progress)
        scores = _scores(flags, data, others)
    signature = command_signature("score", only=others, counts=panel_counts(data.data))
    content = {"systems": scores.systems}
    show_formatted(scores, content, output_format=output_format, signature=signature)


def _scores(flags: str, data: Panels, settings: dict[str, Any]) -> Scores:
    from solecism.scoring.systems import score_systems
    from solecism.uncertainty.two_way import PRIORS

    methods = settings["correct"]
    error_models = {}
    if _DAWID_SKENE in methods:
        from solecism.agreement.consensus import p_error

        error_models = {_DAWID_SKENE: p_error}
    return score_systems(
        read_flags(flags),
        data.data,
        kinds=settings["kinds"],
        as_sampled=settings["as_sampled"],
        control=data.gold if _CONTROL in methods else None,
        error_models=error_models,
        each_rater=settings["each_rater"],
        raters=settings["raters"],
        edges=bin_edges(settings["bins"]),
        curve=settings["curve"],
        with_stability=settings["stability"],
        ties=settings["ties"],
        prior=PRIORS[settings["rater_prior"]],
        level=settings["level"],
        seed=settings["seed"],
    )
