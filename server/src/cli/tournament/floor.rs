//! `poker tournament floor`: acts of officials in a tournament of a running server, over its HTTP interface.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use poker_protocol::v1::tournament::{DealKind, FloorAction, FloorRequest, FloorRole, HandBust, Rung};
use poker_protocol::v1::{Chips, HandNo, TableId, UnixMs};
use uuid::Uuid;

use crate::cli::http::{Call, HttpFault};

/// Act as an official of a tournament, or read its audit trail. Prints the server's answer, JSON. Exits with 1 if the server
/// refuses, 2 if it cannot be reached.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The server: `http://HOST:PORT` or `https://HOST`. For a certificate that the machine does not trust, set `SSL_CERT_FILE`.
    #[arg(long, env = "POKER_SERVER", default_value = "http://127.0.0.1:8080")]
    server: String,
    /// An access token or API token of the official; not needed to read the trail.
    #[arg(long, env = "POKER_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The reason, public to all players.
    #[arg(long, global = true, default_value = "")]
    reason: String,
    /// Identifier of the request: repeating it returns the first answer. A new one if omitted.
    #[arg(long, global = true)]
    id: Option<String>,
    /// The tournament.
    tournament: String,
    #[command(subcommand)]
    asked: Asked,
}

#[derive(Debug, Subcommand)]
enum Asked {
    /// Read the audit trail, and the open items of officials.
    Trail {
        /// Only lines after this number.
        #[arg(long, default_value_t = 0)]
        after: u32,
    },
    /// Read a finished hand with all cards, once `see-hand` has recorded a reason.
    Hand { table: String, hand: u64 },
    /// Change the announcement, before the start.
    Edit {
        /// New name.
        #[arg(long)]
        name: Option<String>,
        /// Start of play, in milliseconds since 1970.
        #[arg(long)]
        starts_at: Option<u64>,
        /// Another structure of the server's.
        #[arg(long)]
        structure: Option<String>,
        /// Your own structure, as text.
        #[arg(long)]
        definition: Option<String>,
        /// Languages of its chat, such as `en,fr`; empty to declare none.
        #[arg(long)]
        languages: Option<String>,
    },
    /// List a private tournament in the lobby.
    Announce,
    /// Begin play now.
    Start,
    /// Cancel the tournament.
    Cancel,
    /// Pause: no further hand begins.
    Pause,
    /// Resume play.
    Resume,
    /// Set the level clock.
    SetLevel {
        level: u16,
        /// Seconds left in the level.
        #[arg(long)]
        left: Option<u32>,
    },
    /// Move a player to another table.
    Move { player: u32, table: u32 },
    /// Make a table the next one to break.
    BreakTable { table: u32 },
    /// Change the order in which tables break.
    BreakOrder {
        #[arg(required = true)]
        tables: Vec<u32>,
    },
    /// Start or end hand-for-hand.
    HandForHand { state: Switch },
    /// Penalise a player.
    Penalise {
        player: u32,
        fault: String,
        rung: PenaltyRung,
        count: u32,
    },
    /// Remove a player who has gone from play.
    Remove { player: u32 },
    /// Disqualify a player.
    Disqualify { player: u32 },
    /// Void the running hand of a table.
    VoidHand { table: u32 },
    /// End the running hand of a table by splitting its pots.
    SplitHand { table: u32 },
    /// Kill a player's running hand, and show it to all once the hand is over.
    KillHand { player: u32 },
    /// Send a message to the players of a table immediately, such as what one of them has told an opponent.
    TellTable { table: u32, text: String },
    /// Correct stacks after the last hand of a table.
    CorrectAward {
        table: u32,
        hand: u64,
        /// Players with their right stacks: `PLAYER=CHIPS`.
        #[arg(required = true, value_parser = pair)]
        stacks: Vec<(u32, u64)>,
    },
    /// Resume a table that was stopped for a fault; one that is out of play is reopened.
    ResumeTable { table: u32 },
    /// Move the players of a table that was stopped for a fault to a new one, with their stacks.
    ReplaceTable { table: u32 },
    /// Record a deal of the remaining players.
    MakeDeal {
        terms: Terms,
        /// Chips left to play for, for first place.
        #[arg(long, default_value_t = 0)]
        keep: u64,
        /// Players with their shares, for other terms: `PLAYER=CHIPS`.
        #[arg(value_parser = pair)]
        shares: Vec<(u32, u64)>,
    },
    /// Put a decision on record.
    Rule { rule: String },
    /// Answer a call or a report; the reason is the answer.
    Answer { ticket: u32 },
    /// Mute a player.
    Mute { player: u32 },
    /// Unmute a player.
    Unmute { player: u32 },
    /// Mute an account, entrant or spectator.
    MuteAccount { account: String },
    /// Unmute an account.
    UnmuteAccount { account: String },
    /// Allow chat at a table only to players seated there.
    CloseRail,
    /// Allow spectators to chat again.
    OpenRail,
    /// Record the reason to see the cards of a finished hand.
    SeeHand { table: String, hand: u64 },
    /// Swap the seats of two players.
    SwapSeats { player: u32, with: u32 },
    /// Set the button of a table's next hand.
    SetButton { table: u32, seat: u8 },
    /// Enter a player in a live tournament.
    Enter { name: String },
    /// Withdraw an entry in a live tournament, before the start.
    TakeBack { player: u32 },
    /// Re-enter a busted player of a live tournament.
    ReEnter { player: u32 },
    /// Record a rebuy in a live tournament.
    Rebuy { player: u32 },
    /// Record that a busted player of a live tournament declines the rebuy.
    NoRebuy { player: u32 },
    /// Record an add-on in a live tournament.
    AddOn { player: u32 },
    /// Record the end of a hand in a live tournament.
    HandOver {
        table: u32,
        /// Players who busted, with the winners of their chips: `PLAYER=WINNER` or `PLAYER=WINNER,WINNER`; with the stack at the start of
        /// the hand
        /// `PLAYER:STACK=WINNER`; `PLAYER=` if no official saw who won.
        #[arg(value_parser = bust)]
        busts: Vec<HandBust>,
        /// Seat of its button.
        #[arg(long)]
        button: Option<u8>,
    },
    /// Record counted stacks at a table of a live tournament.
    Count {
        table: u32,
        /// Players with their stacks: `PLAYER=CHIPS`.
        #[arg(required = true, value_parser = pair)]
        stacks: Vec<(u32, u64)>,
        /// Chips put on the table meanwhile; negative if some were taken off.
        #[arg(long, allow_negative_numbers = true)]
        added: Option<i64>,
    },
    /// Undo the last act of officials.
    Undo,
    /// Redo the act undone last.
    Redo,
    /// Make an account an official of this tournament.
    Grant { account: String },
    /// Revoke an office given by `grant`.
    Revoke { account: String },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PenaltyRung {
    Warning,
    Hands,
    Orbits,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Terms {
    Chop,
    Icm,
    Other,
}

/// The reasons a request to the server failed.
#[derive(Debug, thiserror::Error)]
enum CallError {
    /// The address is neither plain HTTP nor HTTPS.
    #[error("`{0}` is not a server: expected http://HOST:PORT or https://HOST")]
    Server(String),
    /// A number exceeds what the protocol allows.
    #[error("a number is above 2^53 - 1")]
    Number,
    /// There is no answer.
    #[error(transparent)]
    Http(#[from] HttpFault),
}

/// Runs the command.
///
/// # Errors
/// Those of writing.
pub(super) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match runtime.block_on(ask(args)) {
        Ok((accepted, body)) => {
            writeln!(out, "{}", body.trim_end())?;
            Ok(if accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Err(error) => {
            writeln!(io::stderr(), "poker tournament floor: {error}")?;
            Ok(ExitCode::from(2))
        }
    }
}

/// Sends the request. Returns `true` if the server accepts, and its answer.
async fn ask(args: &Args) -> Result<(bool, String), CallError> {
    let floor = format!("/api/v1/tournaments/{}/floor", args.tournament);
    match &args.asked {
        Asked::Trail { after } => exchange(args, &format!("{floor}?after={after}"), None).await,
        Asked::Hand { table, hand } => exchange(args, &format!("{floor}/hands/{table}/{hand}"), None).await,
        asked => {
            let action = action(asked)?.ok_or(CallError::Number)?;
            let request = FloorRequest {
                id: args.id.clone().unwrap_or_else(|| Uuid::now_v7().to_string()),
                reason: args.reason.clone(),
                action,
            };
            let body = serde_json::to_string(&request).expect("a request has string keys and no fallible parts");
            exchange(args, &floor, Some(body)).await
        }
    }
}

/// Returns the action requested; `None` for a request that only reads.
#[expect(clippy::too_many_lines, reason = "one arm for each action")]
fn action(asked: &Asked) -> Result<Option<FloorAction>, CallError> {
    let hand_no = |hand: u64| HandNo::new(hand).ok_or(CallError::Number);
    Ok(Some(match asked {
        Asked::Trail { .. } | Asked::Hand { .. } => return Ok(None),
        Asked::Edit {
            name,
            starts_at,
            structure,
            definition,
            languages,
        } => FloorAction::Edit {
            name: name.clone(),
            starts_at: starts_at
                .map(|at| UnixMs::new(at).ok_or(CallError::Number))
                .transpose()?,
            structure: structure.clone(),
            definition: definition.clone(),
            languages: languages.as_deref().map(|tags| {
                let tags = tags.split(',').map(str::trim);
                tags.filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
            }),
        },
        Asked::Announce => FloorAction::Announce {},
        Asked::Start => FloorAction::Start {},
        Asked::Cancel => FloorAction::Cancel {},
        Asked::Pause => FloorAction::Pause {},
        Asked::Resume => FloorAction::Resume {},
        Asked::SetLevel { level, left } => FloorAction::SetLevel {
            level: *level,
            left_s: *left,
        },
        Asked::Move { player, table } => FloorAction::Move {
            player: *player,
            table: *table,
        },
        Asked::BreakTable { table } => FloorAction::BreakTable { table: *table },
        Asked::BreakOrder { tables } => FloorAction::BreakOrder { order: tables.clone() },
        Asked::HandForHand { state } => FloorAction::HandForHand {
            on: matches!(state, Switch::On),
        },
        Asked::Penalise {
            player,
            fault,
            rung,
            count,
        } => FloorAction::Penalise {
            player: *player,
            fault: fault.clone(),
            rung: match rung {
                PenaltyRung::Warning => Rung::Warning,
                PenaltyRung::Hands => Rung::Hands,
                PenaltyRung::Orbits => Rung::Orbits,
            },
            count: *count,
        },
        Asked::Remove { player } => FloorAction::Remove { player: *player },
        Asked::Disqualify { player } => FloorAction::Disqualify { player: *player },
        Asked::VoidHand { table } => FloorAction::VoidHand { table: *table },
        Asked::KillHand { player } => FloorAction::KillHand { player: *player },
        Asked::TellTable { table, text } => FloorAction::TellTable {
            table: *table,
            text: text.clone(),
        },
        Asked::SplitHand { table } => FloorAction::SplitHand { table: *table },
        Asked::CorrectAward { table, hand, stacks } => FloorAction::CorrectAward {
            table: *table,
            hand: hand_no(*hand)?,
            stacks: amounts(stacks)?,
        },
        Asked::ResumeTable { table } => FloorAction::ResumeTable { table: *table },
        Asked::ReplaceTable { table } => FloorAction::ReplaceTable { table: *table },
        Asked::MakeDeal { terms, keep, shares } => FloorAction::MakeDeal {
            terms: match terms {
                Terms::Chop => DealKind::Chop,
                Terms::Icm => DealKind::Icm,
                Terms::Other => DealKind::Other,
            },
            keep: Chips::new(*keep).ok_or(CallError::Number)?,
            shares: amounts(shares)?,
        },
        Asked::Rule { rule } => FloorAction::Rule { rule: rule.clone() },
        Asked::Answer { ticket } => FloorAction::Answer { ticket: *ticket },
        Asked::Mute { player } => FloorAction::Mute {
            player: *player,
            muted: true,
        },
        Asked::Unmute { player } => FloorAction::Mute {
            player: *player,
            muted: false,
        },
        Asked::MuteAccount { account } => FloorAction::MuteAccount {
            account: account.clone(),
            muted: true,
        },
        Asked::UnmuteAccount { account } => FloorAction::MuteAccount {
            account: account.clone(),
            muted: false,
        },
        Asked::CloseRail => FloorAction::RailChat { open: false },
        Asked::OpenRail => FloorAction::RailChat { open: true },
        Asked::SeeHand { table, hand } => FloorAction::SeeHand {
            table: TableId(table.clone()),
            hand: hand_no(*hand)?,
        },
        Asked::SwapSeats { player, with } => FloorAction::SwapSeats {
            player: *player,
            with: *with,
        },
        Asked::SetButton { table, seat } => FloorAction::SetButton {
            table: *table,
            seat: *seat,
        },
        Asked::Enter { name } => FloorAction::Enter { name: name.clone() },
        Asked::TakeBack { player } => FloorAction::TakeBack { player: *player },
        Asked::ReEnter { player } => FloorAction::ReEnter { player: *player },
        Asked::Rebuy { player } => FloorAction::Rebuy { player: *player },
        Asked::NoRebuy { player } => FloorAction::NoRebuy { player: *player },
        Asked::AddOn { player } => FloorAction::AddOn { player: *player },
        Asked::HandOver { table, busts, button } => FloorAction::HandOver {
            table: *table,
            busts: busts.clone(),
            button: *button,
        },
        Asked::Count { table, stacks, added } => FloorAction::Count {
            table: *table,
            stacks: amounts(stacks)?,
            added: *added,
        },
        Asked::Undo => FloorAction::Undo {},
        Asked::Redo => FloorAction::Redo {},
        Asked::Grant { account } => FloorAction::Grant {
            account: account.clone(),
            role: FloorRole::Floor,
        },
        Asked::Revoke { account } => FloorAction::Revoke {
            account: account.clone(),
        },
    }))
}

fn amounts(pairs: &[(u32, u64)]) -> Result<Vec<(u32, Chips)>, CallError> {
    let amount = |(player, chips): &(u32, u64)| Ok((*player, Chips::new(*chips).ok_or(CallError::Number)?));
    pairs.iter().map(amount).collect()
}

/// Parses `PLAYER=WINNER,WINNER` or `PLAYER:STACK=WINNER`; `PLAYER=` for an unknown winner.
fn bust(text: &str) -> Result<HandBust, String> {
    let wanted = || format!("`{text}` is not PLAYER[:STACK]=[WINNER[,WINNER]]");
    let (loser, winners) = text.split_once('=').ok_or_else(wanted)?;
    let (player, stack) = match loser.split_once(':') {
        Some((player, stack)) => {
            let stack = stack.parse().ok().and_then(Chips::new).ok_or_else(wanted)?;
            (player, Some(stack))
        }
        None => (loser, None),
    };
    let winners = winners.split(',').filter(|_| !winners.is_empty());
    let by = winners.map(|winner| winner.parse().map_err(|_| wanted()));
    Ok(HandBust {
        player: player.parse().map_err(|_| wanted())?,
        stack,
        by: by.collect::<Result<_, String>>()?,
    })
}

/// Parses `PLAYER=CHIPS`.
fn pair(text: &str) -> Result<(u32, u64), String> {
    let wanted = || format!("`{text}` is not PLAYER=CHIPS");
    let (player, chips) = text.split_once('=').ok_or_else(wanted)?;
    Ok((
        player.parse().map_err(|_| wanted())?,
        chips.parse().map_err(|_| wanted())?,
    ))
}

/// Sends a request on a connection of its own, and reads the whole answer. With a body, it is a POST.
async fn exchange(args: &Args, path: &str, body: Option<String>) -> Result<(bool, String), CallError> {
    let wrong = || CallError::Server(args.server.clone());
    let server = args.server.trim_end_matches('/');
    let (scheme, host) = server.split_once("://").ok_or_else(wrong)?;
    let has_port = host
        .rsplit_once(':')
        .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let address = match scheme {
        "https" if !has_port => format!("{host}:443"),
        "http" | "https" if has_port => host.to_owned(),
        _ => return Err(wrong()),
    };
    if host.contains('/') {
        return Err(wrong());
    }
    let call = Call {
        address: &address,
        is_tls: scheme == "https",
        host,
        token: args.token.as_deref(),
        path,
        body,
    };
    Ok(call.exchange().await?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn read(line: &str) -> FloorAction {
        let words = ["floor", "7"].into_iter().chain(line.split(' '));
        let line = Line::try_parse_from(words).unwrap();
        action(&line.args.asked).unwrap().unwrap()
    }

    #[test]
    fn every_action_can_be_written_on_the_command_line() {
        let lines = [
            "edit --name Friday",
            "announce",
            "start",
            "cancel",
            "pause",
            "resume",
            "set-level 5 --left 60",
            "move 3 2",
            "break-table 2",
            "break-order 3 2 1",
            "hand-for-hand on",
            "penalise 3 phone hands 2",
            "remove 3",
            "disqualify 3",
            "void-hand 2",
            "split-hand 2",
            "kill-hand 3",
            "tell-table 2 kings",
            "correct-award 2 41 3=1000 4=2000",
            "resume-table 2",
            "replace-table 2",
            "make-deal other 3=10 4=20 --keep 5",
            "rule 9.20",
            "answer 4",
            "mute 3",
            "unmute 3",
            "mute-account Eve",
            "unmute-account Eve",
            "close-rail",
            "open-rail",
            "see-hand 31 42",
            "swap-seats 3 4",
            "set-button 2 5",
            "enter Flo",
            "take-back 3",
            "re-enter 3",
            "rebuy 3",
            "no-rebuy 3",
            "add-on 3",
            "hand-over 2 3=4 5:700=4,6 --button 2",
            "count 2 3=1000 4=2000 --added -25",
            "undo",
            "redo",
            "grant Flo",
            "revoke Flo",
        ];
        let kind = |line: &str| {
            let action = serde_json::to_value(read(line)).unwrap();
            action["kind"].as_str().unwrap().to_owned()
        };
        let kinds: BTreeSet<String> = lines.into_iter().map(kind).collect();
        let schema = include_str!("../../../../protocol/schema/v1/floor_request.json");
        let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
        let known = schema["$defs"]["FloorAction"]["oneOf"].as_array().unwrap().iter();
        let known = known.map(|action| action["properties"]["kind"]["const"].as_str().unwrap().to_owned());
        assert_eq!(kinds, known.collect());
    }

    #[test]
    fn busts_are_read_and_nothing_else() {
        let read = bust("5:700=4,6").unwrap();
        assert_eq!((read.player, read.stack, read.by), (5, Chips::new(700), vec![4, 6]));
        assert_eq!(bust("3=4").unwrap().stack, None);
        assert!(bust("3=").unwrap().by.is_empty());
        for wrong in ["3", "=3", "3=a", "3=4,", "3:=4", "3:x=4"] {
            assert!(bust(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pairs_are_read_and_nothing_else() {
        assert_eq!(pair("3=1000"), Ok((3, 1000)));
        for wrong in ["3", "3=", "=3", "a=1", "3=-1", "3=1=2"] {
            assert!(pair(wrong).is_err(), "{wrong}");
        }
    }
}
