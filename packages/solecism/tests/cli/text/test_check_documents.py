"""`solecism check` of folders and documents, with a detector of three rules."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from lxml import etree

import rule_detector
from letters import ODT_LETTER, word_letter
from office import converted, needs_office
from sample_documents import make_docx, make_pdf, one_of_each
from solecism import documents
from solecism.api.texts import check as check_in_python
from solecism.cli.text import check
from solecism.detect import registry

PARAGRAPHS = ["It was a cold and rainy day.", "The café was full. We depend of the bus."]
PLACES = {
    "essay.docx": "essay.docx: paragraph 2:",
    "essay.html": "essay.html:4:33:",
    "essay.md": "essay.md:3:30:",
    "essay.odt": "essay.odt: paragraph 2:",
    "essay.pdf": "essay.pdf: page 1, line 2:",
    "essay.rtf": "essay.rtf: paragraph 2:",
    "essay.srt": "essay.srt: 00:01:02:",
    "essay.tex": "essay.tex:5:30:",
    "essay.txt": "essay.txt:3:30:",
    "essay.vtt": "essay.vtt: 00:01:02:",
    "utf16.txt": "utf16.txt:3:30:",
    "windows.txt": "windows.txt:3:30:",
}


@pytest.fixture(autouse=True)
def _rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)


@pytest.fixture
def essays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of every kind, which is the current folder."""
    for name, data in one_of_each(PARAGRAPHS).items():
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(check.check_command, ["--detector", "rules", *arguments])


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_an_error_is_found_in_every_kind_of_file(jobs: tuple[str, ...], essays: Path) -> None:
    shown = run(*jobs, ".")
    assert shown.exit_code == 1
    heads = [line for line in shown.stdout.splitlines() if "wrong preposition" in line]
    assert len(heads) == len(PLACES)
    for head, place in zip(heads, PLACES.values(), strict=True):
        assert head.startswith(f"{place} wrong preposition: ")
    assert "12 findings in 36 sentences of 12 files." in shown.stdout
    assert shown.stderr == (
        "solecism: utf16.txt: was read as UTF-16, not as UTF-8.\n"
        "solecism: windows.txt: was read as Windows-1252, not as UTF-8.\n"
    )


def test_every_finding_has_its_own_site(essays: Path) -> None:
    shown = run("--format", "jsonl", ".")
    sites = [json.loads(line)["site"] for line in shown.stdout.splitlines()]
    assert len(sites) == len(set(sites)) == 12


def test_places_of_documents_are_shown_on_pages_and_in_sarif(essays: Path) -> None:
    page = run("--format", "html", "essay.docx").stdout
    assert '<span class="place">Paragraph 2.</span> <a ' in page
    [result] = json.loads(run("--format", "sarif", "essay.docx").stdout)["runs"][0]["results"]
    assert result["message"]["text"].startswith("paragraph 2: ")
    assert result["locations"] == [
        {
            "physicalLocation": {"artifactLocation": {"uri": "essay.docx"}},
            "logicalLocations": [{"name": "paragraph 2"}],
        }
    ]
    assert "fixes" not in result


def test_files_are_fixed_in_place_and_pdf_and_rtf_are_refused(essays: Path) -> None:
    before = {path.name: path.read_bytes() for path in essays.iterdir()}
    texts = {name: documents.read(essays / name).text for name in ("essay.docx", "essay.odt")}
    shown = run("--fix", "--in-place", ".")
    assert shown.exit_code == 2
    for name, data in before.items():
        encoding = {"utf16.txt": "utf-16", "windows.txt": "cp1252"}.get(name, "utf-8")
        now = (essays / name).read_bytes()
        if name in ("essay.pdf", "essay.rtf"):
            assert now == data
            line = (
                f"solecism: {name}: is a document that --fix cannot change: it changes text, Word "
                "and OpenDocument files. For the suggestions as tracked changes, use --format docx"
            )
            assert line in shown.stderr
        elif name in texts:
            fixed = texts[name].replace("depend of", "depend on")
            assert documents.read(essays / name).text == fixed != texts[name]
        else:
            fixed = data.decode(encoding).replace("depend of", "depend on")
            assert now == fixed.encode(encoding)


def canonical(xml: bytes) -> bytes:
    text: bytes = etree.tostring(etree.fromstring(xml), method="c14n")
    return text


LETTERS = {"letter.docx": word_letter(), "letter.odt": ODT_LETTER}


