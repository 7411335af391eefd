"""Settings: where they come from, and all their faults at once."""

from errno import EACCES
from pathlib import Path

import pytest

from arbitro_sdk.terms import LONGEST_US
from arbitro_server.settings import Settings, SettingsError, is_loopback, reference

INTO_THE_VOID_US = 20_000_000
"""After which gRPC gives up a connection that nobody answers or refuses."""


def faults(config=None, **flags) -> dict[str, str]:
    with pytest.raises(SettingsError) as caught:
        Settings.load(config, flags)
    return dict(caught.value.faults)


def test_the_defaults_are_safe():
    settings = Settings.load(None, {})
    assert settings.listen == "127.0.0.1:50051"
    assert settings.http is None
    assert not settings.allow_plaintext


def test_flags_go_before_the_environment_and_that_before_the_file(tmp_path, monkeypatch):
    config = tmp_path / "referee.toml"
    config.write_text('listen = "127.0.0.1:1"\ndrain = "1s"\nsilence = "7s"\n')
    monkeypatch.setenv("ARBITRO_LISTEN", "127.0.0.1:2")
    monkeypatch.setenv("ARBITRO_DRAIN", "2s")
    settings = Settings.load(config, {"listen": "127.0.0.1:3", "http": None})
    assert (settings.listen, settings.drain, settings.silence) == ("127.0.0.1:3", 2_000_000, 7_000_000)


def test_every_fault_is_told_with_its_path(tmp_path, monkeypatch):
    config = tmp_path / "referee.toml"
    config.write_text('surprise = 1\ndurability = "some"\n')
    monkeypatch.setenv("ARBITRO_DRAIN", "soon")
    found = faults(config, listen="nowhere")
    assert set(found) == {"surprise", "durability", "drain", "listen"}
    assert found["surprise"].startswith("is no setting: ")


@pytest.mark.parametrize("setting", ["keep_logs_days", "delay_turns", "drain", "http"])
def test_true_is_no_number_and_no_text(tmp_path, setting):
    config = tmp_path / "referee.toml"
    config.write_text(f"{setting} = true")
    assert "true is no value of it" in faults(config)[setting]


def test_a_file_that_is_no_toml_is_told(tmp_path):
    config = tmp_path / "referee.toml"
    config.write_text("listen = ")
    assert "cannot be read" in faults(config)[str(config)]


@pytest.mark.parametrize("listen", ["0.0.0.0:50051", "192.0.2.1:50051", "[::]:50051", "example.org:50051"])
def test_plaintext_beyond_this_machine_must_be_wanted(listen):
    assert "without TLS" in next(iter(faults(listen=listen).values()))
    assert Settings.load(None, {"listen": listen, "allow_plaintext": True}).listen == listen


def test_what_cannot_be_together_is_told_at_once_with_its_paths(tmp_path):
    (tmp_path / "cert.pem").touch()
    found = faults(
        tls_certificate=tmp_path / "cert.pem",
        tls_client_ca=tmp_path / "cert.pem",
        listen="0.0.0.0:50051",
        http="0.0.0.0:80",
    )
    assert set(found) == {"tls_key", "tls_client_ca", "listen", "http"}
    assert "go together" in found["tls_key"]


@pytest.mark.parametrize("address", ["127.0.0.1:1", "localhost:1", "[::1]:1", "127.9.9.9:0"])
def test_loopback_is_this_machine(address):
    assert is_loopback(address)


def test_after_a_restart_matches_wait_longer_than_a_bot_stays_away():
    """Whoever had given up hope, and just then looks for a machine that is down, is back within the grace."""
    assert Settings.load(None, {}).restart_grace > LONGEST_US + INTO_THE_VOID_US


def test_durations_are_written_as_people_write_them():
    assert '"drain": "10s"' in Settings.load(None, {}).model_dump_json(indent=1)


def test_the_page_about_settings_is_made_from_them():
    page = Path(__file__).parents[2] / "docs/reference/configuration.md"
    assert page.read_text() == reference()


def test_what_is_served_without_tls_beyond_this_machine_is_known(tmp_path):
    for name in ("cert.pem", "key.pem"):
        (tmp_path / name).touch()
    open_wide = {"listen": "0.0.0.0:50051", "http": "127.0.0.1:80", "allow_plaintext": True}
    assert Settings.load(None, open_wide).unencrypted == {"listen": "0.0.0.0:50051"}
    tls = {"tls_certificate": tmp_path / "cert.pem", "tls_key": tmp_path / "key.pem"}
    assert Settings.load(None, open_wide | tls).unencrypted == {}


@pytest.mark.parametrize("text", ["", "junk", "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----"])
def test_an_authority_is_one_that_holds_certificates(tmp_path, text):
    authority = tmp_path / "ca.pem"
    authority.write_text(text)
    found = faults(tls_certificate=authority, tls_key=authority, tls_client_ca=authority)
    assert found == {"tls_client_ca": f"{authority} holds no certificate in PEM"}


@pytest.mark.parametrize("setting", ["symbols", "tls_certificate", "tls_key", "tls_client_ca"])
def test_a_file_that_may_not_be_read_is_told(tmp_path, monkeypatch, setting):
    file = tmp_path / "file"
    file.touch()

    def refuse(path, *_):
        raise PermissionError(EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    assert faults(**{setting: file})[setting] == f"{file} cannot be read: Permission denied"


@pytest.mark.parametrize("setting", ["symbols", "tls_certificate", "tls_key", "tls_client_ca"])
def test_a_file_in_a_folder_that_may_not_be_searched_is_told_under_its_setting(
    tmp_path, monkeypatch, setting
):
    file = tmp_path / "file"

    def refuse(path, *_, **__):
        raise PermissionError(EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(Path, "stat", refuse)
    assert faults(**{setting: file})[setting] == f"{file} cannot be read: Permission denied"


def test_a_folder_or_nothing_in_the_place_of_a_file_is_told(tmp_path):
    found = faults(symbols=tmp_path, tls_key=tmp_path / "none", tls_certificate=tmp_path / "none")
    assert found["symbols"] == f"{tmp_path} cannot be read: Is a directory"
    assert found["tls_key"] == f"{tmp_path / 'none'} cannot be read: No such file or directory"
