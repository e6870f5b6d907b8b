"""What a planned study cannot do although its design says so, with what to change."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.system.display_text import count
from solecism_study.configuration import Expected
from solecism_study.planning.control_odds import always, same_answer
from solecism_study.planning.design_text import p_removed_while_working
from solecism_study.planning.expected_widths import expected_figures, missed_rate
from solecism_study.planning.planned_study import PlannedStudy
from solecism_study.screening.rater_rules import Screening
from solecism_study.units import format_money

_LIKELY = 0.5


def contradictions(planned: PlannedStudy) -> list[str]:
    """Return a line for everything that the study cannot do."""
    return [*_of_raters(planned), *_of_money(planned), *_of_control(planned), *_of_key(planned)]


def doubts(planned: PlannedStudy) -> list[str]:
    """Return a line for everything that it can do, but probably not as it is meant."""
    return [
        *_careless_stay(planned),
        *_unknown_system(planned),
        *_never_stops(planned),
        *_unpaid(planned),
    ]


def _of_raters(planned: PlannedStudy) -> Iterator[str]:
    configuration, n_practice = planned.configuration, planned.n_practice
    expected = configuration.expected.n_raters if configuration.expected else None
    each = configuration.most_each
    if each is not None and each <= n_practice:
        yield (
            f"A rater may give {count(each, 'answer')}, and the practice round has "
            f"{n_practice} already. Raise most_each, or leave out practice items."
        )
    elif not planned.least_raters:
        yield (
            f"A rater may give {count(each or 0, 'answer')}, which the {planned.n_shared} items of "
            "the batches that every rater judges use up: nobody is left for the other "
            f"{planned.n_single}. Raise most_each, or make the batches smaller."
        )
    elif expected is not None and expected < planned.least_raters:
        yield (
            f"{count(expected, 'rater')} cannot give what is asked: "
            f"{planned.least_raters} are needed. {_way_out(planned, expected)}"
        )
    places = _places(configuration.screening) if configuration.screening else None
    if places is not None and places < planned.least_raters:
        yield (
            f"The quotas have {count(places, 'place')}, but {planned.least_raters} raters are "
            "needed. Give the quotas more places."
        )
    for batch in configuration.batches:
        if batch.after >= planned.most_data and planned.least_raters and batch.after:
            yield (
                f"The batch {batch.name} comes after {count(batch.after, 'answer')}, but a rater "
                f"gives at most {planned.most_data}. Lower its `after`."
            )


def _places(screening: Screening) -> int | None:
    """How many raters the quotas admit; None where some answers are in no quota."""
    totals = []
    for question in screening.questions:
        answers = question.accept or question.options
        places = [
            min((one.places for one in screening.quotas if one.where == fits), default=None)
            for fits in ({question.name: answer} for answer in answers)
        ]
        if answers and None not in places:
            totals.append(sum(one for one in places if one is not None))
    return min(totals, default=None)


def _way_out(planned: PlannedStudy, expected: int) -> str:
    n = planned.configuration.n_judgments
    if expected < n:
        return f"Each item needs {n} different raters: expect more, or ask for fewer judgments."
    return "Expect more raters, raise most_each, or ask for fewer judgments per item."


def _of_money(planned: PlannedStudy) -> Iterator[str]:
    pay = planned.configuration.pay
    if pay.budget is not None and planned.cost > pay.budget:
        yield (
            f"The budget of {format_money(pay.budget, pay.currency)} is too small: "
            f"{count(planned.n_answers, 'answer')} cost "
            f"{format_money(planned.cost, pay.currency)} with fees. Raise the budget, or ask for "
            "fewer judgments."
        )


def _of_control(planned: PlannedStudy) -> Iterator[str]:
    """Control items that cannot do what they are for."""
    schedule, control, plan = planned.schedule, planned.configuration.control, planned.control_plan
    if planned.control and not control.share:
        yield (
            f"There are {count(plan.n_control, 'control item')}, but their share is 0, so that "
            "none is shown. Give a share, or leave control items out."
        )
    if schedule is None or not planned.least_raters or plan.n_needed is None:
        return
    advice = (
        "Give a larger share, more control items, more answers per rater, or a smaller least "
        "number; a least number of 0 says that they are to remove nobody."
    )
    n_met = max(schedule.n_met(planned.questions_each))
    if not plan.removes_careless:
        yield (
            f"Control items would remove nobody: a rater is removed after {plan.n_needed} wrong "
            "answers to them at the earliest, but somebody who answers all questions meets at "
            f"least {plan.n_met} of them, and maybe no more. {advice}"
        )
    elif n_met < plan.n_needed:
        yield (
            f"Control items would remove nobody: a rater is removed after {plan.n_needed} wrong "
            f"answers to them at the earliest, but each of {planned.n_raters} raters is asked "
            f"{count(planned.questions_each, 'question')} and meets at most {n_met}. {advice}"
        )


def _of_key(planned: PlannedStudy) -> Iterator[str]:
    """What needs a key, and a precision and recall that were stated and cannot be."""
    rule = planned.configuration.stopping
    if planned.key is None and (planned.configuration.order or (rule and rule.figure)):
        yield (
            "Items are to be asked where a system's estimate gains, or until it is narrow enough, "
            "but the study has no key of a sample. Give the key, or ask in random order."
        )
    expected = planned.configuration.expected
    if expected and _has_impossible_system(planned) and not _is_unstated(expected):
        yield (
            f"A precision of {expected.precision:g} and a recall of {expected.recall:g} cannot be: "
            "there are fewer items without a flag than errors that would be missed. Expect another "
            "precision or recall in [analysis]."
        )


def _has_impossible_system(planned: PlannedStudy) -> bool:
    if planned.key is None:
        return False
    expected = planned.configuration.expected or Expected()
    n_flagged = sum(one.n_population for one in planned.key.strata if one.is_flagged)
    n_other = sum(one.n_population for one in planned.key.strata if not one.is_flagged)
    return n_other > 0 and missed_rate(n_flagged, n_other, expected) is None


def _is_unstated(expected: Expected) -> bool:
    usual = Expected()
    return (expected.precision, expected.recall) == (usual.precision, usual.recall)


def _unknown_system(planned: PlannedStudy) -> Iterator[str]:
    """A system of which nothing is expected, where what is usual cannot be."""
    expected = planned.configuration.expected or Expected()
    if _has_impossible_system(planned) and _is_unstated(expected):
        yield (
            f"A precision of {expected.precision:g} and a recall of {expected.recall:g}, as they "
            "are assumed of a system, cannot be here. State in [analysis] what you expect, and the "
            "widths of their intervals are computed."
        )


def _careless_stay(planned: PlannedStudy) -> Iterator[str]:
    """Careless raters who will probably stay to the end."""
    has_rule = planned.control_plan.n_needed is not None
    if planned.schedule is None or not has_rule or list(_of_control(planned)):
        return
    guess, same = planned.guesses.guess, planned.guesses.same
    p = p_removed_while_working(planned, always(guess))
    if p < _LIKELY:
        yield (
            f"A rater who guesses is removed with probability {p:.0%} only. Show more control "
            "items (share), let each rater answer more questions, or set a higher bar."
        )
    if same is None:
        return
    answer, n = same
    p = p_removed_while_working(planned, same_answer(n, planned.schedule.n_items))
    if p < _LIKELY:
        yield (
            f"A rater who always answers {answer!r} is removed with probability {p:.0%} only, "
            f"because that is right for {n} of {count(planned.schedule.n_items, 'control item')}. "
            "Choose control items with other right answers as well."
        )


def _never_stops(planned: PlannedStudy) -> Iterator[str]:
    rule = planned.configuration.stopping
    if rule is None:
        return
    name = f"{rule.figure} of" if rule.figure else "share of errors"
    for one in expected_figures(planned):
        width = one.interval.high - one.interval.low
        if one.name.startswith(name) and width > rule.width:
            yield (
                f"The study will probably not end early: with all judgments the interval is "
                f"{width:.3f} wide, and it is to end at {rule.width:g}. Give a larger width, or "
                "more items."
            )


def _unpaid(planned: PlannedStudy) -> Iterator[str]:
    configuration = planned.configuration
    if configuration.platform is not None and not configuration.pay.price:
        yield (
            f"Raters come from {configuration.platform.name} and nothing is paid: the study can "
            "tell neither costs nor bonuses. Give a price, unless the platform pays everything."
        )
