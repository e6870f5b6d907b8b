"""Choices in their context: what the detectors of prepositions and of articles share."""
