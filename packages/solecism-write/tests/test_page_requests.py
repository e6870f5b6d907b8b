"""The requests of the page, to a real server."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import httpx2
import pytest
from docx import Document

from letters import ODT_LETTER, small_picture, word_letter
from sample_documents import make_pdf
from solecism.documents.edited import edited


def findings(client: httpx2.Client, text: str, **settings: Any) -> list[dict[str, Any]]:
    response = client.post("/check", json={"text": text, **settings})
    assert response.status_code == 200, response.text
    answered: list[dict[str, Any]] = response.json()["findings"]
    return answered


def units(text: str, start: int, end: int) -> str:
    """The text between two offsets in UTF-16 units."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def followed(text: str, suggestion: dict[str, Any]) -> str:
    """The text after a suggestion, as a browser would change it."""
    before = units(text, 0, suggestion["start"])
    behind = text.encode("utf-16-le")[2 * suggestion["end"] :].decode("utf-16-le")
    return f"{before}{suggestion['insert']}{behind}"


def test_a_finding_has_all_that_a_card_shows(client: httpx2.Client) -> None:
    text = "It is late. I depend of you."
    [finding] = findings(client, text)
    assert text[finding["start"] : finding["end"]] == "of"
    assert finding["kind"] == "wrong-preposition"
    assert finding["group"] == "Prepositions"
    assert finding["title"] == "Wrong preposition"
    assert finding["explanation"].startswith("We depend on somebody or something")
    assert text[finding["sentence_start"] : finding["sentence_end"]] == "I depend of you."
    assert 0.5 < finding["confidence"] <= 1
    assert 0.5 < finding["share"] <= 1
    assert followed(text, finding["suggestions"][0]) == "It is late. I depend on you."


def test_offsets_count_utf_16_units(client: httpx2.Client) -> None:
    text = "\U0001f600 \U0001f600 ok. I depend of you. \U0001f600 I am interested on music."
    first, second = findings(client, text, audience="learner", kinds=["wrong-preposition"])
    assert units(text, first["start"], first["end"]) == "of"
    assert units(text, second["start"], second["end"]) == "on"
    assert followed(text, first["suggestions"][0]) == text.replace("of", "on")


def test_a_missing_word_is_underlined_at_the_next_word(client: httpx2.Client) -> None:
    text = "Every evening we listen music in the kitchen."
    [finding] = findings(client, text, kinds=["missing-preposition"])
    assert text[finding["start"] : finding["end"]] == "music"
    assert finding["suggestions"][0]["text"] == "to"
    assert followed(text, finding["suggestions"][0]) == text.replace("listen", "listen to")


def test_the_key_of_a_finding_stays_when_other_text_changes(client: httpx2.Client) -> None:
    [before] = findings(client, "I depend of you.")
    [after] = findings(client, "It is late.\n\nWell, I depend of you. Bye.", kinds=[before["kind"]])
    assert after["start"] != before["start"]
    [other] = findings(client, "We depend of him.")
    assert other["key"] != before["key"]
    [same] = findings(client, "It is late.\n\nI depend of you. Bye.")
    assert same["key"] == before["key"]


def test_words_of_the_dictionary_are_not_misspelt(client: httpx2.Client) -> None:
    text = "We recieved the books."
    assert [each["kind"] for each in findings(client, text)] == ["spelling"]
    assert not findings(client, text, dictionary=["Recieved"])


def test_kinds_and_strictness_are_settings_of_a_request(client: httpx2.Client) -> None:
    text = "He go home and recieved it. i was happy."
    assert {each["kind"] for each in findings(client, text, kinds=["spelling"])} == {"spelling"}
    assert not findings(client, text, kinds=[])
    capitals = findings(client, text, kinds=["capitals"], audience="learner")
    assert {each["kind"] for each in capitals} == {"capitals"}
    strict = findings(client, text, audience="teacher")
    assert len(strict) >= len(findings(client, text, precision=0.9))


def test_the_length_of_the_text_and_other_languages_are_told(client: httpx2.Client) -> None:
    text = "It is late. We go.\n\nIch warte nun schon seit zwei Stunden auf den Bus.\n"
    answer = client.post("/check", json={"text": text}).json()
    assert (answer["words"], answer["sentences"]) == (15, 3)
    assert answer["notes"] == ["The text: line 3 does not look like English and was not checked."]


def test_markup_is_skipped_unless_it_is_asked_for(client: httpx2.Client) -> None:
    text = "I depend <b>of</b> you, see `I depend of it`."
    [finding] = findings(client, text, kinds=["wrong-preposition"])
    assert finding["start"] == text.index("of</b>")
    assert followed(text, finding["suggestions"][0]) == text.replace("of</b>", "on</b>")


def test_all_kinds_have_names_and_groups(client: httpx2.Client) -> None:
    kinds = client.get("/kinds").json()["kinds"]
    assert len(kinds) == len({each["kind"] for each in kinds}) == 24
    assert all(each["default"] for each in kinds)
    assert {"kind": "spelling", "name": "spelling", "group": "Spelling", "default": True} in kinds


