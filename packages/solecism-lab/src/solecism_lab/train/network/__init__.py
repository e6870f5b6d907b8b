"""Training of the network of the strong detector, which needs torch."""
