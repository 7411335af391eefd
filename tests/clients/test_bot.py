from arbitro_sdk import Bot, bot
from arbitro_sdk.bot import is_bot


def test_the_decorator_marks_and_returns_what_it_is_given():
    @bot
    def choose(turn):
        return turn.legal[0]

    assert is_bot(choose)
    assert choose.__name__ == "choose"
    assert not is_bot(lambda turn: turn.legal[0])


def test_a_class_stays_a_class():
    @bot
    class Mine(Bot):
        pass

    assert is_bot(Mine)
    assert isinstance(Mine(), Bot)
    assert not is_bot(Bot)


def test_a_subclass_of_a_bot_is_marked_by_itself_alone():
    @bot
    class Mine(Bot):
        pass

    class Other(Mine):
        pass

    assert not is_bot(Other)
