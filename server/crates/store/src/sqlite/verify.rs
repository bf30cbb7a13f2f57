//! Checks of all stored data.

use std::collections::{BTreeSet, HashMap};

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteConnection, SqlitePoolOptions, SqliteRow};
use sqlx::{Connection, Executor, Row};

use super::columns::{hash_of, kind, number};
use super::group::StepRecord;
use super::posting::TransferFields;
use super::settle::{Head, JournalEnd, Tail};
use super::{group, migrations, refused, refused_schema, sums};
use crate::StoreError;
use crate::chain::{self, GENESIS, Hash};
use crate::types::{LedgerAccount, OwnerKind, TableId, VerifyReport};

/// Transfers after which the ledger is checked again; a start goes through at most twice as many.
const CHECK_EVERY: i64 = 1024;

/// Reads everything, as of one instant.
pub(super) async fn everything(conn: &mut SqliteConnection) -> Result<VerifyReport, StoreError> {
    let mut snapshot = conn.begin().await.map_err(refused)?;
    let mut report = VerifyReport {
        known: acknowledged(&mut snapshot).await?,
        ..VerifyReport::default()
    };
    ledger(&mut snapshot, &mut report).await?;
    accounts(&mut snapshot, &mut report).await?;
    tabs(&mut snapshot, &mut report).await?;
    journals(&mut snapshot, &mut report).await?;
    sums::check(&mut snapshot, &mut report).await?;
    for what in structure(&mut snapshot).await? {
        report.fault(|| what);
    }
    Ok(report)
}

/// The faults in the structure of the database. Indexes are checked too: rows found through them are read without checking
/// the row's own sum, and a copy has new ones.
pub(super) async fn structure(conn: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let mut found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(10)")
        .fetch_all(conn)
        .await
        .map_err(refused)?;
    found.retain(|what| what != "ok");
    Ok(found)
}

/// The faults that the operator has acknowledged.
async fn acknowledged(conn: &mut SqliteConnection) -> Result<BTreeSet<String>, StoreError> {
    let known: Vec<String> = sqlx::query_scalar("SELECT what FROM acknowledged_fault")
        .fetch_all(conn)
        .await
        .map_err(refused)?;
    Ok(known.into_iter().collect())
}

/// Compares the schema of the database with that of a new database of the same version.
pub(super) async fn schema(conn: &mut SqliteConnection, report: &mut VerifyReport) -> Result<(), StoreError> {
    let version: i64 = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(&mut *conn)
        .await
        .map_err(refused)?;
    // On a bare connection, `run` returns a future that cannot be sent to another task.
    let new = SqlitePoolOptions::new()
        .max_connections(1)
        .connect("sqlite::memory:")
        .await
        .map_err(refused)?;
    migrations::up_to(version).run(&new).await.map_err(refused_schema)?;
    let mut wanted = shape(&mut *new.acquire().await.map_err(refused)?).await?;
    new.close().await;
    let mut found = shape(conn).await?;
    wanted.retain(|what| !found.remove(what));
    for (name, _) in wanted.into_iter().chain(found) {
        report.fault(|| format!("the schema: {name} is not what it should be"));
    }
    let next: (i64, i64) = sqlx::query_as(
        "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'game_table'), 0),
             coalesce((SELECT max(id) FROM game_table), 0)",
    )
    .fetch_one(conn)
    .await
    .map_err(refused)?;
    if next.0 != next.1 {
        report.fault(|| "the number of the next table is not the one after the last".to_owned());
    }
    Ok(())
}

/// Names and definitions of the schema objects that we create. Spaces and quotes are ignored.
async fn shape(conn: &mut SqliteConnection) -> Result<BTreeSet<(String, String)>, StoreError> {
    let shape: Vec<(String, String)> = sqlx::query_as(
        "SELECT type || ' ' || name || ' of ' || tbl_name, coalesce(sql, '') FROM sqlite_schema
         WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlx_%' AND tbl_name NOT LIKE '_sqlx_%'",
    )
    .fetch_all(conn)
    .await
    .map_err(refused)?;
    let plain = |sql: String| sql.split([' ', '\n', '"']).collect();
    Ok(shape.into_iter().map(|(name, sql)| (name, plain(sql))).collect())
}

/// The point of the last ledger check: a transfer's number and its hash.
type Checked = (i64, Hash);

async fn last_check(conn: &mut SqliteConnection) -> Result<Checked, StoreError> {
    let row = conn
        .fetch_one("SELECT transfer, hash FROM ledger_check")
        .await
        .map_err(refused)?;
    Ok((
        row.try_get("transfer").map_err(refused)?,
        hash_of(&row, "hash").map_err(refused)?,
    ))
}

