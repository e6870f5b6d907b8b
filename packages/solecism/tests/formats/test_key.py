"""Keys of samples in files: nothing is lost, and whatever is no key is said to be none."""

from __future__ import annotations

import contextlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism import sample_key as keys
from solecism.errors import InputError
from solecism.sample_key import Key, KeyItem, Stratum

NAMES = st.text(min_size=1, max_size=12).filter(str.isprintable)
SCORES = st.none() | st.floats(0, 1)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@st.composite
def drawn_keys(draw: st.DrawFn) -> Key:
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    sites = draw(st.lists(NAMES, max_size=8, unique=True))
    strata = tuple(
        Stratum(name, draw(st.booleans()), 8 + draw(st.integers(0, 99)), draw(SCORES))
        for name in names
    )
    items = tuple(KeyItem(site, draw(st.sampled_from(names)), draw(SCORES)) for site in sites)
    return Key(draw(NAMES), "paper", draw(st.integers(0, 99)), strata, items)


@given(drawn_keys())
def test_reading_gives_what_was_written(key: Key) -> None:
    assert keys.parse("".join(keys.format(key)).splitlines(keepends=True), file="k") == key


@given(st.text() | JSON.map(lambda value: msgspec.json.encode(value).decode()))
def test_whatever_is_no_key_is_one_of_our_errors(text: str) -> None:
    with contextlib.suppress(InputError):
        assert isinstance(keys.parse([text], file="key.json"), Key)


@given(drawn_keys(), st.data())
def test_a_key_with_one_value_spoilt_is_a_key_or_one_of_our_errors(
    key: Key, data: st.DataObject
) -> None:
    content = msgspec.json.decode("".join(keys.format(key)))
    content[data.draw(st.sampled_from(sorted(content)))] = data.draw(JSON)
    with contextlib.suppress(InputError):
        keys.parse([msgspec.json.encode(content).decode()], file="key.json")


def test_a_stratum_cannot_have_fewer_than_no_items() -> None:
    with pytest.raises(InputError, match="negative number of items"):
        Key("mine", "paper", 1, (Stratum("flagged", True, -1),), ())
