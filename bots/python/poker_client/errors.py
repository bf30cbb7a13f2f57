"""Errors of a run."""

from __future__ import annotations

from .messages import Json


class Refused(Exception):
    """The server refused a request. `code` is stable; the text is for logs."""

    def __init__(self, error: Json) -> None:
        super().__init__(f"{error['code']}: {error.get('message', '')}")
        self.code: str = error["code"]
        self.error = error


class Closed(Exception):
    """The server closed the connection for good."""


class BotFailed(Exception):
    """The bot's own code raised an exception; inside the package only, so that it is not taken for one of the connection."""

    def __init__(self, error: Exception) -> None:
        super().__init__(repr(error))
        self.error = error
