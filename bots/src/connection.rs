//! The task behind a client: one socket at a time, the unanswered requests, and the sources that are followed.

mod dial;
pub(crate) mod ids;

use std::collections::VecDeque;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use poker_protocol::v1::server::{Events, OkMsg, Private, Welcome};
use poker_protocol::v1::tournament::TournamentEvents;
use poker_protocol::v1::{ClientMsg, CloseCode, ErrorMsg, ServerMsg};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::http::Uri;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::error::{ClientError, pause_of};
use crate::follow::{Followed, Received, Source};
use crate::options::{ClientOptions, Credentials};
use crate::reader::{self, Incoming, Refusal};
use dial::{close_code, dial, keep_token, patience};
use ids::Ids;

/// Maximum number of unread messages. A program that lets more pile up misses some of them, and gets fresh snapshots of its
/// tables as soon as it reads on.
pub(crate) const NOTICES: usize = 1024;

/// Size of a read from the socket; the default of 128 KiB would be most of a bot's memory.
const READ_BUFFER_BYTES: usize = 4096;

/// The longest pause between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Time allowed for the server to answer a handshake, a hello or a goodbye.
const COURTESY: Duration = Duration::from_secs(10);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A message or change that a client receives without having asked for it.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A message. The events of a table are only the new ones, in order and without gaps. The numbers are those of events in
    /// the message whose kind is unknown.
    Message(Box<ServerMsg>, Vec<u64>),
    /// The connection is lost; the client is trying to restore it.
    Disconnected,
    /// The connection is open again, and the tables are being resumed.
    Reconnected(Box<Welcome>),
}

/// A request together with the channel for its answer.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) message: ClientMsg,
    pub(crate) reply: oneshot::Sender<Result<OkMsg, ClientError>>,
}

/// The end of a connection.
enum End {
    /// The client was dropped.
    Unused,
    /// The connection broke; the server may have said after what pause to return.
    Lost(Option<Duration>),
    /// Reconnecting is pointless.
    Fatal(ClientError),
}

#[derive(Debug)]
pub(crate) struct Connection {
    uri: Uri,
    credentials: Credentials,
    options: ClientOptions,
    ids: Ids,
    commands: mpsc::Receiver<Command>,
    notices: mpsc::Sender<Notice>,
    socket: Socket,
    silence: Duration,
    followed: Followed,
    /// A table whose newest events may still lack their private parts, with the number before those events.
    unsettled: Option<(Source, u64)>,
    pending: VecDeque<Command>,
    /// Set if messages were dropped because they were not read.
    lagging: bool,
    /// Time to retry the sources whose resume was refused for a moment.
    ask_again_at: Option<Instant>,
    come_back_after: Option<Duration>,
}

impl Connection {
    pub(crate) async fn open(
        url: &str,
        mut credentials: Credentials,
        options: ClientOptions,
        ids: Ids,
        commands: mpsc::Receiver<Command>,
        notices: mpsc::Sender<Notice>,
    ) -> Result<(Self, Welcome), ClientError> {
        let uri: Uri = url.parse().map_err(|_| ClientError::Address(url.to_owned()))?;
        let (socket, welcome) = dial(&uri, &credentials, &options, &ids, None).await?;
        keep_token(&mut credentials, &welcome);
        let connection = Self {
            uri,
            credentials,
            options,
            ids,
            commands,
            notices,
            socket,
            silence: patience(&welcome),
            followed: Followed::default(),
            unsettled: None,
            pending: VecDeque::new(),
            lagging: false,
            ask_again_at: None,
            come_back_after: None,
        };
        Ok((connection, welcome))
    }

    pub(crate) async fn run(mut self) -> Result<(), ClientError> {
        loop {
            let pause = match self.serve().await {
                End::Unused => {
                    // A server that does not answer the goodbye is no reason to stay.
                    timeout(COURTESY, self.socket.close(None)).await.ok();
                    return Ok(());
                }
                End::Fatal(error) => return Err(error),
                End::Lost(pause) => pause,
            };
            self.notify(Notice::Disconnected);
            self.interrupt();
            if !self.mend(pause).await? {
                return Ok(());
            }
        }
    }