@pytest.mark.parametrize("name", LETTERS)
def test_a_corrected_copy_of_a_letter_differs_in_the_corrected_word_alone(
    name: str, tmp_path: Path
) -> None:
    letter, copy = tmp_path / name, tmp_path / f"corrected {name}"
    letter.write_bytes(LETTERS[name])
    shown = run("--fix", str(letter), "-o", str(copy))
    assert (shown.stderr, shown.exit_code) == ("solecism: 1 finding was mended.\n", 0)
    assert letter.read_bytes() == LETTERS[name]
    old, new = (zipfile.ZipFile(path) for path in (letter, copy))
    assert old.namelist() == new.namelist()
    [part] = [each for each in old.namelist() if old.read(each) != new.read(each)]
    assert old.read(part).count(b">of<") == 1
    fixed = old.read(part).replace(b">of<", b">on<")
    # The declaration at the beginning may be written in another way.
    assert canonical(fixed) == canonical(new.read(part))


def test_a_document_is_not_written_to_the_screen_or_as_another_kind(essays: Path) -> None:
    for target in ((), ("-o", "essay.txt"), ("-o", "-")):
        shown = run("--fix", "essay.docx", *target)
        assert shown.exit_code == 2
        assert shown.stdout == ""
        assert shown.stderr == (
            "solecism: essay.docx: is a Word or OpenDocument file. Name a file for the corrected "
            "copy, such as --output corrected.docx, or change the file itself with --in-place.\n"
        )


def test_the_difference_of_a_document_is_that_of_its_paragraphs(essays: Path) -> None:
    before = (essays / "essay.odt").read_bytes()
    shown = run("--fix", "--diff", "essay.odt")
    assert shown.exit_code == 1
    [removed] = [line for line in shown.stdout.splitlines()[2:] if line.startswith("-")]
    [added] = [line for line in shown.stdout.splitlines()[2:] if line.startswith("+")]
    assert removed.replace("depend of", "depend on")[1:] == added[1:]
    assert "No newline" not in shown.stdout
    assert (essays / "essay.odt").read_bytes() == before


@needs_office
def test_libreoffice_shows_corrected_letters(tmp_path: Path) -> None:
    (tmp_path / "letter.docx").write_bytes(word_letter())
    for path in (tmp_path / "letter.docx", converted(tmp_path / "letter.docx", "odt")):
        before = converted(path, "txt").read_text(encoding="utf-8-sig")
        assert run("--fix", "--in-place", str(path)).exit_code == 0
        after = converted(path, "txt").read_text(encoding="utf-8-sig")
        assert after == before.replace("depend of", "depend on") != before


def test_problems_are_told_in_one_line_each_and_the_rest_is_checked(essays: Path) -> None:
    for path in essays.iterdir():
        path.unlink()
    (essays / "a.docx").write_bytes(make_docx(PARAGRAPHS)[:-2000])
    (essays / "b.pdf").write_bytes(make_pdf([["Text."]], password="secret"))
    (essays / "c.pdf").write_bytes(make_pdf([[""]]))
    (essays / "d.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    (essays / "e.txt").write_text("We depend of the bus.")
    (essays / "f.docx").write_bytes(make_docx([""]))
    shown = run(".")
    assert shown.exit_code == 2
    assert "1 finding in 1 sentence of 2 files." in shown.stdout
    assert [line.split(".", 2)[1] for line in shown.stderr.splitlines()] == [
        "docx: is empty",
        "docx: is damaged, and cannot be read",
        "pdf: is protected by a password",
        "pdf: has no text, only pictures of pages",
        "doc: is an old Word document, which cannot be read",
    ]


def test_paragraphs_in_other_languages_are_named_by_their_places(essays: Path) -> None:
    german = "Gestern bin ich mit meinen Freunden ins Kino gegangen und wir haben viel gelacht."
    (essays / "two.docx").write_bytes(make_docx([PARAGRAPHS[0], german, german, PARAGRAPHS[1]]))
    shown = run("two.docx")
    assert shown.stderr == (
        "solecism: two.docx: paragraph 2 to paragraph 3 do not look like English and were not "
        "checked.\n"
    )


def test_markup_can_be_checked_as_text(essays: Path) -> None:
    (essays / "a.tex").write_text("% We depend of the bus.\n")
    assert run("a.tex").exit_code == 0
    assert run("--no-markup", "a.tex").exit_code == 1


def test_documents_are_checked_in_python_too(essays: Path) -> None:
    checked = check_in_python(essays / "essay.docx", detector="rules")
    [finding] = checked
    assert (finding.where, finding.text) == ("paragraph 2", "of")
    assert checked.fixed == "\n\n".join(PARAGRAPHS).replace("depend of", "depend on")
    assert "Windows-1252" in check_in_python(essays / "windows.txt", detector="rules").note
