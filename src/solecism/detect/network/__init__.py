"""The network: a small transformer that reads whole sentences."""
