"""Requests that a bot makes on its own initiative, in addition to answering decisions."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Callable, List, Optional

from .messages import Json

if TYPE_CHECKING:
    from .types import Action, BankStart, DealAnswer, DealKind, Emote, Entry, HostAction, OkMsg, Phrase, SitOutWhen, TableConfig

__all__ = ["Requests"]


class Requests:
    """A method for each request of the protocol; docs/protocol.md describes each request and its answer.

    A method sends its request and returns immediately. The future holds the answer, the `ok` message; its `result` raises
    `Refused` if the server refuses, and `OSError` if the connection is lost before the answer arrives, in which case the
    request may or may not have been carried out. `Bot.act`, `Bot.buys` and `Bot.agrees` may wait for a result; `on_event` must
    not, as no answer is read before it returns.

    The run itself keeps the seat: connecting, resuming, sitting down, rebuys, answers. The methods for these are there for bots
    that want more.
    """

    def __init__(self, send: "Callable[[str, Json], Future[OkMsg]]") -> None:
        self._send = send

    def list_games(self) -> "Future[OkMsg]":
        return self._ask("list_games")

    def list_tables(self) -> "Future[OkMsg]":
        return self._ask("list_tables")

    def watch_lobby(self) -> "Future[OkMsg]":
        return self._ask("watch_lobby")

    def unwatch_lobby(self) -> "Future[OkMsg]":
        return self._ask("unwatch_lobby")

    def watch_club(self, club: int, after: Optional[int] = None) -> "Future[OkMsg]":
        """Begins with the remarks after a number."""
        return self._ask("watch_club", club=club, after=after)

    def unwatch_club(self, club: int) -> "Future[OkMsg]":
        return self._ask("unwatch_club", club=club)

    def visible(self, visible: bool) -> "Future[OkMsg]":
        return self._ask("visible", visible=visible)

    def create_table(self, config: TableConfig) -> "Future[OkMsg]":
        return self._ask("create_table", config=config)

    def watch(self, table: str) -> "Future[OkMsg]":
        return self._ask("watch", table=table)

    def unwatch(self, table: str) -> "Future[OkMsg]":
        return self._ask("unwatch", table=table)

    def sit(self, table: str, buy_in: int, seat: Optional[int] = None, entry: Entry = "wait") -> "Future[OkMsg]":
        """Takes this seat, or any free one."""
        return self._ask("sit", table=table, buy_in=buy_in, seat=seat, entry=entry)

    def leave(self, table: str) -> "Future[OkMsg]":
        return self._ask("leave", table=table)

    def sit_out(self, table: str, out: bool = True, when: SitOutWhen = "next_hand", entry: Entry = "wait") -> "Future[OkMsg]":
        """Sits out or comes back; by itself, the run brings back a bot that sits out."""
        return self._ask("sit_out", table=table, out=out, when=when, entry=entry)

    def rebuy(self, table: str, amount: int) -> "Future[OkMsg]":
        return self._ask("rebuy", table=table, amount=amount)

    def wait_list(self, table: str, join: bool) -> "Future[OkMsg]":
        return self._ask("wait_list", table=table, join=join)

    def act(self, table: str, hand: int, turn: int, action: Action) -> "Future[OkMsg]":
        return self._ask("act", table=table, hand=hand, turn=turn, action=action)

    def hint(self, table: str) -> "Future[OkMsg]":
        """Asks for the cost and the prospects of the open decision, in `hint` of the answer; practice tables only."""
        return self._ask("hint", table=table)

    def time_bank(self, table: str, start: BankStart) -> "Future[OkMsg]":
        """Sets when the bot's time bank begins: `"itself"`, `"button"` or `"now"`."""
        return self._ask("time_bank", table=table, start=start)

    def straddle(self, table: str, on: bool) -> "Future[OkMsg]":
        """Turns straddling on or off, for every hand in which the seat's position allows it."""
        return self._ask("straddle", table=table, on=on)

    def rabbit_hunt(self, table: str) -> "Future[OkMsg]":
        """Asks for the board that would have come; `rabbit_shown` shows it to the whole table."""
        return self._ask("rabbit_hunt", table=table)

    def show(self, table: str, hand: int, cards: List[str]) -> "Future[OkMsg]":
        return self._ask("show", table=table, hand=hand, cards=cards)

    def chat(self, table: str, text: str = "", phrase: Optional[Phrase] = None, emote: Optional[Emote] = None) -> "Future[OkMsg]":
        """Sends a text, a preset phrase or an emote."""
        return self._ask("chat", table=table, text=text, phrase=phrase, emote=emote)

    def mute(self, table: str, player: str, muted: bool) -> "Future[OkMsg]":
        return self._ask("mute", table=table, player=player, muted=muted)

    def remove(self, table: str, player: str) -> "Future[OkMsg]":
        return self._ask("remove", table=table, player=player)

    def host(self, table: str, action: HostAction) -> "Future[OkMsg]":
        return self._ask("host", table=table, action=action)

    def ask_seat(self, table: str, ask: bool) -> "Future[OkMsg]":
        return self._ask("ask_seat", table=table, ask=ask)

    def consent(self, table: str, hand: int, agree: bool) -> "Future[OkMsg]":
        """Agrees to show the cards of a hand that the host of a class has stopped, or takes the consent back."""
        return self._ask("consent", table=table, hand=hand, agree=agree)

    def list_tournaments(self) -> "Future[OkMsg]":
        return self._ask("list_tournaments")

    def watch_tournament(self, tournament: str) -> "Future[OkMsg]":
        return self._ask("watch_tournament", tournament=tournament)

    def unwatch_tournament(self, tournament: str) -> "Future[OkMsg]":
        return self._ask("unwatch_tournament", tournament=tournament)

    def register(self, tournament: str, rules: int) -> "Future[OkMsg]":
        return self._ask("register", tournament=tournament, rules=rules)

    def unregister(self, tournament: str) -> "Future[OkMsg]":
        return self._ask("unregister", tournament=tournament)

    def re_enter(self, tournament: str) -> "Future[OkMsg]":
        return self._ask("re_enter", tournament=tournament)

    def tournament_rebuy(self, tournament: str, take: bool) -> "Future[OkMsg]":
        return self._ask("tournament_rebuy", tournament=tournament, take=take)

    def add_on(self, tournament: str) -> "Future[OkMsg]":
        return self._ask("add_on", tournament=tournament)

    def withdraw(self, tournament: str, confirm: bool = False) -> "Future[OkMsg]":
        return self._ask("withdraw", tournament=tournament, confirm=confirm)

    def tournament_presence(self, tournament: str, absent: bool) -> "Future[OkMsg]":
        return self._ask("tournament_presence", tournament=tournament, absent=absent)

    def call_time(self, table: str) -> "Future[OkMsg]":
        return self._ask("call_time", table=table)

    def request_ruling(self, table: str, text: str) -> "Future[OkMsg]":
        return self._ask("request_ruling", table=table, text=text)

    def report(self, table: str, player: str, text: str) -> "Future[OkMsg]":
        return self._ask("report", table=table, player=player, text=text)

    def propose_deal(self, tournament: str, kind: DealKind, keep: int = 0, shares: Optional[List[List[int]]] = None) -> "Future[OkMsg]":
        return self._ask("propose_deal", tournament=tournament, kind=kind, keep=keep, shares=shares or [])

    def deal(self, tournament: str, answer: DealAnswer) -> "Future[OkMsg]":
        """Answers the deal on offer: `"agree"` or `"refuse"`."""
        return self._ask("deal", tournament=tournament, answer=answer)

    def _ask(self, kind: str, /, **fields: Any) -> "Future[OkMsg]":
        return self._send(kind, {name: value for name, value in fields.items() if value is not None})
