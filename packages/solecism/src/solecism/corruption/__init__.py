"""Make errors in sentences and trees, and record each of them."""
