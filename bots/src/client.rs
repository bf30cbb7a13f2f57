//! A connection to the server that restores itself.

mod host;
mod lobby;
mod seat;

use std::time::Duration;

use poker_protocol::v1::server::{OkMsg, Welcome};
use poker_protocol::v1::{ClientMsg, ErrorCode, ErrorMsg};
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
