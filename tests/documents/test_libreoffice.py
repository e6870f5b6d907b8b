"""What LibreOffice makes of a Word document has the same text in every format."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from sample_documents import make_docx

from solecism import documents

PARAGRAPHS = [
    "It was a cold and rainy day.",
    " ".join(["“Quoted” – and a long sentence, which goes on and on."] * 9),
    "The café was full. We depend of the bus.",
]


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("ending", ["odt", "rtf", "pdf", "html"])
def test_what_libreoffice_writes_is_read(ending: str, tmp_path: Path) -> None:
    (tmp_path / "essay.docx").write_bytes(make_docx(PARAGRAPHS))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", ending, "essay.docx"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    text = documents.read(tmp_path / f"essay.{ending}").text
    paragraphs = [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
    assert [paragraph for paragraph in paragraphs if paragraph] == PARAGRAPHS
