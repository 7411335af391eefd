import pytest

from arbitro_engine.rules.options import Choice, Number


def test_the_first_word_of_a_choice_is_neutral():
    assert Choice(("on", "off")).neutral == "on"


@pytest.mark.parametrize("value", ["", "On", "yes", 1, None, True, ["on"]])
def test_a_choice_lists_its_words(value):
    with pytest.raises(ValueError, match="is not possible: choose on or off"):
        Choice(("on", "off")).read(value)


@pytest.mark.parametrize("value, number", [(0, 0), ("0", 0), ("007", 7), (108, 108), ("108", 108)])
def test_numbers_are_read_from_decimal_text_too(value, number):
    assert Number(0, 108).read(value) == number


@pytest.mark.parametrize("value", ["", "x", "1.0", "-1", "+1", " 1", "1_0", "٣", 1.0, True, None, "9" * 5000])
def test_what_is_no_number_is_told_so(value):
    with pytest.raises(ValueError, match="is no number: write a whole number from 0 to 108"):
        Number(0, 108).read(value)


@pytest.mark.parametrize("value", [-1, 109, "109", 10**9])
def test_numbers_have_a_range(value):
    with pytest.raises(ValueError, match="is out of range: write a whole number from 0 to 108"):
        Number(0, 108).read(value)
