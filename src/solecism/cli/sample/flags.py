"""`solecism sample flags`: sites to judge, and a separate key with the decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import seed_option
from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.sample.draw import Sample

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
def command(flags: str, output: str, key: str, **settings: Any) -> None:
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
    from solecism.formats import jsonl
    from solecism.formats import key as keys
    from solecism.formats.files import write_text

    if output == key:
        raise InputError(f"{key}: items and key must be two files: raters must not see the key.")
    sample = _sample(flags, **settings)
    write_text(key, keys.format(sample.key))
    write_text(output, jsonl.format(sample.items))
    click.echo(str(sample), err=True)


def _sample(flags: str, **settings: Any) -> Sample:
    from solecism.flag import Flag
    from solecism.formats import jsonl
    from solecism.formats import key as keys
    from solecism.formats.files import read_lines
    from solecism.judgment import Judgment
    from solecism.sample.population import population
    from solecism.sample.take import take, take_after_pilot
    from solecism.site import Site

    whole = population(jsonl.read(flags, Flag), system=settings["system"])
    sites = settings["sites"]
    places = None
    if sites:
        places = {site.id: site for site in jsonl.read(sites, Site)}
    if settings["after"]:
        pilot, judgments = settings["after"]
        return take_after_pilot(
            whole,
            keys.parse(read_lines(pilot), file=pilot),
            jsonl.read(judgments, Judgment),
            n=settings["size"] or 0,
            seed=settings["seed"],
            places=places,
        )
    return take(
        whole,
        n=settings["size"],
        seed=settings["seed"],
        design=settings["design"],
        precision=settings["precision"],
        recall=settings["recall"],
        is_pilot=settings["pilot"],
        places=places,
    )
