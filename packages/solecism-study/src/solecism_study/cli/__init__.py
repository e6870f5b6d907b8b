"""`solecism study`: studies from creation to export."""
