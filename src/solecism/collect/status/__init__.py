"""The state of a study: progress, results so far, and when to stop."""
