"""Types of errors: one file per type."""
