"""A measured number with its interval.

Precision, recall and F are defined here, once for all measurements.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypedDict, TypeVar, Unpack

if TYPE_CHECKING:
    from solecism.numeric import Floats

DEFAULT_LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval from `low` to `high`; where both are NaN, `method` says why.

    >>> 0.5 in Interval(0.25, 0.75, 0.95, "Wald")
    True
    """

    low: float
    high: float
    level: float = DEFAULT_LEVEL
    method: str = ""

    @property
    def half_width(self) -> float:
        """Half the distance between the two ends."""
        return (self.high - self.low) / 2

    @property
    def is_defined(self) -> bool:
        """Whether there is an interval at all."""
        return not (math.isnan(self.low) or math.isnan(self.high))

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return format(self, ".3f")

    def __format__(self, spec: str) -> str:
        """Both ends in brackets, each formatted as a float; the reason if there is no interval.

        >>> f"{Interval(0.25, 0.75):.2f}", str(undefined_interval("no item was judged"))
        ('[0.25, 0.75]', '(no item was judged)')
        """
        spec = spec or ".3f"
        if not self.is_defined:
            return f"({self.method})"
        return f"[{self.low:{spec}}, {self.high:{spec}}]"


def undefined_interval(reason: str, *, level: float = DEFAULT_LEVEL) -> Interval:
    """An undefined interval, with the reason."""
    return Interval(math.nan, math.nan, level, reason)


PRECISION, RECALL, F1, F05 = "precision", "recall", "F1", "F0.5"
MEASURES = (PRECISION, RECALL, F1, F05)
NO_INTERVAL = undefined_interval("")
Count = TypeVar("Count", float, "Floats")


class FigureParts(TypedDict, total=False):
    """The optional arguments of every class of figures."""

    name: str
    interval: Interval
    note: str
    se: float


class Figure(float):
    """A measured number: a float with a name, an interval, a standard error and a note.

    It counts as a float wherever a float is wanted, and arithmetic with it gives plain floats.
    The note says why the number is NaN, or what it estimates. The interval is undefined and the
    standard error NaN where they are not known.

    Two figures are equal where all their parts are; a figure and a plain number are equal where
    the numbers are. The hash is that of the number.

    >>> precision = Figure(0.789, name="precision", interval=Interval(0.765, 0.812))
    >>> print(precision, f"{precision:.1%}", round(precision - 0.5, 3))
    0.789 [0.765, 0.812] 78.9% 0.289
    >>> precision
    <precision 0.789 [0.765, 0.812]>
    >>> Figure(math.nan, name="recall", note="nobody calls a site an error")
    <recall undefined (nobody calls a site an error)>
    """

    __slots__ = ("interval", "name", "note", "se")

    name: str
    interval: Interval
    note: str
    se: float

    def __new__(
        cls,
        value: float,
        *,
        name: str = "",
        interval: Interval = NO_INTERVAL,
        note: str = "",
        se: float = math.nan,
    ) -> Self:
        figure = super().__new__(cls, value)
        figure._set(name=name, interval=interval, note=note, se=se)
        return figure

    @property
    def value(self) -> float:
        """The number alone, a plain float."""
        return float(self)

    @property
    def is_defined(self) -> bool:
        """Whether there is a number at all."""
        return not math.isnan(self)

    @property
    def reason(self) -> str:
        """Why the number or its interval is missing; empty where both are there."""
        if self.is_defined and self.interval.is_defined:
            return ""
        return self.interval.method if self.is_defined else self.note or self.interval.method

    def to_dict(self) -> dict[str, Any]:
        """All parts as values that JSON can represent, with None for NaN."""
        parts = {"name": self.name, "value": self.value, **self._parts()}
        return {name: _json(part) for name, part in parts.items()}

    def __str__(self) -> str:
        if not self.is_defined:
            return f"undefined ({self.reason})" if self.reason else "undefined"
        number = f"{self.value:.3f}"
        if self.interval.is_defined:
            return f"{number} {self.interval}"
        return f"{number} (no interval: {self.reason})" if self.reason else number

    def __repr__(self) -> str:
        return f"<{self.name} {self}>" if self.name else f"<{self}>"

    def _repr_html_(self) -> str:
        """The figure for a notebook; the level, the method and the note in small print."""
        interval = self.interval
        known = [f"{interval.level:.0%} interval", interval.method] if interval.is_defined else []
        small = "; ".join(filter(None, [*known, self.note if self.is_defined else ""]))
        parts = [
            f"<b>{escape(self.name)}</b>" if self.name else "",
            escape(str(self)),
            f"<small>{escape(small)}</small>" if small else "",
        ]
        return f"<span>{' '.join(filter(None, parts))}</span>"

    def __format__(self, spec: str) -> str:
        return format(self.value, spec) if spec else str(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Figure):
            return type(self) is type(other) and self.to_dict() == other.to_dict()
        return float.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        # The hash of a NaN is that of its object, but equal figures must have equal hashes.
        return float.__hash__(self) if self.is_defined else hash(self.name)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a figure does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a figure does not change: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.value, self._parts())

    def _set(self, **parts: object) -> None:
        for name, part in parts.items():
            object.__setattr__(self, name, part)

    def _parts(self) -> dict[str, Any]:
        slots = [
            slot
            for cls in reversed(type(self).__mro__)
            for slot in cls.__dict__.get("__slots__", ())
        ]
        return {slot: getattr(self, slot) for slot in slots}


