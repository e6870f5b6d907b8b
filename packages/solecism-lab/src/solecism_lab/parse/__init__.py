"""Trees for sentences, and how good they are."""
