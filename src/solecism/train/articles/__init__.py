"""Training of the detector of articles and noun number."""
