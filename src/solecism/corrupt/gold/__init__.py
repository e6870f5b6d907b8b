"""Gold trees for sentences with errors in them."""
