//! A connection to the server that restores itself.

use std::time::Duration;

use poker_protocol::v1::client::{
    Act, BankStart, Chat, CreateTable, Entry, Mute, OneTable, Plain, Rebuy, Remove, SeatClaim, Show, Sit, SitOut,
    SitOutWhen, Straddle, TimeBank, Visible, WaitList, Watch,
};
use poker_protocol::v1::host::{AskSeat, Consent, Host, HostAction};
use poker_protocol::v1::practice::Hint;
use poker_protocol::v1::server::{OkMsg, Welcome};
use poker_protocol::v1::table::{GameInfo, TableConfig, TableInfo, TableSummary};
use poker_protocol::v1::{Action, Card, Chips, ClientMsg, Emote, ErrorCode, ErrorMsg, HandNo, TableId};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::connection::ids::Ids;
use crate::connection::{Command, Connection, NOTICES, Notice};
use crate::error::{ClientError, pause_of};
use crate::options::{ClientOptions, Credentials};

/// Maximum number of requests waiting to be sent.
const COMMANDS: usize = 64;

/// Maximum number of retries of a request refused by the rate limit.
const PATIENCE: u32 = 5;

/// A connection to the server, for one account.
///
/// A background task owns the socket. Whenever the connection breaks, it sends hello again, resumes every watched table after
/// the last event received, and repeats the requests that are still unanswered, which is safe because they keep their ids. So no
/// event is missed or delivered twice.
///
/// ```no_run
/// # async fn example() -> Result<(), poker_bots::ClientError> {
/// use poker_bots::{Client, Credentials};
///
/// let nickname = "hal".to_owned();
/// let client = Client::connect("ws://127.0.0.1:8080/ws", Credentials::Guest { nickname }).await?;
/// for table in client.list_tables().await? {
///     println!("{}: {} of {} seats taken", table.info.name, table.taken.len(), table.info.seats);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Client {
    commands: mpsc::Sender<Command>,
    notices: mpsc::Receiver<Notice>,
    welcome: Welcome,
    ids: Ids,
    task: Option<JoinHandle<Result<(), ClientError>>>,
}

impl Client {
    /// Connects and says hello.
    ///
    /// # Errors
    /// Fails if the server cannot be reached or refuses the credentials.
    pub async fn connect(url: &str, credentials: Credentials) -> Result<Self, ClientError> {
        Self::connect_with(url, credentials, ClientOptions::default()).await
    }

    /// Connects and says hello, with options.
    ///
    /// # Errors
    /// The errors of [`Client::connect`].
    pub async fn connect_with(
        url: &str,
        credentials: Credentials,
        options: ClientOptions,
    ) -> Result<Self, ClientError> {
        let (commands, requests) = mpsc::channel(COMMANDS);
        let (told, notices) = mpsc::channel(NOTICES);
        let ids = Ids::new();
        let (connection, welcome) = Connection::open(url, credentials, options, ids.clone(), requests, told).await?;
        let task = tokio::spawn(connection.run());
        Ok(Self {
            commands,
            notices,
            welcome,
            ids,
            task: Some(task),
        })
    }

    /// Returns the first `welcome`: the account, the balance and the limits.
    pub fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// Returns the next message or change of the connection; `None` once the client has stopped.
    pub async fn next(&mut self) -> Option<Notice> {
        self.notices.recv().await
    }

    /// Returns the reason the client stopped, after [`Client::next`] has returned `None`.
    pub async fn cause(&mut self) -> ClientError {
        self.notices.close();
        match self.task.take() {
            Some(task) => match task.await {
                Ok(Err(error)) => error,
                Ok(Ok(())) | Err(_) => ClientError::Stopped,
            },
            None => ClientError::Stopped,
        }
    }

    /// Closes the connection properly. Dropping a client does the same without waiting for it. Seats are kept.
    pub async fn close(self) {
        drop(self.commands);
        drop(self.notices);
        if let Some(task) = self.task {
            // The task now ends by itself; its result does not matter.
            task.await.ok();
        }
    }

    /// Returns an `id` that no other request has used.
    pub fn new_id(&self) -> String {
        self.ids.next()
    }

