"""JSON Lines: one object per line, each a sentence, a site, a flag or a judgment."""

from solecism.formats.jsonl.lines import format, parse, read, type_of

__all__ = ["format", "parse", "read", "type_of"]
