"""`solecism sample flags`, `balanced` and `disputed`: samples of sites that were judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import AnswerOptions, answer_options, seed_option
from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.sampling.draw import Sample

_DESIGNS = ("paper", "two-strata", "score", "proportional", "verification", "exhaustive")


@click.command(name="flags")
@click.argument("flags")
@click.argument("output")
@click.option(
    "--key",
    required=True,
    metavar="FILE",
    help="File to write the key to, which raters must not see.",
)
@click.option("-n", "--size", type=int, help="Number of items to draw.")
@click.option(
    "--design",
    type=click.Choice(_DESIGNS),
    default="paper",
    show_default=True,
    help="Which strata to draw from, and how many items from each.",
)
@click.option(
    "--system", metavar="NAME", help="Name of the system to sample, if FLAGS has several systems."
)
@click.option(
    "--sites", metavar="FILE", help="File of the located sites, for their text and context."
)
@click.option(
    "--precision",
    type=float,
    help="Expected precision, for the design two-strata; the default follows from confidences.",
)
@click.option(
    "--recall",
    type=float,
    help="Expected recall, for the design two-strata; the default follows from confidences.",
)
@click.option(
    "--pilot", is_flag=True, help="Draw a first part that relies less on the confidences."
)
@click.option(
    "--after",
    nargs=2,
    metavar="KEY JUDGMENTS",
    help="Continue from this judged pilot, up to SIZE items in all.",
)
@seed_option(default=1, result="sample")
def flags_command(flags: str, output: str, key: str, **settings: Any) -> None:
    """Draw sites for raters to judge, in order to estimate precision and recall of a system.

    FLAGS are a system's decisions, both errors and not. OUTPUT gets the drawn sites in random
    order, without the decisions, which go to the file of --key, for `solecism estimate`. The
    design paper draws two unflagged items per flagged one; two-strata and score divide the items
    so that the intervals become shortest, score also by confidence; proportional draws as the
    corpus has them; verification draws flagged items only, and cannot estimate recall; exhaustive
    draws everything. The confidence of a flag is taken as the probability of an error, whether it
    is flagged or not.

    \b
    Example:
      solecism sample flags examples/flags.a.jsonl items.jsonl --key key.json -n 60 --seed 7
      solecism sample examples/flags.b.jsonl items.jsonl --key key.json -n 90 --design score \\
        --sites examples/sites.jsonl
    """
    from solecism import sample_key as keys
    from solecism.formats import jsonl
    from solecism.formats.files import write_text

    if output == key:
        raise InputError(f"{key}: items and key must be two files: raters must not see the key.")
    sample = _sample(flags, **settings)
    write_text(key, keys.format(sample.key))
    write_text(output, jsonl.format(sample.items))
    click.echo(str(sample), err=True)


def _sample(flags: str, **settings: Any) -> Sample:
    from solecism import sample_key as keys
    from solecism.formats import jsonl
    from solecism.formats.files import read_lines
    from solecism.judgment import Judgment
    from solecism.sampling.draw import draw_after_pilot, draw_by_design
    from solecism.sampling.strata import population
    from solecism.site import Flag, Site

    whole = population(jsonl.read(flags, Flag), system=settings["system"])
    sites = settings["sites"]
    places = None
    if sites:
        places = {site.id: site for site in jsonl.read(sites, Site)}
    if settings["after"]:
        pilot, judgments = settings["after"]
        return draw_after_pilot(
            whole,
            keys.parse(read_lines(pilot), file=pilot),
            jsonl.read(judgments, Judgment),
            n=settings["size"] or 0,
            seed=settings["seed"],
            places=places,
        )
    return draw_by_design(
        whole,
        n=settings["size"],
        seed=settings["seed"],
        design=settings["design"],
        precision=settings["precision"],
        recall=settings["recall"],
        is_pilot=settings["pilot"],
        places=places,
    )


@click.command(name="balanced")
@click.argument("judgments")
@click.argument("output")
@click.option(
    "--errors",
    type=click.IntRange(0),
    default=500,
    show_default=True,
    help="Number of sites to draw that most raters call errors.",
)
@click.option(
    "--ok",
    type=click.IntRange(0),
    default=500,
    show_default=True,
    help="Number of sites to draw that most raters accept.",
)
@click.option(
    "--sites", metavar="FILE", help="File of the located sites, for their text and context."
)
@seed_option(default=1, result="sample")
def balanced_command(
    judgments: str, output: str, errors: int, ok: int, sites: str | None, seed: int
) -> None:
    """Draw a set with as many errors as good sites, each from a sentence of its own.

    JUDGMENTS are those of experts or annotators, such as `solecism judgments --only extraneous`
    makes of annotated text. OUTPUT gets the drawn sites in random order, without the answers.
    Errors are rare in text: a set with half errors tells more about them from as many judgments,
    but its precision is not that of running text.

    \b
    Example:
      solecism sample balanced examples/judgments.simulated.jsonl items.jsonl --errors 20 --ok 20
    """
    import numpy as np

    from solecism.formats import files, jsonl
    from solecism.judgment import Judgment
    from solecism.sampling.judged_sites import balanced_sites
    from solecism.site import Site

    places = {site.id: site for site in jsonl.read(sites, Site)} if sites else None
    drawn = balanced_sites(
        jsonl.read(judgments, Judgment),
        n_errors=errors,
        n_ok=ok,
        rng=np.random.default_rng(seed),
        places=places,
    )
    files.write_text(output, jsonl.format(drawn))
    click.echo(f"{len(drawn)} items: {errors} errors, {ok} ok.", err=True)


@click.command(name="disputed")
@click.argument("judgments")
@click.argument("output")
@click.option(
    "--agreed",
    required=True,
    metavar="FILE",
    help="File to write the answers to that all raters of a site gave, as judgments of gold.",
)
@click.option(
    "--sites", metavar="FILE", help="File of the located sites, for their text and context."
)
@answer_options
@seed_option(default=1, result="order")
def disputed_command(
    judgments: str, output: str, agreed: str, sites: str | None, answers: AnswerOptions, seed: int
) -> None:
    """Draw the sites that raters disagree about, for somebody to decide.

    OUTPUT gets these sites in random order, without the raters' answers: make a study of them for
    the person who decides. The file of --agreed gets the answers that stand. Both together are an
    adjudicated gold standard: `cat agreed.jsonl decided.jsonl`.

    \b
    Example:
      solecism sample disputed examples/judgments.simulated.jsonl open.jsonl \\
        --agreed agreed.jsonl --sites examples/sites.jsonl
    """
    import numpy as np

    from solecism.formats import files, jsonl
    from solecism.sampling.judged_sites import disputed_sites
    from solecism.site import Site

    if output == agreed:
        raise InputError(f"{agreed}: open and agreed items must be two files.")
    places = {site.id: site for site in jsonl.read(sites, Site)} if sites else None
    result = disputed_sites(
        answers.read([judgments]), rng=np.random.default_rng(seed), places=places
    )
    files.write_text(agreed, jsonl.format(result.agreed))
    files.write_text(output, jsonl.format(result.sites))
    single = f"; {result.n_single} with one rater left out" if result.n_single else ""
    click.echo(
        f"{len(result.sites)} sites to decide, {len(result.agreed)} agreed{single}.", err=True
    )
