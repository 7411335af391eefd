"""The example of nginx in front of a real referee, on free loopback ports, with a certificate made for it."""

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import trustme

from support.debian import program

EXAMPLE = Path(__file__).parents[2] / "deploy/nginx/arbitro.conf"

_AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/errors.txt;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/arbitro.conf;
}}
"""


@dataclass(frozen=True)
class Proxy:
    """nginx with its settings in a folder.

    Attributes:
        tls, plain: the addresses of its two ports.
        ca: the file of the authority that signed its certificate.
    """

    folder: Path
    sockets: tuple[socket.socket, socket.socket]
    tls: str
    plain: str
    ca: Path

    @property
    def command(self) -> list[str]:
        return [program("nginx"), "-p", str(self.folder), "-c", "nginx.conf", "-e", "errors.txt"]

    @property
    def inherited(self) -> dict:
        """How nginx gets ports that nobody can take between: as sockets that are open already."""
        numbers = [one.fileno() for one in self.sockets]
        handed = "".join(f"{number};" for number in numbers)
        return {"pass_fds": numbers, "env": {**os.environ, "NGINX": handed}}

    def tested(self) -> str:
        """Return what `nginx -t` says."""
        done = subprocess.run(
            [*self.command, "-t"], **self.inherited, capture_output=True, text=True, check=False
        )
        return done.stderr

    @contextmanager
    def running(self) -> Iterator[None]:
        with subprocess.Popen(self.command, **self.inherited, stderr=subprocess.PIPE) as process:
            yield
            process.terminate()
            assert process.wait(15) == 0


@contextmanager
def proxy(folder: Path, grpc: str, pages: str) -> Iterator[Proxy]:
    """The example with other ports, upstreams and files, and nothing else changed."""
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost", "127.0.0.1")
    authority.cert_pem.write_to_path(folder / "ca.pem")
    certificate.private_key_pem.write_to_path(folder / "key.pem")
    for blob in certificate.cert_chain_pems:
        blob.write_to_path(folder / "certificate.pem", append=True)
    with socket.create_server(("127.0.0.1", 0)) as tls, socket.create_server(("127.0.0.1", 0)) as plain:
        ports = [one.getsockname()[1] for one in (tls, plain)]
        changes = {
            "listen [::]:443 ssl http2 so_keepalive=15s:5s:3;": "",
            "listen 443": f"listen 127.0.0.1:{ports[0]}",
            "listen [::]:80;": "",
            "listen 80": f"listen 127.0.0.1:{ports[1]}",
            "127.0.0.1:50051": grpc,
            "127.0.0.1:8080": pages,
            "/etc/arbitro/": f"{folder}/",
        }
        text = EXAMPLE.read_text()
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        (folder / "arbitro.conf").write_text(text)
        # as root nginx would change into a user who may not read the folder; only root may say so
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(_AROUND.format(folder=folder, user=user))
        yield Proxy(
            folder,
            (tls, plain),
            f"localhost:{ports[0]}",
            f"localhost:{ports[1]}",
            folder / "ca.pem",
        )
