"""Pseudonyms of raters."""

from __future__ import annotations

import pytest

from solecism.errors import InputError
from solecism.formats.crowd.pseudonyms import pseudonym, pseudonymised
from solecism.judgment import Judgment

SECRET, OTHER = b"a secret of many bytes", b"another secret of many bytes"


def test_a_rater_has_one_pseudonym_a_secret() -> None:
    assert pseudonym("ann", SECRET) == pseudonym("ann", SECRET)
    assert (
        len({pseudonym(*pair) for pair in (("ann", SECRET), ("bob", SECRET), ("ann", OTHER))}) == 3
    )


def test_judgments_keep_everything_but_the_name() -> None:
    found = list(
        pseudonymised(
            [Judgment("1", "ann", "ok", seconds=2), Judgment("2", "ann", "error")], secret=SECRET
        )
    )
    name = pseudonym("ann", SECRET)
    assert found == [Judgment("1", name, "ok", seconds=2), Judgment("2", name, "error")]
    assert "ann" not in name


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(InputError, match="the secret has 5 bytes"):
        pseudonym("ann", b"short")
