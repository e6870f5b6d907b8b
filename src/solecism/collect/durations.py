"""Durations in milliseconds, the unit of all times in a study."""

from __future__ import annotations

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
