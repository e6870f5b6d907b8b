"""The log of a study: chains of hashed entries, their history and verification."""
