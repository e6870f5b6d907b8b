"""Types of what programs send: texts that a database can keep, of bounded length."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Name = Annotated[str, Meta(min_length=1, max_length=100, pattern="^[^\x00-\x1f\x7f]+$")]
Reason = Annotated[str, Meta(min_length=1, max_length=2000, pattern="^[^\x00]+$")]
Text = Annotated[str, Meta(min_length=1, max_length=50_000)]
