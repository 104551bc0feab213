"""The address at which phones reach the score pad, as far as it is known here."""

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  # only compared
LOCAL = "localhost"


@dataclass(frozen=True, slots=True)
class Address:
    """`url` has no slash at its end; it is empty where it is not known, as in a container. `host` is listened on."""

    url: str
    host: str
    port: int

    @property
    def is_local(self) -> bool:
        """Whether only this computer can open it."""
        name = urlsplit(self.url).hostname or ""
        try:
            return ip_address(name).is_loopback
        except ValueError:
            return name == LOCAL

    @property
    def lines(self) -> tuple[str, ...]:
        """What the terminal says of it."""
        if not self.url:
            setting = "Set SCOREKEEPER_ADDRESS to what phones open: http://192.168.1.5:8000, say."
            return f"The score pad listens on port {self.port}; where phones reach it is not known here.", setting
        told = (f"The score pad is at {self.url}",)
        if not self.is_local:
            return told
        if self.host in EVERYWHERE:
            return (*told, "No network was found: only this computer can open it. Join the Wi-Fi and start it again.")
        return (*told, "Only this computer can open it. Behind a proxy SCOREKEEPER_ADDRESS is what phones open.")


def find_address(set_to: str | None, host: str, port: int) -> Address:
    """Return the address that was set, `""` for one that is not known, else that of this computer on its network."""
    return Address(f"http://{name_host(host)}:{port}" if set_to is None else set_to, host, port)


def name_host(host: str) -> str:
    """Return what a phone has to call this computer: its address on the local network, or localhost without one."""
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            # Nothing is sent: this asks at which of our addresses the way to others begins.
            way_out.connect(("192.0.2.1", 9))
            address = str(way_out.getsockname()[0])
        except OSError:
            return LOCAL
    return LOCAL if address.startswith(("127.", "0.")) else address
