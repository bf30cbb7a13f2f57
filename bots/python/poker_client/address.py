"""Addresses of servers."""

from __future__ import annotations

from urllib.parse import urlsplit

DEFAULT_URL = "ws://127.0.0.1:8080/ws"

SCHEMES = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}


def socket_url(url: str) -> str:
    """Returns the address of the server's WebSocket; `url` may be that, or the address of the page. Raises `ValueError` for
    anything else."""
    try:
        parts = urlsplit(url)
        fits = parts.scheme in SCHEMES and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"{url} is not the address of a server, such as {DEFAULT_URL} or http://127.0.0.1:8080")
    path = parts.path.rstrip("/")
    if parts.scheme in ("http", "https") and not path.endswith("/ws"):
        path += "/ws"
    return parts._replace(scheme=SCHEMES[parts.scheme], path=path or "/ws", fragment="").geturl()
