"""Configuration: a TOML file, the environment (``ARBITRO_...``), and flags, the later of them first.

Every fault of all three is reported at once, with its path. ``docs/reference/configuration.md`` is made from
this model.
"""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from cryptography.x509 import load_pem_x509_certificates
from pydantic import (
    BeforeValidator,
    Field,
    PlainSerializer,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from arbitro_engine.match.clock import duration_text, parse_duration

__all__ = ["Settings", "SettingsError", "is_loopback", "reference"]


def _duration(value: object) -> object:
    return parse_duration(value) if isinstance(value, str) else value


Duration = Annotated[
    int, BeforeValidator(_duration), PlainSerializer(duration_text, return_type=str), Field(ge=0)
]
"""A duration: text such as ``500ms`` or ``30s``; microseconds inside."""


class SettingsError(Exception):
    """Settings that cannot be. ``faults`` lists all of them as (path, message)."""

    def __init__(self, faults: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{path}: {message}" for path, message in faults))
        self.faults = faults


class Settings(BaseSettings):
    """All settings of a referee."""

    model_config = SettingsConfigDict(
        env_prefix="ARBITRO_", extra="forbid", frozen=True, validate_default=True
    )

    listen: str = Field(
        "127.0.0.1:50051", description="Where bots and organisers connect, HOST:PORT; port 0 is a free one."
    )
    http: str | None = Field(
        None, description="Where the spectator pages are served, HOST:PORT; not set: nowhere."
    )
    spectators: int = Field(1_000, ge=0, description="Live connections of spectator pages at most.")
    delay_turns: int = Field(
        0, ge=0, description="Watchers are kept so many turns behind, against collusion."
    )
    symbols: Path | None = Field(
        None, description="Another symbol set for the cards of the spectator pages (SVG)."
    )
    data: Path = Field(Path("arbitro-data"), description="The data directory: store, logs, signing key.")
    tls_certificate: Path | None = Field(None, description="Certificate chain in PEM.")
    tls_key: Path | None = Field(None, description="Its private key in PEM.")
    tls_client_ca: Path | None = Field(
        None, description="Clients must show a certificate of this authority (PEM)."
    )
    allow_plaintext: bool = Field(
        default=False, description="Listen without TLS on an address that is not loopback."
    )
    anonymous_watching: bool = Field(default=True, description="What everybody may see needs no token.")
    reflection: bool = Field(default=True, description="Let tools ask which services there are.")
    durability: Literal["normal", "full"] = Field(
        "normal", description="What a commit survives: the death of the process, or also the loss of power."
    )
    keep_logs_days: int | None = Field(
        None,
        ge=1,
        description="Logs of matches that began longer ago are removed once their tournament is over; not "
        "set: none ever.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="The least level that is logged."
    )
    log_format: Literal["auto", "console", "json"] = Field(
        "auto", description="How log lines look; auto: console on a terminal, else JSON."
    )
    drain: Duration = Field(
        10_000_000, description="How long a stop may take: bots are told, then streams end."
    )
    restart_grace: Duration = Field(
        45_000_000,
        description="After a restart: how long matches wait for their bots; longer than an SDK's back-off.",
    )
    silence: Duration = Field(
        30_000_000,
        description="A peer that answers nothing at all, or reads nothing of what it is sent, is given up "
        "after this.",
    )
    matches_per_session: int = Field(
        256, ge=1, le=10_000, description="Matches a session may play side by side."
    )
    practice_matches: int = Field(
        500, ge=0, description="Matches against house bots that a bot may begin in all; 0: no practice."
    )
    sessions_per_bot: int = Field(8, ge=1, le=100, description="Streams a bot may have open.")
    refusals_per_second: int = Field(200, ge=1, description="Refused frames a second that end a session.")

    @classmethod
    def load(cls, config: Path | None, flags: dict[str, Any]) -> Self:
        """Return the settings of file, environment and flags.

        Raises:
            SettingsError: naming every fault.
        """
        values = {name: value for name, value in flags.items() if value is not None}
        try:
            loaded: Self = type("Loaded", (cls,), {"model_config": {"toml_file": config}})(**values)
        except ValidationError as error:
            raise SettingsError(
                [
                    (".".join(map(str, fault["loc"])) or "settings", _message(fault))
                    for fault in error.errors()
                ]
            ) from None
        except (OSError, ValueError) as error:
            raise SettingsError([(str(config), f"cannot be read: {error}")]) from error
        if faults := loaded.contradictions():
            raise SettingsError(faults)
        return loaded

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - pydantic passes it
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the same
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags before environment before file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    @field_validator("*", mode="before")
    @classmethod
    def _is_no_switch(cls, value: object, info: ValidationInfo) -> object:
        """Take true for no number: it would pass for 1."""
        if isinstance(value, bool) and cls.model_fields[str(info.field_name)].annotation is not bool:
            raise ValueError(f"{str(value).lower()} is no value of it: this is no switch")
        return value

    @field_validator("symbols", "tls_certificate", "tls_key", "tls_client_ca")
    @classmethod
    def _is_readable(cls, value: Path | None) -> Path | None:
        """Try a file now: where the referee's user may not read a key, a start would break off half-way."""
        if value is not None:
            try:
                value.open("rb").close()
            except OSError as error:
                raise ValueError(f"{value} cannot be read: {error.strerror}") from None
        return value

    @field_validator("listen", "http")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value is not None:
            host, _, port = value.rpartition(":")
            if not host or not port.isdigit() or int(port) > 65_535:
                raise ValueError(f"{value!r} is no address: write HOST:PORT, e.g. 127.0.0.1:50051")
        return value

    @property
    def unencrypted(self) -> dict[str, str]:
        """The addresses beyond this machine that would be served without TLS, by the setting."""
        addresses = {} if self.tls_key else {"listen": self.listen, "http": self.http}
        return {path: address for path, address in addresses.items() if address and not is_loopback(address)}

    def contradictions(self) -> list[tuple[str, str]]:
        """Return what cannot be together, as (path, message)."""
        faults = []
        if (self.tls_certificate is None) != (self.tls_key is None):
            lacking = "tls_key" if self.tls_certificate else "tls_certificate"
            faults.append((lacking, "tls_certificate and tls_key go together: set both or neither"))
        if self.tls_client_ca and not self.tls_key:
            faults.append(("tls_client_ca", "needs tls_certificate and tls_key"))
        elif self.tls_client_ca and not _holds_certificates(self.tls_client_ca):
            faults.append(("tls_client_ca", f"{self.tls_client_ca} holds no certificate in PEM"))
        if not self.allow_plaintext:
            text = (
                "would be served without TLS to the network: set tls_certificate and tls_key, listen on "
                "127.0.0.1, or set allow_plaintext (--allow-plaintext) if you know why"
            )
            faults += [(path, f"{address} {text}") for path, address in self.unencrypted.items()]
        return faults


def _holds_certificates(path: Path) -> bool:
    try:
        return bool(load_pem_x509_certificates(path.read_bytes()))
    except ValueError:
        return False


def reference() -> str:
    """Return the page about all settings: ``docs/reference/configuration.md``."""
    lines = [
        "# Configuration",
        "",
        "Made from the settings' model; a test compares. A setting may stand in a TOML file",
        "(`--config FILE`), in the environment as `ARBITRO_` and its name in capitals, and some as a",
        "flag; flags go before the environment, and that before the file. Durations are text such as",
        "`500ms`, `30s`, `5m`. `arbitro serve --print-config` shows what is in force; faults are told",
        "all at once, each with its path.",
        "",
        "| setting | default | meaning |",
        "|---|---|---|",
    ]
    defaults = Settings.model_construct().model_dump(mode="json")
    for name, field in Settings.model_fields.items():
        default = "" if defaults[name] is None else f"`{str(defaults[name]).lower()}`"
        lines.append(f"| `{name}` | {default} | {field.description} |")
    return "\n".join(lines) + "\n"


def is_loopback(address: str) -> bool:
    """Return whether HOST:PORT is on this machine alone."""
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _message(fault: Any) -> str:  # noqa: ANN401 - pydantic's error details
    if fault["type"] == "extra_forbidden":
        return "is no setting: `arbitro serve --print-config` lists them"
    return str(fault["msg"]).removeprefix("Value error, ")
