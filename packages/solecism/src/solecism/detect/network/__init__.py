"""The strong detector: a small transformer that reads whole sentences."""
