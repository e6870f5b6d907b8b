"""The default network and the tables of Solecism, for non-commercial research only."""