    /// Carries messages until the connection ends.
    async fn serve(&mut self) -> End {
        loop {
            tokio::select! {
                command = self.commands.recv() => match command {
                    Some(command) => self.ask(command).await,
                    None => return End::Unused,
                },
                frame = timeout(self.silence, self.socket.next()) => match frame {
                    Ok(Some(Ok(Message::Text(text)))) => self.receive(&text).await,
                    Ok(Some(Ok(Message::Close(frame)))) => {
                        let code = frame.and_then(|frame| close_code(frame.code.into()));
                        return match code {
                            Some(code) if code != CloseCode::Normal && !code.may_resume() => {
                                End::Fatal(ClientError::Closed(code))
                            }
                            _ => End::Lost(self.come_back_after.take()),
                        };
                    }
                    Ok(Some(Ok(_))) => {}
                    Ok(Some(Err(_)) | None) | Err(_) => return End::Lost(self.come_back_after.take()),
                },
                is_read = has_room(self.notices.clone()), if self.lagging => {
                    if !is_read {
                        return End::Unused;
                    }
                    self.lagging = false;
                    for source in self.followed.all() {
                        self.start_over(source).await;
                    }
                }
                () = sleep_until(self.ask_again_at.unwrap_or_else(Instant::now)), if self.ask_again_at.is_some() => {
                    self.ask_again_at = None;
                    for source in self.followed.refused() {
                        self.take_up(&source, None).await;
                    }
                }
            }
        }
    }

    /// Sends a request and remembers the channel for its answer.
    async fn ask(&mut self, command: Command) {
        if let Some(source) = Source::watched_by(&command.message) {
            self.followed.begin(source, None);
        } else if let Some(source) = Source::left_by(&command.message) {
            self.followed.end(&source);
        }
        self.send(&command.message).await;
        self.pending.push_back(command);
    }

    /// Sends a message. A failure shows at the next read from the socket.
    async fn send(&mut self, message: &ClientMsg) {
        if let Ok(text) = serde_json::to_string(message) {
            self.socket.send(Message::text(text)).await.ok();
        }
    }

    async fn receive(&mut self, text: &str) {
        let incoming = match reader::read(text) {
            Ok(incoming) => incoming,
            Err(error) => {
                tracing::warn!(%error, "a message that is not JSON");
                return;
            }
        };
        // Private parts come directly after their events: any other message settles those events.
        self.unsettled = None;
        match incoming {
            Incoming::Unknown => {}
            Incoming::Refused(refusal) => self.refused(refusal),
            Incoming::Message(message, skipped) => match *message {
                ServerMsg::Ok(answer) => {
                    self.followed.settle_resume(&answer.id, true);
                    let id = answer.id.clone();
                    if let Some(table) = self.waiting(&id).and_then(Source::sat_at) {
                        self.followed.join(table);
                    }
                    self.answer(&id, Ok(answer));
                }
                ServerMsg::Error(error) => self.error(error),
                ServerMsg::Pong(pong) => {
                    let id = pong.id;
                    let answer = OkMsg {
                        id: id.clone(),
                        ..OkMsg::default()
                    };
                    self.answer(&id, Ok(answer));
                }
                ServerMsg::Events(events) => self.events(events, skipped).await,
                ServerMsg::Private(private) => self.private(private),
                ServerMsg::TournamentEvents(events) => self.tournament_events(events, skipped).await,
                ServerMsg::Snapshot(snapshot) => {
                    let source = Source::Table(snapshot.table.clone());
                    self.snapshot(&source, snapshot.seq, ServerMsg::Snapshot(snapshot));
                }
                ServerMsg::TournamentSnapshot(snapshot) => {
                    let source = Source::Tournament(snapshot.tournament.clone());
                    self.snapshot(&source, snapshot.seq, ServerMsg::TournamentSnapshot(snapshot));
                }
                ServerMsg::Closing(closing) => {
                    self.come_back_after = closing.retry_after_ms.map(|ms| Duration::from_millis(ms.into()));
                    self.tell(ServerMsg::Closing(closing), Vec::new());
                }
                other => self.tell(other, Vec::new()),
            },
        }
    }

    /// Passes on a snapshot of a followed source.
    fn snapshot(&mut self, source: &Source, seq: u64, snapshot: ServerMsg) {
        if let Some(track) = self.followed.track(source) {
            track.seq = Some(seq);
            self.tell(snapshot, Vec::new());
        }
    }

