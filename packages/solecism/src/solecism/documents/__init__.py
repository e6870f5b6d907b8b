"""Files that people write in, to plain text with places: one module per format."""

from solecism.documents.document import Document, TextBlock
from solecism.documents.reading import parse, parse_text, read, read_unless_plain

__all__ = ["Document", "TextBlock", "parse", "parse_text", "read", "read_unless_plain"]
