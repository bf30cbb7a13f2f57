//! `poker explain`: the course of a hand, or the events of an account around a time.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::ArgGroup;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};
use poker_people::operators::{ExplainAsked, Question, WITHIN_MAX, named_hand};
use serde_json::Value;

use super::desk::Desk;
use super::times::{instant, period, seconds, zone};
use super::{FolderArgs, runtime, told};

/// Explain a hand, or what happened to an account around a time: decisions and their deadlines, connections lost and restored, answers that
/// came too late, acts and the rules behind them. Shows the cards that the table saw, and those of `--account` once the hand is over.
/// Exits with 1 if there is no such hand or account, or it cannot be read.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("what").required(true).multiple(true).args(["hand", "account"]))]
pub(in crate::cli) struct ExplainArgs {
    #[command(flatten)]
    place: FolderArgs,
    /// The hand: the table and the hand's number, such as `3/17`.
    #[arg(conflicts_with = "at")]
    hand: Option<String>,
    /// An account, by name or identifier.
    #[arg(long)]
    account: Option<String>,
    /// The time to look around: `21:03`, meaning the most recent one, or `2026-11-29T21:03`, in `--zone`.
    #[arg(long, requires = "account", required_unless_present = "hand")]
    at: Option<String>,
    /// Time to cover before and after it, a day at most.
    #[arg(long = "for", value_name = "TIME", default_value = "5m", value_parser = period)]
    period: SignedDuration,
    /// Time zone of `--at` and of the output, such as `Europe/Paris`; `local` is the machine's. JSON is in UTC.
    #[arg(long, default_value = "UTC", value_parser = zone)]
    zone: TimeZone,
}

pub(in crate::cli) fn explain(args: &ExplainArgs, mut out: impl io::Write) -> io::Result<ExitCode> {
    let at = match args.at.as_deref().map(|at| instant(at, &args.zone, Timestamp::now())) {
        Some(Ok(at)) => Some(at.as_millisecond()),
        Some(Err(why)) => {
            writeln!(io::stderr(), "poker explain: {why}")?;
            return Ok(ExitCode::from(2));
        }
        None => None,
    };
    let wrong = match args.hand.as_deref().map(named_hand) {
        Some(Err(fault)) => Some(fault.message),
        _ if seconds(args.period) > WITHIN_MAX => Some("--for is a day at most".to_owned()),
        _ => None,
    };
    if let Some(why) = wrong {
        writeln!(io::stderr(), "poker explain: {why}")?;
        return Ok(ExitCode::from(2));
    }
    let question = Question::Explain(ExplainAsked {
        hand: args.hand.clone(),
        account: args.account.clone(),
        at,
        within: at.map(|_| seconds(args.period)),
    });
    let read = runtime()?.block_on(async {
        let desk = Desk::look(&args.place, &question).await?;
        let read = desk.read(question).await;
        desk.close().await;
        read
    });
    let read = match read {
        Ok(read) => read,
        Err(fault) => return told("explain", &fault),
    };
    let text = if args.place.json {
        format!("{read}\n")
    } else {
        Page { zone: &args.zone }.write(&read)
    };
    out.write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The report for people, as it is written.
struct Page<'a> {
    zone: &'a TimeZone,
}

