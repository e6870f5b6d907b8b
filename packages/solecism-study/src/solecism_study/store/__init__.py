"""Storage: the tables of a study, the databases that hold them, and their versions."""
