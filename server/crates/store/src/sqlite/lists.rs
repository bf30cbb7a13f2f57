//! The histories of accounts. Each account's hands are stored in lists, to which new hands are added only occasionally,
//! because every list is a separate page to write for that player.

use std::collections::{HashMap, VecDeque};

use sqlx::Arguments;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};

use super::fault::Fault;
use super::rows::Rows;
use crate::types::AccountId;

/// Hands for which a player's new hands wait before they are listed. A request for a history reads no more than about
/// this many hands to find the latest ones.
const WINDOW: i64 = 2048;

/// The unlisted hands that the writer has seen.
pub(super) struct Lists {
    insert: Rows,
    /// Hands of the open transaction.
    fresh: Vec<(i64, AccountId)>,
    unlisted: HashMap<AccountId, Vec<i64>>,
    /// Accounts with unlisted hands, ordered by the first of these.
    oldest: VecDeque<(i64, AccountId)>,
    /// Set if the database may contain other unlisted hands.
    behind: bool,
}

/// Hands of an account in ascending order; never empty.
struct List {
    account: AccountId,
    hands: Vec<i64>,
}

impl List {
    const COLUMNS: [&'static str; 4] = ["account", "first", "last", "hands"];

    fn values(&self, to: &mut SqliteArguments) -> Result<(), BoxDynError> {
        to.add(self.account.0.as_bytes().as_slice())?;
        to.add(self.hands.first().copied())?;
        to.add(self.hands.last().copied())?;
        to.add(serde_json::to_string(&self.hands)?)
    }
}

impl Lists {
    pub(super) fn new() -> Self {
        Self {
            insert: Rows::insert("hand_list", &List::COLUMNS),
            fresh: Vec::new(),
            unlisted: HashMap::new(),
            oldest: VecDeque::new(),
            behind: true,
        }
    }

    /// Records the players of a hand that is being written.
    pub(super) fn played(&mut self, hand: i64, accounts: impl Iterator<Item = AccountId>) {
        self.fresh.extend(accounts.map(|account| (hand, account)));
    }

    /// The number of entries since the last commit.
    pub(super) fn fresh(&self) -> usize {
        self.fresh.len()
    }

    /// Truncates the entries since the last commit to an earlier number.
    pub(super) fn take_back(&mut self, fresh: usize) {
        self.fresh.truncate(fresh);
    }

    /// Marks the recorded hands as being on disk.
    pub(super) fn committed(&mut self) {
        for (hand, account) in self.fresh.drain(..) {
            let hands = self.unlisted.entry(account).or_default();
            if hands.is_empty() {
                self.oldest.push_back((hand, account));
            }
            hands.push(hand);
        }
    }

    /// Forgets everything, because something was undone; the next lists are made from what is on disk.
    pub(super) fn forget(&mut self) {
        self.fresh.clear();
        self.unlisted.clear();
        self.oldest.clear();
        self.behind = true;
    }

