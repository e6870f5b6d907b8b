"""Rich Text Format: commands and groups to blocks of text."""

from solecism.documents.rtf.reader import parse

__all__ = ["parse"]
