//! A connection to the server that mends itself.

use std::time::Duration;

use poker_protocol::v1::client::{
    Act, BankStart, Chat, CreateTable, Entry, Mute, OneTable, Plain, Rebuy, Remove, Show, Sit, SitOut, SitOutWhen,
    Straddle, TimeBank, Visible, WaitList,
};
use poker_protocol::v1::host::{AskSeat, Host, HostAction};
use poker_protocol::v1::practice::Hint;
use poker_protocol::v1::server::{OkMsg, Welcome};
use poker_protocol::v1::table::{GameInfo, TableConfig, TableInfo, TableSummary};
use poker_protocol::v1::{Action, Card, Chips, ClientMsg, Emote, ErrorCode, ErrorMsg, HandNo, TableId};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::connection::{Command, Connection, Ids, NOTICES, Notice};
use crate::error::{ClientError, pause_of};
use crate::options::{ClientOptions, Credentials};

/// Requests that may wait to be sent.
const COMMANDS: usize = 64;

/// How often a request that was refused for being too many is sent again.
const PATIENCE: u32 = 5;

/// A connection to the server, for one account.
///
/// A task of its own holds the socket. It says hello again whenever the connection breaks, resumes every watched table
/// behind the last event that was seen, and repeats the requests that wait for their answer, which is safe because they keep
/// their ids. So no event is missed or told twice.
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
    /// If the server cannot be reached or refuses the credentials.
    pub async fn connect(url: &str, credentials: Credentials) -> Result<Self, ClientError> {
        Self::connect_with(url, credentials, ClientOptions::default()).await
    }

    /// Connects and says hello, with options.
    ///
    /// # Errors
    /// As [`Client::connect`].
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

    /// What the server said at the first hello: who this is, the balance, the limits.
    pub fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// The next message or change of the connection; `None` once the client has come to its end.
    pub async fn next(&mut self) -> Option<Notice> {
        self.notices.recv().await
    }

    /// Why the client came to its end, after [`Client::next`] has given `None`.
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

    /// Says goodbye. A dropped client does the same without waiting for it. Seats are kept.
    pub async fn close(self) {
        drop(self.commands);
        drop(self.notices);
        if let Some(task) = self.task {
            // The task ends by itself now; its result does not matter.
            task.await.ok();
        }
    }

    /// An `id` that no other request has had.
    pub fn new_id(&self) -> String {
        self.ids.next()
    }

    /// Sends a request and waits for its answer. Refusals that ask for patience are tried again, with the same `id`.
    ///
    /// Messages that come in the meantime are kept for [`Client::next`].
    ///
    /// # Errors
    /// If the request is refused, or the client comes to its end.
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

    /// The games that the server offers.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn list_games(&self) -> Result<Vec<GameInfo>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::ListGames(Plain { id })).await?;
        answer.games.ok_or(ClientError::Lacking("games"))
    }

    /// The tables of the lobby.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn list_tables(&self) -> Result<Vec<TableSummary>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::ListTables(Plain { id })).await?;
        answer.tables.ok_or(ClientError::Lacking("tables"))
    }

    /// The tables of the lobby; `lobby` messages tell what changes. They have no numbers, so a client whose connection was lost asks
    /// again after [`Notice::Reconnected`].
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn watch_lobby(&self) -> Result<Vec<TableSummary>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::WatchLobby(Plain { id })).await?;
        answer.tables.ok_or(ClientError::Lacking("tables"))
    }

    /// Ends the `lobby` messages.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn unwatch_lobby(&self) -> Result<OkMsg, ClientError> {
        let id = self.new_id();
        self.request(ClientMsg::UnwatchLobby(Plain { id })).await
    }

    /// Says whether the user looks at a page of the account. If not, Web Push calls the user where the account asked for that. A lost
    /// connection forgets it.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn visible(&self, visible: bool) -> Result<OkMsg, ClientError> {
        let id = self.new_id();
        self.request(ClientMsg::Visible(Visible { id, visible })).await
    }

    /// Opens a table.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn create_table(&self, config: TableConfig) -> Result<TableInfo, ClientError> {
        let id = self.new_id();
        let answer = self
            .request(ClientMsg::CreateTable(Box::new(CreateTable { id, config })))
            .await?;
        answer.table.ok_or(ClientError::Lacking("the table"))
    }

    /// Watches a table: a snapshot comes, then its events.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn watch(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::Watch(self.one(table))).await
    }

    /// Watches a table no more.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn unwatch(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::Unwatch(self.one(table))).await
    }

    /// Takes a seat, any free one if none is named, and the answer tells which. Who sits watches: where the table was not watched
    /// before, a snapshot comes, then its events.
    ///
    /// # Errors
    /// As [`Client::request`].
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

    /// Gives the seat up, at once or when the hand is over.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn leave(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::Leave(self.one(table))).await
    }

    /// Sits out from the next hand on.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn sit_out(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        self.sitting(table, true, Entry::Wait).await
    }

    /// Comes back after sitting out.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn come_back(&self, table: &TableId, entry: Entry) -> Result<OkMsg, ClientError> {
        self.sitting(table, false, entry).await
    }

    /// Adds chips, at once or when the hand is over.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn rebuy(&self, table: &TableId, amount: Chips) -> Result<OkMsg, ClientError> {
        let request = Rebuy {
            id: self.new_id(),
            table: table.clone(),
            amount,
        };
        self.request(ClientMsg::Rebuy(request)).await
    }

    /// Joins the wait list, or leaves it.
    ///
    /// # Errors
    /// As [`Client::request`].
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
    /// As [`Client::request`].
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

    /// Chooses when the time bank of one's own seat begins.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn time_bank(&self, table: &TableId, start: BankStart) -> Result<OkMsg, ClientError> {
        let request = TimeBank {
            id: self.new_id(),
            table: table.clone(),
            start,
        };
        self.request(ClientMsg::TimeBank(request)).await
    }

    /// Wishes to straddle at every hand where the place allows it, or wishes so no more.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn straddle(&self, table: &TableId, on: bool) -> Result<OkMsg, ClientError> {
        let request = Straddle {
            id: self.new_id(),
            table: table.clone(),
            on,
        };
        self.request(ClientMsg::Straddle(request)).await
    }

    /// What the open decision costs and promises. Only a practice table answers, and only the player whose turn it is.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn hint(&self, table: &TableId) -> Result<Hint, ClientError> {
        let answer = self.request(ClientMsg::Hint(self.one(table))).await?;
        Ok(*answer.hint.ok_or(ClientError::Lacking("the hint"))?)
    }

    /// Asks for the board that would have come, had the last hand gone on; `rabbit_shown` brings it to the whole table.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn rabbit_hunt(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::RabbitHunt(self.one(table))).await
    }

    /// Shows cards of the hand that has just ended.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn show(&self, table: &TableId, hand: u64, cards: Vec<Card>) -> Result<OkMsg, ClientError> {
        let request = Show {
            id: self.new_id(),
            table: table.clone(),
            hand: hand_no(hand),
            cards,
        };
        self.request(ClientMsg::Show(request)).await
    }

    /// Says something to the table.
    ///
    /// # Errors
    /// As [`Client::request`].
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

    /// Shows a sign at the own seat; one every three seconds.
    ///
    /// # Errors
    /// As [`Client::request`].
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

    /// Keeps an account from chatting at a table of one's own, or lets it chat again; `player` is its `id`.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn mute(&self, table: &TableId, player: &str, muted: bool) -> Result<OkMsg, ClientError> {
        let request = Mute {
            id: self.new_id(),
            table: table.clone(),
            player: player.to_owned(),
            muted,
        };
        self.request(ClientMsg::Mute(request)).await
    }

    /// Sends an account away from a table of one's own, for good; `player` is its `id`.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn remove(&self, table: &TableId, player: &str) -> Result<OkMsg, ClientError> {
        let request = Remove {
            id: self.new_id(),
            table: table.clone(),
            player: player.to_owned(),
        };
        self.request(ClientMsg::Remove(request)).await
    }

    /// Decides something about a table of one's own. Under the same `id` a repeated [`HostAction::AddChips`] gets the first answer
    /// again.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn host(&self, table: &TableId, action: HostAction) -> Result<OkMsg, ClientError> {
        let request = Host {
            id: self.new_id(),
            table: table.clone(),
            action,
        };
        self.request(ClientMsg::Host(request)).await
    }

    /// Asks the host of a table for a seat, or takes that back.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn ask_seat(&self, table: &TableId, ask: bool) -> Result<OkMsg, ClientError> {
        let request = AskSeat {
            id: self.new_id(),
            table: table.clone(),
            ask,
        };
        self.request(ClientMsg::AskSeat(request)).await
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
            entry,
        };
        self.request(ClientMsg::SitOut(request)).await
    }
}

/// How long to wait before a refused request is worth sending again; `None` if it is not.
fn pause(error: &ErrorMsg, attempt: u32) -> Option<Duration> {
    if !matches!(
        error.code,
        ErrorCode::RateLimited | ErrorCode::TableBusy | ErrorCode::TournamentBusy
    ) {
        return None;
    }
    Some(pause_of(error).unwrap_or(Duration::from_millis(50 << attempt)))
}

/// The number of a hand for a request. None is greater than can be sent; one that were would be no hand's, as 0 is.
fn hand_no(hand: u64) -> HandNo {
    HandNo::new(hand).unwrap_or_default()
}
