"""The short version of `make fuzz`: a hundred mutations for each reader and each model file."""

from __future__ import annotations

from functools import cache

import pytest

from fuzzed_models import models
from fuzzed_readers import Reader, readers
from fuzzing import fuzzed
from solecism.errors import InputError

N_MUTATIONS = 100
# Each file of these takes a process of its own, or a tenth of a second.
FEW = {
    "document essay.pdf": 4,
    "model strong": 10,
    "model misspellings": 15,
    "model articles": 20,
    "model prepositions": 20,
    "model perceptron": 20,
    "model nouns": 40,
    "model parser": 60,
    "model tagger": 60,
}


@cache
def _by_name() -> dict[str, Reader]:
    return {one.name: one for one in (*readers(), *models())}


@pytest.mark.parametrize("name", list(_by_name()))
def test_a_mutated_file_is_read_or_told_in_one_line(name: str) -> None:
    n = FEW.get(name, N_MUTATIONS)
    outcome = fuzzed(_by_name()[name], range(n), seed=1)
    assert outcome.failures == {}
    assert outcome.n == n
    assert outcome.n_told > 0


def test_what_is_no_error_of_ours_is_counted_as_a_failure() -> None:
    def read(data: bytes) -> object:
        if b"\xff" in data:
            raise InputError("told")
        return data.decode()

    outcome = fuzzed(Reader("text", lambda: ["Ünïcöde".encode()], read), range(300))
    assert 0 < outcome.n_told < 300
    assert any("UnicodeDecodeError" in problem for problem in outcome.failures.values())
    assert 0 not in outcome.failures


def test_the_same_seed_gives_the_same_files() -> None:
    reader = _by_name()["m2"]
    assert fuzzed(reader, range(40), seed=3).n_told == fuzzed(reader, range(40), seed=3).n_told