def test_the_page_is_served_with_its_own_policy(client: httpx2.Client) -> None:
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert "nonce-" in page.headers["content-security-policy"]
    assert client.get("/page/write.js").status_code == 200
    assert client.get("/page/../document.py").status_code == 404


def test_a_text_is_opened(client: httpx2.Client) -> None:
    answer = client.post("/open", files={"file": ("été.txt", "\ufeffHello.\n".encode())})
    assert answer.json() == {"name": "été.txt", "text": "Hello.\n", "notes": [], "format": ""}
    assert client.get("/document").json()["text"] == ""


def test_a_text_is_saved_as_a_word_document_and_opened_again(client: httpx2.Client) -> None:
    text = f"One.\n\nTwo {chr(0x1F600)} lines\nof it."
    body = {"text": text, "name": 'my "essay"/é', "format": "docx"}
    saved = client.post("/save", json=body)
    assert "my%20_essay_%C3%A9.docx" in saved.headers["content-disposition"]
    assert [each.text for each in Document(BytesIO(saved.content)).paragraphs] == text.split("\n\n")
    opened = client.post("/open", files={"file": ("essay.docx", saved.content)})
    assert opened.json() == {"name": "essay.docx", "text": text, "notes": [], "format": ".docx"}


def test_what_word_cannot_hold_is_saved_all_the_same(client: httpx2.Client) -> None:
    for text in ("", "A \x00 \x1b \ufffe B."):
        saved = client.post("/save", json={"text": text, "format": "docx"})
        assert saved.content.startswith(b"PK")


def test_a_text_is_saved_as_it_is(client: httpx2.Client) -> None:
    answer = client.post("/save", json={"text": "One.\r\n\U0001f600", "format": "txt"})
    assert answer.content == "One.\r\n\U0001f600".encode()


def test_the_page_about_the_kind_of_a_finding_is_served(client: httpx2.Client) -> None:
    [finding] = findings(client, "It is late. I depend of you.")
    response = client.get(f"/explain/{finding['page']}")
    assert response.status_code == 200
    assert "<h1>Prepositions</h1>" in response.text
    assert client.get("/explain/nothing").status_code == 400


def test_the_variety_of_english_is_that_of_the_text_unless_one_is_asked_for(
    client: httpx2.Client,
) -> None:
    text = "The colour of the house is red."
    assert findings(client, text) == findings(client, text, variety=None) == []
    assert findings(client, text, variety="british") == []
    [finding] = findings(client, text, variety="american")
    assert finding["suggestions"][0]["text"] == "color"


@pytest.mark.parametrize(
    ("data", "name"), [(word_letter(), "my letter.docx"), (ODT_LETTER, "my letter.odt")]
)
def test_an_opened_document_is_saved_with_its_format(
    client: httpx2.Client, data: bytes, name: str
) -> None:
    opened = client.post("/open", files={"file": (name, data)}).json()
    assert opened["format"] == Path(name).suffix
    text = opened["text"].replace("depend of", "depend on")
    files = {"file": (name, data), "text": ("text", text.encode())}
    saved = client.post("/edited", files=files)
    assert f"my%20letter%20corrected{Path(name).suffix}" in saved.headers["content-disposition"]
    again = client.post("/open", files={"file": (name, saved.content)}).json()
    assert again["text"] == text
    assert saved.content == edited(data, text, file=name)


def test_only_a_file_and_a_text_make_a_file(client: httpx2.Client) -> None:
    for files in (
        {"file": ("a.docx", word_letter())},
        {"text": ("text", b"One.")},
        {"file": ("a.docx", b"One."), "text": ("text", b"Two.")},
        {"file": ("a.docx", b"PK\3\4"), "text": ("text", b"Two.")},
        {"file": ("a.docx", word_letter()), "text": ("text", b"One. " * 300_000)},
    ):
        answer = client.post("/edited", files=files)
        assert answer.status_code == 400
        assert answer.json()["error"].endswith(".")
    assert client.get("/document/original").status_code == 404


def test_a_picture_and_a_pdf_say_what_they_are(client: httpx2.Client) -> None:
    for name in ("photo.txt", "photo.png"):
        answer = client.post("/open", files={"file": (name, small_picture())})
        assert answer.status_code == 400
        assert "is a picture" in answer.json()["error"]
    pdf = client.post("/open", files={"file": ("a.pdf", make_pdf([["One."]]))}).json()
    assert pdf["notes"][-1].startswith("Only its text is here")


def test_what_is_sure_is_what_the_command_would_fix(client: httpx2.Client) -> None:
    found = findings(client, "I depend of you. The informations is here.", audience="teacher")
    assert {each["is_sure"] for each in found if each["kind"] == "wrong-preposition"} == {True}
    assert all(each["suggestions"] for each in found if each["is_sure"])
