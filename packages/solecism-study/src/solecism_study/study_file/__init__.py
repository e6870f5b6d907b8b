"""The study file: one TOML file that says what a study asks, of whom, and when it stops."""
