//! Removes steps that no table needs any more, and hands that are too old to keep.
//!
//! A group contains steps of many tables, some of which rest for months, so no group can wait until none of them needs
//! it. Instead the groups are swept from the oldest on, and again whenever about half of all steps are no longer
//! needed. The steps still needed remain, under the number of their group and with unchanged hashes. A table's head in
//! `owner` records the hash of the last step that is not needed, from which an audit continues.

use std::collections::{BTreeSet, HashMap};

use sqlx::sqlite::SqliteConnection;
use sqlx::{Executor, Row};

use super::columns::number;
use super::fault::Fault;
use super::group::{self, GroupWriter, StepRecord};
use super::rows::Rows;
use super::tallies;
use crate::clock::WallClock;
use crate::types::{KeepHands, TableId};

/// Groups per slice: several times as many as are written before the next one.
const SLICE: i64 = 256;

/// Hands deleted per slice: more than are played before the next one.
const HANDS_SLICE: i64 = 4096;

/// With fewer new steps than this, the journal is not worth a sweep.
const STEPS_MIN: u64 = 1024;

/// Sweeps the journal, a slice at a time.
pub(super) struct Sweeper {
    keep_hands: KeepHands,
    /// `true` to keep the whole journal.
    keep_journal: bool,
    /// The round in progress.
    round: Option<Round>,
    /// Steps written since the last round began, as far as this process knows.
    appended: u64,
    /// Steps that the last round kept.
    kept: u64,
}

/// One sweep of the journal.
struct Round {
    /// For each open table, the last step that is not needed.
    heads: HashMap<TableId, u64>,
    /// Tables up to this number without an entry in `heads` are closed.
    last_table: u64,
    /// The last group that was swept, and the last one to sweep.
    at: u64,
    to: u64,
    kept: u64,
}

impl Round {
    /// Begins a round over the settled part of the journal, within the open transaction.
    async fn begin(conn: &mut SqliteConnection) -> Result<Self, Fault> {
        conn.execute("UPDATE journal_end SET swept = settled").await?;
        let row = conn
            .fetch_one(
                "SELECT swept, (SELECT coalesce(max(id), 0) FROM game_table) AS last_table,
                     (SELECT coalesce(min(id), 1) - 1 FROM journal) AS at
                 FROM journal_end",
            )
            .await?;
        let open = conn
            .fetch_all(
                "SELECT table_id, head_step FROM owner
                 WHERE table_id IN (SELECT id FROM game_table WHERE closed_at IS NULL)",
            )
            .await?;
        let heads = open
            .iter()
            .map(|row| Ok((TableId(number(row, "table_id")?), number(row, "head_step")?)));
        Ok(Self {
            heads: heads.collect::<Result<_, Fault>>()?,
            last_table: number(&row, "last_table")?,
            at: number(&row, "at")?,
            to: number(&row, "swept")?,
            kept: 0,
        })
    }

    fn needs(&self, table: TableId, step: u64) -> bool {
        match self.heads.get(&table) {
            Some(head) => step > *head,
            None => table.0 > self.last_table,
        }
    }

    /// Sweeps the next groups; `true` if there may be more.
    async fn slice(&mut self, conn: &mut SqliteConnection) -> Result<bool, Fault> {
        let groups = sqlx::query("SELECT id, steps FROM journal WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3")
            .bind(self.at.cast_signed())
            .bind(self.to.cast_signed())
            .bind(SLICE)
            .fetch_all(&mut *conn)
            .await?;
        // The first and last of a run of consecutive groups to delete.
        let mut gone: Option<(i64, i64)> = None;
        for row in &groups {
            let id: i64 = row.try_get("id")?;
            self.at = id.cast_unsigned();
            let bytes: &[u8] = row.try_get("steps")?;
            // An unreadable group is kept for inspection.
            let Ok(steps) = group::read(bytes) else {
                delete(conn, gone.take()).await?;
                continue;
            };
            let needed: Vec<&StepRecord<'_>> = steps.iter().filter(|step| self.needs(step.table, step.step)).collect();
            self.kept += needed.len() as u64;
            let Some(first) = needed.first() else {
                gone = Some(gone.map_or((id, id), |(first, _)| (first, id)));
                continue;
            };
            delete(conn, gone.take()).await?;
            if needed.len() < steps.len() {
                let mut left = GroupWriter::with_capacity(first.program, bytes.len());
                for step in needed {
                    left.push(step);
                }
                sqlx::query("UPDATE journal SET steps = $2 WHERE id = $1")
                    .bind(id)
                    .bind(left.finish())
                    .execute(&mut *conn)
                    .await?;
            }
        }
        delete(conn, gone).await?;
        Ok(!groups.is_empty())
    }
}

