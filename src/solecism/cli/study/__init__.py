"""`solecism study`: studies from their making to their export."""
