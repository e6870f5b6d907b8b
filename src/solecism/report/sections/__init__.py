"""The sections of a report: one file per section."""
