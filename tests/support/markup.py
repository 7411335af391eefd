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


class _Rows(HTMLParser):
    def __init__(self):
        super().__init__()
        self.rows = []

    def handle_starttag(self, name, attributes):
        if name == "tr":
            self.rows.append([])
        elif name in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, text):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += text


def rows_of(markup):
    """The cells of a table's body, row by row."""
    rows = _Rows()
    rows.feed(markup.partition("<tbody>")[2].partition("</tbody>")[0])
    return rows.rows
