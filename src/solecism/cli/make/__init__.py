"""Commands that make errors and trees."""
