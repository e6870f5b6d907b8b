"""The strong path: a small transformer that reads the whole sentence."""
