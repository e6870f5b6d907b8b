"""A second parser: spans of words scored one by one, and the tree of the best spans."""
