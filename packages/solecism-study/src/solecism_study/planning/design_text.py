"""The design of a study in words: what `study check` prints, a locked design keeps, and the methods
paragraph begins with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solecism.system.display_text import count
from solecism_study.configuration import Configuration
from solecism_study.people.platforms import (
    COMPLETE,
    NO_WORK,
    REMOVED,
    SCREENED_OUT,
    STOPPED,
    WITHDRAWN,
    Outcome,
    given_code,
)
from solecism_study.planning.control_odds import (
    RightNext,
    always,
    most_right_removed,
    p_removed,
    questions_until_half,
    removal_odds,
    same_answer,
)
from solecism_study.planning.expected_widths import expected_figures
from solecism_study.planning.planned_study import PlannedStudy
from solecism_study.screening.rater_rules import Screening
from solecism_study.simulation import USUAL_SECONDS
from solecism_study.units import format_money
from solecism_study.work.control_rule import rule_in_words

CAREFUL = 0.95
"""How often the rater whom the text calls careful is right on control items."""

_ABOUT_SYSTEMS = ("choice", "ranking", "edit")
_MOST_CONTROL = 200
_N_EXAMPLES = 4


@dataclass(frozen=True, slots=True)
class DesignSection:
    """A part of the text: what it is about, and its sentences."""

    title: str
    sentences: tuple[str, ...]


def design_sections(planned: PlannedStudy) -> list[DesignSection]:
    """Return the whole text by sections; those with nothing to say are left out."""
    parts = (
        ("What is asked", _asked(planned)),
        ("Raters", _raters(planned)),
        ("Control items", _control(planned)),
        ("Money", _money(planned)),
        ("When it ends", _ending(planned)),
        ("What the figures will show", _figures(planned)),
        ("What a rater sees at the end", _outcomes(planned)),
    )
    sections = [DesignSection(title, tuple(sentences)) for title, sentences in parts]
    return [section for section in sections if section.sentences]


def design_text(planned: PlannedStudy) -> str:
    """Return the sentences of all sections, as one paragraph."""
    return " ".join(text for section in design_sections(planned) for text in section.sentences)


def _asked(planned: PlannedStudy) -> Iterator[str]:
    configuration, title = planned.configuration, planned.task.title.rstrip(".?")
    n = configuration.n_judgments
    if planned.n_single:
        yield (
            f"{count(planned.n_single, 'item')} will be judged by {count(n, 'rater')} each "
            f"(task {planned.task.name}: {title})."
        )
    for batch in configuration.batches:
        after = f", after {count(batch.after, 'other answer')}" if batch.after else ""
        size = count(batch.size, "item")
        yield f"Every rater judges the {size} of the batch {batch.name}{after}."
    if planned.n_stages > 1:
        yield (
            f"Raters see each item in {planned.n_stages} stages "
            f"({', then '.join(planned.task.stages)}), {configuration.stage_delay_hours:g} hours "
            "apart."
        )
    if configuration.order:
        yield (
            "New items are asked where the estimate for the system gains most: of the stratum in "
            "which one more answer narrows the interval most, and at random within strata."
        )
    shows_systems = planned.task.name in _ABOUT_SYSTEMS
    hidden = "which system wrote what" if shows_systems else "the output of any system"
    yield (
        f"Raters see neither the answers of others nor {hidden}, and each sees the items in an "
        f"order of their own (seed {configuration.seed})."
    )


def _raters(planned: PlannedStudy) -> Iterator[str]:
    configuration = planned.configuration
    yield {
        "invited": "Raters come by invitation.",
        "platform": f"Raters come from {configuration.platform and configuration.platform.name}.",
        "open": "Everybody who has the address can take part.",
    }[configuration.access]
    if configuration.screening:
        yield from _screening(configuration.screening)
    if planned.n_practice:
        share = configuration.qualification.bar
        yield (
            f"{count(planned.n_practice, 'practice item')} with feedback come first, of which "
            f"{share:.0%} must be right."
        )
    if not planned.least_raters:
        return
    most = planned.most_questions + planned.n_practice
    yield (
        f"One rater can answer at most {count(most, 'question')}"
        f"{' per stage' if planned.n_stages > 1 else ''}, so at least "
        f"{count(planned.least_raters, 'rater')} {_are(planned.least_raters)} needed."
    )
    expected = configuration.expected
    stated = ", as expected" if expected and expected.n_raters else ""
    yield (
        f"With {count(planned.n_raters, 'rater')}{stated}, each answers about "
        f"{count(planned.questions_each + planned.n_practice, 'question')}"
        f"{' per stage' if planned.n_stages > 1 else ''}, which takes "
        f"{_minutes(planned.questions_each + planned.n_practice)} at {USUAL_SECONDS:g} seconds "
        "per question."
    )


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


def _minutes(n_questions: int) -> str:
    return count(max(1, round(n_questions * USUAL_SECONDS / 60)), "minute")


def _screening(screening: Screening) -> Iterator[str]:
    parts = [
        count(len(screening.questions), "question") if screening.questions else "",
        f"a test of {count(len(screening.test.questions), 'question')}" if screening.test else "",
        "a check that the instructions are understood" if screening.comprehension else "",
    ]
    yield f"Before work, raters are screened by {' and '.join(filter(None, parts))}."
    if screening.quotas:
        n_places = sum(quota.places for quota in screening.quotas)
        n = len(screening.quotas)
        yield f"There {_are(n)} {count(n, 'quota')} with {count(n_places, 'place')} in all."


def _control(planned: PlannedStudy) -> Iterator[str]:
    schedule, control = planned.schedule, planned.configuration.control
    if schedule is None:
        yield "There are no control items: careless raters are not noticed by them."
        return
    n_questions = planned.questions_each
    yield (
        f"One question in {schedule.length} is one of {count(schedule.n_items, 'control item')}, "
        f"at a place that raters cannot foresee: in {count(n_questions, 'question')} a rater meets "
        f"{_span(schedule.n_met(n_questions))}."
    )
    yield rule_in_words(control)
    if not control.least:
        return
    examples = _examples(planned)
    if examples:
        yield f"That is with {examples}."
    guess, same = planned.guesses.guess, planned.guesses.same
    yield (
        f"A rater who guesses is right on {guess:.0%} of them and {_fate(planned, always(guess))}."
    )
    if same is not None:
        answer, n = same
        fate = _fate(planned, same_answer(n, schedule.n_items))
        yield f"A rater who always answers {answer!r} is right on {n} of them and {fate}."
    odds = _odds(planned, always(CAREFUL))
    yield (
        f"A careful rater, right on {CAREFUL:.0%}, is removed by mistake with probability "
        f"{_percent(p_removed(schedule, odds, n_questions))}."
    )


def _span(n_met: dict[int, float]) -> str:
    low, high = min(n_met), max(n_met)
    if low == high:
        return f"{low} of them"
    return f"{low} {'or' if high == low + 1 else 'to'} {high} of them"


def _examples(planned: PlannedStudy) -> str:
    """With how many right answers a rater goes, for the first numbers of control items."""
    control, schedule = planned.configuration.control, planned.schedule
    most = max(schedule.n_met(planned.questions_each)) if schedule else 0
    told: list[tuple[int, int]] = []
    for n in range(1, min(most, _MOST_CONTROL) + 1):
        limit = most_right_removed(control, n)
        if limit >= 0 and (not told or limit > told[-1][1]):
            told.append((n, limit))
    shown = [f"{limit} or fewer of {n} right" if limit else f"0 of {n} right" for n, limit in told]
    return ", ".join(shown[:_N_EXAMPLES])


def _odds(planned: PlannedStudy, right_next: RightNext) -> list[float]:
    schedule = planned.schedule
    n = 0 if schedule is None else max(schedule.n_met(planned.most_questions))
    odds = removal_odds(planned.configuration.control, right_next, min(n, _MOST_CONTROL))
    # So many control items decide: later ones are taken to remove nobody else.
    return odds + [odds[-1]] * (n + 1 - len(odds))


def p_removed_while_working(planned: PlannedStudy, right_next: RightNext) -> float:
    """Return the probability that such a rater is removed before they have done their part."""
    if planned.schedule is None:
        return 0.0
    return p_removed(planned.schedule, _odds(planned, right_next), planned.questions_each)


def _fate(planned: PlannedStudy, right_next: RightNext) -> str:
    schedule, n = planned.schedule, planned.questions_each
    if schedule is None:
        return "stays"
    odds = _odds(planned, right_next)
    text = f"is removed by then with probability {_percent(p_removed(schedule, odds, n))}"
    half = questions_until_half(schedule, odds, n)
    return text if half is None else f"{text} (half of such raters within {half} questions)"


def _percent(share: float) -> str:
    """A probability in per cent; small ones and those near 1 with another digit.

    >>> _percent(0.5), _percent(0.0004), _percent(0.999)
    ('50%', '0.04%', '99.9%')
    """
    if 0 < share < 0.01:
        return f"{100 * share:.1g}%" if share >= 1e-6 else "less than 0.0001%"
    return f"{share:.1%}" if 0.99 < share < 1 else f"{share:.0%}"


def _money(planned: PlannedStudy) -> Iterator[str]:
    pay = planned.configuration.pay
    if not pay.price:
        yield "Answers are not paid by the study."
        return
    price, cost = format_money(pay.price, pay.currency), format_money(pay.cost, pay.currency)
    hourly = format_money(float(pay.price) * 3600 / USUAL_SECONDS, pay.currency)
    yield (
        f"A judgment is paid {price} and costs {cost} with fees; at {USUAL_SECONDS:g} seconds each "
        f"a rater earns {hourly} per hour."
    )
    yield (
        f"The study needs {count(planned.n_answers, 'answer')} ({planned.n_judgments:,} judgments "
        f"of data, {planned.n_control_answers:,} to control items, "
        f"{planned.n_practice * planned.n_raters:,} in practice), and costs about "
        f"{format_money(planned.cost, pay.currency)}, without answers of raters who are removed."
    )
    if pay.budget is None:
        yield "There is no limit on what is spent."
    else:
        yield (
            f"Nothing is spent beyond the budget of {format_money(pay.budget, pay.currency)}, "
            "fees included."
        )


def _ending(planned: PlannedStudy) -> Iterator[str]:
    rule = planned.configuration.stopping
    if rule is None:
        yield "Every item gets the full number of judgments, however far raters agree."
        return
    if rule.figure:
        yield (
            f"No new items are asked once the {rule.level:.0%} interval of the system's "
            f"{rule.figure}, which is valid however often one looks, is no wider than "
            f"{rule.width:g}; it goes by the majority for items with all their judgments."
        )
        return
    yield (
        f"The study ends early once the {rule.level:.0%} interval of the share of errors is no "
        f"wider than {rule.width:g}, when each item has {count(rule.least, 'judgment')}; a random "
        f"{rule.fixed_share:.0%} of the items keep the full number."
    )


def _figures(planned: PlannedStudy) -> Iterator[str]:
    figures = expected_figures(planned)
    for one in figures:
        yield (
            f"If the {one.name} is {one.value:.2f}, its {one.interval.level:.0%} interval will be "
            f"about [{one.interval.low:.3f}, {one.interval.high:.3f}]."
        )
    if len(figures) > 1:
        yield (
            "These widths assume items drawn at random and raters like the simulated ones, who "
            "call 80% of errors and 10% of other items an error, give or take 5 points from rater "
            "to rater."
        )


_WHO: dict[Outcome, str] = {
    COMPLETE: "A rater who completes the work",
    NO_WORK: "A rater who finds nothing left to do, or no money, before their part is done",
    SCREENED_OUT: "A rater who is screened out or fails the practice round",
    REMOVED: "A rater who is removed",
    STOPPED: "A rater who stops early",
    WITHDRAWN: "A rater who withdraws",
}


def _outcomes(planned: PlannedStudy) -> Iterator[str]:
    configuration = planned.configuration
    if configuration.platform is None:
        yield "Raters are thanked, and get no code."
        return
    may_screen = bool(configuration.screening) or planned.n_practice > 0
    for outcome, who in _WHO.items():
        if outcome == SCREENED_OUT and not may_screen:
            continue
        if outcome == REMOVED and planned.schedule is None:
            who = "A rater who is removed by hand"
        for stage in range(planned.n_stages):
            where = f" in stage {stage + 1}" if planned.n_stages > 1 else ""
            yield f"{who}{where} {_sight(configuration, outcome, stage, planned.n_stages)}."


def _sight(configuration: Configuration, outcome: Outcome, stage: int, n_stages: int) -> str:
    """What a rater sees: a code, and the way back."""
    platform = configuration.platform
    if platform is None:
        return "gets no code"
    is_last = stage == n_stages - 1
    code = given_code(platform, outcome, stage, is_last=is_last)
    if code is None and not is_last and outcome == COMPLETE:
        return "gets no code before the last stage"
    shown = "gets an individual code" if code is None else f"gets the code {code}"
    if platform.return_url is None or (code is None and outcome != COMPLETE):
        return f"{shown} and no link back"
    url = platform.return_url.replace("{code}", code) if code else platform.return_url
    return f"{shown} and a link to {url}"
