"""The order in which new items are asked where the estimate gains most.

The key of the sample says from which stratum an item is. Within a stratum items come in random
order, so that what is asked is a random sample of each stratum at any time. The gains are computed
from the answers so far, at most every half minute.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select

from solecism import sample_key as keys
from solecism.figure import PRECISION, RECALL
from solecism.judgment import ERROR, OK
from solecism.sample_key import Key
from solecism.sampling.gains import stratum_gains
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.item import DATA
from solecism_study.store.tables import items
from solecism_study.study import KEY, Study
from solecism_study.units import SECOND

_REFRESH = 30 * SECOND


@dataclass(slots=True)
class GainfulOrder:
    """The stratum of each item by its number, and the gain of one more answer in each stratum."""

    key: Key
    stratum_of: Mapping[int, int]
    gains: list[float]
    checked: int

    def rank(self, item: int) -> float:
        """What to sort items by: those with the largest gain come first."""
        stratum = self.stratum_of.get(item)
        return 0.0 if stratum is None else -self.gains[stratum]


def refresh_order(study: Study, *, now: int) -> None:
    """Compute the gains again where the study asks for them and they are not recent."""
    if study.configuration.order != "gain":
        return
    order = study.gainful_order
    if order is not None and order.checked <= now < order.checked + _REFRESH:
        return
    order = order or _new_order(study)
    if order is None:
        return
    rule = study.configuration.stopping
    measure = PRECISION if rule and rule.figure == PRECISION else RECALL
    order.gains = stratum_gains(order.key.strata, *_judged(study, order.key), measure=measure)
    order.checked = now
    study.gainful_order = order


def _new_order(study: Study) -> GainfulOrder | None:
    text = study.document(KEY)
    if text is None:
        return None
    key = keys.parse([text], file=KEY)
    number = {stratum.name: place for place, stratum in enumerate(key.strata)}
    of_site = {one.site: number[one.stratum] for one in key.items}
    query = select(items.c.id, items.c.site).where(items.c.pool == DATA)
    with study.database.read() as connection:
        rows = connection.execute(query).all()
    stratum_of = {row.id: of_site[row.site] for row in rows if row.site in of_site}
    return GainfulOrder(key, stratum_of, [0.0] * len(key.strata), -_REFRESH)


def _judged(study: Study, key: Key) -> tuple[list[int], list[float]]:
    """How many items of each stratum are judged, and the sum of their shares of errors."""
    answers: dict[str, list[bool]] = {}
    for one in recorded_judgments(study, with_control=False):
        if one.answer in (ERROR, OK):
            answers.setdefault(one.site, []).append(one.answer == ERROR)
    number = {stratum.name: place for place, stratum in enumerate(key.strata)}
    n_judged, n_errors = [0] * len(number), [0.0] * len(number)
    for item in key.items:
        given = answers.get(item.site)
        if given:
            n_judged[number[item.stratum]] += 1
            n_errors[number[item.stratum]] += sum(given) / len(given)
    return n_judged, n_errors