/// `true` if many transfers have been made since the last check.
pub(super) async fn is_check_due(conn: &mut SqliteConnection) -> Result<bool, StoreError> {
    let since: i64 =
        sqlx::query_scalar("SELECT coalesce(max(id), 0) - (SELECT transfer FROM ledger_check) FROM transfer")
            .fetch_one(conn)
            .await
            .map_err(refused)?;
    Ok(since >= CHECK_EVERY)
}

/// Checks balances and transfers since the last check, and records its progress, within the open transaction.
pub(super) async fn check_ledger(conn: &mut SqliteConnection) -> Result<VerifyReport, StoreError> {
    let mut report = VerifyReport::default();
    let checked = last_check(conn).await?;
    let mut sums = HashMap::new();
    let end = add_up(conn, checked, i64::MAX, &mut sums, &mut report).await?;
    balances(conn, sums, &mut report).await?;
    if report.is_sound() && end.0 - checked.0 >= CHECK_EVERY {
        conn.execute("UPDATE balance SET checked = amount WHERE checked <> amount")
            .await
            .map_err(refused)?;
        sqlx::query("UPDATE ledger_check SET transfer = $1, hash = $2")
            .bind(end.0)
            .bind(end.1.to_vec())
            .execute(conn)
            .await
            .map_err(refused)?;
    }
    Ok(report)
}

/// Adds up all transfers and compares the result with the balances.
async fn ledger(conn: &mut SqliteConnection, report: &mut VerifyReport) -> Result<(), StoreError> {
    let checked = last_check(conn).await?;
    let mut sums = HashMap::new();
    let end = add_up(conn, (0, GENESIS), checked.0, &mut sums, report).await?;
    if end != checked {
        report.fault(|| format!("transfer {} is not what it was when it was checked", checked.0));
    }
    let balances_then: Vec<(String, i64)> = sqlx::query_as("SELECT account, checked FROM balance")
        .fetch_all(&mut *conn)
        .await
        .map_err(refused)?;
    for (account, amount) in balances_then {
        let moved = sums.remove(&account).unwrap_or(0);
        if moved != amount {
            report.fault(|| format!("{account} was checked with {amount} chips, but its transfers add up to {moved}"));
        }
    }
    for (account, moved) in sums {
        report.fault(|| format!("{account} has no balance, but its transfers add up to {moved}"));
    }
    let mut sums = HashMap::new();
    add_up(conn, end, i64::MAX, &mut sums, report).await?;
    balances(conn, sums, report).await
}

/// Adds up the transfers after one up to another, checking that each follows its predecessor. Returns the last one.
async fn add_up(
    conn: &mut SqliteConnection,
    behind: Checked,
    to: i64,
    sums: &mut HashMap<String, i64>,
    report: &mut VerifyReport,
) -> Result<Checked, StoreError> {
    let mut end = behind;
    {
        let mut rows = sqlx::query("SELECT * FROM transfer WHERE id > $1 AND id <= $2 ORDER BY id")
            .bind(behind.0)
            .bind(to)
            .fetch(conn);
        while let Some(row) = rows.try_next().await.map_err(refused)? {
            report.transfers += 1;
            let (id, prev_hash, hash) = add_transfer(&row, sums).map_err(refused)?;
            if end != (id - 1, prev_hash) {
                report.fault(|| format!("transfer {id} does not follow the one before it"));
            }
            let Some(computed) = hash else {
                report.fault(|| format!("transfer {id} is not what its hash says"));
                end = (id, hash_of(&row, "hash").map_err(refused)?);
                continue;
            };
            end = (id, computed);
        }
    }
    Ok(end)
}

/// Compares the balances with those at the last check plus the movements since.
async fn balances(
    conn: &mut SqliteConnection,
    mut sums: HashMap<String, i64>,
    report: &mut VerifyReport,
) -> Result<(), StoreError> {
    let changed = conn
        .fetch_all(
            "SELECT account, amount, checked FROM balance
             WHERE amount <> checked OR (amount < 0 AND account <> 'mint' AND account NOT GLOB 'tab:*')",
        )
        .await
        .map_err(refused)?;
    for row in changed {
        let account: String = row.try_get("account").map_err(refused)?;
        let amount: i64 = row.try_get("amount").map_err(refused)?;
        let checked: i64 = row.try_get("checked").map_err(refused)?;
        let moved = sums.remove(&account).unwrap_or(0).saturating_add(checked);
        if moved != amount {
            report.fault(|| format!("{account} has {amount} chips, but its transfers add up to {moved}"));
        }
        if amount < 0 && !account.parse().is_ok_and(LedgerAccount::may_owe) {
            report.fault(|| format!("{account} has {amount} chips"));
        }
    }
    for (account, moved) in sums.into_iter().filter(|(_, moved)| *moved != 0) {
        report.fault(|| format!("the transfers of {account} add up to {moved}, but its balance has not changed"));
    }
    // The balances of many tables with chips of their own exceed what SQLite adds up, so the halves of each number are added apart.
    let (high, low, has_mint): (i64, i64, bool) = sqlx::query_as(
        "SELECT coalesce(sum(amount >> 32), 0), coalesce(sum(amount & 0xFFFFFFFF), 0),
             count(*) FILTER (WHERE account = 'mint') = 1 FROM balance",
    )
    .fetch_one(conn)
    .await
    .map_err(refused)?;
    let sum = (i128::from(high) << 32) + i128::from(low);
    report.ledger_sum = i64::try_from(sum).unwrap_or(if sum < 0 { i64::MIN } else { i64::MAX });
    if sum != 0 {
        report.fault(|| format!("all balances add up to {sum}"));
    }
    if !has_mint {
        report.fault(|| "mint has no balance".to_owned());
    }
    Ok(())
}