def undefined_figure(name: str, reason: str, *, level: float = DEFAULT_LEVEL) -> Figure:
    """A figure that is NaN; its note says why there is neither a number nor an interval."""
    return Figure(
        math.nan, name=name, interval=undefined_interval(reason, level=level), note=reason
    )


class Difference(Figure):
    """The difference between two figures of the same name, always `first` minus `second`.

    `p_value` is two-sided and comes from `test`.

    >>> print(Difference(0.8, 0.5, name="recall", p_value=0.01, test="stratified shuffling"))
    0.300
    """

    __slots__ = ("first", "p_value", "second", "test")

    first: float
    second: float
    p_value: float
    test: str

    def __new__(
        cls,
        first: float,
        second: float,
        *,
        p_value: float = math.nan,
        test: str = "",
        **parts: Unpack[FigureParts],
    ) -> Self:
        difference = super().__new__(cls, first - second, **parts)
        difference._set(first=first, second=second, p_value=p_value, test=test)
        return difference

    @property
    def statistic(self) -> float:
        """The difference divided by its standard error (z or t), NaN where that is not known."""
        return self / self.se if self.se else math.nan


def f_name(beta: float) -> str:
    """The name of F in which recall counts beta times as much as precision.

    >>> f_name(1), f_name(0.5), f_name(2)
    ('F1', 'F0.5', 'F2')
    """
    return f"F{beta:g}"


def f_score(hits: Count, n_flagged: Count, n_errors: Count, beta: float = 1) -> Count:
    """F from counts, which may be fractional: (1 + b^2) hits / (b^2 errors + flagged).

    It is NaN where nothing is flagged and there is no error. All counts may be arrays.

    >>> f_score(3, 5, 4), f_score(3, 5, 4, 0.5)
    (0.6666666666666666, 0.625)
    """
    return _divided(*_f_terms(hits, n_flagged, n_errors, beta))


def f_mean(precision: Count, recall: Count, beta: float = 1) -> Count:
    """F as the weighted harmonic mean of a precision and a recall.

    >>> round(f_mean(0.6, 0.75), 3), f_mean(0.6, 0.0)
    (0.667, 0.0)
    """
    return f_score(precision * recall, recall, precision, beta)


def ratio(measure: str, hits: Count, n_flagged: Count, n_errors: Count) -> Count:
    """Precision, recall or F by name; NaN where the denominator is 0.

    >>> ratio("precision", 3, 5, 4), ratio("recall", 3, 5, 4), ratio("F0.5", 3, 5, 4)
    (0.6, 0.75, 0.625)
    """
    return _divided(*ratio_terms(measure, hits, n_flagged, n_errors))


def ratio_terms(
    measure: str, hits: Count, n_flagged: Count, n_errors: Count
) -> tuple[Count, Count]:
    """The numerator and the denominator of precision, recall or F."""
    if measure == PRECISION:
        return hits, n_flagged
    if measure == RECALL:
        return hits, n_errors
    return _f_terms(hits, n_flagged, n_errors, f_beta(measure))


def f_beta(measure: str) -> float:
    """The beta in the name of an F-measure.

    >>> f_beta("F0.5")
    0.5
    """
    return float(measure.removeprefix("F"))


def _f_terms(hits: Count, n_flagged: Count, n_errors: Count, beta: float) -> tuple[Count, Count]:
    weight = beta * beta
    return (1 + weight) * hits, weight * n_errors + n_flagged


def _divided(above: Count, below: Count) -> Count:
    try:
        return above / below
    except ZeroDivisionError:
        return above * math.nan


def _restore(cls: type[Figure], value: float, parts: dict[str, Any]) -> Figure:
    figure = float.__new__(cls, value)
    figure._set(**parts)
    return figure


def _json(part: Any) -> Any:
    if isinstance(part, Interval):
        ends = {"low": _json(part.low), "high": _json(part.high)}
        return {**ends, "level": part.level, "method": part.method}
    if isinstance(part, float):
        return float(part) if math.isfinite(part) else None
    return part
