"""HTML: the text that a page shows."""

from solecism.documents.html.reader import parse

__all__ = ["parse"]
