"""Common errors of learners as teachers know them, for networks that see no learners' text."""
