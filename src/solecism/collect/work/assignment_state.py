"""The states of an assignment, which is one rater's work on one item at one stage.

A leased assignment waits for its answer. Its lease expires with time, or is released by the rater.
An answered one is void after its rater was removed.
"""

from __future__ import annotations

LEASED, ANSWERED, EXPIRED, RELEASED, VOID = "leased", "answered", "expired", "released", "void"