    /// Passes on the new events of a table, and asks for the missing ones if there is a gap.
    async fn events(&mut self, mut events: Events, mut skipped: Vec<u64>) {
        let source = Source::Table(events.table.clone());
        let numbers = events
            .events
            .iter()
            .map(|event| event.seq)
            .chain(skipped.iter().copied());
        let Some(received) = self.followed.receive(&source, numbers.collect()) else {
            return;
        };
        events.events.retain(|event| received.is_new(event.seq));
        events.clock.take_if(|_| received.is_gap);
        skipped.retain(|seq| received.is_new(*seq));
        if received.last > received.before {
            self.unsettled = Some((source.clone(), received.before));
        }
        self.close_gap(&source, received).await;
        if !events.events.is_empty() || !skipped.is_empty() || events.clock.is_some() {
            self.tell(ServerMsg::Events(events), skipped);
        }
    }

    /// Passes on the new events of a tournament, which carry no numbers of their own, and closes gaps likewise.
    async fn tournament_events(&mut self, mut events: TournamentEvents, mut skipped: Vec<u64>) {
        let source = Source::Tournament(events.tournament.clone());
        let numbers = numbered(&events, &skipped);
        let Some(received) = self
            .followed
            .receive(&source, numbers.iter().chain(&skipped).copied().collect())
        else {
            return;
        };
        let mut numbers = numbers.into_iter();
        events
            .events
            .retain(|_| numbers.next().is_some_and(|seq| received.is_new(seq)));
        events.first_seq = received.before + 1;
        events.clock.take_if(|_| received.is_gap);
        skipped.retain(|seq| received.is_new(*seq));
        self.close_gap(&source, received).await;
        if !events.events.is_empty() || !skipped.is_empty() || events.clock.is_some() {
            self.tell(ServerMsg::TournamentEvents(events), skipped);
        }
    }

    /// Asks for the missing events, unless they have already been requested.
    async fn close_gap(&mut self, source: &Source, received: Received) {
        let is_asked = self.followed.track(source).is_none_or(|track| track.resume.is_some());
        if received.is_gap && !is_asked {
            tracing::debug!(%source, after = received.last, "a gap: resuming");
            self.resume(source, received.last).await;
        }
    }

    fn private(&mut self, mut private: Private) {
        let Some(seen) = self.followed.seq(&Source::Table(private.table.clone())) else {
            return;
        };
        private.events.retain(|event| event.seq() <= seen);
        if !private.events.is_empty() {
            self.tell(ServerMsg::Private(private), Vec::new());
        }
    }

    fn error(&mut self, error: ErrorMsg) {
        let Some(id) = error.id.clone() else {
            self.tell(ServerMsg::Error(error), Vec::new());
            return;
        };
        if error.retryable && self.followed.refuse_resume(&id) {
            let pause = pause_of(&error).unwrap_or(self.options.retry_after).min(LONGEST_PAUSE);
            self.ask_again_at.get_or_insert(Instant::now() + pause);
            return;
        }
        let was_resume = self.followed.settle_resume(&id, false);
        if let Some(source) = self.waiting(&id).and_then(Source::watched_by) {
            self.followed.end(&source);
        }
        if was_resume || self.waiting(&id).is_none() {
            self.tell(ServerMsg::Error(error), Vec::new());
        } else {
            self.answer(&id, Err(ClientError::Refused(Box::new(error))));
        }
    }

    fn refused(&mut self, refusal: Refusal) {
        if let Some(id) = refusal.id.clone() {
            self.answer(&id, Err(ClientError::RefusedAnew(Box::new(refusal))));
        }
    }

    /// Returns the unanswered request with this id.
    fn waiting(&self, id: &str) -> Option<&ClientMsg> {
        let mut waiting = self.pending.iter().map(|command| &command.message);
        waiting.find(|message| message.id() == id)
    }

    fn answer(&mut self, id: &str, answer: Result<OkMsg, ClientError>) {
        let at = self.pending.iter().position(|command| command.message.id() == id);
        if let Some(command) = at.and_then(|at| self.pending.remove(at)) {
            // The caller may have stopped waiting.
            command.reply.send(answer).ok();
        }
    }

