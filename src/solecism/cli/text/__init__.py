"""Commands that read texts and say what is in them."""
