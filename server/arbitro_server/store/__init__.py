"""Where records are kept: an interface and what implements it."""
