"""Ranking: several systems' corrections of a sentence in an order, with ties (Bojar et al. 2016).

Equal corrections are shown as one, and neither the page nor its fields tell whose they are. What a
rater says is kept pair by pair, so that agreement is measured on pairs of corrections.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import Field, Option, Passage
from solecism.collect.tasks.task import Interpretation, Settings, Task, Values
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.ranking import FIRST, SECOND, SYSTEM_SEPARATOR, TIE, ranks_of_pairs

FEWEST, MOST = 2, 5


def corrections(item: Item) -> list[tuple[str, tuple[str, ...]]]:
    """The different corrections of an item's sentence, each with the systems that made it."""
    systems: dict[str, list[str]] = {}
    for system, text in sorted(item.offers.items()):
        systems.setdefault(text, []).append(system)
    return [(text, tuple(systems[text])) for text in sorted(systems)]


def _fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    texts = [text for text, _ in corrections(item)]
    ranks = [
        Option(str(n), f"{n} best" if n == 1 else str(n), str(n)) for n in range(1, len(texts) + 1)
    ]
    return tuple(Field(_name(n), text, "choice", tuple(ranks)) for n, text in enumerate(texts, 1))


def _name(number: int) -> str:
    return f"correction{number}"


def _passage(item: Item, stage: str) -> Passage:
    return Passage(item.before, item.target, item.after, "none", item.context)


def _interpret(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    """Of each pair of corrections, which one is better."""
    ranks = {n: int(answer[_name(n)][0]) for n in range(1, len(corrections(item)) + 1)}
    systems = {n: SYSTEM_SEPARATOR.join(who) for n, (_, who) in enumerate(corrections(item), 1)}
    return tuple(
        Interpretation(
            _better(ranks[one], ranks[other]),
            f"{one}-{other}",
            notes={
                "construction": f"{one}-{other}",
                "first": systems[one],
                "second": systems[other],
            },
        )
        for one, other in combinations(ranks, 2)
    )


def _better(first: int, second: int) -> str:
    if first == second:
        return TIE
    return FIRST if first < second else SECOND


def _form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
    """The ranks that follow from the pairs; a correction that none is better than has rank 1."""
    numbers = [str(n) for n in range(1, len(corrections(item)) + 1)]
    pairs = []
    for judgment in judgments:
        first, _, second = judgment.notes.get("construction", "").partition("-")
        is_known = first in numbers and second in numbers
        if not is_known or judgment.answer not in (FIRST, SECOND, TIE):
            raise InputError(
                f"{item.site}: {first}-{second} {judgment.answer!r} is not a pair of corrections."
            )
        pairs.append((first, second, judgment.answer))
    ranks = ranks_of_pairs(numbers, pairs)
    return {_name(int(number)): [str(rank)] for number, rank in ranks.items()}


def _right_words(item: Item, about: str, right: Sequence[str]) -> str:
    """Which of two corrections is better, in words."""
    texts = {str(n): f"“{text}”" for n, (text, _) in enumerate(corrections(item), 1)}
    first, _, second = about.partition("-")
    one, other = texts.get(first, first), texts.get(second, second)
    words = {
        FIRST: f"{one} is better than {other}",
        SECOND: f"{other} is better than {one}",
        TIE: f"{one} and {other} are equally good",
    }
    return ", or ".join(words.get(answer, answer) for answer in right)


def _check(item: Item) -> None:
    n = len(corrections(item))
    if not FEWEST <= n <= MOST:
        raise InputError(
            f"{item.site}: has {n} different corrections. Give {FEWEST} to {MOST} to rank."
        )
    for system in item.offers:
        if SYSTEM_SEPARATOR in system:
            raise InputError(f"{item.site}: the system {system!r} has a | in its name. Rename it.")


TASK = Task(
    name="ranking",
    title="Which correction is better?",
    prompt={"": "Rank the corrections of this sentence: 1 is the best. Equal ranks are allowed."},
    guideline=(
        "Above is a sentence as it was written, below are several corrections of it, with their "
        "changes marked. Give each a rank: 1 to the best, higher numbers to worse ones, and the "
        "same number to those that are equally good. A good correction is grammatical, sounds "
        "natural, and keeps the meaning. A correction may leave the sentence as it is."
    ),
    fields=_fields,
    passage=_passage,
    form_values=_form_values,
    interpret=_interpret,
    check=_check,
    shuffles_fields=True,
    right_words=_right_words,
)
