"""The configuration of a study: fixed at its creation, and as amendments changed it later.

Its digest identifies it in exports.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import Connection, select

from solecism.errors import InputError
from solecism_study.people.id_patterns import id_pattern
from solecism_study.refusals import read_as
from solecism_study.screening.rater_rules import Limits, Screening, Signs
from solecism_study.store.tables import amendments
from solecism_study.tasks.registry import TaskDefinition, task_named, user_defined_task
from solecism_study.tasks.task import Task

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Money = Annotated[int, Meta(ge=0, le=10**15)]
"""Millionths of the study's currency, because prices are small and sums must be exact."""

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Access = Literal["invited", "platform", "open"]
UNIT = 1_000_000
MTURK = "mturk"
"""The platform whose workers begin on a page of the study that it shows in a frame."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A JSON object with known fields only."""


class Control(_Part, frozen=True):
    """How control items are used, and when a rater who fails them is removed.

    `share` is the share of control items among the items shown. A rater is removed when, after at
    least `least` of them, the probability that their accuracy is above `bar` is below `doubt`
    (uniform prior). Nobody is removed where `least` is 0.
    """

    share: Annotated[float, Meta(ge=0, le=0.5)] = 0.1
    bar: Annotated[float, Meta(gt=0, lt=1)] = 0.7
    doubt: Annotated[float, Meta(gt=0, lt=0.5)] = 0.05
    least: Annotated[int, Meta(ge=0, le=1_000_000)] = 4


class Qualification(_Part, frozen=True):
    """The share of the practice items that a rater must get right to continue."""

    bar: Share = 0.7


class Batch(_Part, frozen=True):
    """Items that every rater judges, after `after` answers of their own (000, section 5.2)."""

    name: Name
    size: Count
    after: Annotated[int, Meta(ge=0)] = 0


class Pay(_Part, frozen=True):
    """The price per judgment, the platform's fees on top of it, and the budget for everything."""

    price: Money = 0
    fee_share: Annotated[float, Meta(ge=0, le=5)] = 0.0
    fee_each: Money = 0
    budget: Money | None = None
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$")] = "USD"

    @property
    def cost(self) -> int:
        """The cost of one judgment including fees, rounded up."""
        # The share as it was written: as a binary fraction, 0.1 is a little more than a tenth.
        fee = math.ceil(self.price * Decimal(repr(self.fee_share)))
        return self.price + self.fee_each + fee


class Stopping(_Part, frozen=True):
    """When a study stops collecting judgments early.

    It stops when the interval of the share of errors is no wider than `width`. A random
    `fixed_share` of the items keeps the full number in any case: stopping biases grades, and these
    items show by how much.

    With a `figure`, it stops when the anytime-valid interval of a system's precision or recall is
    so narrow. Items that nobody has begun are then not asked, and the others get all judgments.
    """

    width: Annotated[float, Meta(gt=0, lt=1)]
    least: Count = 2
    fixed_share: Share = 0.2
    level: Annotated[float, Meta(gt=0, lt=1)] = 0.95
    figure: Literal["precision", "recall"] | UnsetType = UNSET


class Expected(_Part, frozen=True):
    """What the experimenter expects, so that a design can be checked before anybody is asked.

    Nothing in the study depends on it. `error_share` is the share of the items that are errors;
    precision and recall are those of the system for which the sample was drawn.
    """

    n_raters: Count | None = None
    error_share: Annotated[float, Meta(gt=0, lt=1)] = 0.25
    precision: Annotated[float, Meta(gt=0, lt=1)] = 0.7
    recall: Annotated[float, Meta(gt=0, lt=1)] = 0.3


