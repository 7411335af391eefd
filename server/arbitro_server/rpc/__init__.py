"""Thin gRPC servicers, their interceptors and errors."""
