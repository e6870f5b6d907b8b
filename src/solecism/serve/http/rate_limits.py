"""Rates: how many requests somebody may make, as a bucket that fills up again with time."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

_MOST_BUCKETS = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, and so many more a second."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """Nobody who works by hand comes near these; a school may share one address."""

    per_rater: Rate = Rate(120, 20)
    per_address: Rate = Rate(2000, 200)
    entry: Rate = Rate(60, 1)


class Meters:
    """How much of their rates everybody has used."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._buckets: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()

    def wait(self, *, address: str, rater: int, is_entry: bool, now: int) -> int | None:
        """Count a request; for how many seconds it came too early, None where it did not."""
        place = network_of(address)
        waits = [self.take(("address", place), self.limits.per_address, now)]
        if rater:
            waits.append(self.take(("rater", rater), self.limits.per_rater, now))
        if is_entry:
            waits.append(self.take(("entry", place), self.limits.entry, now))
        longest = max(waits)
        return math.ceil(longest) if longest > 0 else None

    def take(self, who: Hashable, rate: Rate, now: int) -> float:
        """Count one of somebody's requests; for how many seconds it came too early, 0 for none."""
        left, since = self._buckets.pop(who, (rate.burst, now))
        left = min(rate.burst, left + max(0, now - since) / 1000 * rate.per_second)
        is_early = left < 1
        self._buckets[who] = (left if is_early else left - 1, now)
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return (1 - left) / rate.per_second if is_early else 0.0


@lru_cache(4096)
def network_of(address: str) -> str:
    """An address, or the network of it where one subscriber has very many.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("192.0.2.7")
    ('2001:db8:1:2::', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(IPv6Address(int(found) >> 64 << 64))
    return address
