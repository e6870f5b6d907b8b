"""The command and the editor find the same errors in the same text, whatever its format."""

from __future__ import annotations

from pathlib import Path

import pytest

import solecism
from solecism.checking.checked_files import CheckSummary, check_files
from solecism.finding import Place
from solecism.project.rules import ProjectRules
from solecism.project.settings_file import SettingValues
from solecism_write.lsp.checking import LONGEST, check_document
from solecism_write.lsp.document import EditorDocument, TextLines
from solecism_write.lsp.editor_settings import EditorSettings

SAMPLES = {
    "letter.txt": (
        "plaintext",
        "I depend of you 🐈.\r\nWe <b>recieved</b> it.\r\n\r\nWe wait the bus.\n",
        3,
    ),
    "notes.md": (
        "markdown",
        "---\ntitle: I depend of it\n---\n# We depend of it\n\nI *depend* **of** `you`.\n\n"
        "```\nI depend of you.\n```\n\n| I depend of it | of |\n|---|---|\n\n"
        "<!-- solecism: off -->\nI depend of it.\n<!-- solecism: on -->\nWe recieved it.\n",
        3,
    ),
    "page.html": (
        "html",
        "<!doctype html>\n<title>I depend of it</title>\n<h1>We depend of it</h1>\n"
        "<p>I don&rsquo;t\ndepend <b>of</b> it.</p><pre>I depend of it.</pre>"
        "<ul><li>We recieved it.</ul>\n"
        "<!-- solecism: ignore-next-line -->\n<p>I depend of it.</p>\n",
        3,
    ),
    "paper.tex": (
        "latex",
        "\\documentclass{article} % I depend of it.\n\\begin{document}\n"
        "\\section{We depend of it}\nThe result\\footnote{We depend of it.} is here, and\n"
        "we depend~\\emph{of} $x = 1$.\n"
        "\\begin{itemize}\n\\item We recieved it.\n\\item Caf\\'es depend of \\ours{} here.\n"
        "\\end{itemize}\n\\begin{tabular}{l|l}\nWe depend of it. & We recieved it. \\\\\n"
        "One & Two\n\\end{tabular}\n\\[ a = b \\]\n% solecism: ignore-next-line\nI depend of it.\n"
        "\\begin{verbatim}\nI depend of it.\n\\end{verbatim}\n\\end{document}\nI depend of it.\n",
        7,
    ),
    "guide.rst": (
        "restructuredtext",
        "We depend of it\n===============\n\nI depend of ``it``::\n\n    I depend of it.\n\n"
        ".. note:: We *recieved* it.\n\n.. solecism: off\n\nI depend of it.\n",
        3,
    ),
    "run.py": (
        "python",
        '"""We depend of nothing."""\n\nimport recieve\n\n\ndef f():\n    """We recieved it.\n\n'
        '    The result depends\n    of the number.\n    """\n'
        '    return "recieved"  # We depend of it.\n'
        "\n\n# solecism: off\n# I depend of it.\n",
        3,
    ),
    "COMMIT_EDITMSG": (
        "git-commit",
        "fix: We depend of nothing\n\nWe recieved it.\n\nSigned-off-by: Kim\n# We recieved it.\n",
        2,
    ),
    "film.srt": (
        "subtitles",
        "1\n00:01:12,000 --> 00:01:13,500\nWe always <i>depend</i>\n\n"
        "2\n00:01:14,000 --> 00:01:15,000\nof the bus.\n- We recieved it.\n",
        2,
    ),
}
# Where a finding begins, the words in question, and the kind of error.
Found = tuple[Place, str, str | None]


def by_command(path: Path) -> list[Found]:
    """The findings of the command."""
    rules = ProjectRules(SettingValues())
    summary = CheckSummary()
    checked = list(check_files([str(path)], rules, summary))
    assert summary.problems == []
    return [
        (finding.place, finding.text, finding.kind) for each in checked for finding in each.findings
    ]


def in_editor(text: str, language: str, path: Path | None = None) -> list[Found]:
    """The findings in an editor, whose places are those that are underlined."""
    uri = "untitled:1" if path is None else path.as_uri()
    document = EditorDocument(uri, language, 1, TextLines(text))
    checked = check_document(document, EditorSettings(), None, LONGEST)
    assert "".join(each.sentence.text + each.sentence.after for each in checked.sentences) == text
    return [(each.finding.place, each.finding.text, each.finding.kind) for each in checked.findings]


@pytest.fixture(params=sorted(SAMPLES))
def sample(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path: Path = tmp_path / request.param
    path.write_bytes(SAMPLES[request.param][1].encode())
    return path


def test_command_and_editor_agree(sample: Path) -> None:
    language, text, n_findings = SAMPLES[sample.name]
    found = by_command(sample)
    assert len(found) == n_findings
    assert in_editor(text, language) == found
    assert in_editor(text, "", sample) == found


def test_the_editor_agrees_after_edits(sample: Path) -> None:
    language, text, _ = SAMPLES[sample.name]
    for version in (text.replace("depend of it", "depend of this"), f"{text}\n", text):
        sample.write_bytes(version.encode())
        assert in_editor(version, language) == by_command(sample)


def test_findings_are_at_the_same_characters(sample: Path) -> None:
    language, text, _ = SAMPLES[sample.name]
    document = EditorDocument("untitled:1", language, 1, TextLines(text, "utf-32"))
    checked = check_document(document, EditorSettings(), None, LONGEST)
    lines = text.split("\n")
    for each in checked.findings:
        place, words = each.finding.place, each.finding.text
        start = sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1
        assert text[start:].startswith(words)
        assert not words or each.start == start


def test_the_api_finds_the_same(sample: Path) -> None:
    if "solecism: " not in SAMPLES[sample.name][1]:
        found = [(each.place, each.text, each.kind) for each in solecism.check(sample)]
        assert found == by_command(sample)
