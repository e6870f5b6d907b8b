"""A trained network to probabilities, thresholds and shares of readers."""
