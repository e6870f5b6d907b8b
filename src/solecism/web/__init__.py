"""Parts of HTTP servers: bodies, headers, rate limits, static files and sockets."""
