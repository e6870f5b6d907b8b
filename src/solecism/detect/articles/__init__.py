"""Articles, other determiners and noun number that are wrong, missing or unneeded."""
