"""Grammars from treebanks."""
