"""What the pages look like: pure functions from values to HTML, one module for each page."""
