//! Posts transfers within a transaction of the writer.

use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{Arguments, Executor, Row};

use super::columns::hash_of;
use super::faucet::Faucet;
use super::fault::Fault;
use super::rows::Rows;
use crate::chain::{GENESIS, Hash, Hasher};
use crate::journal::StepError;
use crate::transfer::Transfer;
use crate::types::{LedgerAccount, TableId};

/// The context of transfers.
pub(super) struct Posting<'a> {
    /// The table or tournament to whose journal they belong.
    pub(super) owner: Option<TableId>,
    pub(super) step: Option<u64>,
    pub(super) hand_no: Option<u64>,
    pub(super) request_id: Option<&'a str>,
    /// The faucet, which also supplies the current time.
    pub(super) faucet: Faucet<'a>,
}

/// Posts transfers, many per statement: a large tournament ends with thousands.
pub(super) struct Poster(Rows);

/// The fields of a transfer that its hash covers.
pub(super) struct TransferFields<'a> {
    id: i64,
    debit: &'a str,
    credit: &'a str,
    amount: i64,
    reason: &'a str,
    table: Option<i64>,
    step: Option<i64>,
    hand_no: Option<i64>,
    request_id: Option<&'a str>,
    made_at: i64,
}

impl<'a> TransferFields<'a> {
    pub(super) fn read(row: &'a SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            debit: row.try_get("debit")?,
            credit: row.try_get("credit")?,
            amount: row.try_get("amount")?,
            reason: row.try_get("reason")?,
            table: row.try_get("table_id")?,
            step: row.try_get("step")?,
            hand_no: row.try_get("hand_no")?,
            request_id: row.try_get("request_id")?,
            made_at: row.try_get("made_at")?,
        })
    }

    /// Number of the transfer.
    pub(super) const fn id(&self) -> i64 {
        self.id
    }

    /// Both accounts with the change of each.
    pub(super) const fn moves(&self) -> [(&'a str, i64); 2] {
        [(self.debit, -self.amount), (self.credit, self.amount)]
    }

    /// The hash in the chain after `prev`.
    pub(super) fn hash(&self, prev: &Hash) -> Hash {
        let mut hasher = Hasher::new(b"poker/transfer/1")
            .bytes(prev)
            .number(self.id.cast_unsigned())
            .bytes(self.debit.as_bytes())
            .bytes(self.credit.as_bytes())
            .number(self.amount.cast_unsigned())
            .bytes(self.reason.as_bytes());
        for number in [self.table, self.step, self.hand_no] {
            hasher = hasher.optional_number(number.map(i64::cast_unsigned));
        }
        hasher
            .optional(self.request_id.map(str::as_bytes))
            .number(self.made_at.cast_unsigned())
            .finish()
    }
}

/// A transfer as written.
struct TransferRow<'a> {
    posting: &'a Posting<'a>,
    transfer: &'a Transfer,
    id: i64,
    debit: String,
    credit: String,
    prev_hash: Hash,
    hash: Hash,
}

impl<'a> TransferRow<'a> {
    const COLUMNS: [&'static str; 12] = [
        "id",
        "debit",
        "credit",
        "amount",
        "reason",
        "table_id",
        "step",
        "hand_no",
        "request_id",
        "made_at",
        "prev_hash",
        "hash",
    ];

    /// The transfer that follows the given last one.
    fn behind((last, prev_hash): (i64, Hash), posting: &'a Posting<'a>, transfer: &'a Transfer) -> Self {
        let mut row = Self {
            posting,
            transfer,
            id: last + 1,
            debit: transfer.debit.to_string(),
            credit: transfer.credit.to_string(),
            prev_hash,
            hash: prev_hash,
        };
        row.hash = row.fields().hash(&prev_hash);
        row
    }

    fn fields(&self) -> TransferFields<'_> {
        TransferFields {
            id: self.id,
            debit: &self.debit,
            credit: &self.credit,
            amount: self.transfer.amount.get().cast_signed(),
            reason: self.transfer.reason.code(),
            table: self.posting.owner.map(|owner| owner.0.cast_signed()),
            step: self.posting.step.map(u64::cast_signed),
            hand_no: self.posting.hand_no.map(u64::cast_signed),
            request_id: self.posting.request_id,
            made_at: self.posting.faucet.now.as_millisecond(),
        }
    }

    fn values(&self, to: &mut SqliteArguments) -> Result<(), BoxDynError> {
        let fields = self.fields();
        to.add(fields.id)?;
        to.add(fields.debit)?;
        to.add(fields.credit)?;
        to.add(fields.amount)?;
        to.add(fields.reason)?;
        to.add(fields.table)?;
        to.add(fields.step)?;
        to.add(fields.hand_no)?;
        to.add(fields.request_id)?;
        to.add(fields.made_at)?;
        to.add(self.prev_hash.to_vec())?;
        to.add(self.hash.to_vec())
    }
}

