//! Open Hand History: one JSON object a hand, hands set apart by an empty line.

use jiff::Timestamp;
use poker_engine::event::{BetAction, PublicEvent};
use poker_engine::game::GameDef;
use poker_engine::history::phh::{PhhHand, Scale};
use poker_engine::setup::PostKind;
use poker_engine::{Chips, LimitKind, SeatIx};
use serde::Deserialize;
use serde_json::{Number, Value, json};

use super::import::{self, Import, ImportError, Player};
use super::{FormatError, Telling, is_street};
use crate::table::{EventKind, EventRecord};

const STREETS: [&str; 4] = ["Preflop", "Flop", "Turn", "River"];

fn code(game: &GameDef) -> Option<&str> {
    game.ohh.as_deref()
}

const fn bet_type(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Fixed | LimitKind::Spread => "FL",
        LimitKind::Pot => "PL",
        LimitKind::NoLimit => "NL",
    }
}

/// Writes a hand.
pub(super) fn write(telling: &Telling<'_>) -> Result<String, FormatError> {
    let game = telling.record.game;
    let game_type = code(game).ok_or_else(|| FormatError::Game(game.id.clone()))?;
    let setup = telling.record.setup;
    let blinds = telling.blinds()?;
    let players: Vec<Value> = telling
        .stacks()
        .into_iter()
        .map(|(seat, stack)| {
            json!({
                "id": seat.number(), "seat": seat.number(), "name": telling.names[seat],
                "starting_stack": stack.get(), "player_bounty": telling.head(seat), "is_sitting_out": false,
            })
        })
        .collect();
    let pots: Vec<Value> = telling
        .awards()
        .into_iter()
        .enumerate()
        .map(|(number, (amount, winners))| {
            let win = |(seat, won): &(SeatIx, Chips)| json!({"player_id": seat.number(), "win_amount": won.get()});
            let wins: Vec<Value> = winners.iter().map(win).collect();
            json!({"number": number, "amount": amount.get(), "rake": 0, "player_wins": wins})
        })
        .collect();
    let flags: &[&str] = if telling.hero.is_some() { &[] } else { &["Observed"] };
    let mut object = json!({"ohh": {
        "spec_version": "1.4.7",
        "site_name": env!("CARGO_PKG_NAME"),
        "network_name": env!("CARGO_PKG_NAME"),
        "internal_version": env!("CARGO_PKG_VERSION"),
        "tournament": telling.event.is_some(),
        "game_number": format!("{}-{}", telling.table, telling.hand),
        "start_date_utc": telling.started_at.to_string(),
        "table_name": telling.table,
        "game_type": game_type,
        "bet_limit": {"bet_type": bet_type(blinds.kind), "bet_cap": 0},
        "table_size": setup.seat_count,
        "currency": "XPM",
        "dealer_seat": setup.button.number(),
        "small_blind_amount": blinds.small.get(),
        "big_blind_amount": blinds.big.get(),
        "ante_amount": blinds.ante.get(),
        "hero_player_id": telling.hero.map_or(0, SeatIx::number),
        "flags": flags,
        "players": players,
        "rounds": rounds(telling)?,
        "pots": pots,
    }});
    if let Some(event) = telling.event {
        object["ohh"]["tournament_info"] = tournament_info(event);
    }
    Ok(format!("{object}\n\n"))
}

/// The event. Where it is not known when it began, that field is empty, which readers take for unknown.
fn tournament_info(event: &EventRecord) -> Value {
    let is_single = event.kinds.contains(&EventKind::SingleTable);
    let started_at = event.started_at.and_then(|at| Timestamp::from_millisecond(at).ok());
    let flags: Vec<&str> = event.kinds.iter().filter_map(|kind| flag(*kind)).collect();
    json!({
        "tournament_number": event.tournament.to_string(),
        "name": event.name.en,
        "start_date_utc": started_at.map_or_else(String::new, |at| at.to_string()),
        "currency": "XPM",
        "buyin_amount": event.price.get(),
        "fee_amount": 0,
        "bounty_fee_amount": event.bounty.get(),
        "initial_stack": event.stack.get(),
        "type": if is_single { "STT" } else { "MTT" },
        "flags": flags,
        "speed": {"type": speed(event.level_seconds), "round_time": event.level_seconds},
    })
}

/// The format's word for a kind of event, if it has one.
const fn flag(kind: EventKind) -> Option<&'static str> {
    Some(match kind {
        EventKind::SitAndGo => "SNG",
        EventKind::Bounty => "Bounty",
        EventKind::Progressive => "Progressive-Bounty",
        EventKind::Shootout | EventKind::Bracket => "Shootout",
        EventKind::Rebuy => "Rebuy",
        EventKind::ReEntry => "Re-Entry",
        EventKind::Satellite => "Satellite",
        EventKind::SingleTable | EventKind::Mystery => return None,
    })
}

/// How fast levels follow, in the format's words.
const fn speed(seconds: u32) -> &'static str {
    match seconds {
        0..=180 => "Hyper-Turbo",
        181..=360 => "Turbo",
        _ => "Normal",
    }
}

