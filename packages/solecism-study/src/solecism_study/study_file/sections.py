"""The sections of a study file and their fields, each with its limits and what it means.

Everything else follows from these classes: what the reader accepts, the JSON schema for editors,
and the tables of the documentation. `solecism study new` with options makes the same value.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from solecism_study.screening.rater_rules import RulesFile

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
InnerShare = Annotated[float, Meta(gt=0, lt=1)]
Text = Annotated[str, Meta(min_length=1)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
_AMOUNT = 'an amount such as "0.05"'
Amount = (
    Annotated[str, Meta(pattern=r"^([0-9]+\.?[0-9]*|\.[0-9]+)$", title=_AMOUNT)]
    | Annotated[float, Meta(ge=0, title=_AMOUNT)]
)
Currency = Annotated[str, Meta(pattern="^[A-Z]{3}$", title="three capital letters such as USD")]
Kind = Literal["preposition", "determiner", "number"]


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A table of the file with known fields only."""


class TaskSection(Section, frozen=True):
    """The question that raters answer."""

    name: Annotated[
        Text, Meta(description="Name of a task, or a TOML file that defines one of your own.")
    ]
    kinds: Annotated[
        tuple[Kind, ...],
        Meta(description="Ask only about places of these kinds, where the task has several."),
    ] = ()
    points: Annotated[
        Annotated[int, Meta(ge=2, le=9)] | None,
        Meta(description="Number of points on the scale of the task `acceptability`; else 2."),
    ] = None
    grey: Annotated[
        bool,
        Meta(description="Offer an answer between yes and no in the task `article-number`."),
    ] = False
    instructions: Annotated[
        Text | None,
        Meta(description="File with the instructions to raters; else those of the task."),
    ] = None


class BatchSection(Section, frozen=True):
    """Items that every rater judges."""

    name: Annotated[Name, Meta(description="Name of the batch in results.")]
    size: Annotated[Count, Meta(description="Number of items, drawn from the data.")]
    after: Annotated[
        Annotated[int, Meta(ge=0)],
        Meta(description="Number of other answers that a rater gives before."),
    ] = 0


class ItemsSection(Section, frozen=True, rename={"batches": "batch"}):
    """What raters are asked about, and how many answers each item gets."""

    file: Annotated[
        Text,
        Meta(description="File of sites or sentences, in any format that is converted."),
    ]
    judgments: Annotated[
        Annotated[int, Meta(ge=1, le=1000)],
        Meta(description="Number of judgments per item, each by another rater."),
    ] = 3
    sentences: Annotated[
        Text | None, Meta(description="File of the text that the sites come from.")
    ] = None
    key: Annotated[
        Text | None,
        Meta(description="Key of the sample, for estimates of precision and recall."),
    ] = None
    flags: Annotated[Text | None, Meta(description="A system's flags, which raters never see.")] = (
        None
    )
    order: Annotated[
        Literal["random", "gain"],
        Meta(
            description="Order of new items: at random, or where the estimate for the key's system "
            "gains most."
        ),
    ] = "random"
    outputs: Annotated[
        tuple[Text, ...],
        Meta(description="Systems' outputs, for the tasks `ranking` and `edit`."),
    ] = ()
    batches: Annotated[
        tuple[BatchSection, ...],
        Meta(description="Items that every rater judges: one table `[[items.batch]]` each."),
    ] = ()


class PeopleSection(Section, frozen=True):
    """Who takes part, and how much each may do."""

    raters: Annotated[
        Count | None,
        Meta(description="Number of raters that you expect; `study check` computes with it."),
    ] = None
    most_each: Annotated[
        Count | None,
        Meta(
            description="Maximum number of answers per rater and stage, control and practice "
            "items included."
        ),
    ] = None
    open_to_all: Annotated[
        bool, Meta(description="Admit everybody who has the address of the study.")
    ] = False
    consent: Annotated[
        Text | None, Meta(description="File with the text that raters agree to.")
    ] = None
    rules: Annotated[
        Text | RulesFile | None,
        Meta(
            description="Screening, quotas, limits and signs of careless work: a TOML file, or "
            "its tables here, such as `[[people.rules.question]]`."
        ),
    ] = None
    retention_days: Annotated[
        Annotated[int, Meta(ge=1, le=36_500)] | None,
        Meta(description="Days after a rater's last answer when ids and times are erased."),
    ] = None


class ControlItemsSection(Section, frozen=True):
    """Items whose right answers are known, and when a rater who misses them is removed."""

    answers: Annotated[
        Text | None,
        Meta(description="Judgments with the right answers to control items."),
    ] = None
    share: Annotated[
        Annotated[float, Meta(ge=0, le=0.5)],
        Meta(description="Share of the questions that are control items."),
    ] = 0.1
    bar: Annotated[
        InnerShare, Meta(description="Accuracy on control items that raters must reach.")
    ] = 0.7
    doubt: Annotated[
        Annotated[float, Meta(gt=0, lt=0.5)],
        Meta(
            description="A rater is removed when the probability of an accuracy above `bar` is "
            "below this."
        ),
    ] = 0.05
    least: Annotated[
        Annotated[int, Meta(ge=0, le=1_000_000)],
        Meta(
            description="Number of control items before anybody is removed; with 0 they remove "
            "nobody."
        ),
    ] = 4
    practice: Annotated[
        Text | None,
        Meta(description="Judgments with the right answers to practice items, with feedback."),
    ] = None
    practice_bar: Annotated[
        Share, Meta(description="Share of the practice items that must be right to continue.")
    ] = 0.7