impl Poster {
    pub(super) fn new() -> Self {
        Self(Rows::insert("transfer", &TransferRow::COLUMNS))
    }

    /// Posts transfers; the database moves the balances with them. Transfers from or to the mint pass the faucet. After
    /// an error, what was posted must be undone.
    pub(super) async fn post(
        &self,
        conn: &mut SqliteConnection,
        posting: &Posting<'_>,
        transfers: &[Transfer],
    ) -> Result<(), Fault> {
        if transfers.is_empty() {
            return Ok(());
        }
        let own = |account: LedgerAccount| account.owner().is_none_or(|owner| Some(owner) == posting.owner);
        if !transfers.iter().all(|moved| own(moved.debit) && own(moved.credit)) {
            let what = "a step moves chips of its own table or tournament alone";
            return Err(Fault::Refused(what.to_owned()));
        }
        open_tabs(conn, transfers).await?;
        let mut last = last_transfer(conn).await?;
        // The faucet must see what the mint has given before.
        for together in transfers.chunk_by(|_, next| !is_the_mints(next)) {
            for transfer in together {
                posting.faucet.pass(conn, transfer).await?;
            }
            let mut rows = Vec::with_capacity(together.len());
            for transfer in together {
                let row = TransferRow::behind(last, posting, transfer);
                last = (row.id, row.hash);
                rows.push(row);
            }
            self.insert(conn, &rows).await?;
        }
        Ok(())
    }

    async fn insert(&self, conn: &mut SqliteConnection, rows: &[TransferRow<'_>]) -> Result<(), Fault> {
        match self.0.run(conn, rows, |to, row| row.values(to)).await {
            Err(Fault::Refused(what)) if is_overdraft(&what) => Err(self.overdrawn(conn, rows, what).await?),
            written => written,
        }
    }

    /// Finds the account that has too few chips for the first impossible transfer: the database reports that one is
    /// impossible, but not which. Bisection keeps this to a few statements even for thousands.
    async fn overdrawn(
        &self,
        conn: &mut SqliteConnection,
        rows: &[TransferRow<'_>],
        what: String,
    ) -> Result<Fault, Fault> {
        let mut rest = behind(rows, last_transfer(conn).await?);
        // The culprit is among this many of the rest.
        let mut among = rest.len();
        while among > 1 {
            let half = &rest[..among / 2];
            match self.0.run(conn, half, |to, row| row.values(to)).await {
                Err(Fault::Refused(what)) if is_overdraft(&what) => {
                    let unposted = behind(half, last_transfer(conn).await?).len();
                    rest = &rest[half.len() - unposted..];
                    among = unposted;
                }
                posted => {
                    posted?;
                    rest = &rest[half.len()..];
                    among -= half.len();
                }
            }
        }
        Ok(rest.first().map_or(Fault::Refused(what), |row| {
            let account = row.transfer.debit;
            StepError::Insufficient { account }.into()
        }))
    }
}

/// Opens the tabs that these transfers use and that do not exist yet.
async fn open_tabs(conn: &mut SqliteConnection, transfers: &[Transfer]) -> Result<(), Fault> {
    let sides = transfers.iter().flat_map(|moved| [moved.debit, moved.credit]);
    for tab in sides.filter(|side| matches!(side, LedgerAccount::Tab(..))) {
        sqlx::query("INSERT INTO balance (account, amount) VALUES ($1, 0) ON CONFLICT (account) DO NOTHING")
            .bind(tab.to_string())
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}

/// The rows that have not been posted yet.
fn behind<'a, 'b>(rows: &'a [TransferRow<'b>], (last, _): (i64, Hash)) -> &'a [TransferRow<'b>] {
    let posted = rows.partition_point(|row| row.id <= last);
    &rows[posted..]
}

fn is_the_mints(transfer: &Transfer) -> bool {
    [transfer.debit, transfer.credit].contains(&LedgerAccount::Mint)
}

/// Recognised by the name that the schema gives to the rule.
fn is_overdraft(refusal: &str) -> bool {
    refusal.contains("enough_chips")
}

/// The number and the hash of the last transfer.
async fn last_transfer(conn: &mut SqliteConnection) -> Result<(i64, Hash), Fault> {
    let last = conn
        .fetch_optional("SELECT id, hash FROM transfer ORDER BY id DESC LIMIT 1")
        .await?;
    Ok(match &last {
        Some(row) => (row.try_get("id")?, hash_of(row, "hash")?),
        None => (0, GENESIS),
    })
}
