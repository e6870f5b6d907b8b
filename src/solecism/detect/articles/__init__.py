"""Articles, other determiners and noun number: what the writer chose, and what was to be chosen."""
