"""Options that several verbs share."""

import click
import pytest
from click.testing import CliRunner

from arbitro_sdk.cli.options import referee_option
from arbitro_sdk.referee import Referee


@click.command()
@referee_option
@click.pass_context
def show(ctx, referee):
    ctx.obj.append(referee)


def told(*arguments, **environment):
    """The referee that a verb is given, or what is wrong."""
    given: list[Referee] = []
    clean = dict.fromkeys(
        ("ARBITRO_SERVER", "ARBITRO_TOKEN", "ARBITRO_CA", "ARBITRO_CERT", "ARBITRO_CERT_KEY")
    )
    done = CliRunner().invoke(show, arguments, obj=given, env=clean | environment)
    return given[0] if given else done.output


def test_a_certificate_is_shown_by_options_or_the_environment():
    for referee in (
        told("--cert", "me.pem", "--cert-key", "key.pem"),
        told(ARBITRO_CERT="me.pem", ARBITRO_CERT_KEY="key.pem"),
    ):
        assert (str(referee.certificate), str(referee.key), referee.encrypted) == ("me.pem", "key.pem", True)


@pytest.mark.parametrize("options, encrypted", [((), False), (("--tls",), True), (("--ca", "ca.pem"), True)])
def test_nothing_is_encrypted_unless_that_is_asked_for(options, encrypted):
    assert told(*options).encrypted is encrypted


def test_a_key_without_its_certificate_is_refused():
    assert "goes with --cert" in told("--cert-key", "key.pem")
