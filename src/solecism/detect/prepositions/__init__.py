"""Prepositions that are wrong, extraneous or missing."""
