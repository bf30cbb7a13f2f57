//! One client: hello, requests, answers.

mod clubs;
mod greet;
mod host;
mod kept_out;
mod reception;
mod remarks;
mod requests;
mod tournament;

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use host::PAUSE_MINUTES;
use jiff::Timestamp;
use poker_base::network::Network;
use poker_event::family;
use poker_limits::{Limiter, rate_limited};
use poker_lobby::{restraints, tables};
use poker_net::{Connection, End, Incoming, Peer, Upgrade, bound_send_buffer};
use poker_owner::{Burst, Caller, Decision, Deliver, Outbox};
use poker_people::store_error;
use poker_protocol::v1::client::{Act, Chat, ClientMsg, CreateTable, Plain, SitOut, Visible};
use poker_protocol::v1::clubs::{OneClub, WatchClub};
use poker_protocol::v1::server::{OkMsg, Pong};
use poker_protocol::v1::{CloseCode, ErrorCode, ErrorMsg, PlayerKind, ServerMsg, TableId as WireTableId};
use poker_store::{AccountId, Noted, SessionId, TableId};
use poker_table::{Mail, TableError, TableName, TableRequest, catalogue_mixes};
use requests::table_request;
use tokio::time::timeout;

use crate::price;

pub use reception::{Reception, SessionConfig, socket_limits};
pub use remarks::Remarks;

/// Tables that one connection may follow at a time.
const TABLES: usize = 64;

/// Longest reason for a correction of a ledger, in characters.
const REASON_MAX: usize = 200;

/// Serves a client until the connection ends.
pub(crate) async fn run(reception: Arc<Reception>, upgrade: Upgrade, peer: Peer, client: Network) {
    let Some((stream, read)) = upgrade.socket().await else {
        return;
    };
    bound_send_buffer(&stream);
    let mut connection = Connection::new(
        stream,
        read,
        Arc::clone(&reception.socket_limits),
        Arc::clone(&reception.traffic),
        Arc::clone(&reception.clock),
    );
    let socket: Arc<dyn Deliver> = connection.socket();
    let outbox = Outbox::new(reception.sessions.next_conn(), socket);
    reception.traffic.websockets.increment(1);
    reception.sessions.opened(&outbox);
    let end = talk(&reception, &mut connection, &outbox, client).await;
    reception.sessions.ended(outbox.id());
    reception.traffic.websockets.decrement(1);
    Box::pin(connection.finish(end)).await;
    drop(peer);
}

async fn talk(reception: &Reception, connection: &mut Connection, outbox: &Outbox, client: Network) -> End {
    let limiter = Limiter::new(reception.config.messages_per_second, reception.config.message_burst);
    let hello_timeout = Duration::from_millis(reception.config.hello_timeout_ms.into());
    let desk = Desk {
        reception,
        outbox,
        client,
        limiter: &limiter,
    };
    let greeting = Box::pin(timeout(hello_timeout, greet::greet(&desk, connection)));
    let greet::Entered {
        caller,
        session,
        is_official,
    } = match greeting.await {
        Ok(Ok(entered)) => entered,
        Ok(Err(end)) => return end,
        Err(_) => return End::Ours(CloseCode::HelloTimeout),
    };
    let mut session = Session {
        desk,
        caller,
        id: session,
        is_official,
        tables: Vec::new(),
        tournaments: Vec::new(),
    };
    let began = Instant::now();
    let end = session.serve(connection).await;
    let (account, name) = (session.caller.account, &session.caller.info.name);
    let (tables, seconds) = (session.tables.len(), began.elapsed().as_secs());
    let reason = end.reason();
    match session.caller.info.kind {
        PlayerKind::Bot => tracing::debug!(%account, name, tables, seconds, reason, "a connection ended"),
        PlayerKind::Guest | PlayerKind::Account => {
            tracing::info!(%account, name, tables, seconds, reason, "a connection ended");
        }
    }
    let ended = Ended {
        at: Timestamp::now(),
        silence: connection.silence(),
        why: end.code(),
    };
    Box::pin(session.leave(ended)).await;
    end
}

/// Answer to a ping.
fn pong(id: String) -> ServerMsg {
    let since_1970 = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    ServerMsg::Pong(Pong {
        id,
        time_ms: u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX),
    })
}

