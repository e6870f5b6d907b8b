"""Drafts of errors: what does not depend on the rest of the text."""

from __future__ import annotations

import pytest

from solecism.detect.network.error_drafts import ErrorDraft
from solecism.site import Suggestion


def test_suggestions_share_the_probability_of_the_flag() -> None:
    options = (Suggestion("friend", 0.75), Suggestion("fiend", 0.25))
    flag = ErrorDraft(3, 4, "spelling", "spelling", options).flag("a.1", "strong", 0.8, 0.9)
    assert (flag.site, flag.confidence, flag.readers) == ("a.1:3-4:spelling", 0.8, 0.9)
    assert [each.text for each in flag.suggestions] == ["friend", "fiend"]
    assert [each.p for each in flag.suggestions] == pytest.approx([0.6, 0.2])
