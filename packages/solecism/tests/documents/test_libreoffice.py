"""What LibreOffice makes of a Word document has the same text in every format."""

from __future__ import annotations

from pathlib import Path

import pytest

from office import converted, needs_office
from sample_documents import make_docx
from solecism import documents

PARAGRAPHS = [
    "It was a cold and rainy day.",
    " ".join(["“Quoted” – and a long sentence, which goes on and on."] * 9),
    "The café was full. We depend of the bus.",
]


@pytest.fixture(scope="module")
def essay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Word document; beside it LibreOffice keeps what it needs from one start to the next."""
    path = tmp_path_factory.mktemp("office") / "essay.docx"
    path.write_bytes(make_docx(PARAGRAPHS))
    return path


@needs_office
@pytest.mark.parametrize("ending", ["odt", "rtf", "pdf", "html"])
def test_what_libreoffice_writes_is_read(ending: str, essay: Path) -> None:
    text = documents.read(converted(essay, ending)).text
    paragraphs = [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
    assert [paragraph for paragraph in paragraphs if paragraph] == PARAGRAPHS