    async fn resume(&mut self, source: &Source, after: u64) {
        let id = self.ids.next();
        if let Some(track) = self.followed.track(source) {
            track.resume = Some(id.clone());
        }
        self.send(&source.resume(id, after)).await;
    }

    async fn start_over(&mut self, source: Source) {
        let id = self.ids.next();
        self.followed.begin(source.clone(), Some(id.clone()));
        self.send(&source.watch(id)).await;
    }

    /// Asks for the events after this number, or after the last event passed on, or for a snapshot if there has been none. An
    /// unanswered watch is skipped, as it is sent again anyway.
    async fn take_up(&mut self, source: &Source, after: Option<u64>) {
        let waits = |command: &Command| Source::watched_by(&command.message).as_ref() == Some(source);
        match after.or_else(|| self.followed.seq(source)) {
            Some(after) => self.resume(source, after).await,
            None if self.pending.iter().any(waits) => {}
            None => self.start_over(source.clone()).await,
        }
    }

    /// Reconnects and takes everything up again. Returns `false` if the client was dropped.
    async fn mend(&mut self, pause: Option<Duration>) -> Result<bool, ClientError> {
        let (socket, welcome) = {
            let dialling = dial(&self.uri, &self.credentials, &self.options, &self.ids, pause);
            tokio::pin!(dialling);
            loop {
                tokio::select! {
                    dialled = &mut dialling => break dialled?,
                    command = self.commands.recv() => match command {
                        Some(command) => self.pending.push_back(command),
                        None => return Ok(false),
                    },
                }
            }
        };
        keep_token(&mut self.credentials, &welcome);
        self.socket = socket;
        self.silence = patience(&welcome);
        self.notify(Notice::Reconnected(Box::new(welcome)));
        let unsettled = self.unsettled.take();
        self.ask_again_at = None;
        for source in self.followed.all() {
            let before = unsettled.as_ref().filter(|(of, _)| *of == source);
            self.take_up(&source, before.map(|(_, before)| *before)).await;
        }
        for command in std::mem::take(&mut self.pending) {
            self.ask_again(command).await;
        }
        Ok(true)
    }

    async fn ask_again(&mut self, command: Command) {
        let watched = Source::watched_by(&command.message);
        if watched.is_some_and(|source| self.followed.seq(&source).is_some()) {
            // The resume does the work of the watch.
            let id = command.message.id().to_owned();
            let answer = OkMsg { id, ..OkMsg::default() };
            command.reply.send(Ok(answer)).ok();
        } else {
            self.ask(command).await;
        }
    }

    /// Fails the requests that must not be repeated, as they may have been carried out.
    fn interrupt(&mut self) {
        let (doubtful, repeatable): (VecDeque<Command>, VecDeque<Command>) =
            std::mem::take(&mut self.pending).into_iter().partition(|command| {
                matches!(
                    command.message,
                    ClientMsg::Chat(_)
                        | ClientMsg::CreateTable(_)
                        | ClientMsg::Show(_)
                        | ClientMsg::RequestRuling(_)
                        | ClientMsg::Report(_)
                )
            });
        self.pending = repeatable;
        for command in doubtful {
            command.reply.send(Err(ClientError::Interrupted)).ok();
        }
    }

    fn tell(&mut self, message: ServerMsg, skipped: Vec<u64>) {
        self.notify(Notice::Message(Box::new(message), skipped));
    }

    fn notify(&mut self, notice: Notice) {
        if self.lagging {
            return;
        }
        if let Err(mpsc::error::TrySendError::Full(_)) = self.notices.try_send(notice) {
            tracing::warn!("messages are not read fast enough: some are lost");
            self.lagging = true;
        }
    }
}

/// Waits until enough messages were read; `false` if the reader is gone.
async fn has_room(notices: mpsc::Sender<Notice>) -> bool {
    notices.reserve_many(NOTICES / 2).await.is_ok()
}

/// Returns the number of each event of a tournament: they are consecutive except for the skipped ones.
fn numbered(events: &TournamentEvents, skipped: &[u64]) -> Vec<u64> {
    let numbers = (events.first_seq..).filter(|seq| !skipped.contains(seq));
    numbers.take(events.events.len()).collect()
}
