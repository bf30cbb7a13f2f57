"""A connection that restores itself."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Deque, Dict, List, Optional, TypeVar, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from .bot import Bot
from .errors import BotFailed, Closed, Refused
from .messages import FINAL_CLOSE_CODES, LONGEST_PAUSE, MAX_MESSAGE_BYTES, PROTOCOL, REPEATED, TOKEN_CODES, Json, encode
from .requests import Requests
from .types import OkMsg

log = logging.getLogger("poker_client")

T = TypeVar("T")


@dataclass
class Connection:
    """The connection of a bot's account, over as many sockets as it takes."""

    bot: Bot
    url: str
    nickname: Optional[str]
    token: Optional[str]
    token_file: Optional[Path]
    account: str = ""
    balance: int = 0
    own_tables: List[str] = field(default_factory=list)
    own_tournaments: List[str] = field(default_factory=list)
    # Number of the last event, and of the last one whose private parts must have arrived.
    seq: Optional[int] = None
    settled: int = 0
    # Unanswered requests; they are sent again, with the same id, after a lost connection.
    pending: Dict[str, Json] = field(default_factory=dict)
    # The bot's own requests, by id.
    asked: "Dict[str, asyncio.Future[OkMsg]]" = field(default_factory=dict)
    # Messages that arrived while the bot was thinking.
    unread: Deque[Json] = field(default_factory=deque)
    socket: Optional[ClientConnection] = None
    is_over: bool = False
    come_back_after: float = 0.0
    prefix: str = field(default_factory=lambda: secrets.token_hex(8))
    count: int = 0

    async def play(self, give_up_after: float, on_wait: Optional[Callable[[str], None]] = None) -> None:
        loop = asyncio.get_running_loop()
        self.bot.requests = Requests(lambda kind, fields: asyncio.run_coroutine_threadsafe(self._request(kind, fields), loop))
        pause, give_up_at, is_renamed = 0.25, time.monotonic() + give_up_after, False
        while True:
            try:
                async with connect(self.url, subprotocols=[Subprotocol(PROTOCOL)], max_size=MAX_MESSAGE_BYTES,
                                   open_timeout=10) as socket:
                    await self._hello(socket)
                    pause = 0.25
                    try:
                        self.socket = socket
                        await self._serve(socket)
                    except (asyncio.CancelledError, BotFailed):
                        # Stopped abruptly, as by Ctrl-C or a fault of the bot: the table should not have to wait for this seat.
                        await self._say_goodbye(socket)
                        raise
                    finally:
                        self._interrupt()
                        give_up_at = time.monotonic() + give_up_after
                    return
            except BotFailed as failed:
                raise failed.error from failed.error.__cause__
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FINAL_CLOSE_CODES:
                    raise Closed(f"{closed.rcvd.code} {closed.rcvd.reason}") from closed
            except Refused as refused:
                if refused.code in TOKEN_CODES and self.token_file is not None and self.nickname is not None and not self.account:
                    # The file belongs to another server, or is too old.
                    self.token = None
                    continue
                if refused.code == "auth.name_taken" and self.token_file is not None and not self.account and not is_renamed:
                    # The name belongs to an earlier run whose token is lost.
                    is_renamed = True
                    self.nickname = f"{str(self.nickname)[:13]}-{secrets.token_hex(3)}"
                    continue
                if not refused.error.get("retryable"):
                    raise
            except (OSError, asyncio.TimeoutError, InvalidHandshake) as failure:
                if time.monotonic() > give_up_at:
                    raise OSError(f"no connection to {self.url}: {failure}") from failure
                if on_wait is not None and not self.account:
                    on_wait(self.url)
                    on_wait = None
            log.info("the connection is lost: trying again")
            # Half of the pause is random, so that the clients of one lost server do not all return together.
            await asyncio.sleep(self.come_back_after + pause * random.uniform(0.5, 1.0))
            self.come_back_after, pause = 0.0, min(LONGEST_PAUSE, pause * 2)

    async def _hello(self, socket: ClientConnection) -> None:
        hello: Json = {"versions": [PROTOCOL], "bot": True, "client": "poker_client.py/1"}
        hello.update({"token": self.token} if self.token else {"nickname": self.nickname})
        welcome = await self._ask(socket, "hello", **hello)
        self.account, self.balance = welcome["you"]["id"], welcome["balance"]
        self.own_tables, self.own_tournaments = welcome["tables"], welcome.get("tournaments", [])
        # Keeps the token, to come back as the same guest.
        if "token" in welcome:
            self.token = str(welcome["token"])
            if self.token_file is not None:
                _keep(self.token, self.token_file)
        self.pending = {message["id"]: message for message in self.pending.values() if message["type"] in REPEATED}
        repeated = list(self.pending.values())
        await self._take_up(socket)
        for message in repeated:
            await socket.send(encode(message))

    async def _take_up(self, socket: ClientConnection) -> None:
        """Continues where the last connection ended, or begins."""
        raise NotImplementedError

    async def _say_goodbye(self, socket: ClientConnection) -> None:
        """Gives up whatever others would have to wait for."""
        raise NotImplementedError

    async def _look_after_seat(self, socket: ClientConnection) -> None:
        """Does what is due; called after each message, and once a second when there are none."""
        raise NotImplementedError

    def _new_id(self) -> str:
        self.count += 1
        return f"{self.prefix}-{self.count}"

    async def _send(self, socket: ClientConnection, kind: str, **fields: Any) -> str:
        """Sends a request; its answer is handled when it arrives."""
        message = {"type": kind, "id": self._new_id(), **fields}
        self.pending[message["id"]] = message
        await socket.send(encode(message))
        return str(message["id"])

    async def _ask(self, socket: ClientConnection, kind: str, **fields: Any) -> Json:
        """Sends a request and waits for its answer; for use before a table is watched."""
        message = {"type": kind, "id": self._new_id(), **fields}
        await socket.send(json.dumps(message))
        while True:
            answer: Json = json.loads(await asyncio.wait_for(socket.recv(), 10))
            if answer.get("id") == message["id"]:
                if answer["type"] == "error":
                    raise Refused(answer)
                return answer

    async def _serve(self, socket: ClientConnection) -> None:
        while not self.is_over:
            try:
                message = self.unread.popleft() if self.unread else json.loads(await asyncio.wait_for(socket.recv(), 1.0))
            except asyncio.TimeoutError:
                await self._look_after_seat(socket)
                continue
            if self._settle(message):
                continue
            # Private parts come directly after their events: the next message settles those events.
            self.settled = self.seq or 0
            # Messages of unknown type are skipped.
            handler = getattr(self, "_on_" + str(message.get("type")), None)
            if handler is not None:
                await handler(socket, message)
            await self._look_after_seat(socket)

    # The bot's own requests

    async def _request(self, kind: str, fields: Json) -> OkMsg:
        if self.socket is None:
            raise OSError("there is no connection")
        message = {"type": kind, "id": self._new_id(), **fields}
        answer: asyncio.Future[OkMsg] = asyncio.get_running_loop().create_future()
        text = encode(message)
        self.asked[message["id"]] = answer
        await self.socket.send(text)
        return await answer

    def _settle(self, message: Json) -> bool:
        """Passes on the answer to one of the bot's own requests; returns False for any other message."""
        answer = self.asked.pop(message.get("id", ""), None)
        if answer is None:
            return False
        if answer.done():
            # The bot is no longer waiting.
            return True
        if message["type"] == "error":
            answer.set_exception(Refused(message))
        else:
            answer.set_result(cast(OkMsg, message))
        return True

    def _interrupt(self) -> None:
        self.socket = None
        self.unread.clear()
        for answer in self.asked.values():
            if not answer.done():
                answer.set_exception(OSError("the connection was lost before the answer came"))
        self.asked.clear()

    async def _think(self, socket: ClientConnection, think: Callable[..., T], *about: Any) -> T:
        """Lets the bot think in a thread, so that the server's pings are answered even if it takes its time. Answers to the
        bot's own requests reach it meanwhile; other messages wait in order. The result outlives the connection: it is sent
        on the next one."""
        thinking = asyncio.ensure_future(asyncio.to_thread(think, *about))
        try:
            while not thinking.done():
                reading = asyncio.ensure_future(socket.recv())
                await asyncio.wait({thinking, reading}, return_when=asyncio.FIRST_COMPLETED)
                if not reading.done():
                    reading.cancel()
                    await asyncio.wait({reading})
                if not reading.cancelled():
                    message: Json = json.loads(reading.result())
                    if not self._settle(message):
                        self.unread.append(message)
        except ConnectionClosed:
            self._interrupt()
        try:
            return await thinking
        except Exception as error:
            if self.socket is None and isinstance(error, OSError):
                # The bot was waiting for the answer to a request of its own, which was lost with the connection.
                raise
            raise BotFailed(error) from error

    def _tell(self, hear: Callable[..., None], *about: Any) -> None:
        """Tells the bot what has happened."""
        try:
            hear(*about)
        except Exception as error:
            raise BotFailed(error) from error

    # Messages

    async def _on_balance(self, socket: ClientConnection, message: Json) -> None:
        self.balance = message["balance"]

    async def _on_closing(self, socket: ClientConnection, message: Json) -> None:
        self.come_back_after = message.get("retry_after_ms", 0) / 1000


def _keep(token: str, file: Path) -> None:
    """Writes a token to a file that only its owner can read: whoever has it can play with the account's chips."""
    file.unlink(missing_ok=True)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as kept:
        kept.write(token + "\n")
