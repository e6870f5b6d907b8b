"""Training of the strong path, which needs torch."""
