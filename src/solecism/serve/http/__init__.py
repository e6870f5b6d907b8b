"""What every page and operation shares: sessions, limits, headers, problems, templates."""