async fn delete(conn: &mut SqliteConnection, groups: Option<(i64, i64)>) -> Result<(), Fault> {
    if let Some((first, last)) = groups {
        sqlx::query("DELETE FROM journal WHERE id BETWEEN $1 AND $2")
            .bind(first)
            .bind(last)
            .execute(conn)
            .await?;
    }
    Ok(())
}

impl Sweeper {
    pub(super) const fn new(keep_hands: KeepHands, keep_journal: bool) -> Self {
        Self {
            keep_hands,
            keep_journal,
            round: None,
            appended: 0,
            kept: 0,
        }
    }

    /// Counts steps that were written.
    pub(super) const fn appended(&mut self, steps: u64) {
        self.appended += steps;
    }

    /// `true` if there is anything to do.
    pub(super) fn is_due(&self) -> bool {
        let sweeps = self.round.is_some() || self.appended >= self.kept.max(STEPS_MIN);
        (sweeps && !self.keep_journal) || self.keep_hands != KeepHands::Forever
    }

    /// Does a part of the work, within the open transaction.
    pub(super) async fn slice(&mut self, conn: &mut SqliteConnection, clock: &WallClock) -> Result<(), Fault> {
        forget_hands(conn, self.keep_hands, clock).await?;
        if self.keep_journal {
            return Ok(());
        }
        let mut round = match self.round.take() {
            Some(round) => round,
            None if self.appended >= self.kept.max(STEPS_MIN) => {
                self.appended = 0;
                Round::begin(conn).await?
            }
            None => return Ok(()),
        };
        if round.slice(conn).await? {
            self.round = Some(round);
        } else {
            self.kept = round.kept;
        }
        Ok(())
    }
}

