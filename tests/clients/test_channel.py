"""How a referee is reached: certificates that are trusted, and those that are shown (mutual TLS)."""

import asyncio

import pytest
import trustme
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from arbitro_sdk.admin import Organiser
from arbitro_sdk.errors import AuthorisationError, NoConnectionError, UsageError
from arbitro_sdk.referee import Referee
from support.hosting import host


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture
def files(authority, tmp_path):
    """An authority's certificate, the referee's chain and key, and a client's certificate with its key."""
    issued, client = authority.issue_cert("127.0.0.1"), authority.issue_cert("bot@example.org")
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    issued.private_key_and_cert_chain_pem.write_to_path(tmp_path / "referee.pem")
    client.private_key_and_cert_chain_pem.write_to_path(tmp_path / "client.pem")
    client.cert_chain_pems[0].write_to_path(tmp_path / "client-alone.pem")
    client.private_key_pem.write_to_path(tmp_path / "client-key.pem")
    trustme.CA().issue_cert("bot@example.org").private_key_and_cert_chain_pem.write_to_path(
        tmp_path / "foreign.pem"
    )
    return tmp_path


@pytest.fixture
async def mutual(files):
    """A referee that asks its clients for a certificate."""
    tls = {"tls_certificate": files / "referee.pem", "tls_key": files / "referee.pem"}
    async with host(files / "data", **tls, tls_client_ca=files / "ca.pem") as referee:
        yield referee


async def ask(referee: Referee) -> object:
    """List the tokens, in a thread, as a program of an organiser's would."""

    def tokens() -> object:
        with Organiser(referee) as organiser:
            return list(organiser.tokens())

    return await asyncio.to_thread(tokens)


async def test_a_client_shows_its_certificate_beside_its_token(mutual, files):
    for certificate, key in (("client.pem", None), ("client-alone.pem", files / "client-key.pem")):
        shown = Referee(
            mutual.address, mutual.organiser, files / "ca.pem", certificate=files / certificate, key=key
        )
        assert await ask(shown)
    with pytest.raises(AuthorisationError, match="A203"):
        await ask(Referee(mutual.address, "", files / "ca.pem", certificate=files / "client.pem"))


async def test_who_shows_none_is_told_that_one_is_asked_for(mutual, files):
    with pytest.raises(NoConnectionError, match=r"A108 .* asks its clients for a certificate.* --cert FILE"):
        await ask(Referee(mutual.address, mutual.organiser, files / "ca.pem"))


async def test_who_shows_a_foreign_one_is_told_so(mutual, files):
    with pytest.raises(NoConnectionError, match=r"A108 .* does not accept .*foreign\.pem"):
        await ask(
            Referee(mutual.address, mutual.organiser, files / "ca.pem", certificate=files / "foreign.pem")
        )


async def test_a_certificate_and_a_key_that_do_not_go_together_are_told(mutual, files):
    wrong = Referee(
        mutual.address,
        "t",
        files / "ca.pem",
        certificate=files / "client-alone.pem",
        key=files / "foreign.pem",
    )
    with pytest.raises(UsageError, match=r"A001 .*client-alone\.pem and the key in .*foreign\.pem do not go"):
        await ask(wrong)


async def test_a_damaged_authority_is_told_before_anybody_is_dialled(files):
    (files / "ca.pem").write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    with pytest.raises(UsageError, match=r"A504 .*ca\.pem holds a certificate that is damaged"):
        Organiser(Referee("127.0.0.1:1", "t", files / "ca.pem"))


async def test_a_key_with_a_password_is_told_and_asks_nobody(files):
    key = load_pem_private_key((files / "client-key.pem").read_bytes(), None)
    sealed = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
    (files / "sealed.pem").write_bytes(sealed)
    shown = {"certificate": files / "client-alone.pem", "key": files / "sealed.pem"}
    with pytest.raises(UsageError, match=r"A504 .*the key has a password"):
        Organiser(Referee("127.0.0.1:1", "t", **shown))


@pytest.mark.parametrize(
    "shown, what",
    [
        ({"ca": "client-key.pem"}, "client-key.pem holds no certificate"),
        ({"certificate": "client-key.pem"}, "client-key.pem holds no certificate"),
        ({"certificate": "client-alone.pem"}, "client-alone.pem holds no private key"),
        ({"certificate": "client-alone.pem", "key": "none.pem"}, "none.pem cannot be read"),
    ],
)
async def test_files_without_what_they_should_hold_are_told(files, shown, what):
    with pytest.raises(UsageError, match=f"A504 .*{what}"):
        Organiser(Referee(**{name: files / file for name, file in shown.items()}))
