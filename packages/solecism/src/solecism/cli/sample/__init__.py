"""`solecism sample`: samples for raters to judge."""
