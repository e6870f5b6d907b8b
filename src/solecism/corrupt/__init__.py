"""Make errors in sentences and trees, and keep a record of each."""