    /// Sends a request and waits for its answer. Requests refused for a moment are retried under the same `id`.
    ///
    /// Messages that arrive in the meantime are kept for [`Client::next`].
    ///
    /// # Errors
    /// Fails if the request is refused, or if the client stops.
    pub async fn request(&self, message: ClientMsg) -> Result<OkMsg, ClientError> {
        let mut attempt = 0;
        loop {
            let (reply, answer) = oneshot::channel();
            let message = message.clone();
            let sent = self.commands.send(Command { message, reply }).await;
            sent.map_err(|_| ClientError::Stopped)?;
            let answer = answer.await.map_err(|_| ClientError::Stopped)?;
            attempt += 1;
            match &answer {
                Err(ClientError::Refused(error)) if attempt < PATIENCE => match pause(error, attempt) {
                    Some(pause) => tokio::time::sleep(pause).await,
                    None => return answer,
                },
                _ => return answer,
            }
        }
    }

    /// Lists the games the server offers.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn list_games(&self) -> Result<Vec<GameInfo>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::ListGames(Plain { id })).await?;
        answer.games.ok_or(ClientError::Lacking("games"))
    }

    /// Lists the tables in the lobby.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn list_tables(&self) -> Result<Vec<TableSummary>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::ListTables(Plain { id })).await?;
        answer.tables.ok_or(ClientError::Lacking("tables"))
    }

    /// Lists the tables in the lobby and subscribes to changes, which arrive as `lobby` messages. These have no numbers, so a
    /// client that has lost its connection should call this again after [`Notice::Reconnected`].
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn watch_lobby(&self) -> Result<Vec<TableSummary>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::WatchLobby(Plain { id })).await?;
        answer.tables.ok_or(ClientError::Lacking("tables"))
    }

    /// Ends the `lobby` messages.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn unwatch_lobby(&self) -> Result<OkMsg, ClientError> {
        let id = self.new_id();
        self.request(ClientMsg::UnwatchLobby(Plain { id })).await
    }

    /// Reports whether a page of the account is visible to its user. While none is, the server notifies the user by Web Push if
    /// the account has subscribed. The report does not survive a lost connection.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn visible(&self, visible: bool) -> Result<OkMsg, ClientError> {
        let id = self.new_id();
        self.request(ClientMsg::Visible(Visible { id, visible })).await
    }

    /// Opens a table.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn create_table(&self, config: TableConfig) -> Result<TableInfo, ClientError> {
        let id = self.new_id();
        let answer = self
            .request(ClientMsg::CreateTable(Box::new(CreateTable { id, config })))
            .await?;
        answer
            .table
            .map(|table| *table)
            .ok_or(ClientError::Lacking("the table"))
    }

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

    /// Bars an account from chatting at a table of one's own, or lets it chat again; `player` is its `id`.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn mute(&self, table: &TableId, player: &str, muted: bool) -> Result<OkMsg, ClientError> {
        let request = Mute {
            id: self.new_id(),
            table: table.clone(),
            player: player.to_owned(),
            muted,
        };
        self.request(ClientMsg::Mute(request)).await
    }

    /// Sends an account away from a table of one's own for good; `player` is its `id`.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn remove(&self, table: &TableId, player: &str) -> Result<OkMsg, ClientError> {
        let request = Remove {
            id: self.new_id(),
            table: table.clone(),
            player: player.to_owned(),
        };
        self.request(ClientMsg::Remove(request)).await
    }

    /// Carries out a host's decision at a table of one's own. [`HostAction::AddChips`] repeated under the same `id` gets the
    /// first answer again.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn host(&self, table: &TableId, action: HostAction) -> Result<OkMsg, ClientError> {
        let request = Host {
            id: self.new_id(),
            table: table.clone(),
            action,
        };
        self.request(ClientMsg::Host(request)).await
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

/// Returns the pause after which a refused request is worth retrying; `None` if it is not.
fn pause(error: &ErrorMsg, attempt: u32) -> Option<Duration> {
    if !matches!(
        error.code,
        ErrorCode::RateLimited | ErrorCode::TableBusy | ErrorCode::TournamentBusy
    ) {
        return None;
    }
    Some(pause_of(error).unwrap_or(Duration::from_millis(50 << attempt)))
}

/// Returns the number of a hand for a request. A number too large to send becomes 0, which is no hand's number.
fn hand_no(hand: u64) -> HandNo {
    HandNo::new(hand).unwrap_or_default()
}
