"""How good the trees of a parser are."""
