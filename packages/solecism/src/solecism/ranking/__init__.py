"""People's rankings of systems, and which scores agree with them."""
