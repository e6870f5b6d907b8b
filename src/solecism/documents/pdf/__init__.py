"""PDF: the lines of its pages, joined to paragraphs."""

from solecism.documents.pdf.reader import parse

__all__ = ["parse"]
