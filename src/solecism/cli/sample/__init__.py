"""`solecism sample`: what to have judged."""
