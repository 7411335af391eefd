"""Spectator pages, JSON, server-sent events, metrics and health over HTTP."""
