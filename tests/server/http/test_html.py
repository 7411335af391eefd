import json

from hypothesis import given
from hypothesis import strategies as st

from arbitro_server.http.html import data, join, tag
from support.markup import Seen


@given(st.text())
def test_no_text_becomes_markup(text):
    seen = Seen(tag("p", text))
    assert [name for name, _ in seen.tags] == ["p"]
    assert seen.text.replace("\r\n", "\n").replace("\r", "\n") == text.replace("\r\n", "\n").replace(
        "\r", "\n"
    )


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs"])))
def test_no_attribute_ends_early(text):
    assert Seen(tag("a", "x", title=text)).tags == [("a", {"title": text})]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_no_value_ends_a_data_block_early(text):
    block = data("facts", {"name": text})
    inner = block.partition(">")[2].removesuffix("</script>")
    assert "<" not in inner
    assert json.loads(inner) == {"name": text}


def test_what_is_finished_is_not_escaped_again():
    assert tag("p", tag("b", "<")) == "<p><b>&lt;</b></p>"
    assert join(["<", tag("br")], "&") == "&lt;&amp;<br>"


def test_attributes_that_say_nothing_are_left_out():
    assert tag("a", class_="n", data_fresh=True, title=None, open=False) == '<a class="n" data-fresh></a>'