/// Deletes the oldest hands that are not to be kept, within the open transaction. The last one stays, so that numbering
/// continues from it. The players' results are counted first.
async fn forget_hands(conn: &mut SqliteConnection, keep: KeepHands, clock: &WallClock) -> Result<(), Fault> {
    let (ended_before, count) = match keep {
        KeepHands::Forever => return Ok(()),
        KeepHands::Days(days) => {
            let age = i64::from(days) * 24 * 3600 * 1000;
            (clock.now().as_millisecond() - age, 1)
        }
        KeepHands::Last(count) => (i64::MAX, i64::from(count.get())),
    };
    let oldest = sqlx::query(
        "SELECT id, table_id, hand_no, players, ended_at FROM hand
         WHERE id <= (SELECT min(filed, listed) FROM journal_end) AND id <= (SELECT max(id) FROM hand) - $1
           AND (SELECT ended_at FROM hand ORDER BY id LIMIT 1) < $2
         ORDER BY id LIMIT $3",
    )
    .bind(count)
    .bind(ended_before)
    .bind(HANDS_SLICE)
    .fetch_all(&mut *conn)
    .await?;
    let mut last = None;
    for row in &oldest {
        if row.try_get::<i64, _>("ended_at")? >= ended_before {
            break;
        }
        last = Some(row.try_get::<i64, _>("id")?);
    }
    let Some(last) = last else { return Ok(()) };
    tallies::count_forgotten(conn, last).await?;
    let mut places = Vec::new();
    let mut accounts = BTreeSet::new();
    for row in &oldest {
        if row.try_get::<i64, _>("id")? > last {
            break;
        }
        places.push((row.try_get::<i64, _>("table_id")?, row.try_get::<i64, _>("hand_no")?));
        accounts.extend(row.try_get::<&[u8], _>("players")?.chunks(16).map(<[u8]>::to_vec));
    }
    let head = "DELETE FROM hand_at WHERE (table_id, hand_no) IN (VALUES ".to_owned();
    let of_tables = Rows::within(head, 2, ")");
    let values = |to: &mut sqlx::sqlite::SqliteArguments, (table, hand_no): &(i64, i64)| {
        sqlx::Arguments::add(to, *table)?;
        sqlx::Arguments::add(to, *hand_no)
    };
    of_tables.run(conn, &places, values).await?;
    // A list that also contains newer hands stays: searches find only those.
    for account in accounts {
        sqlx::query("DELETE FROM hand_list WHERE account = $1 AND last <= $2")
            .bind(account)
            .bind(last)
            .execute(&mut *conn)
            .await?;
    }
    sqlx::query("DELETE FROM hand WHERE id <= $1")
        .bind(last)
        .execute(conn)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use poker_engine::Chips;
    use sqlx::{AssertSqlSafe, Executor};

    use super::*;
    use crate::sqlite::tests::{CONFIG, behind, fresh, fresh_with, open};
    use crate::sqlite::{SqliteStore, StoreOptions};
    use crate::suite::PROGRAM;
    use crate::suite::{self, Fixture, append, player, step};
    use crate::types::{StepKind, StoredTable};
    use crate::{Hands, Ownership, Store, StoreError, Transfer};

    /// Appends steps to a table, every fiftieth a snapshot, in groups of ten shared with another table.
    async fn plays(with: &Fixture<SqliteStore>, tables: [&StoredTable; 2], steps: std::ops::RangeInclusive<u64>) {
        let steps: Vec<u64> = steps.collect();
        for numbers in steps.chunks(10) {
            let mut group = Vec::new();
            for &number in numbers {
                let kind = if number % 50 == 0 {
                    StepKind::Snapshot
                } else {
                    StepKind::Hand
                };
                group.extend(tables.map(|table| step(table, number, kind)));
            }
            append(&*with.store, group).await;
        }
    }

    async fn journal(store: &SqliteStore) -> (i64, i64) {
        sqlx::query_as("SELECT count(*), sum(length(steps)) FROM journal")
            .fetch_one(&mut *store.reader().await.unwrap())
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn a_journal_stops_growing_and_is_still_whole() {
        let with = fresh().await;
        let mut tables = Vec::new();
        for _ in 0..4 {
            tables.push(with.store.create_table(CONFIG.to_owned()).await.unwrap());
        }
        let [ann, bob, rests, closes] = &tables[..] else {
            panic!()
        };
        // One table rests in the middle of a hand, and one is closed.
        let beginning = (1..=5).flat_map(|number| [rests, closes].map(|table| step(table, number, StepKind::Hand)));
        append(&*with.store, beginning.collect()).await;
        with.store.close_table(closes.id, closes.epoch).await.unwrap();

        plays(&with, [ann, bob], 1..=6_000).await;
        let early = journal(&with.store).await;
        plays(&with, [ann, bob], 6_001..=18_000).await;
        let late = journal(&with.store).await;
        // 3,600 groups were written.
        assert!(early.0 < 300 && late.0 < 300, "{early:?} {late:?}");
        assert!(with.store.verify().await.unwrap().is_sound());
        // A table with a snapshot needs no earlier step, a resting one needs all of its own.
        let whole = async |store: &SqliteStore| {
            let report = store.verify().await.unwrap();
            assert!(report.is_sound(), "{report:?}");
            let loaded: Vec<_> = store
                .load_tables()
                .await
                .unwrap()
                .into_iter()
                .map(|claim| claim.stored.unwrap())
                .collect();
            let tails: Vec<_> = loaded.iter().map(|table| (table.last_step, table.tail.len())).collect();
            assert_eq!(tails, [(18_000, 1), (18_000, 1), (5, 5)]);
        };
        whole(&with.store).await;
        with.store.close().await;
        let Fixture { store, clock, folder } = with;
        drop(store);
        whole(&open(folder.path(), &clock).await.unwrap()).await;

        // The start of a swept chain is now protected in the same way as its setup was.
        for damage in [
            "head_hash = zeroblob(32)",
            "head_step = head_step + 1",
            "head_step = head_step - 1",
            "head_group = head_group + 1",
        ] {
            let mut conn = behind(folder.path()).await;
            conn.execute("CREATE TEMP TABLE kept AS SELECT * FROM owner")
                .await
                .unwrap();
            for table in [ann.id, closes.id] {
                conn.execute(AssertSqlSafe(format!(
                    "UPDATE owner SET {damage} WHERE table_id = {table}"
                )))
                .await
                .unwrap();
                let report = crate::sqlite::verify::everything(&mut conn).await.unwrap();
                assert!(!report.is_sound(), "{damage} of table {table}");
                conn.execute(
                    "UPDATE owner SET head_step = kept.head_step, head_group = kept.head_group, head_hash = kept.head_hash
                     FROM kept WHERE kept.table_id = owner.table_id",
                )
                .await
                .unwrap();
            }
        }
    }

    #[tokio::test]
    async fn a_journal_that_is_to_be_kept_stays_whole() {
        let with = fresh_with(StoreOptions {
            keep_journal: true,
            ..StoreOptions::of(PROGRAM)
        })
        .await;
        let ann = with.store.create_table(CONFIG.to_owned()).await.unwrap();
        let bob = with.store.create_table(CONFIG.to_owned()).await.unwrap();
        plays(&with, [&ann, &bob], 1..=3_000).await;
        assert_eq!(with.store.verify().await.unwrap().steps, 6_000);
    }

    #[tokio::test]
    async fn only_the_last_hands_are_kept() {
        let with = fresh_with(StoreOptions {
            keep_hands: KeepHands::Last(NonZeroU32::new(500).unwrap()),
            ..StoreOptions::of(PROGRAM)
        })
        .await;
        let ann = player(&*with.store, "Ann", 0).await;
        let bob = player(&*with.store, "Bob", 0).await;
        let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
        for group in 0..900 {
            let numbers = (1..=10).map(|number| group * 10 + number);
            let steps = numbers.map(|number| {
                let mut ends = step(&table, number, StepKind::Hand);
                let players = if number < 50 { vec![ann, bob] } else { vec![ann] };
                ends.hand_end = Some(suite::hand(&with.clock, number, &players));
                ends
            });
            append(&*with.store, steps.collect()).await;
        }
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM hand")
            .fetch_one(&mut *with.store.reader().await.unwrap())
            .await
            .unwrap();
        // Hands that are in no list yet stay as well.
        assert!((500..4_500).contains(&count), "{count}");
        let last = with.store.hands_of(ann, None, 20).await.unwrap();
        assert_eq!(
            last.iter().map(|line| line.hand_no).collect::<Vec<_>>(),
            (8_981..=9_000).rev().collect::<Vec<_>>()
        );
        assert_eq!(with.store.hands_of(bob, None, 20).await.unwrap(), []);
        assert_eq!(with.store.hand(table.id, 1, Some(ann)).await.unwrap(), None);
        let hand = with.store.hand(table.id, 9_000, Some(ann)).await.unwrap().unwrap();
        assert_eq!(hand.public, "public 9000");
        let report = with.store.verify().await.unwrap();
        assert!(report.is_sound(), "{report:?}");
    }

    #[tokio::test]
    async fn hands_of_the_last_days_are_kept() {
        let with = fresh_with(StoreOptions {
            keep_hands: KeepHands::Days(2),
            ..StoreOptions::of(PROGRAM)
        })
        .await;
        let ann = player(&*with.store, "Ann", 0).await;
        let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
        for number in 1..=6_000 {
            let mut ends = step(&table, number, StepKind::Hand);
            ends.hand_end = Some(suite::hand(&with.clock, number, &[ann]));
            append(&*with.store, vec![ends]).await;
            if number % 1_000 == 0 {
                with.clock.advance(24);
            }
        }
        let oldest: i64 = sqlx::query_scalar("SELECT min(hand_no) FROM hand")
            .fetch_one(&mut *with.store.reader().await.unwrap())
            .await
            .unwrap();
        assert!((1_000..=4_001).contains(&oldest), "{oldest}");
    }

    /// A start checks the last transfers, an audit all of them.
    #[tokio::test]
    async fn a_start_reads_the_last_transfers_alone() {
        let with = fresh().await;
        let ann = player(&*with.store, "Ann", 100_000).await;
        let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
        for number in 1..=3_000 {
            let mut moves = step(&table, number, StepKind::Hand);
            moves.transfers = vec![Transfer::buy_in(ann, table.id, Chips::new(1))];
            append(&*with.store, vec![moves]).await;
        }
        with.store.close().await;
        let Fixture { store, clock, folder } = with;
        drop(store);
        let checked: i64 = sqlx::query_scalar("SELECT transfer FROM ledger_check")
            .fetch_one(&mut behind(folder.path()).await)
            .await
            .unwrap();
        assert!(checked > 1_000, "{checked}");
        let damage = async |transfer: i64, by: i64| {
            let mut conn = behind(folder.path()).await;
            conn.execute("DROP TRIGGER IF EXISTS transfer_fixed").await.unwrap();
            sqlx::query("UPDATE transfer SET made_at = made_at + $2 WHERE id = $1")
                .bind(transfer)
                .bind(by)
                .execute(&mut conn)
                .await
                .unwrap();
        };
        damage(1, 1).await;
        let store = open(folder.path(), &clock).await.unwrap();
        assert!(!store.verify().await.unwrap().is_sound());
        store.close().await;
        damage(1, -1).await;
        drop(store);
        let store = open(folder.path(), &clock).await.unwrap();
        assert!(store.verify().await.unwrap().is_sound());
        store.close().await;
        drop(store);
        damage(3_001, 1).await;
        assert!(matches!(open(folder.path(), &clock).await, Err(StoreError::Corrupt(_))));
    }
}
