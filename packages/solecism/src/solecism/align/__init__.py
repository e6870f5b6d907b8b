"""A sentence and its correction to typed edits: align, merge, classify."""
