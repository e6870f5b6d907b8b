"""Schemathesis asks every operation for odd things; answers stay as they are described."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from rater_pages import NOW
from solecism_study.people.administrators import SCOPES, make_token
from solecism_study.serve.api.operation import ROOT
from solecism_study.serve.api.routes import OPERATIONS
from solecism_study.serve.app import make_app
from solecism_study.study import Study
from studies import SCRATCH, make_study, new_rater, work

N_EXAMPLES = 3


@pytest.fixture(scope="module")
def study() -> Iterator[Study]:
    """A study in which a rater has worked."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        made = make_study(str(Path(folder) / "study"), n_items=5, n_gold=1)
        work(made, new_rater(made), n=3)
        yield made
        made.close()


@pytest.fixture(scope="module")
def described(study: Study) -> Any:
    """The API by its own description."""
    app = make_app(study, clock=lambda: NOW)
    return schemathesis.openapi.from_asgi(f"{ROOT}/openapi.json", app)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("name", [one.name for one in OPERATIONS])
def test_answers_are_as_described(
    name: str, mode: GenerationMode, study: Study, described: Any
) -> None:
    operation = described.find_operation_by_id(name)
    cases = operation.as_strategy(generation_mode=mode)

    @settings(
        max_examples=N_EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def ask(case: Any) -> None:
        # Names that nobody has fit the description too, and are refused for that.
        # A new token each time: the last request may have revoked its own.
        token = make_token(study, "fuzz", SCOPES, now=NOW, rater=1)
        case.call_and_validate(
            headers={"Authorization": f"Bearer {token}"}, excluded_checks=[positive_data_acceptance]
        )

    ask()