    /// Writes the lists that are due, within the open transaction.
    pub(super) async fn write(&mut self, conn: &mut SqliteConnection, last_hand: i64) -> Result<(), Fault> {
        if self.behind {
            list_all(conn).await?;
            self.forget();
            self.behind = false;
            return Ok(());
        }
        let mut due = Vec::new();
        while let Some((_, account)) = self.oldest.pop_front_if(|(first, _)| *first <= last_hand - WINDOW) {
            let hands = self.unlisted.remove(&account).unwrap_or_default();
            due.push(List { account, hands });
        }
        if due.is_empty() {
            return Ok(());
        }
        due.sort_unstable_by_key(|list| list.account.0);
        self.insert.run(conn, &due, |to, list| list.values(to)).await?;
        let (unlisted, fresh) = (self.oldest.front(), self.fresh.first());
        let first = unlisted.or(fresh).map_or(last_hand + 1, |(hand, _)| *hand);
        sqlx::query("UPDATE journal_end SET listed = $1")
            .bind(first - 1)
            .execute(conn)
            .await?;
        Ok(())
    }
}

/// Puts all hands into lists, within the open transaction.
pub(super) async fn list_all(conn: &mut SqliteConnection) -> Result<(), Fault> {
    sqlx::query(
        "INSERT INTO hand_list (account, first, last, hands)
         SELECT account, min(hand), max(hand), json_group_array(hand ORDER BY hand)
         FROM (
             SELECT substr(hand.players, 1 + 16 * seat.column1, 16) AS account, hand.id AS hand
             FROM hand, (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS seat
             WHERE hand.id > (SELECT listed FROM journal_end) AND 16 * seat.column1 < length(hand.players)
         ) AS played
         WHERE hand > (SELECT coalesce(max(last), 0) FROM hand_list WHERE hand_list.account = played.account)
         GROUP BY account
         ORDER BY account",
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query("UPDATE journal_end SET listed = (SELECT coalesce(max(id), 0) FROM hand)")
        .execute(conn)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {

    use crate::sqlite::SqliteStore;
    use crate::sqlite::tests::{CONFIG, fresh, open};
    use crate::suite::{self, Fixture, append, player, step};
    use crate::types::{AccountId, StepKind};
    use crate::{Hands, Ownership, Store};

    /// The numbers of all hands of an account, oldest first.
    async fn history(store: &SqliteStore, account: AccountId) -> Vec<u64> {
        let (mut told, mut cursor) = (Vec::new(), None);
        loop {
            let page = store.hands_of(account, cursor, 130).await.unwrap();
            let Some(last) = page.last() else { break };
            cursor = Some(last.cursor);
            told.extend(page.iter().map(|line| line.hand_no));
        }
        told.reverse();
        told
    }

    /// Histories are complete even while some hands are in lists and some are not.
    #[tokio::test]
    async fn histories_are_whole_while_lists_are_behind() {
        let with = fresh().await;
        let ann = player(&*with.store, "Ann", 0).await;
        let bob = player(&*with.store, "Bob", 0).await;
        let eve = player(&*with.store, "Eve", 0).await;
        let mut tables = Vec::new();
        for _ in 0..2 {
            tables.push(with.store.create_table(CONFIG.to_owned()).await.unwrap());
        }
        // Bob leaves early and comes back, Eve plays only the first hand, Ann plays all of them.
        let plays_bob = |number: u64| number <= 40 || number > 2600;
        for group in 0..90 {
            let mut steps = Vec::new();
            for number in (1..=30).map(|hand| 30 * group + hand) {
                let mut players = vec![ann];
                players.extend(plays_bob(number).then_some(bob));
                players.extend((number == 1).then_some(eve));
                let mut ends = step(&tables[0], number, StepKind::Hand);
                ends.hand_end = Some(suite::hand(&with.clock, number, &players));
                steps.push(ends);
            }
            // A step in between is refused, so its group is written twice.
            if group % 16 == 7 {
                let mut again = step(&tables[1], group / 16 + 1, StepKind::Hand);
                let last_of_the_other = suite::hand(&with.clock, 1, &[eve]);
                again.hand_end = Some(last_of_the_other);
                steps.insert(15, again);
            }
            append(&*with.store, steps).await;
        }
        let listed: (i64, i64) = sqlx::query_as("SELECT listed, (SELECT max(id) FROM hand) - listed FROM journal_end")
            .fetch_one(&mut *with.store.reader().await.unwrap())
            .await
            .unwrap();
        assert!(listed.0 > 0 && listed.1 > 0, "{listed:?}");
        let lists = "SELECT count(DISTINCT account), count(*) > 3 FROM hand_list";
        let lists: (i64, bool) = sqlx::query_as(lists)
            .fetch_one(&mut *with.store.reader().await.unwrap())
            .await
            .unwrap();
        assert_eq!(lists, (3, true));

        let whole = async |store: &SqliteStore| {
            for (account, played) in [
                (ann, (1..=2700).collect::<Vec<u64>>()),
                (bob, (1..=2700).filter(|number| plays_bob(*number)).collect()),
            ] {
                assert_eq!(history(store, account).await, played);
            }
            let of_eve = store.hands_of(eve, None, 9).await.unwrap();
            let of_eve: Vec<_> = of_eve.iter().map(|line| (line.table, line.hand_no)).collect();
            assert_eq!(of_eve, [(tables[1].id, 1), (tables[0].id, 1)]);
            for number in [1, 64, 1999, 2700] {
                let hand = store.hand(tables[0].id, number, Some(ann)).await.unwrap().unwrap();
                assert_eq!(hand.public, format!("public {number}"));
            }
        };
        whole(&with.store).await;
        with.store.close().await;
        let Fixture { store, clock, folder } = with;
        drop(store);
        whole(&open(folder.path(), &clock).await.unwrap()).await;
    }
}
