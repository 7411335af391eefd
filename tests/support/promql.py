"""What a PromQL expression asks for. It reads selectors, and leaves grammar to promtool."""

import re

from prometheus_client.parser import text_string_to_metric_families

_TOKEN = re.compile(
    r"""
    (?P<text> "(?:[^"\\]|\\.)*" )
  | (?P<labels> \b(?:by|without|on|ignoring|group_left|group_right)\b \s* \([^)]*\) )
  | (?P<range> \[[^\]]*\] )
  | (?P<call> [a-zA-Z_:][\w:]* (?=\s*(?:\(|by\b|without\b)) )
  | (?P<word> \b(?:and|or|unless|bool|offset|by|without|on|ignoring|group_left|group_right|inf|nan)\b )
  | (?P<number> \d[\w.]* )
  | (?P<metric> [a-zA-Z_:][\w:]* ) (?P<matchers> \{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\} )?
    """,
    re.VERBOSE,
)
_MATCHER = re.compile(r'(\w+)\s*(?:=~|!~|!=|=)\s*"')
_GROUPED = re.compile(r"\b(?:by|without|on|ignoring)\s*\(([^)]*)\)")


def selected(expression: str) -> dict[str, set[str]]:
    """Return the metrics of an expression, each with the labels that it is selected by."""
    found: dict[str, set[str]] = {}
    for token in _TOKEN.finditer(expression):
        if token["metric"]:
            found.setdefault(token["metric"], set()).update(_MATCHER.findall(token["matchers"] or ""))
    return found


def grouped(expression: str) -> set[str]:
    """Return the labels that an expression groups or matches by."""
    return {name.strip() for names in _GROUPED.findall(expression) for name in names.split(",")}


def exposed(exposition: str) -> dict[str, set[str]]:
    """Return the metrics of an exposition that have a value, each with its labels."""
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(exposition):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def series(exposition: str, **labels: str) -> list[str]:
    """Return the series of an exposition as Prometheus names them when it scrapes them, labels added."""
    return [
        sample.name + "{" + ", ".join(f'{name}="{value}"' for name, value in all_labels.items()) + "}"
        for family in text_string_to_metric_families(exposition)
        for sample in family.samples
        for all_labels in [{**sample.labels, **labels}]
    ]
