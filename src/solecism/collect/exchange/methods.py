"""The paragraph on a study for the methods section of a paper."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.collect.configuration import Configuration, Stopping
from solecism.collect.money.amounts import format_money
from solecism.collect.people.raters import REMOVED
from solecism.collect.status.progress import Progress, RaterProgress
from solecism.collect.study import Study
from solecism.counted import count
from solecism.version import __version__


def methods_paragraph(study: Study, progress: Progress, *, n_problems: int) -> str:
    """Return how the judgments were collected, in figures that the bundle contains.

    `n_problems` is the number of problems that the verification of the log found.
    """
    return " ".join(
        [
            *_design(study, progress),
            *_raters(study, progress),
            *_pay(study.configuration, progress),
            _log(study.configuration, n_problems),
        ]
    )


def _design(study: Study, progress: Progress) -> Iterator[str]:
    configuration = study.configuration
    n_raters = len(_who_answered(progress))
    n_items = progress.stages[0].n_items if progress.stages else 0
    n_items += sum(batch.n_items for batch in progress.batches)
    n_judgments = sum(stage.n_answered for stage in progress.stages)
    n_judgments += sum(batch.n_answered for batch in progress.batches)
    n_stages = len(study.task.stages)
    stages = f" in {n_stages} stages" if n_stages > 1 else ""
    yield (
        f"{count(n_raters, 'rater')} made {count(n_judgments, 'judgment')} of "
        f"{count(n_items, 'item')}{stages} "
        f"(task: {study.task.title.rstrip('?')}; {configuration.n_judgments} per item)."
    )
    yield (
        "Raters saw neither the answers of other raters nor the output of any system. Each rater "
        f"saw the items in a different random order (seed {configuration.seed})."
    )
    for batch in progress.batches:
        yield (
            f"{batch.n_items} of the items (batch {batch.name}) were judged by every rater: "
            f"{count(batch.n_answered, 'judgment')} by {count(batch.n_raters, 'rater')}."
        )
    if configuration.stopping is not None:
        yield _stopping(configuration, configuration.stopping, progress)


def _stopping(configuration: Configuration, rule: Stopping, progress: Progress) -> str:
    full = sum(stage.n_items for stage in progress.stages) * configuration.n_judgments
    n_saved = full - sum(stage.n_wanted for stage in progress.stages)
    return (
        f"Collection was to stop once the {rule.level:.0%} interval of the share of errors was no "
        f"wider than {rule.width:g}, except for a random {rule.fixed_share:.0%} of the items, "
        f"which kept the full number; this saved {count(n_saved, 'judgment')}."
    )


def _who_answered(progress: Progress) -> list[RaterProgress]:
    """The raters with answers that count."""
    return [rater for rater in progress.raters if rater.n_answered > 0]


def _raters(study: Study, progress: Progress) -> Iterator[str]:
    n_simulated = sum(rater.is_simulated for rater in _who_answered(progress))
    if n_simulated:
        were = "was" if n_simulated == 1 else "were"
        yield f"{n_simulated:,} of the raters {were} simulated by a program."
    if progress.control:
        n_removed = sum(rater.state in REMOVED for rater in progress.raters)
        n_control = len(progress.control)
        yield (
            f"{count(n_control, 'control item')} with known answers "
            f"{'was' if n_control == 1 else 'were'} mixed in; {count(n_removed, 'rater')} whose "
            f"accuracy on them was probably below {study.configuration.control.bar:.0%} "
            f"{'was' if n_removed == 1 else 'were'} removed, and their "
            f"{count(progress.n_void, 'judgment')} {'was' if progress.n_void == 1 else 'were'} "
            "made again by others. Control items are not part of the data."
        )


def _pay(configuration: Configuration, progress: Progress) -> Iterator[str]:
    pay = configuration.pay
    if pay.price:
        yield (
            f"Each judgment was paid {format_money(pay.price, pay.currency)}, including "
            f"{count(progress.n_surplus, 'judgment')} beyond the number wanted."
        )
    seconds = progress.seconds_per_judgment
    if seconds:
        yield f"A judgment took {seconds:.1f} s of active time on average."


def _log(configuration: Configuration, n_problems: int) -> str:
    state = "complete and unchanged" if not n_problems else f"damaged in {n_problems} places"
    return (
        f"The log of all answers is {state}. Configuration {configuration.digest[:12]}, "
        f"solecism {__version__}."
    )
