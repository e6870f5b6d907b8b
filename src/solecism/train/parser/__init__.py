"""Treebanks to grammars."""
