"""The address at which phones reach the score pad."""

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  # only compared
LOCAL = "localhost"


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a running score pad.

    `url` is what phones open, without a slash at its end; it is empty if it is unknown, as in a container. `host` and
    `port` are what the server listens on.
    """

    url: str
    host: str
    port: int

    @property
    def is_local(self) -> bool:
        """Whether only this computer can open `url`, because its host is localhost or a loopback address."""
        name = urlsplit(self.url).hostname or ""
        try:
            return ip_address(name).is_loopback
        except ValueError:
            return name == LOCAL

    @property
    def lines(self) -> tuple[str, ...]:
        """The English lines for the terminal: where the pad is and, if phones cannot open that, what to do."""
        if not self.url:
            setting = "Set SCOREKEEPER_ADDRESS to what phones open: http://192.168.1.5:8000, say."
            return f"The score pad listens on port {self.port}; where phones reach it is not known here.", setting
        lines = (f"The score pad is at {self.url}",)
        if not self.is_local:
            return lines
        if self.host in EVERYWHERE:
            return (*lines, "No network was found: only this computer can open it. Join the Wi-Fi and start it again.")
        return (*lines, "Only this computer can open it. Behind a proxy SCOREKEEPER_ADDRESS is what phones open.")


def find_address(public_url: str | None, host: str, port: int) -> Address:
    """Return the address of a score pad that listens on `host` and `port`.

    Its URL is `public_url` (`""` if that is unknown), or, if that is None, this computer's URL on the local network.
    """
    return Address(f"http://{name_host(host)}:{port}" if public_url is None else public_url, host, port)


def name_host(host: str) -> str:
    """Return the host part of the URL at which phones reach a server that listens on `host`.

    For a server that listens on all addresses it is this computer's address on the local network, or `localhost`
    without a network. Any other `host` is returned as it is, an IPv6 address in brackets.
    """
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a UDP socket only selects the local address of the route.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return LOCAL
    return LOCAL if address.startswith(("127.", "0.")) else address
