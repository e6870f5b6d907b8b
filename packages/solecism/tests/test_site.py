"""Sites and their ids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism.site import Site, parse

NAMES = st.text(min_size=1)
KINDS = st.text(st.characters(blacklist_characters=":"), min_size=1)


@given(NAMES, st.integers(0, 10**6), st.integers(0, 50), KINDS)
def test_an_id_names_its_site(sentence: str, start: int, length: int, kind: str) -> None:
    site = Site(sentence, start, start + length, kind)
    assert parse(site.id) == site


@pytest.mark.parametrize("id", ["", "essay7.3", "essay7.3:4-5", ":4-5:preposition", "a:5-4:x"])
def test_what_is_no_id_is_refused_with_its_value(id: str) -> None:
    with pytest.raises(InputError, match="site"):
        parse(id)