impl Page<'_> {
    fn zoned(&self, value: &Value) -> Option<Zoned> {
        let at: Timestamp = value.as_str()?.parse().ok()?;
        Some(Zoned::new(at, self.zone.clone()))
    }

    fn day(&self, value: &Value) -> String {
        self.zoned(value).map(|at| at.date().to_string()).unwrap_or_default()
    }

    fn clock(&self, value: &Value) -> String {
        let at = self.zoned(value);
        at.map(|at| at.strftime("%H:%M:%S.%3f").to_string()).unwrap_or_default()
    }

    fn write(&self, read: &Value) -> String {
        let mut text = String::new();
        if read["hand"].is_string() {
            self.hand(read, &mut text);
        } else {
            self.account(read, &mut text);
        }
        if let Some(end) = self.zoned(&read["record"]["ends_at"]) {
            let _ = writeln!(
                text,
                "The record of connections ends at {}.",
                end.strftime("%Y-%m-%d %H:%M:%S")
            );
        }
        text
    }

    fn hand(&self, hand: &Value, text: &mut String) {
        let word = |field: &str| hand[field].as_str().unwrap_or_default();
        let at_table = match word("table_name") {
            "" => String::new(),
            name => format!(" at {name}"),
        };
        let zone = self.zone.iana_name().unwrap_or("the machine's time zone");
        let _ = writeln!(
            text,
            "Hand {}, {}{at_table}: {}. {}, {zone}.",
            word("hand"),
            word("game"),
            word("state"),
            self.day(&hand["started_at"]),
        );
        self.lines(hand, text);
        for (index, pot) in (0..).zip(hand["pots"].as_array().into_iter().flatten()) {
            let _ = writeln!(text, "{}", pot_line(index, pot, hand));
        }
        if hand["pots"].as_array().is_some_and(|pots| !pots.is_empty()) {
            text.push_str("No rake is taken here.\n");
        }
        if let Some(cards) = hand["own"]["cards"].as_array() {
            let cards: Vec<&str> = cards.iter().filter_map(Value::as_str).collect();
            let name = hand["own"]["name"].as_str().unwrap_or_default();
            let _ = writeln!(text, "{name} got {}.", cards.join(" "));
        }
        gaps(hand, text);
    }

    fn lines(&self, of: &Value, text: &mut String) {
        for line in of["lines"].as_array().into_iter().flatten() {
            let mut told = line["text"].as_str().unwrap_or_default().to_owned();
            if line["until"].is_string() {
                let _ = write!(told, "; the clock ends at {}", self.clock(&line["until"]));
            }
            if let Some(rule) = line["rule"].as_str() {
                let _ = write!(told, "  [{rule}]");
            }
            let _ = writeln!(text, "{:<12}  {told}", self.clock(&line["at"]));
        }
    }

    fn account(&self, read: &Value, text: &mut String) {
        let name = read["account"]["name"].as_str().unwrap_or_default();
        let _ = writeln!(
            text,
            "{name}, {} from {} until {}, {}.",
            self.day(&read["from"]),
            self.clock(&read["from"]),
            self.clock(&read["until"]),
            self.zone.iana_name().unwrap_or("the machine's time zone"),
        );
        self.lines(read, text);
        for connection in read["connections"].as_array().into_iter().flatten() {
            let closed = match connection["closed_at"].as_str() {
                Some(_) => self.clock(&connection["closed_at"]),
                None if read["is_live"] == false => "the server was killed".to_owned(),
                None => "now".to_owned(),
            };
            let tables: Vec<&str> = connection["tables"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let at = if tables.is_empty() {
                String::new()
            } else {
                format!(", seated at {}", tables.join(", "))
            };
            let is_over = read["is_live"] == false;
            let why = connection["why"].as_str();
            let why = why.unwrap_or(if is_over { "server_ended" } else { "open" });
            let _ = writeln!(
                text,
                "connection: {} {} until {closed} ({why}){at}",
                self.day(&connection["opened_at"]),
                self.clock(&connection["opened_at"]),
            );
        }
        gaps(read, text);
        for hand in read["hands"].as_array().into_iter().flatten() {
            text.push('\n');
            self.hand(hand, text);
        }
        if read["hands"].as_array().is_none_or(Vec::is_empty) {
            text.push_str("No hand that is over was played then.\n");
        }
        if let Some(more) = read["left_out"].as_u64().filter(|more| *more > 0) {
            let _ = writeln!(
                text,
                "{more} more hands were played then: ask for a shorter time with --for."
            );
        }
    }
}

fn gaps(of: &Value, text: &mut String) {
    for gap in of["gaps"].as_array().into_iter().flatten() {
        let _ = writeln!(text, "Not known: {}.", gap.as_str().unwrap_or_default());
    }
}

/// Formats a pot, with the players eligible for it and its payments.
fn pot_line(index: usize, pot: &Value, hand: &Value) -> String {
    let name = |seat: &Value| {
        let players = hand["players"].as_array().into_iter().flatten();
        let named = players.filter(|player| player["seat"] == *seat);
        let named = named
            .filter_map(|player| player["name"].as_str())
            .find(|name| !name.is_empty());
        named.map_or_else(|| format!("seat {seat}"), str::to_owned)
    };
    let seats: Vec<String> = pot["may_win"].as_array().into_iter().flatten().map(name).collect();
    let mut shares = Vec::new();
    for paid in pot["paid"].as_array().into_iter().flatten() {
        let side = match paid["side"].as_str() {
            Some("high") => " (high)",
            Some("low") => " (low)",
            _ => "",
        };
        for share in paid["shares"].as_array().into_iter().flatten() {
            shares.push(format!("{} {}{side}", name(&share["seat"]), share["amount"]));
        }
    }
    let paid = if shares.is_empty() {
        "not paid yet".to_owned()
    } else {
        format!("paid: {}", shares.join(", "))
    };
    let which = match index {
        0 => "Main pot".to_owned(),
        side => format!("Side pot {side}"),
    };
    format!("{which} {}: {} could win it; {paid}.", pot["amount"], seats.join(", "))
}
