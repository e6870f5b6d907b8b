"""Training of the parser: treebanks to grammars."""
