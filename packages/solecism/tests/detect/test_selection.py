"""The selection test by name."""

from __future__ import annotations

import pytest

from solecism.detect import registry
from solecism.detect.selection import select
from solecism.errors import InputError
from solecism.language.annotate import annotate

TEXT = "The capital of France depends on tourists. We wait for the bus."


@pytest.mark.parametrize("detector", ["light", "maxent"])
def test_prepositions_are_guessed_from_their_contexts(detector: str) -> None:
    result = select(detector, annotate(TEXT, "a"))
    assert result.n == 3
    assert result.accuracy > 0


def test_detectors_that_do_not_guess_are_refused() -> None:
    with pytest.raises(InputError, match="There are cascade, strong, large, light, maxent"):
        select("perceptron", annotate(TEXT, "a"))


def test_the_large_network_guesses_together_with_the_light_models(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The small network stands for the large one, which need not be installed.
    monkeypatch.setattr(registry, "installed_file", lambda _: registry.SMALL.path)
    sentences = list(annotate(TEXT, "a"))
    found, expected = (select(name, sentences).rows() for name in ("large", "cascade"))
    assert found == expected
