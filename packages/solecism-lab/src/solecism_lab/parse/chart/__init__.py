"""Charts and forests: the phrases that a sentence may have."""
