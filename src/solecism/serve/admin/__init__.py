"""The administrator's pages: how a study goes, and what can be done about it."""
