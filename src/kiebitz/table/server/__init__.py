"""The server: connections, messages and limits."""
