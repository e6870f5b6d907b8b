"""The state of a study: progress, results so far, forecast, and signs of careless work."""