class MoneySection(Section, frozen=True):
    """What a judgment costs, and how much may be spent."""

    price: Annotated[Amount, Meta(description="Paid to the rater per judgment.")]
    fee: Annotated[
        Annotated[float, Meta(ge=0, le=5)],
        Meta(description="Fee of the platform, as a share of what is paid."),
    ] = 0.0
    fee_each: Annotated[Amount, Meta(description="Fee of the platform per judgment.")] = "0"
    budget: Annotated[
        Amount | None, Meta(description="Maximum to spend, fees included; else no limit.")
    ] = None
    currency: Annotated[Currency, Meta(description="Currency of all amounts of money.")] = "USD"


class PlatformSection(Section, frozen=True):
    """Where raters come from, and the codes that they take back."""

    name: Annotated[
        Text,
        Meta(
            description="`prolific`, `mturk`, `connect`, `sona`, or `NAME:PARAMETER` for another."
        ),
    ]
    codes: Annotated[
        dict[str, Text],
        Meta(
            description="Completion codes by outcome, or by `STAGE:OUTCOME`: table "
            "`[platform.codes]`. Without one, each rater gets an individual code."
        ),
    ] = {}
    return_url: Annotated[
        Text | None,
        Meta(description="Address that raters return to; `{code}` and `{id}` are filled in."),
    ] = None
    id_pattern: Annotated[
        Text | None, Meta(description="Regular expression that ids must match as a whole.")
    ] = None
    signed: Annotated[
        bool, Meta(description="Admit only raters whose link is signed by the platform.")
    ] = False
    allow: Annotated[
        Text | None, Meta(description="File with the ids that may take part, one per line.")
    ] = None


class StagesSection(Section, frozen=True):
    """The break between two stages, for tasks that have two."""

    delay_hours: Annotated[
        Annotated[float, Meta(ge=0, le=10_000)],
        Meta(description="Hours between the two stages of the task."),
    ] = 72.0


class StoppingSection(Section, frozen=True):
    """When the study stops early: once a figure is known well enough."""

    width: Annotated[
        InnerShare, Meta(description="Stop when the interval of the figure is this narrow.")
    ]
    figure: Annotated[
        Literal["errors", "precision", "recall"],
        Meta(
            description="The share of errors, or precision or recall of the key's system by an "
            "interval that is valid however often one looks."
        ),
    ] = "errors"
    least: Annotated[Count, Meta(description="Number of judgments that each item has before.")] = 2
    fixed_share: Annotated[
        Share, Meta(description="Share of the items that keep the full number in any case.")
    ] = 0.2
    level: Annotated[InnerShare, Meta(description="Confidence level of the interval.")] = 0.95


class AnalysisSection(Section, frozen=True):
    """How the results are analysed, and what you expect of them."""

    plan: Annotated[
        Annotated[str, Meta(min_length=1, max_length=50_000)] | None,
        Meta(
            description="Which measures, which comparisons, and which answers are left out. With "
            "a plan the design is locked as soon as the study is made.",
        ),
    ] = None
    error_share: Annotated[
        InnerShare,
        Meta(description="Share of the items that you expect to be errors."),
    ] = 0.25
    precision: Annotated[
        InnerShare, Meta(description="Precision that you expect of the system, with a key.")
    ] = 0.7
    recall: Annotated[
        InnerShare, Meta(description="Recall that you expect of the system, with a key.")
    ] = 0.3


class StudyFile(Section, frozen=True):
    """Everything that a study is made from.

    Files are named relative to the study file. Their contents become part of the study.
    """

    task: Annotated[TaskSection, Meta(description="The question that raters answer.")]
    items: Annotated[ItemsSection, Meta(description="What raters are asked about.")]
    study: Annotated[
        Text,
        Meta(description="Folder of the study, or the URL of an empty PostgreSQL database."),
    ] = "study"
    title: Annotated[
        Name | None,
        Meta(description="Title that raters read; else the name of the folder."),
    ] = None
    seed: Annotated[
        Annotated[int, Meta(ge=0, le=2**53)],
        Meta(description="Seed of all that is drawn at random, such as the order of items."),
    ] = 1
    people: Annotated[PeopleSection, Meta(description="Who takes part.")] = PeopleSection()
    control_items: Annotated[
        ControlItemsSection, Meta(description="Items whose right answers are known.")
    ] = ControlItemsSection()
    money: Annotated[MoneySection | None, Meta(description="Price, fees and budget.")] = None
    platform: Annotated[PlatformSection | None, Meta(description="Where raters come from.")] = None
    stages: Annotated[StagesSection | None, Meta(description="The break between stages.")] = None
    stopping: Annotated[StoppingSection | None, Meta(description="When the study stops early.")] = (
        None
    )
    analysis: Annotated[AnalysisSection, Meta(description="The plan, and what you expect.")] = (
        AnalysisSection()
    )
