"""What every request needs: sessions, rate limits, headers, bodies, error responses, templates."""
