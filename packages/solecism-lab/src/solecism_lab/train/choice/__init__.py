"""Training of the parts that the detectors of prepositions and of articles share."""
