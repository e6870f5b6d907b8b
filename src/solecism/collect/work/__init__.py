"""A rater's work: assignments, leases, answers and control items."""
