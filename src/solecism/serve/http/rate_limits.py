"""Rate limits of a study: how many requests a rater and an address may make."""

from __future__ import annotations

import math
from dataclasses import dataclass

from solecism.web.token_buckets import Rate, TokenBuckets, network_of

# A class of a hundred may sit behind one address and begin at once, some of them twice.
_PER_RATER, _PER_ADDRESS, _ENTRY = Rate(120, 20), Rate(2000, 200), Rate(300, 5)


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits of a server; people working by hand stay far below, even at a shared address."""

    per_rater: Rate = _PER_RATER
    per_address: Rate = _PER_ADDRESS
    entry: Rate = _ENTRY


class RateLimiter(TokenBuckets):
    """Counts the requests of every client."""

    def __init__(self, limits: RateLimits) -> None:
        super().__init__()
        self.limits = limits

    def wait(self, *, address: str, rater: int, is_entry: bool, now: int) -> int | None:
        """Count a request; the seconds by which it came too early, None where it did not."""
        network = network_of(address)
        waits = [self.take(("address", network), self.limits.per_address, now)]
        if rater:
            waits.append(self.take(("rater", rater), self.limits.per_rater, now))
        if is_entry:
            waits.append(self.take(("entry", network), self.limits.entry, now))
        longest = max(waits)
        return math.ceil(longest) if longest > 0 else None
