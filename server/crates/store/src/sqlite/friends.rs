//! Friendships, and the requests for them.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row};

use super::accounts::account_of;
use super::columns::timestamp;
use super::fault::Fault;
use super::task::WriteTx;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::friends::{ASK_AGAIN, FRIENDS_MAX, FriendRequestOutcome, Friends, QUESTIONS_MAX, Tie, Ties};
use crate::types::AccountId;

fn blob(account: AccountId) -> Vec<u8> {
    account.0.as_bytes().to_vec()
}

/// Selects the other account of each tie, its time, and whether that account hides where it plays.
const TIES: &str = "SELECT tie.at, account.*,
        EXISTS (SELECT 1 FROM hidden_account WHERE hidden_account.account = account.id) AS hidden
    FROM account JOIN ";

const FRIENDS: &str = "(SELECT player AS who, since AS at FROM friend WHERE account = $1) AS tie
    ON tie.who = account.id ORDER BY account.name_key, account.id";

const ASKED_BY: &str =
    "(SELECT asker AS who, asked_at AS at FROM friend_question WHERE asked = $1 AND declined_at IS NULL) AS tie
    ON tie.who = account.id ORDER BY tie.at, account.id";

const ASKS: &str =
    "(SELECT asked AS who, asked_at AS at FROM friend_question WHERE asker = $1 AND withdrawn = 0) AS tie
    ON tie.who = account.id ORDER BY tie.at, account.id";

impl Friends for SqliteStore {
    fn ties(&self, account: AccountId) -> BoxFuture<'_, Result<Ties, StoreError>> {
        self.read_ties(account).boxed()
    }

    fn questions_to(&self, account: AccountId) -> BoxFuture<'_, Result<u32, StoreError>> {
        async move { questions_to(&mut *self.reader().await?, account).await.map_err(refused) }.boxed()
    }

    fn ask_friend(
        &self,
        account: AccountId,
        player: AccountId,
    ) -> BoxFuture<'_, Result<FriendRequestOutcome, StoreError>> {
        self.write(move |tx| ask(tx, account, player).boxed()).boxed()
    }

    fn accept_friend(
        &self,
        account: AccountId,
        player: AccountId,
    ) -> BoxFuture<'_, Result<FriendRequestOutcome, StoreError>> {
        self.write(move |tx| accept(tx, account, player).boxed()).boxed()
    }

    fn part(&self, account: AccountId, player: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.write(move |tx| part(tx, account, player).boxed()).boxed()
    }

    fn set_shown(&self, account: AccountId, shown: bool) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            async move {
                let change = if shown {
                    "DELETE FROM hidden_account WHERE account = $1"
                } else {
                    "INSERT INTO hidden_account (account) VALUES ($1) ON CONFLICT DO NOTHING"
                };
                sqlx::query(change).bind(blob(account)).execute(&mut *tx.conn).await?;
                Ok(())
            }
            .boxed()
        })
        .boxed()
    }
}

impl SqliteStore {
    async fn read_ties(&self, account: AccountId) -> Result<Ties, StoreError> {
        let mut reader = self.reader().await?;
        let hidden: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM hidden_account WHERE account = $1)")
            .bind(blob(account))
            .fetch_one(&mut *reader)
            .await
            .map_err(refused)?;
        Ok(Ties {
            friends: ties(&mut reader, FRIENDS, account).await?,
            asked_by: ties(&mut reader, ASKED_BY, account).await?,
            asks: ties(&mut reader, ASKS, account).await?,
            shown: !hidden,
        })
    }
}

async fn ties(conn: &mut SqliteConnection, which: &'static str, account: AccountId) -> Result<Vec<Tie>, StoreError> {
    // Both parts are constants of this module.
    let rows = sqlx::query(AssertSqlSafe(format!("{TIES}{which}")))
        .bind(blob(account))
        .fetch_all(conn)
        .await
        .map_err(refused)?;
    rows.iter().map(tie_of).collect()
}

fn tie_of(row: &SqliteRow) -> Result<Tie, StoreError> {
    let hidden: bool = row.try_get("hidden").map_err(refused)?;
    Ok(Tie {
        player: account_of(row)?,
        at: timestamp(row, "at")?,
        shown: !hidden,
    })
}

