"""PDF: the lines of its pages, joined to paragraphs.

Another process reads the pages, with limits of time and memory: a small file can ask for a lot.
"""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec

from solecism.documents.document import Document
from solecism.documents.kinds import PROTECTED
from solecism.documents.pdf.lines import Line, without_margins
from solecism.documents.pdf.pages import MAX_CHARACTERS, MAX_PAGES, Problem, main
from solecism.documents.pdf.paragraphs import document_of
from solecism.errors import InputError
from solecism.system.extras import need

MAX_SECONDS = 120
_PROBLEMS = {
    Problem.DAMAGED: "is damaged, and cannot be read. Save it again as PDF.",
    Problem.PROTECTED: PROTECTED,
    Problem.LONG: f"has more than {MAX_PAGES:,} pages or {MAX_CHARACTERS // 1_000_000} million "
    "characters. Divide the document.",
}


def parse(data: bytes, *, file: str) -> Document:
    """The document of the bytes of a PDF file."""
    need("pypdfium2")
    pages = _pages(data, file)
    if isinstance(pages, Problem):
        raise InputError(f"{file}: {_PROBLEMS[pages]}")
    if not any(pages):
        raise InputError(
            f"{file}: has no text, only pictures of pages. Use a program for text recognition, "
            "or ask for the original document."
        )
    return document_of(without_margins(pages))


def _pages(data: bytes, file: str) -> list[list[Line]] | Problem:
    """The lines of each page."""
    command = [sys.executable, "-P", "-c", f"from {main.__module__} import main; main()"]
    # The process finds its modules where this one does.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command,
            env=environment,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=MAX_SECONDS,
            check=True,
        )
        return msgspec.msgpack.decode(done.stdout, type=list[list[Line]] | Problem)
    except (subprocess.SubprocessError, msgspec.MsgspecError) as error:
        raise InputError(
            f"{file}: needs too much time or memory to be read. Is it damaged? Save it again as "
            "PDF."
        ) from error
