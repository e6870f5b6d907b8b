"""Damaged documents: whatever is wrong with a file, only our own errors come out."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from places import ROOT
from sample_documents import make_odt, one_of_each, packed
from solecism import documents
from solecism.documents import Document
from solecism.documents.pdf import document_of
from solecism.documents.pdf_pages import read_pages, without_margins
from solecism.errors import InputError

N_MUTATIONS = 500
PARAGRAPHS = ["It’s a café.", "We depend of the bus, which came late."]
RICH = (
    r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 A;}} a\'e9\u8220 ?{\footnote b}\par{\*\x y}\trowd\intbl "
    r"c\cell\row{\shp{\*\shpinst{\shptxt d}}}{\v e}{\deleted f}\bin3 abc\uc2\u-10179\'00\'00}"
)
PARTS = ("word/document.xml", "content.xml", "_rels/.rels", "META-INF/manifest.xml")
SEEDS: dict[str, bytes] = {
    **one_of_each(PARAGRAPHS),
    "rich.rtf": RICH.encode(),
    "rich.odt": make_odt(
        "<text:p>a<text:s text:c='3'/><text:note><text:p>b</text:p></text:note></text:p>"
        "<table:table><table:table-row><table:table-cell><text:p>c</text:p></table:table-cell>"
        "</table:table-row></table:table>"
    ),
    "rich.tex": rb"\section{a} $x$ \cite[b]{c} \'{e} % d"
    b"\n"
    rb"\begin{x}[y]{z} \verb|a| \\[1] ~",
    "rich.html": b"<p a='b'>&eacute;&#65;<!-- c --><script>d</script><code>e</code><br/>",
}


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The bytes with a few of them changed, left out, doubled or cut off."""
    result = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        if not result:
            break
        place, size = rng.randrange(len(result)), rng.randint(1, 30)
        way = rng.randrange(5)
        if way == 0:
            result[place] = rng.randrange(256)
        elif way == 1:
            del result[place : place + size]
        elif way == 2:
            result[place:place] = result[place : place + size] * rng.randint(1, 50)
        elif way == 3:
            del result[place:]
        else:
            result[place:place] = rng.choice(
                [b"{", b"}", b"<", b">", b"&", b"\\", b"$", b"%", b"\0", b"\xff", b"-->", b"\n\n"]
            )
    return bytes(result)


def mutated_inside(data: bytes, rng: random.Random) -> bytes:
    """A ZIP archive of some of the files, of which one is mutated."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in PARTS if name in archive.namelist()}
    name = rng.choice(list(parts))
    return packed(parts | {name: mutated(parts[name], rng)})


@pytest.mark.parametrize("name", sorted(set(SEEDS) - {"essay.pdf"}))
def test_mutated_files_are_read_or_refused(name: str) -> None:
    rng = random.Random(name)
    seed = SEEDS[name]
    for number in range(N_MUTATIONS):
        is_inside = seed.startswith(b"PK") and number % 2
        data = mutated_inside(seed, rng) if is_inside else mutated(seed, rng)
        document, problem = read(data, name)
        ends = [block.end for block in document.blocks]
        assert ends == sorted(ends)
        assert max(ends, default=0) <= len(document.text)
        assert not problem or problem.startswith(name)
        assert "\n" not in problem


def read(data: bytes, name: str) -> tuple[Document, str]:
    """The document of some bytes, or an empty one and what is wrong with them."""
    try:
        return documents.parse(data, name=name), ""
    except InputError as error:
        return Document(""), str(error)


def read_mutated_pdf() -> None:
    """Read mutated PDF files in this process, which may crash."""
    rng = random.Random(0)
    for _ in range(N_MUTATIONS):
        pages = read_pages(mutated(SEEDS["essay.pdf"], rng))
        if isinstance(pages, list):
            document_of(without_margins(pages))


def test_mutated_pdf_files_are_read_or_refused() -> None:
    code = "import sys; sys.path[:0] = sys.argv[1:]; import test_fuzz; test_fuzz.read_mutated_pdf()"
    folders = [str(Path(__file__).parent), str(ROOT / "tests" / "support")]
    done = subprocess.run(
        [sys.executable, "-c", code, *folders], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
