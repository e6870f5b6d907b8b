"""LaTeX: the text between commands, formulas and comments."""

from solecism.documents.tex.reader import parse

__all__ = ["parse"]
