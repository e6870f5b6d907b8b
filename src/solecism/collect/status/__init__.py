"""What is known so far: progress, results, and when to stop."""
