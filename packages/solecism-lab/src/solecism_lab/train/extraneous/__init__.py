"""Training of the detectors of extraneous prepositions."""
