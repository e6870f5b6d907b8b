"""Documents of every kind that hold the same paragraphs, made for tests."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape

import docx
from reportlab.pdfgen.canvas import Canvas

_ODT_SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in (
        *(("office", "office"), ("text", "text"), ("table", "table")),
        *(("draw", "drawing"), ("manifest", "manifest")),
    )
)


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive of files by name."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            # OpenDocument says its type in a file that is not compressed.
            method = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(name, content, method)
    return stream.getvalue()


def make_docx(paragraphs: Sequence[str]) -> bytes:
    """A Word document."""
    document, stream = docx.Document(), io.BytesIO()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    document.save(stream)
    return stream.getvalue()


def make_odt(body: str, *, head: str = "") -> bytes:
    """An OpenDocument text with this XML in its body."""
    content = (
        f"{head}<office:document-content {_ODT_SPACES}><office:body><office:text>{body}"
        "</office:text></office:body></office:document-content>"
    )
    manifest = f"<manifest:manifest {_ODT_SPACES}/>"
    kind = "application/vnd.oasis.opendocument.text"
    return packed({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest})


def make_pdf(pages: Sequence[Sequence[str]], *, password: str | None = None) -> bytes:
    """A PDF file with these lines on its pages, 14 points apart; an empty line leaves a gap."""
    stream = io.BytesIO()
    canvas = Canvas(stream, invariant=True, encrypt=password)
    for page in pages:
        for number, line in enumerate(page):
            if line:
                canvas.drawString(72, 700 - 14 * number, line)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def one_of_each(paragraphs: Sequence[str]) -> dict[str, bytes]:
    """A file of every kind with these paragraphs, by name."""
    blank_lines = "\n\n".join(paragraphs)
    cues = (
        f"{number}\n00:01:{number:02},000 --> 00:01:{number:02},900\n{paragraph}\n"
        for number, paragraph in enumerate(paragraphs, 1)
    )
    subtitles = "\n".join(cues)
    tex = f"\\documentclass{{article}}\n\\begin{{document}}\n{blank_lines}\n\\end{{document}}\n"
    web = "".join(f"<p>{escape(each)}</p>\n" for each in paragraphs)
    odt = "".join(f"<text:p>{escape(each)}</text:p>" for each in paragraphs)
    lines = [line for each in paragraphs for line in (each, "")]
    return {
        "essay.docx": make_docx(paragraphs),
        "essay.html": f"<!DOCTYPE html>\n<title>Essay</title>\n{web}".encode(),
        "essay.md": blank_lines.encode(),
        "essay.odt": make_odt(odt),
        "essay.pdf": make_pdf([lines]),
        "essay.rtf": ("{\\rtf1\\ansi " + "\\par ".join(paragraphs) + "}").encode(),
        "essay.srt": subtitles.encode(),
        "essay.tex": tex.encode(),
        "essay.txt": blank_lines.encode(),
        "essay.vtt": f"WEBVTT\n\n{subtitles}".replace(",", ".").encode(),
        "utf16.txt": blank_lines.encode("utf-16"),
        "windows.txt": blank_lines.encode("cp1252"),
    }
