"""TLS by certificate files, and by certificates of clients."""

import pytest
import trustme
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from grpc import StatusCode, aio, ssl_channel_credentials

from arbitro.v1 import info_pb2, info_pb2_grpc
from arbitro_server.app import App
from arbitro_server.rpc.server import PortError
from arbitro_server.settings import Settings
from support.jumping import JumpingClock


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


async def serve(authority, tmp_path, **settings) -> App:
    certificate = authority.issue_cert("localhost", "127.0.0.1")
    chain, key, ca = tmp_path / "chain.pem", tmp_path / "key.pem", tmp_path / "ca.pem"
    for blob in certificate.cert_chain_pems:
        blob.write_to_path(chain, append=True)
    certificate.private_key_pem.write_to_path(key)
    authority.cert_pem.write_to_path(ca)
    if settings.pop("mutual", False):
        settings["tls_client_ca"] = ca
    flags = {"listen": "127.0.0.1:0", "data": tmp_path / "data", "tls_certificate": chain, "tls_key": key}
    app = App(Settings.load(None, {**flags, **settings}), JumpingClock())
    await app.start()
    return app


async def ask(app: App, credentials) -> str:
    """What the server says it is, or the code with which it does not answer."""
    async with aio.secure_channel(app.rpc.address, credentials) as channel:
        try:
            info = await info_pb2_grpc.InfoServiceStub(channel).GetServerInfo(info_pb2.GetServerInfoRequest())
        except aio.AioRpcError as error:
            return error.code()
        return info.version


async def test_tls_is_spoken_where_there_is_a_certificate(authority, tmp_path):
    app = await serve(authority, tmp_path)
    try:
        assert await ask(app, ssl_channel_credentials(authority.cert_pem.bytes())) == app.floor.version
        assert (
            await ask(app, ssl_channel_credentials(trustme.CA().cert_pem.bytes())) is StatusCode.UNAVAILABLE
        )
    finally:
        await app.stop()


async def test_pages_are_announced_with_https_where_there_is_a_certificate(authority, tmp_path):
    app = await serve(authority, tmp_path, http="127.0.0.1:0")
    try:
        credentials = ssl_channel_credentials(authority.cert_pem.bytes())
        async with aio.secure_channel(app.rpc.address, credentials) as channel:
            info = await info_pb2_grpc.InfoServiceStub(channel).GetServerInfo(info_pb2.GetServerInfoRequest())
        assert info.pages == f"https://{app.http.address}/"
    finally:
        await app.stop()


async def test_clients_may_have_to_show_a_certificate(authority, tmp_path):
    app = await serve(authority, tmp_path, mutual=True)
    mine = authority.issue_cert("bot@example.org")
    try:
        known = ssl_channel_credentials(
            authority.cert_pem.bytes(), mine.private_key_pem.bytes(), mine.cert_chain_pems[0].bytes()
        )
        assert await ask(app, known) == app.floor.version
        assert await ask(app, ssl_channel_credentials(authority.cert_pem.bytes())) is StatusCode.UNAVAILABLE
    finally:
        await app.stop()


@pytest.mark.parametrize(
    "key, why",
    [
        ("broken", "one is damaged, or the key has a password"),
        ("sealed", "one is damaged, or the key has a password"),
        ("another's", "they do not go together"),
    ],
)
async def test_a_certificate_that_cannot_be_used_is_refused_at_the_start(authority, tmp_path, key, why):
    issued, other = authority.issue_cert("localhost"), authority.issue_cert("localhost")
    issued.cert_chain_pems[0].write_to_path(tmp_path / "chain.pem")
    loaded = load_pem_private_key(issued.private_key_pem.bytes(), None)
    sealed = loaded.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
    keys = {"broken": b"no key", "sealed": sealed, "another's": other.private_key_pem.bytes()}
    (tmp_path / "key.pem").write_bytes(keys[key])
    flags = {
        "listen": "127.0.0.1:0",
        "data": tmp_path / "data",
        "tls_certificate": tmp_path / "chain.pem",
        "tls_key": tmp_path / "key.pem",
    }
    app = App(Settings.load(None, flags), JumpingClock())
    with pytest.raises(PortError, match=why):
        await app.start()
    await app.stop()
