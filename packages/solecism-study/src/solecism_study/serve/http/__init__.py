"""Parts that all requests use: sessions, rate limits, headers, bodies, errors, templates."""
