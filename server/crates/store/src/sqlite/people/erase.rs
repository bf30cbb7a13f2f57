//! Deletes a person, and hides the name in records that are kept permanently.
//!
//! Hands and results are protected by sums and chains, and stay as they were written. The name is replaced whenever
//! they are read, consistently by the identifier next to it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::{Value, json};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::super::accounts::{blob, uuid_of};
use super::super::fault::Fault;
use super::super::ledger;
use super::super::refused;
use super::super::task::WriteTx;
use super::deeds::{Did, bots_of, outsider, post};
use crate::StoreError;
use crate::accounts::AccountRecord;
use crate::gist::HandGist;
use crate::people::Whom;
use crate::transfer::Transfer;
use crate::types::{AccountId, LedgerAccount};

/// Deletes what belongs to an account, in addition to what the schema itself removes when an account is retired:
/// friends, requests, notes, results, subscriptions, and the reserved appearance of the name.
const GONE: [&str; 11] = [
    "DELETE FROM push_subscription WHERE account = $1",
    "DELETE FROM refresh_token WHERE session IN (SELECT id FROM session WHERE account = $1)",
    "DELETE FROM session WHERE account = $1",
    "DELETE FROM official WHERE account = $1",
    "DELETE FROM verified_adult WHERE account = $1",
    "DELETE FROM shared_hand WHERE account = $1",
    "DELETE FROM chat_line WHERE account = $1",
    "DELETE FROM connection WHERE account = $1",
    "DELETE FROM refused_answer WHERE account = $1",
    "DELETE FROM chat_mute WHERE account = $1",
    "DELETE FROM ban WHERE account = $1",
];

/// Records in which the name is replaced for good, each with its key: no chain covers them.
const RECORDS: [(&str, &str); 3] = [
    (
        "SELECT table_id AS key, body FROM evening WHERE instr(body, $1) > 0",
        "UPDATE evening SET body = $2 WHERE table_id = $1",
    ),
    (
        "SELECT tournament AS key, body FROM result WHERE instr(body, $1) > 0",
        "UPDATE result SET body = $2 WHERE tournament = $1",
    ),
    (
        "SELECT no AS key, body FROM result_act WHERE instr(body, $1) > 0",
        "UPDATE result_act SET body = $2 WHERE no = $1",
    ),
];

/// Replacement names of deleted accounts, by identifier as text.
#[derive(Clone, Debug, Default)]
pub(in crate::sqlite) struct Erased(Arc<RwLock<HashMap<String, String>>>);

impl Erased {
    /// Reads all deleted accounts of a database.
    pub(in crate::sqlite) async fn read(conn: &mut SqliteConnection) -> Result<Self, StoreError> {
        let erased = Self::default();
        let rows =
            sqlx::query("SELECT id, name FROM deleted_account JOIN account ON account.id = deleted_account.account")
                .fetch_all(conn)
                .await
                .map_err(refused)?;
        for row in &rows {
            let account = AccountId(uuid_of(row, "id").map_err(refused)?);
            erased.add([(account, row.try_get("name").map_err(refused)?)]);
        }
        Ok(erased)
    }

    pub(in crate::sqlite) fn add(&self, gone: impl IntoIterator<Item = (AccountId, String)>) {
        let mut names = self.0.write().unwrap_or_else(PoisonError::into_inner);
        names.extend(gone.into_iter().map(|(account, name)| (account.to_string(), name)));
    }

    /// Replaces the names of deleted accounts in JSON: in an object with the `id` of such an account, the `name` changes.
    pub(in crate::sqlite) fn without_names<'a>(&self, json: Cow<'a, str>) -> Cow<'a, str> {
        let names = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if names.is_empty() || !names.keys().any(|account| json.contains(account.as_str())) {
            return json;
        }
        match serde_json::from_str::<Value>(&json) {
            Ok(mut value) => {
                take_out(&mut value, &names);
                Cow::Owned(value.to_string())
            }
            // A text that is not JSON is no readable record.
            Err(_) => json,
        }
    }

    /// The same for lines of JSON.
    pub(in crate::sqlite) fn without_names_in_lines(&self, lines: &str) -> String {
        let lines = lines.split('\n').map(|line| self.without_names(line.into()));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The same for the summary of a hand; `players` are its participants, 16 bytes each.
    pub(in crate::sqlite) fn clear(&self, gist: &mut HandGist, players: &[u8]) {
        let names = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if names.is_empty() {
            return;
        }
        for (player, account) in gist.players.iter_mut().zip(players.chunks_exact(16)) {
            let account = uuid::Uuid::from_slice(account).map(AccountId);
            if let Some(name) = account.ok().and_then(|account| names.get(&account.to_string())) {
                player.name.clone_from(name);
            }
        }
    }
}

