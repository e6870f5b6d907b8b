"""Token buckets: how many requests each client may make."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

_MAX_BUCKETS = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """A bucket of `burst` requests that refills by `per_second` requests per second."""

    burst: float
    per_second: float


class TokenBuckets:
    """One bucket per client; those of clients that have not come back for longest are forgotten."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()

    def take(self, client: Hashable, rate: Rate, now: int) -> float:
        """Count a client's request; the seconds by which it came too early, 0 where it did not."""
        left, since = self._buckets.pop(client, (rate.burst, now))
        left = min(rate.burst, left + max(0, now - since) / 1000 * rate.per_second)
        is_early = left < 1
        self._buckets[client] = (left if is_early else left - 1, now)
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return (1 - left) / rate.per_second if is_early else 0.0


@lru_cache(4096)
def network_of(address: str) -> str:
    """The address itself, or for IPv6 its /64 network, of which one client may have all addresses.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("192.0.2.7")
    ('2001:db8:1:2::', '192.0.2.7')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return address