/// Adds a transfer to the sums. Returns its number, the hash before it, and its own hash if that is correct.
fn add_transfer(row: &SqliteRow, sums: &mut HashMap<String, i64>) -> Result<(i64, Hash, Option<Hash>), sqlx::Error> {
    let fields = TransferFields::read(row)?;
    for (account, amount) in fields.moves() {
        let sum = sums.entry(account.to_owned()).or_default();
        *sum = sum.saturating_add(amount);
    }
    let prev_hash = hash_of(row, "prev_hash")?;
    let computed = fields.hash(&prev_hash);
    let hash = (computed == hash_of(row, "hash")?).then_some(computed);
    Ok((fields.id(), prev_hash, hash))
}

/// Compares the ledger accounts of tables and tournaments with these: each has one, and none holds chips once closed.
async fn accounts(conn: &mut SqliteConnection, report: &mut VerifyReport) -> Result<(), StoreError> {
    let unlike: Vec<(String, Option<i64>, bool)> = sqlx::query_as(
        "SELECT coalesce(account, kind || ':' || id), amount, id IS NOT NULL
         FROM game_table FULL JOIN balance ON account = kind || ':' || id
         WHERE account IS NULL OR (closed_at IS NOT NULL AND amount <> 0)
             OR (id IS NULL AND (account LIKE 'table:%' OR account LIKE 'tournament:%'))
         ORDER BY 1",
    )
    .fetch_all(conn)
    .await
    .map_err(refused)?;
    for (account, amount, is_known) in unlike {
        report.fault(|| match amount {
            None => format!("{account} has no balance"),
            Some(_) if !is_known => format!("{account} has a balance, but there is no such table or tournament"),
            Some(amount) => format!("{account} is closed, but has {amount} chips"),
        });
    }
    Ok(())
}

/// Compares each table with chips of its own with the tabs of its players: the chips there are those on the tabs, and
/// add up to none.
async fn tabs(conn: &mut SqliteConnection, report: &mut VerifyReport) -> Result<(), StoreError> {
    let unequal: Vec<(String, i64, Option<i64>)> = sqlx::query_as(
        "WITH tab AS (
             SELECT 'table:' || substr(account, 5, instr(substr(account, 5), ':') - 1) AS escrow, sum(amount) AS owed
             FROM balance WHERE account > 'tab:' AND account < 'tab;' GROUP BY 1
         )
         SELECT escrow, owed, amount FROM tab LEFT JOIN balance ON account = escrow
         WHERE amount IS NULL OR amount + owed <> 0 ORDER BY 1",
    )
    .fetch_all(conn)
    .await
    .map_err(refused)?;
    for (escrow, owed, held) in unequal {
        let held = held.unwrap_or(0);
        report.fault(|| format!("{escrow} has {held} chips, but the tabs of its players add up to {owed}"));
    }
    Ok(())
}