/// A round with its actions, which are numbered through the hand.
struct Rounds {
    done: Vec<Value>,
    street: &'static str,
    cards: Vec<String>,
    actions: Vec<Value>,
    number: usize,
}

impl Rounds {
    fn begin(&mut self, street: &'static str, cards: Vec<String>) {
        self.close();
        (self.street, self.cards) = (street, cards);
    }

    fn close(&mut self) {
        let mut round = json!({
            "id": self.done.len(), "street": self.street, "actions": std::mem::take(&mut self.actions),
        });
        if !self.cards.is_empty() {
            round["cards"] = json!(std::mem::take(&mut self.cards));
        }
        self.done.push(round);
    }

    fn act(&mut self, seat: SeatIx, action: &str, more: Value) {
        self.number += 1;
        let mut object = json!({"action_number": self.number, "player_id": seat.number(), "action": action});
        if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
            object.extend(more);
        }
        self.actions.push(object);
    }
}

fn rounds(telling: &Telling<'_>) -> Result<Vec<Value>, FormatError> {
    let mut rounds = Rounds {
        done: Vec::new(),
        street: STREETS[0],
        cards: Vec::new(),
        actions: Vec::new(),
        number: 0,
    };
    let mut board = 0;
    for event in &telling.record.events {
        match event {
            // A blind of a player whom an ante took all: these formats tell payments alone.
            PublicEvent::Posted { amount, .. } if amount.is_zero() => {}
            PublicEvent::Posted {
                seat,
                amount,
                kind,
                all_in,
            } => {
                let action = posted(*kind).ok_or(FormatError::Event("such a forced bet"))?;
                rounds.act(*seat, action, json!({"amount": amount.get(), "is_allin": all_in}));
            }
            PublicEvent::HoleCardsDealt { .. } => {
                if let Some((seat, cards)) = telling.hero_cards() {
                    rounds.act(seat, "Dealt Cards", json!({"cards": cards}));
                }
            }
            PublicEvent::ActionTaken {
                seat,
                action,
                added,
                all_in,
                ..
            } => {
                let paid = json!({"amount": added.get(), "is_allin": all_in});
                match action {
                    BetAction::Fold => rounds.act(*seat, "Fold", json!({})),
                    BetAction::Check => rounds.act(*seat, "Check", json!({})),
                    BetAction::Call => rounds.act(*seat, "Call", paid),
                    // Before the flop the format calls every bet a raise.
                    BetAction::Bet if board > 0 => rounds.act(*seat, "Bet", paid),
                    BetAction::Bet | BetAction::Raise => rounds.act(*seat, "Raise", paid),
                }
            }
            PublicEvent::BoardDealt { cards } if is_street(board, cards.len()) => {
                board += cards.len();
                rounds.begin(STREETS[board - 2], cards.iter().map(ToString::to_string).collect());
            }
            PublicEvent::BoardDealt { .. } => return Err(FormatError::Event("such a board")),
            PublicEvent::SecondRunStarted { .. } => return Err(FormatError::Event("a board that is run twice")),
            PublicEvent::HandShown { .. } | PublicEvent::HandMucked { .. } | PublicEvent::KilledShown { .. }
                if rounds.street != "Showdown" =>
            {
                rounds.begin("Showdown", Vec::new());
            }
            _ => {}
        }
        match event {
            PublicEvent::HandShown { seat, cards, .. } | PublicEvent::KilledShown { seat, cards } => {
                let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
                rounds.act(*seat, "Shows Cards", json!({"cards": cards}));
            }
            PublicEvent::HandMucked { seat } => rounds.act(*seat, "Mucks Cards", json!({})),
            _ => {}
        }
    }
    rounds.close();
    Ok(rounds.done)
}

const fn posted(kind: PostKind) -> Option<&'static str> {
    match kind {
        PostKind::Ante | PostKind::DeadAnte => Some("Post Ante"),
        PostKind::SmallBlind => Some("Post SB"),
        PostKind::BigBlind => Some("Post BB"),
        PostKind::Straddle => Some("Straddle"),
        PostKind::EntryBlind => Some("Post Extra Blind"),
        PostKind::DeadBlind => Some("Post Dead"),
        PostKind::ButtonBlind | PostKind::Credit | PostKind::BringIn => None,
    }
}

fn post_kind(action: &str) -> Option<PostKind> {
    PostKind::ALL.into_iter().find(|kind| posted(*kind) == Some(action))
}

#[derive(Deserialize)]
struct File {
    ohh: Ohh,
}

#[derive(Deserialize)]
struct Ohh {
    game_type: String,
    bet_limit: BetLimit,
    dealer_seat: u8,
    #[serde(default)]
    small_blind_amount: Option<Number>,
    #[serde(default)]
    big_blind_amount: Option<Number>,
    #[serde(default)]
    ante_amount: Option<Number>,
    players: Vec<OhhPlayer>,
    rounds: Vec<Round>,
}

#[derive(Deserialize)]
struct BetLimit {
    bet_type: String,
}

