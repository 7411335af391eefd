"""Which match runs next, who is connected, and one running match."""
