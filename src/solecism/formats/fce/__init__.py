"""CLC-FCE: exam scripts in XML with errors and corrections inside the text (read only)."""

from solecism.formats.fce.scripts import parse

__all__ = ["parse"]
