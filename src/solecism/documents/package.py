"""Office documents: ZIP archives of XML files, which may be damaged, encrypted or made to harm."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

from solecism.errors import InputError
from solecism.system.extras import explain_missing

if TYPE_CHECKING:
    from lxml.etree import _Element

# A book of 500 pages has about 10 MB of XML, which takes thirty times as much memory.
MAX_PART_BYTES = 20_000_000
_PIECE = 1 << 16


class Package:
    """The XML files of an office document, unpacked only up to a limit."""

    def __init__(self, data: bytes, file: str) -> None:
        self.file = file
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise self.damaged() from error

    @property
    def names(self) -> frozenset[str]:
        """The names of the files in the archive."""
        return frozenset(self._archive.namelist())

    def xml(self, name: str) -> _Element:
        """The root element of an XML file of the archive; InputError if it cannot be read."""
        with explain_missing():
            from lxml import etree
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True
        )
        try:
            root = etree.fromstring(self.read(name), parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise self.damaged() from error
        if root.getroottree().docinfo.doctype:
            raise InputError(
                f"{self.file}: declares entities, which office documents never do. "
                "Do not trust this file."
            )
        return root

    def read(self, name: str) -> bytes:
        """The bytes of a file of the archive."""
        try:
            if self._archive.getinfo(name).file_size > MAX_PART_BYTES:
                raise self._too_large()
            # The directory of the archive may lie about the size.
            with self._archive.open(name) as stream:
                pieces: list[bytes] = []
                size = 0
                while piece := stream.read(_PIECE):
                    pieces.append(piece)
                    size += len(piece)
                    if size > MAX_PART_BYTES:
                        raise self._too_large()
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
            raise self.damaged() from error
        except (NotImplementedError, RuntimeError) as error:
            # Other compressions than those of office programs, and ZIP's own encryption.
            raise InputError(
                f"{self.file}: is packed or encrypted in an unusual way ({error}). Save it again."
            ) from error
        return b"".join(pieces)

    def damaged(self) -> InputError:
        """The error that says that the document is not complete."""
        return InputError(
            f"{self.file}: is damaged, and cannot be read. Open it in an office program and save it"
            " again."
        )

    def _too_large(self) -> InputError:
        return InputError(
            f"{self.file}: has more than {MAX_PART_BYTES // 1_000_000} MB of text when unpacked. "
            "Divide the document."
        )