class Platform(_Part, frozen=True):
    """Where raters come from: the URL parameter that holds their id, and the URL to return to.

    In `return_url` {id} stands for the rater's id and {code} for the completion code. `code` is
    that of raters who complete the last stage, `codes` has others by `STAGE:OUTCOME` (stages are
    counted from 1); where there is none, each rater gets an individual one. Ids must match
    `id_pattern` as a whole. `is_signed` says that only links with a signature are accepted.
    """

    name: Name
    id_parameter: Name
    code: str | None = None
    return_url: str | None = None
    codes: dict[str, str] | UnsetType = UNSET
    id_pattern: str | UnsetType = UNSET
    is_signed: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        try:
            re.compile(self.id_pattern or "")
        except re.error as error:
            raise InputError(
                f"{self.id_pattern!r} is not a pattern of ids: {error}. Give a regular expression."
            ) from error


class Configuration(_Part, frozen=True):
    """A study's task, sizes, rules and seed.

    A rater finishes a stage after `most_each` answers, including those to control and practice
    items. `title` is what raters read, the name where there is none. Fields that version 0.1 did
    not know are unset by default and then left out of JSON, so that digests stay the same. Ids of
    raters and times of their answers are erased `retention_days` after their last one. The
    `definition` of a user's own task is part of the study; a task of this package has none. With
    `order` "gain", new items are asked where the estimate for the key's system gains most.
    """

    name: Name
    task: Name
    seed: Annotated[int, Meta(ge=0, le=2**53)]
    n_judgments: Annotated[int, Meta(ge=1, le=1000)] = 3
    settings: dict[str, int | str] = {}
    most_each: Count | None = None
    control: Control = Control()
    qualification: Qualification = Qualification()
    batches: tuple[Batch, ...] = ()
    pay: Pay = Pay()
    stopping: Stopping | None = None
    platform: Platform | None = None
    lease_minutes: Annotated[int, Meta(ge=1, le=1440)] = 15
    late_minutes: Annotated[int, Meta(ge=0, le=100_000)] = 60
    stage_delay_hours: Annotated[float, Meta(ge=0, le=10_000)] = 72.0
    idle_seconds: Annotated[int, Meta(ge=5, le=3600)] = 60
    access: Access = "invited"
    title: Name | UnsetType = UNSET
    screening: Screening | UnsetType = UNSET
    limits: Limits | UnsetType = UNSET
    signs: Signs | UnsetType = UNSET
    retention_days: Annotated[int, Meta(ge=1, le=36_500)] | UnsetType = UNSET
    definition: TaskDefinition | UnsetType = UNSET
    expected: Expected | UnsetType = UNSET
    order: Literal["gain"] | UnsetType = UNSET

    def __post_init__(self) -> None:
        task = self.asked_task
        if task.name != self.task:
            raise InputError(f"the task is {self.task}, but its definition says {task.name}.")
        defaults = task.defaults or {}
        for name in self.settings:
            if name not in defaults:
                known = ", ".join(defaults) or "none"
                raise InputError(
                    f"task {self.task} has no setting {name!r}. Its settings: {known}."
                )
        points = self.settings.get("points", 2)
        if not isinstance(points, int) or not 2 <= points <= 9:
            raise InputError(f"a scale of {points!r} points is not possible. Give 2 to 9.")
        if self.stopping is not None and not (task.tells_errors and points == 2):
            raise InputError(
                "a study can stop by the width of the share of errors only if answers are error or "
                "ok. Use the task usage, extraneous or acceptability, without a scale."
            )
        if self.stopping is not None and self.stopping.figure and self.n_judgments % 2 == 0:
            raise InputError(
                "a study that stops by precision or recall goes by the majority of each item's "
                f"raters, and {self.n_judgments} raters may be divided. Ask an odd number."
            )
        if len({batch.name for batch in self.batches}) < len(self.batches):
            raise InputError("two batches have the same name. Give each its own.")
        if self.access == "platform" and self.platform is None:
            raise InputError("raters come from a platform, but no platform is given.")

    @property
    def shown_title(self) -> str:
        """The title of the study for raters."""
        return self.title or self.name

    @property
    def asked_task(self) -> Task:
        """The task that raters are asked to do."""
        if isinstance(self.definition, TaskDefinition):
            return user_defined_task(self.definition)
        return task_named(self.task)

    @property
    def task_settings(self) -> dict[str, int | str]:
        """The settings of the task; its defaults where nothing was chosen."""
        return {**(self.asked_task.defaults or {}), **self.settings}

    @property
    def digest(self) -> str:
        """A hash that identifies this configuration: equal ones have equal digests."""
        return hashlib.sha256(canonical_json(self)).hexdigest()


