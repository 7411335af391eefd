"""Markup as a browser sees it."""

from html.parser import HTMLParser


class Seen(HTMLParser):
    """Collects what a browser would make of markup."""

    def __init__(self, markup):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(markup)
        self.close()

    def handle_starttag(self, name, attributes):
        self.tags.append((name, dict(attributes)))

    def handle_data(self, text):
        self.text += text
