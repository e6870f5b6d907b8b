"""`solecism papers treebanks`: what errors do to a parser (Foster 2007)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import (
    INPUT,
    command_signature,
    signed_files,
    signed_folder,
)
from solecism.formats.files import short_hash
from solecism.system.installation import model_path
from solecism.version import __version__
from solecism_lab.cli.paper_output import PaperOutput, paper_options

if TYPE_CHECKING:
    from solecism.sentence import Sentence
    from solecism.signature import SignedFile
    from solecism_lab.papers.page import SavedParts
    from solecism_lab.papers.treebanks.error_sets import ErrorSet
    from solecism_lab.papers.treebanks.experiment import Run
    from solecism_lab.papers.treebanks.treebank_tables import Experiment

_MODELS = tuple(
    map(model_path, ("inflection.txt", "insertions.tsv", "spellings.tsv", "tagger.npz"))
)
_TITLE = "Treebanks Gone Bad (Foster 2007)"
_PARTS = ("robustness", "retraining", "two-stage")
_TRAININGS = ("ungrammatical", "both", "ten-copies", "grammatical-twice", "both-and-grammatical")
_PARSERS = ("grammar", "spans")
_SITES = ("all", "lowest", "highest", "printed")
_LEARNER_ENDINGS = (".m2", ".m2.xz", ".xml", ".jsonl")


@click.command(name="treebanks")
@click.option(
    "--trees",
    required=True,
    metavar="PATH",
    type=INPUT,
    help="Treebank file, or folder of .mrg files.",
)
@click.option(
    "--train",
    type=click.IntRange(1),
    help="Train on this number of trees, from the start; the default is all.",
)
@click.option(
    "--dev",
    type=click.IntRange(1),
    default=105,
    show_default=True,
    help="Number of trees on which thresholds are chosen.",
)
@click.option(
    "--test",
    type=click.IntRange(1),
    default=413,
    show_default=True,
    help="Number of trees to test on.",
)
@click.option(
    "--parser",
    "parsers",
    multiple=True,
    type=click.Choice(_PARSERS),
    help="Parser to train and test; may be repeated. The default is both, or only COMMAND if one "
    "is given.",
)
@click.option(
    "--command",
    "outside",
    metavar="COMMAND",
    help="Test this external parser, too, which reads one sentence and writes one tree per line.",
)
@click.option(
    "--train-command",
    metavar="COMMAND",
    help="Command that makes the model of COMMAND: {trees} and {model} in it, and {model} in "
    "COMMAND, are replaced by file names. Without it COMMAND is not retrained.",
)
@click.option(
    "--learners",
    multiple=True,
    metavar="PATH",
    type=INPUT,
    help="Corrected learners' sentences (M2, FCE XML, JSON Lines; a file or a folder) to parse as "
    "written and as corrected; may be repeated.",
)
@click.option(
    "--learner-sentences",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Number of sentences with errors to draw from each PATH of --learners.",
)
@click.option(
    "--sites",
    type=click.Choice(_SITES),
    default="all",
    show_default=True,
    help="Places at which gold trees have an extra word.",
)
@click.option(
    "--part",
    "chosen",
    multiple=True,
    type=click.Choice(_PARTS),
    help="Run this part only; may be repeated. The default is all parts.",
)
@click.option(
    "--without",
    multiple=True,
    type=click.Choice(_TRAININGS),
    help="Leave out this training set; may be repeated.",
)
@click.option(
    "--seeds",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    help="Number of random seeds to average over, from --seed on.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Number of parsers to train at the same time.",
)
@paper_options
def treebanks_command(trees: str, output: PaperOutput, **settings: Any) -> None:
    """Show what errors do to a parser, and what training on errors improves (Foster 2007).

    The last --test trees of the treebank are for testing, the --dev trees before them for choosing
    thresholds, and the others for training. The part robustness parses text as it is, with one and
    with two errors per sentence, and with errors of each type (section 5.1); retraining trains on
    errors, on both kinds of sentences, and on these with ten copies of the error-free trees (5.2);
    two-stage uses the grammar trained on errors only where a signal suggests an error, reranks the
    trees of two grammars, or combines them (6). With --learners real errors are measured, too.

    Figures are means over seeds, changes are of F on the same sentences, and p is the largest
    p-value of all seeds, by stratified shuffling. The paper's figures for its two parsers are
    beside them. With --work a run that was stopped goes on where it was, and a run with more seeds
    uses those that are done.

    \b
    Example:
      solecism papers treebanks --trees examples/treebank.mrg --dev 5 --test 20 \\
          --part robustness --seeds 2
    """
    from solecism_lab.papers.page import PaperResult
    from solecism_lab.papers.treebanks.error_sets import treebank_parts
    from solecism_lab.papers.treebanks.sections import treebank_sections
    from solecism_lab.papers.treebanks.side_by_side import side_by_side
    from solecism_lab.papers.treebanks.treebank_tables import treebank_tables

    names = _parser_names(**settings)
    divided = treebank_parts(
        list(_read_trees(trees)),
        n_dev=settings["dev"],
        n_test=settings["test"],
        n_train=settings["train"],
    )
    paths = [trees, *settings["learners"]]
    signature = command_signature(
        "papers-treebanks",
        settings={
            "chosen": settings["chosen"] or _PARTS,
            "parsers": tuple(name for name in names if name in _PARSERS),
        },
        models=_MODELS,
        files={"trees": _signed([trees]), "learners": _signed(settings["learners"])},
    )
    experiments = {name: _experiment(name, output.seed, **settings) for name in names}
    n_parts = sum(each.n_parts for each in experiments.values())
    with output.saved_parts(_key(output.seed, settings, paths), n_parts=n_parts) as saves:
        others = _learner_sets(output.seed, **settings)
        runs = {
            name: _runs(divided, name, each, others, saves, **settings)
            for name, each in experiments.items()
        }
        tables = {
            name: treebank_tables(runs[name], _with_corpora(each, others, settings))
            for name, each in experiments.items()
        }
        two = list(runs.values())[:2]
        differing = side_by_side(two[0][0], two[1][0]) if len(two) == 2 else []
    output.show(PaperResult(_TITLE, treebank_sections(tables, differing), signature))


def _parser_names(**settings: Any) -> list[str]:
    names = list(settings["parsers"])
    if settings["train_command"] and not settings["outside"]:
        raise click.UsageError("--train-command needs --command.")
    if settings["outside"]:
        return [*names, "command"]
    return names or list(_PARSERS)


def _signed(paths: Iterable[str]) -> list[SignedFile]:
    """The files, of which those in a folder are named from the folder on."""
    return [
        file
        for path in paths
        for file in (
            signed_folder(path, _learner_files(path)) if Path(path).is_dir() else signed_files(path)
        )
    ]


def _key(seed: int, settings: dict[str, Any], paths: Sequence[str]) -> str:
    """What saved parts depend on: not the number of seeds, nor which parts are shown."""
    names = ("train", "dev", "test", "outside", "train_command", "learner_sentences", "sites")
    kept = {name: settings[name] for name in names}
    # Sets for thresholds are there only for two stages.
    has_dev = "two-stage" in (settings["chosen"] or _PARTS)
    kept |= {"dev_sets": "yes" if has_dev else None, "first": seed}
    kept["input"] = short_hash(file for path in paths for file in _learner_files(path))
    parts = [f"{name}:{value}" for name, value in sorted(kept.items()) if value is not None]
    return "|".join(["treebanks-parts", *parts, f"v:{__version__}"])


def _experiment(name: str, seed: int, **settings: Any) -> Experiment:
    from solecism_lab.papers.treebanks.parsers import possible_trainings
    from solecism_lab.papers.treebanks.treebank_tables import Experiment

    possible = possible_trainings(name, train_command=settings["train_command"])
    return Experiment(
        seeds=range(seed, seed + settings["seeds"]),
        chosen=settings["chosen"] or _PARTS,
        trainings=[each for each in possible if each not in settings["without"]],
        sites=settings["sites"],
    )


def _runs(
    divided: Any,
    name: str,
    experiment: Experiment,
    others: dict[str, list[ErrorSet]],
    saves: SavedParts,
    **settings: Any,
) -> list[Run]:
    from solecism_lab.papers.treebanks.parsers import trainer_of
    from solecism_lab.papers.treebanks.treebank_tables import treebank_runs

    trainer = trainer_of(name, command=settings["outside"], train_command=settings["train_command"])
    return treebank_runs(
        divided,
        trainer,
        _with_corpora(experiment, others, settings),
        n_jobs=settings["jobs"],
        saves=saves,
        name=name,
    )


def _with_corpora(
    experiment: Experiment, others: dict[str, list[ErrorSet]], settings: dict[str, Any]
) -> Experiment:
    from dataclasses import replace

    sets = [one for two in others.values() for one in two]
    return replace(experiment, others=sets, corpora=list(others))


def _learner_sets(seed: int, **settings: Any) -> dict[str, list[ErrorSet]]:
    if not settings["learners"]:
        return {}
    from solecism.formats import registry
    from solecism_lab.papers.treebanks.error_sets import learner_sets
    from solecism_lab.parse.parser import Parser

    parser = Parser()
    return {
        Path(path).name: learner_sets(
            registry.read_any(_learner_files(path)),
            parser,
            name=Path(path).name,
            n=settings["learner_sentences"],
            seed=seed,
            sites=settings["sites"],
        )
        for path in settings["learners"]
    }


def _learner_files(path: str) -> list[str]:
    """The files of a folder, or the file itself."""
    folder = Path(path)
    if not folder.is_dir():
        return [path]
    files = sorted(
        str(file) for file in folder.rglob("*") if file.name.endswith((*_LEARNER_ENDINGS, ".mrg"))
    )
    if not files:
        raise click.UsageError(f"The folder {path!r} has no file that can be read.")
    return files


def _read_trees(path: str) -> Iterable[Sentence]:
    from solecism.formats import registry

    folder = Path(path)
    paths = sorted(map(str, folder.glob("*.mrg"))) if folder.is_dir() else [path]
    if not paths:
        raise click.UsageError(f"The folder {path!r} has no file in .mrg.")
    return registry.read(paths, registry.FORMATS["penn"])
