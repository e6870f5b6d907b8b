"""Training of what the detectors of prepositions and articles share."""
