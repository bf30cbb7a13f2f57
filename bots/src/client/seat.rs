//! Requests of those who watch a table, or have a seat there.

use poker_protocol::v1::client::{
    Act, BankStart, Chat, Entry, OneTable, Rebuy, SeatClaim, Show, Sit, SitOut, SitOutWhen, Straddle, TimeBank,
    WaitList, Watch,
};
use poker_protocol::v1::host::{AskSeat, Consent};
use poker_protocol::v1::practice::Hint;
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::{Action, Card, Chips, ClientMsg, Emote, HandNo, TableId};

use super::Client;
use crate::error::ClientError;

impl Client {
    /// Watches a table: a snapshot arrives, followed by its events.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn watch(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        let OneTable { id, table } = self.one(table);
        let seat = SeatClaim::Take;
        self.request(ClientMsg::Watch(Watch { id, table, seat })).await
    }

    /// Stops watching a table.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn unwatch(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::Unwatch(self.one(table))).await
    }

    /// Takes a seat, any free one if none is named; the answer has its number. A seated player also watches the table: if it
    /// was not watched before, a snapshot arrives, followed by its events.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn sit(
        &self,
        table: &TableId,
        seat: Option<u8>,
        buy_in: Chips,
        entry: Entry,
    ) -> Result<OkMsg, ClientError> {
        let request = Sit {
            id: self.new_id(),
            table: table.clone(),
            seat,
            buy_in,
            entry,
        };
        self.request(ClientMsg::Sit(request)).await
    }

    /// Gives up the seat, immediately or at the end of the hand.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn leave(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::Leave(self.one(table))).await
    }

    /// Sits out from the next hand on.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn sit_out(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        self.sitting(table, true, Entry::Wait).await
    }

    /// Comes back after sitting out.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn come_back(&self, table: &TableId, entry: Entry) -> Result<OkMsg, ClientError> {
        self.sitting(table, false, entry).await
    }

    /// Adds chips, immediately or at the end of the hand.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn rebuy(&self, table: &TableId, amount: Chips) -> Result<OkMsg, ClientError> {
        let request = Rebuy {
            whole: false,
            id: self.new_id(),
            table: table.clone(),
            amount,
        };
        self.request(ClientMsg::Rebuy(request)).await
    }

    /// Joins or leaves the wait list.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn wait_list(&self, table: &TableId, join: bool) -> Result<OkMsg, ClientError> {
        let request = WaitList {
            id: self.new_id(),
            table: table.clone(),
            join,
        };
        self.request(ClientMsg::WaitList(request)).await
    }

    /// Asks the host of a table for a seat, or withdraws the request.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn ask_seat(&self, table: &TableId, ask: bool) -> Result<OkMsg, ClientError> {
        let request = AskSeat {
            id: self.new_id(),
            table: table.clone(),
            ask,
        };
        self.request(ClientMsg::AskSeat(request)).await
    }

    /// Answers a decision.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn act(&self, table: &TableId, hand: u64, turn: u32, action: Action) -> Result<OkMsg, ClientError> {
        let request = Act {
            id: self.new_id(),
            table: table.clone(),
            hand: hand_no(hand),
            turn,
            action,
        };
        self.request(ClientMsg::Act(request)).await
    }

    /// Sets when the player's own time bank begins.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn time_bank(&self, table: &TableId, start: BankStart) -> Result<OkMsg, ClientError> {
        let request = TimeBank {
            id: self.new_id(),
            table: table.clone(),
            start,
        };
        self.request(ClientMsg::TimeBank(request)).await
    }

    /// Turns straddling on or off, for every hand in which the seat's position allows it.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn straddle(&self, table: &TableId, on: bool) -> Result<OkMsg, ClientError> {
        let request = Straddle {
            id: self.new_id(),
            table: table.clone(),
            on,
        };
        self.request(ClientMsg::Straddle(request)).await
    }

    /// Returns the cost and the prospects of the open decision. Only practice tables answer, and only the player to act.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn hint(&self, table: &TableId) -> Result<Hint, ClientError> {
        let answer = self.request(ClientMsg::Hint(self.one(table))).await?;
        Ok(*answer.hint.ok_or(ClientError::Lacking("the hint"))?)
    }

    /// Asks for the board that would have come had the last hand gone on; it is shown to the whole table by `rabbit_shown`.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn rabbit_hunt(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::RabbitHunt(self.one(table))).await
    }

    /// Shows cards of the hand that has just ended.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn show(&self, table: &TableId, hand: u64, cards: Vec<Card>) -> Result<OkMsg, ClientError> {
        let request = Show {
            id: self.new_id(),
            table: table.clone(),
            hand: hand_no(hand),
            cards,
        };
        self.request(ClientMsg::Show(request)).await
    }

    /// Agrees to show the cards of a hand that the host of a class has stopped, or takes the consent back.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn consent(&self, table: &TableId, hand: u64, agree: bool) -> Result<OkMsg, ClientError> {
        let request = Consent {
            id: self.new_id(),
            table: table.clone(),
            hand: hand_no(hand),
            agree,
        };
        self.request(ClientMsg::Consent(request)).await
    }

    /// Sends a chat message to the table.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn chat(&self, table: &TableId, text: impl Into<String>) -> Result<OkMsg, ClientError> {
        let request = Chat {
            id: self.new_id(),
            table: table.clone(),
            text: text.into(),
            phrase: None,
            emote: None,
        };
        self.request(ClientMsg::Chat(request)).await
    }

    /// Shows an emote at the player's own seat; at most one every three seconds.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn emote(&self, table: &TableId, emote: Emote) -> Result<OkMsg, ClientError> {
        let request = Chat {
            id: self.new_id(),
            table: table.clone(),
            text: String::new(),
            phrase: None,
            emote: Some(emote),
        };
        self.request(ClientMsg::Chat(request)).await
    }

    fn one(&self, table: &TableId) -> OneTable {
        OneTable {
            id: self.new_id(),
            table: table.clone(),
        }
    }

    async fn sitting(&self, table: &TableId, out: bool, entry: Entry) -> Result<OkMsg, ClientError> {
        let request = SitOut {
            id: self.new_id(),
            table: table.clone(),
            out,
            when: SitOutWhen::NextHand,
            minutes: None,
            entry,
        };
        self.request(ClientMsg::SitOut(request)).await
    }
}

/// Returns the number of a hand for a request. A number too large to send becomes 0, which is no hand's number.
fn hand_no(hand: u64) -> HandNo {
    HandNo::new(hand).unwrap_or_default()
}
