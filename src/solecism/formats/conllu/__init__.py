"""CoNLL-U: one line of ten columns per word, with comments above each sentence."""

from solecism.formats.conllu.sentences import format, parse

__all__ = ["format", "parse"]
