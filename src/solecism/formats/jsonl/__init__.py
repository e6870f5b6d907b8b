"""JSON Lines: one object per line, each a sentence, site, flag, judgment or ranking."""

from solecism.formats.jsonl.lines import format, parse, read, read_answers, type_of

__all__ = ["format", "parse", "read", "read_answers", "type_of"]
