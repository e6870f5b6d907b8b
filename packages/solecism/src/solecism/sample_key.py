"""The key of a sample: the stratum of each drawn item, in a file that raters do not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from solecism.errors import FormatError, InputError


@dataclass(frozen=True, slots=True)
class Stratum:
    """A part of the corpus with its own sampling rate.

    `score` is the mean of the system's scores over the whole stratum, where there are scores.
    """

    name: str
    is_flagged: bool
    n_population: int
    score: float | None = None


@dataclass(frozen=True, slots=True)
class KeyItem:
    """A drawn site, its stratum, and the system's score (the probability of an error)."""

    site: str
    stratum: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """How a sample was drawn: its system, design, seed and strata, and the drawn items.

    `n_gaps` is how many gaps with a flag were left out, as samples are of written words alone.

    >>> strata = (Stratum("flagged", True, 10), Stratum("other", False, 90))
    >>> Key("mine", "paper", 7, strata, (KeyItem("a.1:0-1:preposition", "flagged"),)).n_sample
    {'flagged': 1, 'other': 0}
    """

    system: str
    design: str
    seed: int
    strata: tuple[Stratum, ...]
    items: tuple[KeyItem, ...]
    n_gaps: int = 0

    def __post_init__(self) -> None:
        drawn = Counter(item.stratum for item in self.items)
        known = {stratum.name: stratum.n_population for stratum in self.strata}
        if len(known) < len(self.strata):
            raise InputError("two strata of the key have the same name.")
        if any(size < 0 for size in known.values()):
            raise InputError("a stratum of the key has a negative number of items.")
        for name, n in drawn.items():
            if name not in known:
                raise InputError(f"the key has items of stratum {name!r}, which it does not list.")
            if n > known[name]:
                raise InputError(
                    f"{n} items were drawn from stratum {name!r}, which has {known[name]}."
                )
        if len({item.site for item in self.items}) < len(self.items):
            site, _ = Counter(item.site for item in self.items).most_common(1)[0]
            raise InputError(f"the key lists {site} twice.")

    @property
    def n_sample(self) -> dict[str, int]:
        """How many items were drawn from each stratum."""
        drawn = Counter(item.stratum for item in self.items)
        return {stratum.name: drawn[stratum.name] for stratum in self.strata}


def parse(lines: Iterable[str], *, file: str) -> Key:
    """The key that the lines hold."""
    text = "".join(lines)
    try:
        return msgspec.json.decode(text, type=Key)
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise FormatError(
            file, 1, f"is not the key of a sample: {error}. Give what `sample --key` wrote."
        ) from error


def format(key: Key) -> Iterator[str]:
    """The key as indented JSON, in one piece."""
    yield msgspec.json.format(msgspec.json.encode(key), indent=1).decode() + "\n"