/// Answers a client, before and after its hello.
#[derive(Clone, Copy)]
struct Desk<'a> {
    reception: &'a Reception,
    outbox: &'a Outbox,
    client: Network,
    limiter: &'a Limiter,
}

impl Desk<'_> {
    /// The next valid message within the limits. All others are answered here.
    async fn next(&self, connection: &mut Connection) -> Result<ClientMsg, End> {
        loop {
            let incoming = connection.next().await?;
            self.reception.traffic.messages_in.add(1);
            let text = match incoming {
                Incoming::Text(text) => text,
                Incoming::Control => {
                    if self.limiter.message(1).is_err() {
                        self.offence(CloseCode::Flood)?;
                    }
                    continue;
                }
                Incoming::Binary(_) => return Err(End::Ours(CloseCode::Unsupported)),
            };
            let message = match ClientMsg::parse(&text) {
                Ok(ClientMsg::Act(answer)) if self.is_free(&answer) => return Ok(ClientMsg::Act(answer)),
                message => message,
            };
            if let Err(wait) = self.limiter.message(message.as_ref().map_or(1, price::of_message)) {
                let id = message.map_or_else(|broken| broken.id, |message| Some(message.id().to_owned()));
                self.refuse(rate_limited(id, wait, "more requests than the rate limit allows"));
                self.offence(CloseCode::Flood)?;
                continue;
            }
            match message {
                Ok(message) => return Ok(message),
                Err(broken) => {
                    let mut error = ErrorMsg::new(broken.id, broken.code, broken.message);
                    if let Some(field) = broken.field {
                        error = error.with("field", field);
                    }
                    self.refuse(error);
                    self.offence(CloseCode::Policy)?;
                }
            }
        }
    }

    /// `true` for the first answer to a decision put to this connection.
    fn is_free(&self, answer: &Act) -> bool {
        let Some(TableName { table, .. }) = TableName::parse(&answer.table.0) else {
            return false;
        };
        let (hand, turn) = (answer.hand.get(), answer.turn);
        self.outbox.take_free_answer(Decision { table, hand, turn })
    }

    /// Counts an offence; too many end the connection.
    fn offence(&self, code: CloseCode) -> Result<(), End> {
        if self.limiter.forgives() {
            return Ok(());
        }
        if code == CloseCode::Flood {
            self.reception.traffic.floods.increment(1);
        }
        Err(End::Ours(code))
    }

    fn send(&self, message: &ServerMsg) {
        // A full or closed outbox ends the connection by itself.
        let _ = self.outbox.send(&Burst::from(message));
    }

    fn refuse(&self, error: ErrorMsg) {
        self.send(&ServerMsg::Error(error));
    }

    fn error(&self, id: String, code: ErrorCode, message: &str) {
        self.refuse(ErrorMsg::new(Some(id), code, message));
    }

    /// The account named in a request; text that names none is refused.
    fn account(&self, id: &str, text: &str) -> Option<AccountId> {
        let account = text.parse().ok();
        if account.is_none() {
            let message = "`player` is not an account";
            self.refuse(ErrorMsg::invalid_field(Some(id.to_owned()), "player", message));
        }
        account
    }

    fn ok(&self, ok: OkMsg) {
        self.send(&ServerMsg::Ok(ok));
    }
}

/// A client after its hello.
struct Session<'a> {
    desk: Desk<'a>,
    caller: Caller,
    id: SessionId,
    /// `true` if the account was an official by the operator's word at the time of the hello.
    is_official: bool,
    /// Tables that know this connection.
    tables: Vec<TableId>,
    /// Tournaments that know this connection.
    tournaments: Vec<TableId>,
}

/// End of a connection, for the record.
struct Ended {
    at: Timestamp,
    /// Time since anything was last received from the client.
    silence: Duration,
    /// Code for the record.
    why: &'static str,
}

/// Requests that wait for the store before they are answered.
enum Slow {
    Create(Box<CreateTable>),
    Chat(Box<Chat>),
    WatchClub(WatchClub),
}