fn take_out(value: &mut Value, names: &HashMap<String, String>) {
    match value {
        Value::Object(fields) => {
            let erased = fields.get("id").and_then(Value::as_str).and_then(|id| names.get(id));
            if let (Some(erased), Some(name)) = (erased.cloned(), fields.get_mut("name")) {
                *name = Value::String(erased);
            }
            // The words of a deleted account go with its name.
            let author = fields.get("author").and_then(|author| author["id"].as_str());
            if author.is_some_and(|id| names.contains_key(id))
                && let Some(reason) = fields.get_mut("reason")
            {
                *reason = Value::String(String::new());
            }
            fields.values_mut().for_each(|field| take_out(field, names));
        }
        Value::Array(values) => values.iter_mut().for_each(|one| take_out(one, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Deletes an account with its bots. The rows of the ledger stay; remaining chips return to the mint.
pub(super) async fn delete(tx: &mut WriteTx<'_>, whom: &Whom, id: &str) -> Result<Did, Fault> {
    let account = outsider(tx.conn, whom).await?;
    let bots = bots_of(tx.conn, account.id).await?;
    let mut did = Did {
        accounts: Vec::new(),
        act: json!({"kind": "delete"}),
        outcome: Value::Null,
        erased: Vec::new(),
    };
    let mut chips = 0;
    for gone in [&account].into_iter().chain(&bots) {
        chips += delete_one(tx, gone, id).await?;
        did.accounts.push(gone.id);
        did.erased.push((gone.id, erased_name(gone.id)));
    }
    did.outcome = json!({"name": erased_name(account.id), "bots": bots.len(), "chips_to_mint": chips});
    Ok(did)
}

/// The replacement name of a deleted account. It is made from the end of the identifier, which is random.
fn erased_name(account: AccountId) -> String {
    let text = account.0.simple().to_string();
    format!("deleted-{}", &text[text.len() - 8..])
}

async fn delete_one(tx: &mut WriteTx<'_>, account: &AccountRecord, id: &str) -> Result<u64, Fault> {
    let (gone, now) = (account.id, tx.clock.now().as_millisecond());
    let own = LedgerAccount::Player(gone);
    let chips = ledger::balance(tx.conn, &own.to_string()).await?.unwrap_or_default();
    if !chips.is_zero() {
        post(tx, Transfer::operator(own, LedgerAccount::Mint, chips), id).await?;
    }
    for sql in GONE {
        sqlx::query(sql).bind(blob(gone.0)).execute(&mut *tx.conn).await?;
    }
    let name = erased_name(gone);
    // No password has the empty text as its hash.
    sqlx::query(
        "UPDATE account SET name = $2, name_key = $2, retired_at = $3,
             password_hash = CASE WHEN password_hash IS NULL THEN NULL ELSE '' END
         WHERE id = $1",
    )
    .bind(blob(gone.0))
    .bind(&name)
    .bind(now)
    .execute(&mut *tx.conn)
    .await?;
    sqlx::query("INSERT INTO deleted_account (account, deleted_at) VALUES ($1, $2)")
        .bind(blob(gone.0))
        .bind(now)
        .execute(&mut *tx.conn)
        .await?;
    rewrite_records(tx, gone, &name).await?;
    sqlx::query(
        "UPDATE trail SET act = json_set(act, '$.name', $2), outcome = json_set(outcome, '$.was', $2)
         WHERE account = $1 AND act ->> '$.kind' = 'rename'",
    )
    .bind(blob(gone.0))
    .bind(&name)
    .execute(&mut *tx.conn)
    .await?;
    Ok(chips.get())
}

/// Replaces the name of an account in the records that can be written again.
async fn rewrite_records(tx: &mut WriteTx<'_>, account: AccountId, name: &str) -> Result<(), Fault> {
    let erased = Erased::default();
    erased.add([(account, name.to_owned())]);
    for (found, rewritten) in RECORDS {
        let rows = sqlx::query(found)
            .bind(account.to_string())
            .fetch_all(&mut *tx.conn)
            .await?;
        for row in &rows {
            let (key, body): (i64, String) = (row.try_get("key")?, row.try_get("body")?);
            sqlx::query(rewritten)
                .bind(key)
                .bind(erased.without_names(body.into()).into_owned())
                .execute(&mut *tx.conn)
                .await?;
        }
    }
    Ok(())
}
