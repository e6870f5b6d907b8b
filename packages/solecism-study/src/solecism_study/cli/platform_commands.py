"""`solecism study mturk` and `prolific`: raters from a platform, and their pay, there and back."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import UniqueOptionsCommand
from solecism.cli.terminal.result_tables import show
from solecism.errors import InputError
from solecism.system.display_text import count, visible

if TYPE_CHECKING:
    from solecism_study.people.platform_review import Review
    from solecism_study.people.prolific import ProlificApi
    from solecism_study.study import Study

_OUTCOMES = ("complete", "screened-out", "no-work", "removed", "stopped", "withdrawn")
_CATEGORIES = (
    *("TOO_QUICKLY", "TOO_SLOWLY", "FAILED_INSTRUCTIONS", "INCOMP_LONGITUDINAL", "FAILED_CHECK"),
    *("LOW_EFFORT", "MALINGERING", "NO_CODE", "BAD_CODE", "NO_DATA", "UNSUPP_DEVICE", "OTHER"),
)
_TOKEN = "PROLIFIC_TOKEN"
_COLUMNS = ("submission", "worker", "at the platform", "code", "earned", "bonus due")

_url = click.option("--url", metavar="URL", help="Base URL under which raters reach the server.")
_reward = click.option(
    "--reward", metavar="AMOUNT", help="What the platform itself pays for approved work."
)
_stage = click.option(
    "--stage", type=int, default=1, show_default=True, help="Stage of the study, counted from 1."
)
_minutes = click.option(
    "--minutes",
    type=click.IntRange(1, 1440),
    default=30,
    show_default=True,
    help="Minutes that the work takes.",
)
_description = click.option(
    "--description",
    metavar="TEXT",
    help="What people on the platform read before they decide; else the task in one sentence.",
)
_outcomes = click.option(
    "--outcome",
    "outcomes",
    multiple=True,
    type=click.Choice(_OUTCOMES),
    default=("complete",),
    show_default=True,
    help="Approve work whose code is for this outcome; may be repeated.",
)


@click.command(name="mturk", cls=UniqueOptionsCommand)
@click.argument("study")
@click.option(
    "--hit",
    metavar="FILE",
    help="Write the HIT to this file: the request for `aws mturk create-hit`, or the question "
    "alone where the name ends in .xml.",
)
@_url
@_reward
@click.option(
    "--assignments", type=click.IntRange(1, 1_000_000), help="Number of workers that are wanted."
)
@_minutes
@click.option(
    "--days",
    type=click.IntRange(1, 365),
    default=7,
    show_default=True,
    help="Days for which workers can accept the HIT.",
)
@_description
@click.option(
    "--results",
    metavar="FILE",
    help="Review the assignments that `aws mturk list-assignments-for-hit` has printed.",
)
@click.option(
    "--paid",
    metavar="FILE",
    help="What `aws mturk list-bonus-payments` has printed: bonuses that are paid already.",
)
@_stage
@_outcomes
@click.option(
    "--approvals",
    metavar="FILE",
    help="Write a line of JSON per assignment to approve, for `aws mturk approve-assignment`.",
)
@click.option(
    "--bonuses",
    metavar="FILE",
    help="Write a line of JSON per bonus that is due, for `aws mturk send-bonus`.",
)
def mturk_command(
    study: str,
    hit: str | None,
    url: str | None,
    reward: str | None,
    assignments: int | None,
    minutes: int,
    days: int,
    description: str | None,
    results: str | None,
    paid: str | None,
    stage: int,
    outcomes: tuple[str, ...],
    approvals: str | None,
    bonuses: str | None,
) -> None:
    """Write the HIT that sends Mechanical Turk's workers to a study, and review their work.

    Nothing is sent: the files are for the command line of Amazon, which has your keys. --results
    checks each assignment against the study: whether its code was shown to this worker, and what
    they have earned. A bonus is due for what was earned beyond the reward of approved work; each
    line has a token by which Mechanical Turk refuses to pay it twice.

    \b
    Example:
      solecism study new crowd examples/sites.jsonl --task usage --platform mturk --price 0.05
      solecism study mturk crowd --hit question.xml --url https://study.example
    """
    from solecism_study.study import open_study

    if (hit is None) == (results is None):
        raise click.UsageError("Give --hit FILE to write one, or --results FILE to review some.")
    opened = open_study(study)
    try:
        if hit is not None:
            _write_hit(opened, hit, url, reward, assignments, minutes, days, description)
        elif results is not None:
            _review_assignments(opened, results, paid, reward, stage, outcomes, approvals, bonuses)
    finally:
        opened.close()


def _write_hit(
    study: Study,
    hit: str,
    url: str | None,
    reward: str | None,
    n_assignments: int | None,
    minutes: int,
    days: int,
    description: str | None,
) -> None:
    import json

    from solecism.formats.files import write_text
    from solecism_study.people.mturk import external_question, hit_request

    if url is None:
        raise click.UsageError("--hit needs --url, under which workers reach the study.")
    if hit.endswith(".xml"):
        write_text(hit, [external_question(url)])
        return
    if n_assignments is None:
        raise click.UsageError("--hit needs --assignments, the number of workers.")
    request = hit_request(
        study,
        address=url,
        reward=_cents(reward),
        n_assignments=n_assignments,
        minutes=minutes,
        days=days,
        description=description or _described(study),
    )
    write_text(hit, [json.dumps(request, indent=2, ensure_ascii=False), "\n"])


def _review_assignments(
    study: Study,
    results: str,
    paid: str | None,
    reward: str | None,
    stage: int,
    outcomes: Sequence[str],
    approvals: str | None,
    bonuses: str | None,
) -> None:
    from solecism.formats.files import read_unpacked, write_text
    from solecism_study.people import mturk
    from solecism_study.people.platform_review import review
    from solecism_study.people.prolific import check_stage

    mturk.check_platform(study)
    check_stage(study, stage)
    before = mturk.parse_bonuses(_text(paid), file=paid) if paid else None
    given = mturk.parse_assignments(
        read_unpacked(results, most=_MOST_BYTES), file=results, bonuses=before
    )
    found = review(study, given, stage=stage, reward=_cents(reward))
    _show_review(study, found)
    if approvals:
        write_text(approvals, mturk.approval_lines(found.to_approve(outcomes)))
    if bonuses:
        write_text(bonuses, mturk.bonus_lines(study, found.bonuses))


_MOST_BYTES = 256_000_000


def _text(path: str) -> bytes:
    from solecism.formats.files import read_unpacked

    return read_unpacked(path, most=_MOST_BYTES)


def _cents(amount: str | None) -> int:
    from solecism_study.people.platform_review import cents_of
    from solecism_study.units import parse_money

    if amount is None:
        raise click.UsageError("Missing option '--reward': what the platform pays for the work.")
    return cents_of(parse_money(amount), "--reward")


def _described(study: Study) -> str:
    title = study.task.title
    end = "" if title.endswith(("?", ".")) else "."
    return f"{title}{end} You read sentences and answer questions about them."


def _show_review(study: Study, found: Review) -> None:
    from solecism_study.people.platform_review import decimal_cents
    from solecism_study.units import format_money

    currency = study.configuration.pay.currency
    rows = [
        [
            one.submission.id,
            visible(one.submission.worker),
            one.submission.standing,
            one.outcome,
            format_money(one.earned, currency),
            f"{decimal_cents(one.bonus)} {currency}" if one.bonus else "",
        ]
        for one in found.submissions
    ]
    show("Submissions", _COLUMNS, rows)
    if not rows:
        click.echo("Nothing was handed in yet.", err=True)
    for worker, earned in found.absent:
        click.echo(
            f"{worker} has earned {format_money(earned, currency)} and handed in nothing.", err=True
        )


@click.command(name="prolific", cls=UniqueOptionsCommand)
@click.argument("study")
@click.option("--create", is_flag=True, help="Create the stage on Prolific, as a draft.")
@_url
@click.option(
    "--places", type=click.IntRange(1, 1_000_000), help="Number of participants who are wanted."
)
@_reward
@_minutes
@_description
@_stage
@click.option("--publish", is_flag=True, help="Publish the draft: participants can begin.")
@click.option("--approve", is_flag=True, help="Approve the work whose code is right.")
@_outcomes
@click.option("--reject", metavar="SUBMISSION", help="Reject the work of this submission.")
@click.option(
    "--category", type=click.Choice(_CATEGORIES), help="Prolific's category for the rejection."
)
@click.option("--message", metavar="TEXT", help="What the participant is told about the rejection.")
@click.option("--pay", is_flag=True, help="Pay what is due beyond the reward, as bonuses.")
@click.option(
    "--not-paid", metavar="BONUSES", help="Record that Prolific has not paid this list of bonuses."
)
@click.option(
    "--send/--dry-run",
    default=False,
    show_default="--dry-run",
    help="Do it on Prolific, or only say what would be sent.",
)
@click.option(
    "--api",
    default="https://api.prolific.com/api/v1",
    show_default=True,
    envvar="PROLIFIC_API",
    metavar="URL",
    help="Base URL of Prolific's API; also in the environment variable PROLIFIC_API.",
)
def prolific_command(
    study: str,
    create: bool,
    url: str | None,
    places: int | None,
    reward: str | None,
    minutes: int,
    description: str | None,
    stage: int,
    publish: bool,
    approve: bool,
    outcomes: tuple[str, ...],
    reject: str | None,
    category: str | None,
    message: str | None,
    pay: bool,
    not_paid: str | None,
    send: bool,
    api: str,
) -> None:
    """Create, publish, review and pay a study on Prolific, by its API.

    Nothing is changed there without --send. Without any step the work that was handed in is listed:
    whether each code was shown to this participant, what they have earned, and which bonus is due
    beyond the reward. The token of your account is in the environment variable PROLIFIC_TOKEN; it
    is written nowhere. Each stage of a study is a study on Prolific, which those alone see whose
    turn it is.

    \b
    Example:
      solecism study new crowd examples/sites.jsonl --task usage --platform prolific --code C0DE
      solecism study prolific crowd --create --url https://study.example --places 9 --reward 2.00
    """
    from solecism_study.people.prolific import check_platform, check_stage
    from solecism_study.study import open_study

    steps = {
        "--create": create,
        "--publish": publish,
        "--approve": approve,
        "--reject": reject is not None,
        "--pay": pay,
        "--not-paid": not_paid is not None,
    }
    chosen = [name for name, is_chosen in steps.items() if is_chosen]
    if len(chosen) > 1:
        raise click.UsageError(f"Give one step at a time: {' or '.join(chosen)}.")
    opened = open_study(study)
    try:
        check_platform(opened)
        check_stage(opened, stage)
        if create:
            _create(opened, api, url, places, reward, minutes, description, stage, send)
        elif publish:
            _publish(opened, api, stage, send)
        elif reject is not None:
            _reject(opened, api, stage, reject, category, message, send)
        elif not_paid is not None:
            _record_not_paid(opened, stage, not_paid)
        elif pay:
            _pay(opened, api, stage, send)
        else:
            _approve(opened, api, stage, outcomes if approve else (), send)
    finally:
        opened.close()


def _api(address: str) -> ProlificApi:
    from solecism_study.people.prolific import ProlificApi

    token = os.environ.get(_TOKEN, "")
    if not token:
        raise InputError(
            f"Prolific's API needs the token of your account. Put it into the environment variable "
            f"{_TOKEN}."
        )
    return ProlificApi(token, address)


_DRY = "Nothing was sent: with --send it is."


def _show_request(path: str, body: Any) -> None:
    import json

    click.echo(f"POST {path}")
    click.echo(json.dumps(body, indent=2, ensure_ascii=False))
    click.echo(_DRY, err=True)


def _create(
    study: Study,
    api: str,
    url: str | None,
    places: int | None,
    reward: str | None,
    minutes: int,
    description: str | None,
    stage: int,
    send: bool,
) -> None:
    from solecism.system.clock import now
    from solecism_study.people import prolific
    from solecism_study.people.reminders import due_raters

    if url is None or places is None:
        raise click.UsageError("--create needs --url and --places.")
    allowed = [one.id for one in due_raters(study, now=now())] if stage > 1 else []
    if stage > 1 and not allowed:
        raise InputError(f"nobody's turn is in stage {stage} yet: nobody could take part.")
    body = prolific.draft(
        study,
        address=url,
        places=places,
        reward=_cents(reward),
        minutes=minutes,
        description=description or _described(study),
        stage=stage,
        allowed=allowed,
    )
    if not send:
        _show_request("/studies/", body)
        return
    made = _api(api).create(body)
    prolific.record(study, prolific.CREATED, {"stage": stage, "study": made.id}, now=now())
    click.echo(f"Stage {stage} is the draft {made.id} on Prolific. Look at it, then --publish.")


def _publish(study: Study, api: str, stage: int, send: bool) -> None:
    from solecism_study.people.prolific import recorded_study

    number = recorded_study(study, stage)
    if not send:
        _show_request(f"/studies/{number}/transition/", {"action": "PUBLISH"})
        return
    published = _api(api).publish(number)
    click.echo(f"{number} is {visible(published.status)} on Prolific.")


def _reviewed(study: Study, api: ProlificApi, stage: int) -> tuple[str, Review]:
    """The number of a stage on Prolific, and the work that was handed in there."""
    from solecism_study.people.platform_review import review
    from solecism_study.people.prolific import check_bonuses_paid, recorded_study

    number = recorded_study(study, stage)
    reward = int(api.study(number).reward)
    given = api.submissions(number)
    check_bonuses_paid(study, number, given)
    return number, review(study, given, stage=stage, reward=reward)


def _approve(study: Study, address: str, stage: int, outcomes: Sequence[str], send: bool) -> None:
    api = _api(address)
    _, found = _reviewed(study, api, stage)
    _show_review(study, found)
    if not outcomes:
        return
    chosen = [one.submission.id for one in found.to_approve(outcomes)]
    if chosen and send:
        api.approve(chosen)
        click.echo(f"Prolific was asked to approve {count(len(chosen), 'submission')}.")
    elif chosen:
        _show_request("/submissions/bulk-approve/", {"submission_ids": chosen})
    else:
        click.echo("No submission waits with a code for this.", err=True)


def _reject(
    study: Study,
    address: str,
    stage: int,
    which: str,
    category: str | None,
    message: str | None,
    send: bool,
) -> None:
    from solecism_study.people.prolific import RejectionCategory, check_rejection

    if category is None or message is None:
        raise click.UsageError("--reject needs --category and --message.")
    check_rejection(message)
    api = _api(address)
    number, found = _reviewed(study, api, stage)
    waiting = [one.submission for one in found.submissions]
    if not any(one.id == which and one.standing == "awaiting" for one in waiting):
        raise InputError(f"no submission {which!r} of {number} waits for a decision.")
    if not send:
        body = {"action": "REJECT", "message": message, "rejection_category": category}
        _show_request(f"/submissions/{which}/transition/", body)
        return
    api.reject(which, category=RejectionCategory(category), message=message)
    click.echo(f"{which} is rejected.")


def _pay(study: Study, address: str, stage: int, send: bool) -> None:
    from solecism.system.clock import now
    from solecism_study.people import prolific
    from solecism_study.people.platform_review import decimal_cents

    api = _api(address)
    number, found = _reviewed(study, api, stage)
    _show_review(study, found)
    due, cents = found.bonuses, sum(one.bonus for one in found.bonuses)
    currency = study.configuration.pay.currency
    if not due:
        click.echo("No bonus is due.", err=True)
        return
    if not send:
        click.echo(
            f"{count(len(due), 'bonus', 'bonuses')}, {decimal_cents(cents)} {currency} in all."
        )
        click.echo(_DRY, err=True)
        return
    made = api.set_up_bonuses(number, due)
    shown = sum(one.submission.bonuses for one in found.submissions)
    detail = {"study": number, "bonuses": made.id, "cents": cents, "shown_before": shown}
    # Recorded first: if the next request breaks off, nobody pays a second list unawares.
    prolific.record(study, prolific.PAYING, detail, now=now())
    api.pay(made.id)
    click.echo(
        f"Prolific was asked to pay {count(len(due), 'bonus', 'bonuses')}, {decimal_cents(cents)} "
        f"{currency} in all ({made.id})."
    )


def _record_not_paid(study: Study, stage: int, bonuses: str) -> None:
    from solecism.system.clock import now
    from solecism_study.people import prolific

    number = prolific.recorded_study(study, stage)
    if bonuses not in [one.id for one in prolific.asked_bonuses(study, number)]:
        raise InputError(f"Prolific was not asked to pay a list {bonuses!r} for {number}.")
    prolific.record(study, prolific.UNPAID, {"bonuses": bonuses}, now=now())
    click.echo(f"{bonuses} is recorded as not paid.", err=True)