impl Session<'_> {
    async fn serve(&mut self, connection: &mut Connection) -> End {
        loop {
            let slow = match self.desk.next(connection).await {
                Ok(message) => {
                    if restraints::is_door(&message) && self.is_kept_out(&message).await {
                        continue;
                    }
                    self.handle(message)
                }
                Err(end) => return end,
            };
            match slow {
                Some(Slow::Create(request)) => Box::pin(self.create(*request)).await,
                Some(Slow::Chat(request)) => Box::pin(self.chat(*request)).await,
                Some(Slow::WatchClub(request)) => Box::pin(self.watch_club(request)).await,
                None => {}
            }
        }
    }

    /// Answers a message or passes it on, unless it is slow.
    fn handle(&mut self, message: ClientMsg) -> Option<Slow> {
        let desk = self.desk;
        match message {
            ClientMsg::Hello(hello) => {
                let message = "this connection has said hello";
                desk.error(hello.id, ErrorCode::ProtocolAlreadyGreeted, message);
            }
            ClientMsg::Ping(ping) => desk.send(&pong(ping.id)),
            ClientMsg::Visible(said) => self.look(said),
            ClientMsg::ListGames(Plain { id }) => desk.ok(OkMsg {
                id,
                games: Some(desk.reception.lobby.games().to_vec()),
                mixes: Some(catalogue_mixes()),
                ..OkMsg::default()
            }),
            ClientMsg::ListTables(Plain { id }) => {
                // A full or closed outbox ends the connection by itself.
                let _ = desk.outbox.send(&desk.reception.lobby.list(id));
            }
            ClientMsg::WatchLobby(Plain { id }) => desk.reception.lobby.watch(desk.outbox, id),
            ClientMsg::UnwatchLobby(Plain { id }) => {
                desk.reception.lobby.unwatch(desk.outbox.id());
                desk.ok(OkMsg { id, ..OkMsg::default() });
            }
            ClientMsg::WatchClub(request) => return Some(Slow::WatchClub(request)),
            ClientMsg::UnwatchClub(OneClub { id, club }) => {
                desk.reception.club_watches.unwatch(desk.outbox.id(), club);
                desk.ok(OkMsg { id, ..OkMsg::default() });
            }
            ClientMsg::CreateTable(request) => return Some(Slow::Create(request)),
            ClientMsg::Chat(request) => return Some(Slow::Chat(Box::new(request))),
            ClientMsg::Mute(request) => self.mute(request),
            ClientMsg::Remove(request) => self.remove(request),
            ClientMsg::Host(request) => self.host(request),
            ClientMsg::SitOut(SitOut {
                id,
                out: true,
                minutes: Some(minutes),
                ..
            }) if !PAUSE_MINUTES.contains(&minutes) => {
                let message = "a pause lasts for 1 to 60 minutes";
                desk.refuse(ErrorMsg::invalid_field(Some(id), "minutes", message));
            }
            message => match table_request(message) {
                Ok((id, table, request)) => self.ask(id, &table, request),
                Err(message) => self.ask_hall(message),
            },
        }
        None
    }

    /// Records that a page came into view or left it.
    fn look(&self, Visible { id, visible }: Visible) {
        let reception = &self.desk.reception;
        reception.sessions.look(self.desk.outbox.id(), visible);
        if !visible && !reception.sessions.is_seen(self.caller.account) {
            reception.lobby.looked_away(self.caller.account);
        }
        self.desk.ok(OkMsg { id, ..OkMsg::default() });
    }

    async fn chat(&mut self, request: Chat) {
        let Chat {
            id,
            table,
            text,
            phrase,
            emote,
        } = request;
        match emote {
            None if self.desk.reception.blocked.are_in(&text) => {
                let message = "the remark has a word that is blocked here";
                self.desk.error(id, ErrorCode::ChatBlocked, message);
            }
            None => match self.count_remark(&table) {
                Ok(()) => {
                    let Some(family) = self.voice(&id).await else { return };
                    let standing = self.standing_at(&table, &family);
                    let chat = TableRequest::Chat {
                        text,
                        phrase,
                        standing,
                        family,
                    };
                    self.ask(id, &table, chat);
                }
                Err(wait) => {
                    let message = "more remarks than anyone can read";
                    self.desk.refuse(rate_limited(Some(id), wait, message));
                }
            },
            Some(emote) if text.is_empty() && phrase.is_none() => {
                let Some(family) = self.voice(&id).await else { return };
                self.ask(id, &table, TableRequest::Emote { emote, family });
            }
            Some(_) => {
                let message = "a sign comes without text and phrase";
                self.desk.error(id, ErrorCode::ChatInvalid, message);
            }
        }
    }

    /// All accounts of the caller's person, unless the operator has muted one of them; the caller is notified then.
    async fn voice(&self, id: &str) -> Option<Vec<AccountId>> {
        let family = self.family(id).await?;
        let (people, now) = (&self.desk.reception.people, Timestamp::now());
        if family.iter().any(|account| people.is_muted(*account, now)) {
            let message = "the operator keeps the account from chatting";
            self.desk.error(id.to_owned(), ErrorCode::ChatMuted, message);
            return None;
        }
        Some(family)
    }

    /// All accounts of the caller's person, who speaks as one; if they cannot be read, the caller is notified.
    async fn family(&self, id: &str) -> Option<Vec<AccountId>> {
        match family(&*self.desk.reception.store, self.caller.account).await {
            Ok(family) => Some(family),
            Err(fault) => {
                let error = store_error(&fault, "the accounts of a person cannot be read");
                let id = Some(id.to_owned());
                self.desk.refuse(ErrorMsg { id, ..error });
                None
            }
        }
    }

    /// Counts a remark at a table, if the table exists.
    fn count_remark(&self, table: &WireTableId) -> Result<(), Duration> {
        let (reception, caller) = (&self.desk.reception, &self.caller);
        let Some(table) = self.table(table) else {
            return Ok(());
        };
        let sits = reception.lobby.seats_of(caller.account).contains(&table.id());
        reception.remarks.count(caller.account, caller.network, sits)
    }

    async fn create(&self, request: CreateTable) {
        match tables::create_for(
            &self.desk.reception.tables,
            self.caller.account,
            self.desk.client,
            request.config,
        )
        .await
        {
            Ok(info) => self.desk.ok(OkMsg {
                id: request.id,
                table: Some(Box::new(info)),
                ..OkMsg::default()
            }),
            Err(mut error) => {
                error.id = Some(request.id);
                self.desk.refuse(error);
            }
        }
    }

    /// Passes a request on to its table, which answers it.
    fn ask(&mut self, id: String, table: &WireTableId, request: TableRequest) {
        let desk = self.desk;
        let Some(handle) = self.table(table) else {
            return desk.error(id, ErrorCode::TableNotFound, "there is no such table");
        };
        if request == TableRequest::Unwatch {
            // The table forgets the connection by itself, without hearing of its end.
            self.tables.retain(|table| *table != handle.id());
        } else if !self.tables.contains(&handle.id()) {
            if self.tables.len() >= TABLES {
                // Tables end without notifying former followers.
                self.tables.retain(|table| desk.reception.lobby.table(*table).is_some());
            }
            if self.tables.len() >= TABLES {
                return desk.error(id, ErrorCode::ServerFull, "this connection follows too many tables");
            }
            self.tables.push(handle.id());
        }
        if matches!(request, TableRequest::Sit { .. }) {
            desk.outbox.set_plays();
        }
        match handle.request(self.caller.clone(), id.clone(), request) {
            Ok(()) => {}
            Err(TableError::Busy) => desk.error(id, ErrorCode::TableBusy, "the table is overloaded"),
            Err(TableError::Closed) => desk.error(id, ErrorCode::TableClosed, "the table is closed"),
        }
    }

    /// Notifies those who know the connection that it is gone.
    async fn leave(self, ended: Ended) {
        self.leave_tournaments().await;
        let Self {
            desk,
            caller,
            id,
            is_official: _,
            tables,
            tournaments: _,
        } = self;
        desk.reception.lobby.unwatch(desk.outbox.id());
        desk.reception.club_watches.left(desk.outbox.id());
        let followed = desk.reception.sessions.left(caller.account, id, desk.outbox.id());
        let watched: Vec<TableId> = tables.into_iter().chain(followed).collect();
        // A device that merely watched has lost no seat.
        let seats = desk.outbox.seats_held().into_vec();
        desk.reception.connection_log.notes().note(Noted::Closed {
            conn: desk.outbox.id().0,
            at: ended.at,
            heard_at: ended.at.checked_sub(ended.silence).unwrap_or(ended.at),
            why: ended.why,
            tables: seats,
        });
        for table in watched {
            if let Some(handle) = desk.reception.lobby.table(table) {
                handle.deliver(Mail::Disconnected(caller.clone())).await;
            }
        }
    }
}