/// Follows every chain from its owner's setup to its end.
async fn journals(conn: &mut SqliteConnection, report: &mut VerifyReport) -> Result<(), StoreError> {
    let mut chains: HashMap<TableId, Chain> = HashMap::new();
    let owners = conn.fetch_all("SELECT * FROM owner").await.map_err(refused)?;
    let mut heads = HashMap::new();
    for row in &owners {
        heads.insert(number(row, "table_id")?, Tail::read(row)?.head);
    }
    let tables = conn
        .fetch_all("SELECT id, kind, config FROM game_table")
        .await
        .map_err(refused)?;
    for row in tables {
        let (id, kind) = (TableId(number(&row, "id")?), kind(&row)?);
        match kind {
            OwnerKind::Table => report.tables += 1,
            OwnerKind::Tournament => report.tournaments += 1,
        }
        let setup = chain::setup_hash(kind, id, row.try_get("config").map_err(refused)?);
        let head = heads.get(&id.0).copied().unwrap_or_default();
        chains.insert(id, Chain::new(kind, setup, head));
    }
    let end = JournalEnd::read(&mut *conn).await?;
    let swept: i64 = sqlx::query_scalar("SELECT swept FROM journal_end")
        .fetch_one(&mut *conn)
        .await
        .map_err(refused)?;
    let swept = swept.cast_unsigned();
    let mut last = 0;
    let mut settled = false;
    // Each table begins at epoch 1.
    let changes: i64 = sqlx::query_scalar("SELECT coalesce(sum(epoch - 1), 0) FROM owner")
        .fetch_one(&mut *conn)
        .await
        .map_err(refused)?;
    if changes != end.owners {
        report.fault(|| {
            format!(
                "tables have changed their owners {changes} times, but {} were counted",
                end.owners
            )
        });
    }
    let mut owners_then = 0;
    {
        let mut rows = sqlx::query("SELECT id, owners, steps FROM journal ORDER BY id").fetch(&mut *conn);
        while let Some(row) = rows.try_next().await.map_err(refused)? {
            let id = number(&row, "id")?;
            let now: i64 = row.try_get("owners").map_err(refused)?;
            if now < owners_then || now > end.owners {
                report.fault(|| format!("group {id} of the journal was not written by the owners of its time"));
            }
            owners_then = now;
            if id > end.settled && !settled {
                settled = true;
                ends(&owners, &chains, report)?;
            }
            if id != last + 1 && id > swept + 1 {
                report.fault(|| format!("group {id} of the journal does not follow the one before it"));
            }
            last = id;
            let Ok(steps) = group::read(row.try_get("steps").map_err(refused)?) else {
                report.fault(|| format!("group {id} of the journal cannot be read"));
                continue;
            };
            for step in steps {
                report.steps += 1;
                let (table, number) = (step.table, step.step);
                let Some(chain) = chains.get_mut(&table) else {
                    report.fault(|| format!("group {id} of the journal has a step of no table"));
                    continue;
                };
                if !chain.goes_on(&step, id) || !step.holds() {
                    report.fault(|| format!("the journal of {} {table} is broken at step {number}", chain.kind));
                }
            }
        }
    }
    if !settled {
        ends(&owners, &chains, report)?;
    }
    if last != end.last_group && end.last_group > swept {
        report.fault(|| "the journal does not end where it should".to_owned());
    }
    Ok(())
}

/// The chain of a table or tournament, as far as it has been followed.
struct Chain {
    kind: OwnerKind,
    /// The hash of the setup, at which the chain begins.
    setup: Hash,
    /// Steps up to this one may have been removed.
    head: Head,
    tail: Tail,
    is_begun: bool,
}

impl Chain {
    fn new(kind: OwnerKind, setup: Hash, head: Head) -> Self {
        let tail = Tail {
            epoch: 0,
            step: head.step,
            group: head.group,
            hash: head.hash.unwrap_or(setup),
            head,
        };
        Self {
            kind,
            setup,
            head,
            tail,
            is_begun: false,
        }
    }

    /// Advances past a step, and returns `true` if it is the next one.
    fn goes_on(&mut self, step: &StepRecord<'_>, group: u64) -> bool {
        let first = !std::mem::replace(&mut self.is_begun, true);
        let follows = if first && step.step == 1 {
            (step.prev_group, step.prev_hash) == (0, self.setup)
        } else if first && step.step <= self.head.step {
            // The steps before it have been removed; the steps after it show whether it is right.
            true
        } else {
            self.tail.is_followed_by(step)
        };
        self.tail = self.tail.behind(step, group);
        let at_head = step.step == self.head.step;
        let is_head = (group, Some(step.hash)) == (self.head.group, self.head.hash);
        follows && (!at_head || is_head)
    }
}

/// Compares the ends of the chains with those recorded for the owners.
fn ends(owners: &[SqliteRow], chains: &HashMap<TableId, Chain>, report: &mut VerifyReport) -> Result<(), StoreError> {
    let mut owned = HashMap::new();
    for row in owners {
        owned.insert(TableId(number(row, "table_id")?), Tail::read(row)?);
    }
    for (table, chain) in chains {
        let place = |tail: &Tail| (tail.step, tail.group, tail.hash);
        match owned.remove(table) {
            None => report.fault(|| format!("{} {table} has no owner", chain.kind)),
            Some(end) if place(&end) == place(&chain.tail) => {}
            Some(_) => report.fault(|| format!("the journal of {} {table} does not end where it should", chain.kind)),
        }
    }
    Ok(())
}