#[derive(Deserialize)]
struct OhhPlayer {
    id: i64,
    seat: u8,
    name: String,
    starting_stack: Number,
    #[serde(default)]
    is_sitting_out: bool,
}

#[derive(Deserialize)]
struct Round {
    street: String,
    #[serde(default)]
    cards: Vec<String>,
    #[serde(default)]
    actions: Vec<OhhAction>,
}

#[derive(Deserialize)]
struct OhhAction {
    #[serde(default)]
    player_id: Option<i64>,
    action: String,
    #[serde(default)]
    amount: Option<Number>,
    #[serde(default)]
    cards: Vec<String>,
}

/// Reads a file of hands.
pub(super) fn read(text: &str) -> Vec<Result<PhhHand, ImportError>> {
    let mut hands = Vec::new();
    let mut line = 1;
    for part in text.split("\n\n") {
        if !part.trim().is_empty() {
            let hand = match serde_json::from_str::<File>(part) {
                Ok(file) => hand(&file.ohh).map_err(|message| ImportError { line, message }),
                Err(error) => Err(ImportError {
                    line: line + error.line().saturating_sub(1),
                    message: error.to_string(),
                }),
            };
            hands.push(hand);
        }
        line += part.matches('\n').count() + 2;
    }
    hands
}

fn hand(ohh: &Ohh) -> Result<PhhHand, String> {
    let kinds = [LimitKind::NoLimit, LimitKind::Pot, LimitKind::Fixed];
    let kind = kinds.into_iter().find(|kind| bet_type(*kind) == ohh.bet_limit.bet_type);
    let kind = kind.ok_or_else(|| format!("there is no limit `{}`", ohh.bet_limit.bet_type))?;
    let game = import::game(&ohh.game_type, kind, code)?;
    let amounts = ohh.rounds.iter().flat_map(|round| &round.actions);
    let amounts = amounts.filter_map(|action| action.amount.as_ref());
    let stacks = ohh.players.iter().map(|player| &player.starting_stack);
    let blinds = ohh.small_blind_amount.iter().chain(&ohh.big_blind_amount);
    let whole = amounts.chain(stacks).chain(blinds).all(is_whole);
    let scale = Scale::with_decimals(if whole { 0 } else { 2 }).ok_or("too many decimals")?;
    let read = |number: &Number| import::amount(scale, &number.to_string());
    let optional = |number: &Option<Number>| number.as_ref().map_or(Ok(Chips::ZERO), read);
    let seated = ohh.players.iter().filter(|player| !player.is_sitting_out);
    let players = seated.map(|player| {
        Ok(Player {
            seat: SeatIx::from_number(player.seat).ok_or_else(|| format!("there is no seat {}", player.seat))?,
            name: player.name.clone(),
            stack: read(&player.starting_stack)?,
        })
    });
    let button = SeatIx::from_number(ohh.dealer_seat).ok_or_else(|| format!("there is no seat {}", ohh.dealer_seat))?;
    let mut hand = Import::new(scale, players.collect::<Result<_, String>>()?, button)?;
    let seat_of = |id: i64| {
        let player = ohh.players.iter().find(|player| player.id == id);
        player.and_then(|player| SeatIx::from_number(player.seat))
    };
    let (small, big) = (optional(&ohh.small_blind_amount)?, optional(&ohh.big_blind_amount)?);
    let ante = optional(&ohh.ante_amount)?;
    for round in &ohh.rounds {
        if !round.cards.is_empty() && round.street != "Showdown" {
            hand.board(&round.cards.concat());
        }
        for action in &round.actions {
            let seat = action.player_id.and_then(seat_of);
            let player = hand.players().iter().position(|player| Some(player.seat) == seat);
            let player = player.ok_or_else(|| format!("`{}` names no player", action.action))?;
            let paid = optional(&action.amount)?;
            let cards = action.cards.concat();
            match action.action.as_str() {
                "Dealt Cards" => hand.hole(player, cards),
                "Fold" => hand.fold(player),
                "Check" => hand.call(player, Chips::ZERO)?,
                "Call" => hand.call(player, paid)?,
                "Bet" | "Raise" => hand.raise_by(player, paid)?,
                "Shows Cards" => hand.show(player, &cards),
                "Mucks Cards" => hand.muck(player),
                other => {
                    let kind = post_kind(other).ok_or_else(|| format!("`{other}` is no action of a hand"))?;
                    let full = match kind {
                        PostKind::BigBlind => big,
                        PostKind::Ante => ante,
                        _ => paid,
                    };
                    hand.post(player, kind, paid, full)?;
                }
            }
        }
    }
    let bets = if kind == LimitKind::Fixed {
        (big, big.checked_mul(2).ok_or("the stakes are too high")?)
    } else {
        (big, big)
    };
    if big.is_zero() || small > big {
        return Err("the blinds are missing".to_owned());
    }
    Ok(hand.finish(game, kind, bets.0, bets.1))
}

fn is_whole(number: &Number) -> bool {
    number.as_u64().is_some() || number.to_string().trim_end_matches('0').ends_with('.')
}