/// An earlier request, as far as it matters to a new one.
enum Question {
    Open,
    Declined { long_ago: bool, withdrawn: bool },
}

async fn question(tx: &mut WriteTx<'_>, from: AccountId, to: AccountId) -> Result<Option<Question>, Fault> {
    let row: Option<(Option<i64>, bool)> =
        sqlx::query_as("SELECT declined_at, withdrawn FROM friend_question WHERE asker = $1 AND asked = $2")
            .bind(blob(from))
            .bind(blob(to))
            .fetch_optional(&mut *tx.conn)
            .await?;
    let now = tx.clock.now().as_millisecond();
    Ok(row.map(|(declined_at, withdrawn)| match declined_at {
        None => Question::Open,
        Some(at) => Question::Declined {
            long_ago: i128::from(now) - i128::from(at) >= ASK_AGAIN.as_millis(),
            withdrawn,
        },
    }))
}

async fn count(tx: &mut WriteTx<'_>, sql: &'static str, account: AccountId) -> Result<u32, Fault> {
    let count: i64 = sqlx::query_scalar(sql)
        .bind(blob(account))
        .fetch_one(&mut *tx.conn)
        .await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

async fn questions_to(conn: &mut SqliteConnection, account: AccountId) -> Result<u32, sqlx::Error> {
    let count: i64 =
        sqlx::query_scalar("SELECT count(*) FROM friend_question WHERE asked = $1 AND declined_at IS NULL")
            .bind(blob(account))
            .fetch_one(conn)
            .await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

const COUNT_FRIENDS: &str = "SELECT count(*) FROM friend WHERE account = $1";
const COUNT_ASKS: &str = "SELECT count(*) FROM friend_question WHERE asker = $1 AND withdrawn = 0";

async fn are_friends(tx: &mut WriteTx<'_>, account: AccountId, player: AccountId) -> Result<bool, Fault> {
    let found = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM friend WHERE account = $1 AND player = $2)")
        .bind(blob(account))
        .bind(blob(player))
        .fetch_one(&mut *tx.conn)
        .await?;
    Ok(found)
}

/// The reason why two accounts cannot be friends, whatever the ties between them.
async fn strangers(
    tx: &mut WriteTx<'_>,
    account: AccountId,
    player: AccountId,
) -> Result<Option<FriendRequestOutcome>, Fault> {
    for who in [account, player] {
        let program: Option<bool> =
            sqlx::query_scalar("SELECT kind = 'bot' OR house <> 0 FROM account WHERE id = $1 AND retired_at IS NULL")
                .bind(blob(who))
                .fetch_optional(&mut *tx.conn)
                .await?;
        match program {
            None => return Ok(Some(FriendRequestOutcome::NoSuchPlayer)),
            Some(true) => return Ok(Some(FriendRequestOutcome::Program)),
            Some(false) => {}
        }
    }
    Ok(None)
}

async fn ask(tx: &mut WriteTx<'_>, account: AccountId, player: AccountId) -> Result<FriendRequestOutcome, Fault> {
    if let Some(refusal) = strangers(tx, account, player).await? {
        return Ok(refusal);
    }
    if are_friends(tx, account, player).await? {
        return Ok(FriendRequestOutcome::Friends);
    }
    if let Some(Question::Open) = question(tx, player, account).await? {
        return befriend(tx, account, player).await;
    }
    let own = question(tx, account, player).await?;
    match own {
        Some(
            Question::Open
            | Question::Declined {
                long_ago: false,
                withdrawn: false,
            },
        ) => return Ok(FriendRequestOutcome::Stands),
        _ if count(tx, COUNT_FRIENDS, account).await? >= FRIENDS_MAX => return Ok(FriendRequestOutcome::Full),
        // A request that looks open to the asker has been counted already.
        None | Some(Question::Declined { withdrawn: true, .. })
            if count(tx, COUNT_ASKS, account).await? >= QUESTIONS_MAX =>
        {
            return Ok(FriendRequestOutcome::QuestionsFull);
        }
        // To the asker the request looks open; the player is not notified.
        Some(Question::Declined { long_ago: false, .. }) => {
            sqlx::query("UPDATE friend_question SET withdrawn = 0, asked_at = $3 WHERE asker = $1 AND asked = $2")
                .bind(blob(account))
                .bind(blob(player))
                .bind(tx.clock.now().as_millisecond())
                .execute(&mut *tx.conn)
                .await?;
            return Ok(FriendRequestOutcome::Stands);
        }
        _ => {}
    }
    if questions_to(tx.conn, player).await? >= QUESTIONS_MAX {
        return Ok(FriendRequestOutcome::PlayerFull(QUESTIONS_MAX));
    }
    sqlx::query(
        "INSERT INTO friend_question (asker, asked, asked_at) VALUES ($1, $2, $3)
         ON CONFLICT (asker, asked) DO UPDATE SET asked_at = excluded.asked_at, declined_at = NULL, withdrawn = 0",
    )
    .bind(blob(account))
    .bind(blob(player))
    .bind(tx.clock.now().as_millisecond())
    .execute(&mut *tx.conn)
    .await?;
    Ok(FriendRequestOutcome::Asks)
}

async fn accept(tx: &mut WriteTx<'_>, account: AccountId, player: AccountId) -> Result<FriendRequestOutcome, Fault> {
    if are_friends(tx, account, player).await? {
        return Ok(FriendRequestOutcome::Friends);
    }
    match question(tx, player, account).await? {
        Some(Question::Open) => befriend(tx, account, player).await,
        _ => Ok(FriendRequestOutcome::NoQuestion),
    }
}

/// Makes two accounts friends, and deletes any requests between them.
async fn befriend(tx: &mut WriteTx<'_>, account: AccountId, player: AccountId) -> Result<FriendRequestOutcome, Fault> {
    if count(tx, COUNT_FRIENDS, account).await? >= FRIENDS_MAX {
        return Ok(FriendRequestOutcome::Full);
    }
    if count(tx, COUNT_FRIENDS, player).await? >= FRIENDS_MAX {
        return Ok(FriendRequestOutcome::PlayerFull(FRIENDS_MAX));
    }
    let since = tx.clock.now().as_millisecond();
    for (one, other) in [(account, player), (player, account)] {
        sqlx::query("DELETE FROM friend_question WHERE asker = $1 AND asked = $2")
            .bind(blob(one))
            .bind(blob(other))
            .execute(&mut *tx.conn)
            .await?;
        sqlx::query("INSERT INTO friend (account, player, since) VALUES ($1, $2, $3)")
            .bind(blob(one))
            .bind(blob(other))
            .bind(since)
            .execute(&mut *tx.conn)
            .await?;
    }
    Ok(FriendRequestOutcome::Accepted)
}

async fn part(tx: &mut WriteTx<'_>, account: AccountId, player: AccountId) -> Result<bool, Fault> {
    let both = "DELETE FROM friend WHERE (account = $1 AND player = $2) OR (account = $2 AND player = $1)";
    let ended = sqlx::query(both)
        .bind(blob(account))
        .bind(blob(player))
        .execute(&mut *tx.conn)
        .await?;
    let declined =
        "UPDATE friend_question SET declined_at = $3 WHERE asker = $2 AND asked = $1 AND declined_at IS NULL";
    sqlx::query(declined)
        .bind(blob(account))
        .bind(blob(player))
        .bind(tx.clock.now().as_millisecond())
        .execute(&mut *tx.conn)
        .await?;
    sqlx::query("UPDATE friend_question SET withdrawn = 1 WHERE asker = $1 AND asked = $2 AND declined_at IS NOT NULL")
        .bind(blob(account))
        .bind(blob(player))
        .execute(&mut *tx.conn)
        .await?;
    let taken_back = sqlx::query("DELETE FROM friend_question WHERE asker = $1 AND asked = $2 AND declined_at IS NULL")
        .bind(blob(account))
        .bind(blob(player))
        .execute(&mut *tx.conn)
        .await?;
    Ok(ended.rows_affected() + taken_back.rows_affected() > 0)
}
