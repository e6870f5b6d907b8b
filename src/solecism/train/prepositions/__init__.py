"""Training of the preposition detectors."""
