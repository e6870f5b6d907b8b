"""LanguageTool's API, to a real server."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest

from solecism.system.installation import EXAMPLES

LIBRARY = (EXAMPLES / "texts" / "library.txt").read_text()
TEXT = "I depend of you. We recieved it."


def matches(client: httpx2.Client, text: str = TEXT, **fields: str) -> list[dict[str, Any]]:
    response = client.post("/v2/check", data={"language": "en-US", "text": text, **fields})
    assert response.status_code == 200, response.text
    answered: list[dict[str, Any]] = response.json()["matches"]
    return answered


def rules(client: httpx2.Client, **fields: str) -> list[str]:
    return [match["rule"]["id"] for match in matches(client, **fields)]


def test_a_match_has_all_that_clients_read(client: httpx2.Client) -> None:
    answer = client.post("/v2/check", data={"language": "auto", "text": "I depend of you."}).json()
    assert answer["software"]["apiVersion"] == 1
    assert answer["warnings"] == {"incompleteResults": False}
    assert answer["language"]["detectedLanguage"]["code"] == answer["language"]["code"] == "en-US"
    [match] = answer["matches"]
    assert (match["offset"], match["length"]) == (9, 2)
    assert match["replacements"] == [{"value": "on"}]
    assert match["message"].startswith("We depend on somebody or something")
    assert match["shortMessage"] == "Wrong preposition"
    assert match["sentence"] == "I depend of you."
    assert match["context"] == {"text": "I depend of you.", "offset": 9, "length": 2}
    rule = match["rule"]
    assert (rule["id"], rule["issueType"]) == ("WRONG_PREPOSITION", "grammar")
    assert rule["category"] == {"id": "GRAMMAR", "name": "Grammar and usage"}
    assert rule["description"]
    assert match["type"] == {"typeName": "Other"}


def test_a_missing_word_is_put_before_the_next_one(client: httpx2.Client) -> None:
    text = "Every evening we listen music in the kitchen."
    [match] = matches(client, text, enabledRules="MISSING_PREPOSITION", enabledOnly="true")
    end = match["offset"] + match["length"]
    assert text[match["offset"] : end] == "music"
    assert match["replacements"][0]["value"] == "to music"


def test_offsets_count_utf_16_units(client: httpx2.Client) -> None:
    text = f"{chr(0x1F600) * 60} I depend of you."
    [match] = matches(client, text)
    assert (match["offset"], match["length"]) == (130, 2)
    coded = match["context"]["text"].encode("utf-16-le")
    start = 2 * match["context"]["offset"]
    assert coded[start : start + 4].decode("utf-16-le") == "of"


@pytest.mark.parametrize("path", ["/v2/check", "/check"])
def test_a_text_may_be_in_the_address(client: httpx2.Client, path: str) -> None:
    response = client.get(path, params={"language": "en", "text": "I depend of you."})
    assert [match["offset"] for match in response.json()["matches"]] == [9]


def test_markup_keeps_its_place(client: httpx2.Client) -> None:
    parts = [
        {"markup": "<p>"},
        {"text": "I depend "},
        {"markup": "<b>"},
        {"text": "of"},
        {"markup": "</b>"},
        {"text": " you."},
        {"markup": "</p><p>", "interpretAs": "\n\n"},
        {"text": "I am interested "},
        {"markup": "<i>", "interpretAs": ""},
        {"text": "on music."},
    ]
    data = json.dumps({"annotation": parts})
    document = "".join(part.get("text", "") + part.get("markup", "") for part in parts)
    answer = client.post("/v2/check", data={"language": "en-US", "data": data}).json()
    places = [(each["offset"], each["length"]) for each in answer["matches"]]
    assert [document[start : start + size] for start, size in places] == ["of", "on"]
    assert [each["replacements"][0]["value"] for each in answer["matches"]] == ["on", "in"]


def test_a_suggestion_never_writes_over_markup(client: httpx2.Client) -> None:
    parts = [{"text": "We reci"}, {"markup": "<wbr>"}, {"text": "eved it."}]
    fields = {"language": "en-US", "data": json.dumps({"annotation": parts})}
    [match] = client.post("/v2/check", data=fields).json()["matches"]
    assert (match["offset"], match["length"]) == (3, 13)
    assert match["replacements"] == []


def test_rules_and_categories_are_chosen(client: httpx2.Client) -> None:
    assert rules(client) == ["WRONG_PREPOSITION", "SPELLING"]
    assert rules(client, disabledRules="SPELLING,EN_A_VS_AN") == ["WRONG_PREPOSITION"]
    assert rules(client, disabledCategories="GRAMMAR") == ["SPELLING"]
    assert rules(client, enabledRules="SPELLING", enabledOnly="true") == ["SPELLING"]
    assert rules(client, enabledCategories="TYPOS", enabledOnly="yes") == ["SPELLING"]
    assert rules(client, enabledRules="EN_A_VS_AN", enabledOnly="true") == []
    only = {"enabledOnly": "true", "level": "picky"}
    text = "My friend is from spain."
    assert rules(client, text=text, enabledCategories="CASING", **only) == ["CAPITALS"]


def test_picky_clients_see_more(client: httpx2.Client) -> None:
    text = (EXAMPLES / "texts" / "headphones.txt").read_text()
    assert len(matches(client, text, level="picky")) > len(matches(client, text))


def test_other_languages_are_skipped(client: httpx2.Client) -> None:
    text = "Ich warte nun schon seit zwei Stunden auf den Bus und er kommt nicht."
    response = client.post("/v2/check", data={"language": "auto", "text": text}).json()
    assert response["matches"] == []
    assert response["language"]["detectedLanguage"]["confidence"] < 0.5


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"text": "a"}, "Missing 'language'"),
        ({"language": "en"}, "Missing 'text' or 'data'"),
        ({"language": "en", "text": "a", "data": "{}"}, "not both"),
        ({"language": "xx", "text": "a"}, "'xx' is not a language"),
        ({"language": "de-DE", "text": "a"}, "'de-DE' is not a language"),
        ({"language": "en", "text": "a", "preferredVariants": "en-GB"}, "preferredVariants"),
        ({"language": "en", "text": "a", "level": "strict"}, "'level' must be"),
        ({"language": "en", "text": "a", "enabledOnly": "true"}, "needs 'enabledRules'"),
        (
            {"language": "en", "text": "a", "enabledOnly": "true", "disabledRules": "A"},
            "cannot be disabled",
        ),
        ({"language": "en", "data": "[]"}, "Could not parse 'data'"),
        ({"language": "en", "data": '{"annotation": [{}]}'}, "either 'text' or 'markup'"),
        ({"language": "en", "data": '{"annotation": [{"text": "\\udc00"}]}'}, "Could not parse"),
    ],
)
@pytest.mark.parametrize("path", ["/v2/check", "/check"])
def test_errors_are_those_of_languagetool(
    client: httpx2.Client, path: str, fields: dict[str, str], problem: str
) -> None:
    response = client.post(path, data=fields)
    assert response.status_code == 400
    assert response.text.startswith("Error: ")
    assert problem in response.text


def test_what_is_not_in_utf_8_is_an_error(client: httpx2.Client) -> None:
    for body in (b"language=en&text=%ff%fe", b"language=en&text=\xff"):
        response = client.post("/v2/check", content=body)
        assert response.status_code == 400
        assert response.text == "Error: The parameters are not encoded in UTF-8."


def test_a_text_that_is_too_long_is_an_error(client: httpx2.Client) -> None:
    response = client.post("/v2/check", data={"language": "en", "text": "word " * 210_000})
    assert response.status_code == 413
    assert response.text.startswith("Error: The text is too long")


def test_unknown_parameters_are_ignored(client: httpx2.Client) -> None:
    assert rules(client, motherTongue="de", dicts="a,b", sillyParameter="1", apiKey="k")


def test_multipart_forms_are_read(client: httpx2.Client) -> None:
    fields = {"language": (None, "en-US"), "text": (None, "I depend of you.")}
    response = client.post("/v2/check", files=fields)
    assert [match["offset"] for match in response.json()["matches"]] == [9]


@pytest.mark.parametrize("version", ["/v2", ""])
def test_the_languages_are_those_of_english(client: httpx2.Client, version: str) -> None:
    languages = client.get(f"{version}/languages").json()
    assert {"name": "English (GB)", "code": "en", "longCode": "en-GB"} in languages
    assert client.get(f"{version}/healthcheck").text == "OK"


@pytest.mark.parametrize("version", ["/v2", ""])
def test_the_dictionary_is_changed(client: httpx2.Client, version: str) -> None:
    def sent(change: str, word: str) -> object:
        return client.post(f"{version}/words/{change}", data={"word": word}).json()

    assert sent("add", "Recieved") == {"added": True}
    assert sent("add", "recieved") == {"added": False}
    assert client.get(f"{version}/words").json() == {"words": ["Recieved"]}
    assert client.get(f"{version}/words", params={"offset": 1}).json() == {"words": []}
    assert "SPELLING" not in rules(client)
    assert sent("delete", "recieved") == {"deleted": True}
    assert sent("delete", "recieved") == {"deleted": False}
    assert "SPELLING" in rules(client)


@pytest.mark.parametrize("word", ["", "two words", "x" * 200, "\x00"])
def test_what_is_no_word_is_not_added(client: httpx2.Client, word: str) -> None:
    response = client.post("/v2/words/add", data={"word": word})
    assert response.status_code == 400
    assert response.text.startswith("Error: ")
    assert client.post("/v2/words/add").status_code == 400
    assert client.get("/v2/words", params={"limit": "many"}).status_code == 400


@pytest.mark.parametrize(
    ("language", "replacement"),
    [("en-US", "color"), ("en-GB", "theatre"), ("en-CA", None), ("auto", None), ("en", None)],
)
def test_the_language_says_which_spelling_is_right(
    client: httpx2.Client, language: str, replacement: str | None
) -> None:
    text = "The colour of the theater."
    found = client.post("/v2/check", data={"language": language, "text": text}).json()["matches"]
    assert [each["replacements"][0]["value"] for each in found] == [replacement] * bool(replacement)
