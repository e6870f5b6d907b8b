"""Tasks about systems' corrections: single edits to accept or reject, and sentences to rank.

Edit: to accept a change is to call the writer's words an error that the change corrects, so that
the answers score systems as judgments of errors do.
Ranking: several systems' corrections of a sentence in an order, with ties (Bojar et al. 2016).
Equal corrections are shown as one, and neither the page nor its fields tell whose they are. What a
rater says is kept pair by pair, so that agreement is measured on pairs of corrections.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from solecism.errors import InputError
from solecism.judgment import (
    ERROR,
    FIRST,
    OK,
    SECOND,
    SYSTEM_SEPARATOR,
    TIE,
    UNKNOWN,
    Judgment,
    ranks_of_pairs,
)
from solecism_study.item import Item
from solecism_study.tasks.task import (
    ANSWER,
    Answer,
    Field,
    Interpretation,
    Option,
    Passage,
    Settings,
    Task,
    Values,
)

CORRECTION, TYPE = "correction", "type"
ACCEPT, REJECT, UNSURE = "accept", "reject", "unsure"
_EDIT_MEANING = {ACCEPT: ERROR, REJECT: OK, UNSURE: UNKNOWN}
_EDIT_FIELD = Field(
    ANSWER,
    "The change",
    "choice",
    (
        Option(ACCEPT, "Accept", "1", "It corrects an error."),
        Option(REJECT, "Reject", "2", "It is wrong, or not needed."),
        Option(UNSURE, "Cannot tell", "3"),
    ),
)


def _edit_fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    return (_EDIT_FIELD,)


def _edit_passage(item: Item, stage: str) -> Passage:
    before, after = item.before, item.after
    if not item.target:
        before = before if not before or before.endswith(" ") else f"{before} "
        after = after if not after or after.startswith(" ") else f" {after}"
    return Passage(before, item.target, after, "edit", item.context, item.offers[CORRECTION])


def _interpret_edit(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    notes = {"before": item.target, "after": item.offers[CORRECTION]}
    if item.offers.get(TYPE):
        notes[TYPE] = item.offers[TYPE]
    return (Interpretation(_EDIT_MEANING[answer[ANSWER][0]], notes=notes),)


def _edit_form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
    meant = judgments[-1].answer
    verdicts = {meaning: verdict for verdict, meaning in _EDIT_MEANING.items()}
    return {ANSWER: [verdicts.get(meant, meant)]}


def _check_edit_item(item: Item) -> None:
    if CORRECTION not in item.offers or item.offers[CORRECTION] == item.target:
        raise InputError(f"{item.site}: has no change to accept or reject. Give systems' outputs.")


EDIT_TASK = Task(
    name="edit",
    title="Does the change correct an error?",
    prompt={"": "Would you accept this change?"},
    guideline=(
        "One change in a sentence is marked: the words that go are struck through, the words that "
        "come are underlined. Accept it if the sentence had an error there and the change corrects "
        "it. Reject it if it is wrong, changes the meaning, or if the sentence was fine before. "
        "Other errors in the sentence do not matter.\n\n"
        "> It depends of → on you. (accept)\n"
        "> We met at → in the station. (reject: it was fine before)\n"
    ),
    fields=_edit_fields,
    passage=_edit_passage,
    form_values=_edit_form_values,
    interpret=_interpret_edit,
    check=_check_edit_item,
    tells_errors=True,
)


FEWEST, MOST = 2, 5


def corrections(item: Item) -> list[tuple[str, tuple[str, ...]]]:
    """The different corrections of an item's sentence, each with the systems that made it."""
    systems: dict[str, list[str]] = {}
    for system, text in sorted(item.offers.items()):
        systems.setdefault(text, []).append(system)
    return [(text, tuple(systems[text])) for text in sorted(systems)]


def _ranking_fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    texts = [text for text, _ in corrections(item)]
    ranks = [
        Option(str(n), f"{n} best" if n == 1 else str(n), str(n)) for n in range(1, len(texts) + 1)
    ]
    return tuple(
        Field(_rank_field_name(n), text, "choice", tuple(ranks)) for n, text in enumerate(texts, 1)
    )


def _rank_field_name(number: int) -> str:
    return f"correction{number}"


def _ranking_passage(item: Item, stage: str) -> Passage:
    return Passage(item.before, item.target, item.after, "none", item.context)


def _interpret_ranking(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    """Of each pair of corrections, which one is better."""
    ranks = {n: int(answer[_rank_field_name(n)][0]) for n in range(1, len(corrections(item)) + 1)}
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


def _ranking_form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
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
    return {_rank_field_name(int(number)): [str(rank)] for number, rank in ranks.items()}


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


def _check_ranking_item(item: Item) -> None:
    n = len(corrections(item))
    if not FEWEST <= n <= MOST:
        raise InputError(
            f"{item.site}: has {n} different corrections. Give {FEWEST} to {MOST} to rank."
        )
    for system in item.offers:
        if SYSTEM_SEPARATOR in system:
            raise InputError(f"{item.site}: the system {system!r} has a | in its name. Rename it.")


RANKING_TASK = Task(
    name="ranking",
    title="Which correction is better?",
    prompt={"": "Rank the corrections of this sentence: 1 is the best. Equal ranks are allowed."},
    guideline=(
        "Above is a sentence as it was written, below are several corrections of it, with their "
        "changes marked. Give each a rank: 1 to the best, higher numbers to worse ones, and the "
        "same number to those that are equally good. A good correction is grammatical, sounds "
        "natural, and keeps the meaning. A correction may leave the sentence as it is."
    ),
    fields=_ranking_fields,
    passage=_ranking_passage,
    form_values=_ranking_form_values,
    interpret=_interpret_ranking,
    check=_check_ranking_item,
    shuffles_fields=True,
    right_words=_right_words,
)
