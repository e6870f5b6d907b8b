"""Training of the network, which needs torch."""
