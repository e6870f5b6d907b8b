"""The first use of the checker, which reads its models, before there is a document to check."""

from __future__ import annotations

from solecism.check.files import DetectorOptions
from solecism.check.live import LiveChecker

# One finding, so that what suggests and explains is read as well.
_SENTENCE = "I depend of the weather."


def warm_up() -> None:
    """Read the models of the default detector."""
    LiveChecker(DetectorOptions()).check(_SENTENCE)
