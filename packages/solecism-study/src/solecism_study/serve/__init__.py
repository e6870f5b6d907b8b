"""Studies over HTTP: the rater's pages, the administrator's, and an API."""