def canonical_json(value: object) -> bytes:
    """Return JSON with sorted keys: equal values give equal bytes."""
    return msgspec.json.encode(value, order="deterministic")


def decode_configuration(
    text: str | bytes,
    *,
    source: str = "configuration",
    names: Mapping[str, str] | None = None,
) -> Configuration:
    """Return the configuration that a JSON text describes; InputError where it is not valid.

    `names` are what users call its fields, where they have not written them as JSON.
    """
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise InputError(f"{source}: is not the configuration of a study: {error}.") from error
    made: Configuration = read_as(value, Configuration, source=source, names=names)
    return made


def check_contradictions(configuration: Configuration) -> None:
    """Raise InputError for a new study that would not do what its parts say together."""
    platform = configuration.platform
    if platform is None:
        return
    if platform.is_signed and configuration.access == "open":
        raise InputError(
            "raters are to come with a signature only (signed), but the study is also open to "
            "everybody who has its address (open to all). Leave one of the two out."
        )
    if platform.is_signed and platform.name == MTURK:
        raise InputError(
            "raters are to come with a signature only (signed), but Mechanical Turk does not sign "
            "its links. Leave signed out; the list of ids (allow) keeps others out."
        )
    if platform.id_pattern:
        id_pattern(platform.id_pattern)
    if platform.return_url is not None and not is_web_address(platform.return_url):
        raise InputError(
            f"{platform.return_url!r} is no address to return to. Give one that begins with "
            "https:// or http:// and names a host."
        )
    _check_codes(platform)


def _check_codes(platform: Platform) -> None:
    """Raise InputError where one code stands for two outcomes: nobody could tell them apart."""
    outcome_of: dict[str, str] = {}
    given = [(name.rpartition(":")[2], code) for name, code in (platform.codes or {}).items()]
    if platform.code is not None:
        given.append(("complete", platform.code))
    for outcome, code in given:
        if outcome_of.setdefault(code, outcome) != outcome:
            raise InputError(
                f"the code {code!r} is given for {outcome_of[code]} and for {outcome}, so that the "
                "platform would take one for the other. Give each outcome a code of its own."
            )


def is_web_address(url: str) -> bool:
    """Whether a URL is an address on the web.

    >>> is_web_address("https://panel.example/done?cc={code}"), is_web_address("javascript:x()")
    (True, False)
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and url.isprintable()


class Changes(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an amendment can change: price, budget, judgments per item, and answers per rater."""

    price: Money | UnsetType = UNSET
    budget: Money | UnsetType | None = UNSET
    n_judgments: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = UNSET
    most_each: Count | UnsetType | None = UNSET


@dataclass(frozen=True, slots=True)
class Amendment:
    """A recorded change of the design, who made it, when and why."""

    id: int
    at: int
    actor: str
    reason: str
    changes: dict[str, Any]


def with_changes(configuration: Configuration, changes: Changes) -> Configuration:
    """Return the configuration with these changes."""
    given = msgspec.structs.asdict(changes)
    new = {name: value for name, value in given.items() if value is not UNSET}
    pay = {name: new.pop(name) for name in ("price", "budget") if name in new}
    if pay:
        new["pay"] = msgspec.structs.replace(configuration.pay, **pay)
    return msgspec.structs.replace(configuration, **new)


def all_amendments(connection: Connection) -> list[Amendment]:
    """Return all amendments, the oldest first."""
    rows = connection.execute(select(amendments).order_by(amendments.c.id))
    return [
        Amendment(row.id, row.at, row.actor, row.reason, msgspec.json.decode(row.changes))
        for row in rows
    ]


def current_configuration(connection: Connection, original: Configuration) -> Configuration:
    """Return the configuration with all amendments so far."""
    for one in all_amendments(connection):
        original = with_changes(original, msgspec.convert(one.changes, Changes))
    return original
