"""Bodies and queries that are not valid are answered with a sentence that names the field."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rater_client import RaterClient, new_key
from solecism.errors import InputError
from solecism.web import read_query
from solecism_study.serve.study_results import ForecastQuery
from solecism_study.study import Study

Opened = Callable[..., tuple[Study, Callable[[], RaterClient]]]


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        (
            "/work/take-back",
            {},
            "The request body is not valid: object missing required field `request`.",
        ),
        (
            "/work/take-back",
            {"request": 7},
            "The request body is not valid: field `request`: expected `str`, got `int`.",
        ),
        (
            "/work/answers",
            {"token": "a", "request": "b", "values": {"x" * 600: []}},
            "The request body is not valid: field `values`: expected `str` of length <= 500.",
        ),
        (
            "/work/answers",
            {"token": "a", "request": "b", "values": {}, "more": 1},
            "The request body is not valid: object contains unknown field `more`.",
        ),
    ],
)
def test_a_body_that_is_not_valid_is_answered_with_its_field(
    opened: Opened, path: str, body: dict[str, object], message: str
) -> None:
    _, rater = opened()
    ann = rater()
    ann.come_in()
    response = ann.send(path, body)
    assert response.status_code == 422
    assert response.json()["detail"] == message


def test_a_body_that_is_not_json_is_answered_in_a_sentence(opened: Opened) -> None:
    _, rater = opened()
    ann = rater()
    ann.come_in()
    headers = {"x-csrf-token": ann.csrf, "accept": "application/json"}
    response = ann.http.post("/work/take-back", content=b"}", headers=headers)
    assert response.json()["detail"].startswith("The request body is not valid: JSON is malformed")
    body = {"request": new_key()}
    assert ann.send("/work/take-back", body).status_code != 422


def test_a_query_that_is_not_valid_names_its_parameter() -> None:
    assert read_query({"n_raters": "7"}, ForecastQuery) == ForecastQuery(n_raters=7)
    expected = "the query parameters are not valid: field `n_raters`: expected `int` >= 1."
    with pytest.raises(InputError) as problem:
        read_query({"n_raters": "0"}, ForecastQuery)
    assert str(problem.value) == expected
