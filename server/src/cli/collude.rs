//! `poker collude`: pairs of accounts whose joint play deserves a look.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jiff::{SignedDuration, Timestamp};
use poker_people::collude::{Counts, Fact, Flag, Judged, Played, judge, read};
use poker_store::{AccountId, ArchivedHand, HandReader, StoreError};
use serde_json::{Value, json};

use super::people::period;

/// Maximum number of accounts on a network that counts as shared. More are a sign of a place where many play, such as a school.
const NETWORK_MAX: usize = 8;

/// Number of hands named for a flagged pair.
const HANDS_NAMED: usize = 3;

/// Search finished hands of cash games for pairs of accounts that may play together: chips passed, folds to one another, hands given
/// up, soft play, shared networks, time taken. Flags pairs with figures and hands to look at, and decides nothing. The server may be
/// running.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
    /// Only hands that ended within this time.
    #[arg(long, value_name = "TIME", default_value = "30d", value_parser = period)]
    since: SignedDuration,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let since = Timestamp::now()
        .checked_sub(args.since)
        .unwrap_or(Timestamp::UNIX_EPOCH);
    let found = match runtime.block_on(search(&args.data, since)) {
        Ok(found) => found,
        Err(error) => {
            writeln!(io::stderr(), "poker collude: {error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    let text = if args.json { format!("{found}\n") } else { page(&found) };
    out.write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Goes through the hands, and once more through those of the pairs that stand out.
async fn search(folder: &Path, since: Timestamp) -> Result<Value, StoreError> {
    let mut reader = HandReader::open(folder).await?;
    let found = search_in(&mut reader, since).await;
    reader.close().await;
    found
}

async fn search_in(reader: &mut HandReader, since: Timestamp) -> Result<Value, StoreError> {
    let house = reader.house().await?;
    let networks = reader.networks(since).await?;
    let mut counts = Counts::default();
    let mut unread = 0_u64;
    let read_hand = |hand: &ArchivedHand<'_>, unread: &mut u64| {
        if hand.practice {
            return None;
        }
        if let Some(Ok(played)) = hand.public.map(read) {
            return played;
        }
        *unread += 1;
        None
    };
    reader
        .each(
            since,
            |_| true,
            |hand| {
                if let Some(played) = read_hand(&hand, &mut unread) {
                    counts.add(&played);
                }
            },
        )
        .await?;
    let numbers: HashMap<AccountId, u32> = (0..)
        .zip(&counts.accounts)
        .map(|(number, account)| (*account, number))
        .collect();
    let shared = shared(&networks, &numbers);
    let of_house: HashSet<u32> = house
        .iter()
        .filter_map(|account| numbers.get(account).copied())
        .collect();
    let judged = judge(
        &counts,
        |number| of_house.contains(&number),
        |pair| shared.contains_key(&pair),
    );

    let mut looks: Vec<Looks> = judged.flags.iter().map(|flag| Looks::new(flag, &counts)).collect();
    if !looks.is_empty() {
        let flagged: Vec<[AccountId; 2]> = looks.iter().map(|looks| looks.pair).collect();
        let both = |players: &[AccountId]| {
            flagged
                .iter()
                .any(|pair| pair.iter().all(|account| players.contains(account)))
        };
        let mut again = 0;
        reader
            .each(since, both, |hand| {
                if let Some(played) = read_hand(&hand, &mut again) {
                    for looks in &mut looks {
                        looks.take(&hand, &played);
                    }
                }
            })
            .await?;
    }
    let mut flags = Vec::new();
    for (flag, looks) in judged.flags.iter().zip(&looks) {
        let mut names = Vec::new();
        for account in looks.pair {
            names.push((account, reader.name(account).await?.unwrap_or_default()));
        }
        flags.push(told(
            flag,
            &names,
            shared.get(&flag.pair).copied().unwrap_or_default(),
            looks,
        ));
    }
    let Judged { tested, too_few, .. } = judged;
    Ok(json!({
        "since": since.to_string(),
        "hands": counts.hands,
        "accounts": counts.accounts.len(),
        "pairs_judged": tested,
        "pairs_too_few": too_few,
        "pairs_dropped_up_to": counts.dropped,
        "unread": unread,
        "flags": flags,
    }))
}

/// Counts the networks each pair has in common, of those with few users.
fn shared<K>(networks: &BTreeMap<K, Vec<AccountId>>, numbers: &HashMap<AccountId, u32>) -> HashMap<(u32, u32), u32> {
    let mut shared = HashMap::new();
    for accounts in networks.values().filter(|accounts| accounts.len() <= NETWORK_MAX) {
        let known: Vec<u32> = accounts
            .iter()
            .filter_map(|account| numbers.get(account).copied())
            .collect();
        for (at, one) in known.iter().enumerate() {
            for other in &known[at + 1..] {
                *shared.entry((*one.min(other), *one.max(other))).or_default() += 1;
            }
        }
    }
    shared
}

/// The hands that best show why a pair was flagged.
struct Looks {
    pair: [AccountId; 2],
    /// The kinds of figures that count, each with `true` if it goes from the second account to the first.
    wanted: Vec<(&'static str, bool)>,
    /// The best hands, best first.
    hands: Vec<(i64, String)>,
}

impl Looks {
    fn new(flag: &Flag, counts: &Counts) -> Self {
        let account = |number: u32| counts.accounts[number as usize];
        let wanted = flag
            .evidence
            .iter()
            .map(|figure| (figure.kind.code(), figure.from_second));
        Self {
            pair: [account(flag.pair.0), account(flag.pair.1)],
            wanted: wanted.collect(),
            hands: Vec::new(),
        }
    }

    fn take(&mut self, hand: &ArchivedHand<'_>, played: &Played) {
        let place = |account: AccountId| played.accounts.iter().position(|other| *other == account);
        let Some((first, second)) = place(self.pair[0]).zip(place(self.pair[1])) else {
            return;
        };
        let score = Cell::new(0_i64);
        let add = |points: i64| score.set(score.get() + points);
        for (kind, from_second) in &self.wanted {
            let (who, whom) = if *from_second { (second, first) } else { (first, second) };
            match *kind {
                "chips" | "calls" => {
                    let passed = (-played.net[who]).min(played.net[whom]);
                    add(passed.clamp(0, 5_000));
                }
                "soft" => {
                    let soft = played.facts.iter().filter(|fact| match fact {
                        Fact::HeadsUp { who, whom, soft: true } => {
                            [*who, *whom] == [first, second] || [*who, *whom] == [second, first]
                        }
                        _ => false,
                    });
                    add(100 * i64::try_from(soft.count()).unwrap_or(i64::MAX));
                }
                _ => {
                    for fact in &played.facts {
                        match fact {
                            Fact::Faced {
                                who: one,
                                whom: other,
                                first_round,
                                folded: true,
                            } if (*one, *other) == (who, whom) => add(if *first_round { 50 } else { 200 }),
                            Fact::GaveUp { who: one, whom: other } if (*one, *other) == (who, whom) => add(1_000),
                            _ => {}
                        }
                    }
                }
            }
        }
        if score.get() > 0 {
            self.hands
                .push((score.get(), format!("{}/{}", hand.table, hand.hand_no)));
            // Of equals, the first stays.
            self.hands.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
            self.hands.truncate(HANDS_NAMED);
        }
    }
}

/// Rounds a figure to one decimal place.
fn rounded(figure: f64) -> Value {
    let text = format!("{figure:.1}");
    text.parse::<f64>().map_or(Value::Null, Value::from)
}

fn told(flag: &Flag, names: &[(AccountId, String)], networks: u32, looks: &Looks) -> Value {
    let accounts = names
        .iter()
        .zip(flag.together)
        .zip(flag.thought)
        .map(|(((id, name), together), thought)| {
            json!({
                "id": id.to_string(),
                "name": name,
                "together_percent": together,
                "ms_against_other": thought.map(|(ms, _)| ms),
                "ms_against_all": thought.map(|(_, ms)| ms),
            })
        });
    let evidence = flag.evidence.iter().map(|figure| {
        let who = usize::from(figure.from_second);
        json!({
            "kind": figure.kind.code(),
            "from": names[who].1,
            "to": names[1 - who].1,
            "of": figure.of,
            "was": rounded(figure.was),
            "expected": rounded(figure.expected),
            "z": rounded(figure.z),
        })
    });
    json!({
        "accounts": accounts.collect::<Vec<_>>(),
        "hands": flag.hands,
        "evidence": evidence.collect::<Vec<_>>(),
        "log10_chance": rounded(flag.log_q),
        "networks_shared": networks,
        "by_network": flag.by_network,
        "look_at": looks.hands.iter().map(|(_, hand)| hand).collect::<Vec<_>>(),
    })
}

/// Formats the findings for people.
fn page(found: &Value) -> String {
    let mut text = String::new();
    let flags = found["flags"].as_array().map(Vec::as_slice).unwrap_or_default();
    let since: String = found["since"].as_str().unwrap_or_default().chars().take(10).collect();
    let _ = writeln!(
        text,
        "{} hands since {since}, {} accounts; {} pairs were judged, {} met too seldom. {} stand out.",
        found["hands"],
        found["accounts"],
        found["pairs_judged"],
        found["pairs_too_few"],
        flags.len(),
    );
    if found["unread"] != 0 {
        let _ = writeln!(
            text,
            "{} hands could not be read: `poker audit` says why.",
            found["unread"]
        );
    }
    for flag in flags {
        let name = |at: usize| flag["accounts"][at]["name"].as_str().unwrap_or_default();
        let _ = writeln!(
            text,
            "\n{} and {}: {} hands together, {} % and {} % of their own; share of chance 10^{}",
            name(0),
            name(1),
            flag["hands"],
            flag["accounts"][0]["together_percent"],
            flag["accounts"][1]["together_percent"],
            flag["log10_chance"],
        );
        for figure in flag["evidence"].as_array().into_iter().flatten() {
            let (from, to) = (
                figure["from"].as_str().unwrap_or_default(),
                figure["to"].as_str().unwrap_or_default(),
            );
            let (was, expected, of, z) = (&figure["was"], &figure["expected"], &figure["of"], &figure["z"]);
            let _ = match figure["kind"].as_str() {
                Some("chips") => writeln!(
                    text,
                    "  {from} passed {to} {was} big blinds in {of} hands; expected {expected} (z {z})"
                ),
                Some("folds") => writeln!(
                    text,
                    "  {from} folded to {to} {was} of {of} times; expected {expected} (z {z})"
                ),
                Some("calls") => writeln!(
                    text,
                    "  {from} called or raised {to} {was} of {of} times after the first round; expected {expected} (z {z})"
                ),
                Some("gave_up") => writeln!(
                    text,
                    "  {from} put in 8 big blinds or more and folded to {to} {was} times; expected {expected} (z {z})"
                ),
                _ => writeln!(
                    text,
                    "  left alone, they only checked and called {was} of {of} times; expected {expected} (z {z})"
                ),
            };
        }
        for at in 0..2 {
            let account = &flag["accounts"][at];
            if account["ms_against_other"].is_u64() {
                let _ = writeln!(
                    text,
                    "  {} decides in {} ms against the other, in {} ms against all",
                    name(at),
                    account["ms_against_other"],
                    account["ms_against_all"]
                );
            }
        }
        if let Some(count) = flag["networks_shared"].as_u64().filter(|count| *count > 0) {
            let alone = if flag["by_network"] == true {
                ", without which it would not stand out"
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "  they share {count} network{}{alone}",
                if count == 1 { "" } else { "s" }
            );
        }
        let hands: Vec<&str> = flag["look_at"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let _ = writeln!(text, "  look at: {}", hands.join(", "));
    }
    if !flags.is_empty() {
        text.push_str("\nA flag is a reason to look at hands, not a verdict: `poker explain HAND` explains one.\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_network_that_many_use_is_nothing_in_common() {
        let account = |number: u32| AccountId(Uuid::from_u128(number.into()));
        let numbers: HashMap<AccountId, u32> = (0..20).map(|number| (account(number), number)).collect();
        let networks = BTreeMap::from([
            (1, vec![account(4), account(2), account(99)]),
            (2, vec![account(2), account(4)]),
            (3, (0..9).map(account).collect()),
        ]);
        assert_eq!(shared(&networks, &numbers), HashMap::from([((2, 4), 2)]));
    }
}
