//! Open Hand History: one JSON object per hand, hands separated by an empty line. Other programs lay out their files differently, and
//! all layouts are read.
//!
//! If the board is dealt twice, the streets of the second run follow those of the first, each with its own cards alone.

mod read;

use jiff::Timestamp;
use poker_engine::event::{BetAction, PublicEvent};
use poker_engine::game::GameDef;
use poker_engine::setup::PostKind;
use poker_engine::{Chips, LimitKind, SeatIx};
use poker_wire::{EventKind, EventRecord};
use serde_json::{Value, json};

use super::{FormatError, Lack, Telling, is_price};

/// The site, as trackers know it: they list hands by it.
const SITE: &str = "poker-server";

pub(super) use read::read;

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
    let stakes = telling.stakes()?;
    let dead = telling.record.dead();
    let players: Vec<Value> = telling
        .stacks()
        .into_iter()
        .map(|(seat, stack)| {
            json!({
                "id": seat.number(), "seat": seat.number(), "name": telling.names[seat],
                "starting_stack": stack.get(), "player_bounty": telling.head(seat),
                "is_sitting_out": dead.contains(seat),
            })
        })
        .collect();
    let pots: Vec<Value> = telling
        .awards(None)
        .into_iter()
        .enumerate()
        .map(|(number, (amount, winners))| {
            let win = |(seat, won): &(SeatIx, Chips)| json!({"player_id": seat.number(), "win_amount": won.get()});
            let wins: Vec<Value> = winners.iter().map(win).collect();
            json!({"number": number, "amount": amount.get(), "rake": 0, "player_wins": wins})
        })
        .collect();
    let twice = |event: &&&PublicEvent| matches!(event, PublicEvent::RunsDecided { twice: true });
    let flags = [
        ("Observed", telling.hero.is_none()),
        ("Run_It_Twice", telling.record.events.iter().any(|event| twice(&event))),
        ("Bomb_Pot", setup.rules.bomb_pot),
    ];
    let flags: Vec<&str> = flags.iter().filter(|(_, is)| *is).map(|(flag, _)| *flag).collect();
    let mut object = json!({"ohh": {
        "spec_version": "1.4.7",
        "site_name": SITE,
        "network_name": SITE,
        "internal_version": env!("CARGO_PKG_VERSION"),
        "tournament": telling.event.is_some(),
        "game_number": format!("{}-{}", telling.table, telling.hand),
        "start_date_utc": telling.started_at.to_string(),
        "table_name": telling.table,
        "game_type": game_type,
        "bet_limit": {"bet_type": bet_type(stakes.kind), "bet_cap": 0},
        "table_size": setup.seat_count,
        "currency": "XPM",
        "dealer_seat": setup.button.number(),
        "small_blind_amount": stakes.small.get(),
        "big_blind_amount": stakes.big.get(),
        "ante_amount": stakes.ante.get(),
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

/// Returns the event. If its start is unknown, that field is empty, which readers take as unknown.
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

/// Returns the format's word for a kind of event, if it has one.
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

/// Returns the speed of the levels in the format's words.
const fn speed(seconds: u32) -> &'static str {
    match seconds {
        0..=180 => "Hyper-Turbo",
        181..=360 => "Turbo",
        _ => "Normal",
    }
}

/// The rounds of a hand, whose actions are numbered through.
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

    /// Adds the showdown round, once.
    fn show_down(&mut self, shown: &mut bool) {
        if !std::mem::replace(shown, true) {
            self.begin("Showdown", Vec::new());
        }
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
    let (mut board, mut shown) = (0, false);
    // A dead hand folds whenever it would be to act.
    for event in &telling.record.with_dead_folding(true) {
        match event {
            // For a player whom an ante put all-in, only a blind that others have to match is written.
            PublicEvent::Posted { amount, kind, .. } if amount.is_zero() && !is_price(*kind) => {}
            PublicEvent::Posted {
                seat,
                amount,
                kind,
                all_in,
            } => {
                let action = posted(*kind).ok_or(FormatError::Event(Lack::FORCED_BET))?;
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
            PublicEvent::BoardDealt { cards } => {
                board += cards.len();
                let street = match (board, cards.len()) {
                    (3, 3) | (4 | 5, 1) => STREETS[board - 2],
                    _ => return Err(FormatError::Event(Lack::BOARD)),
                };
                rounds.begin(street, cards.iter().map(ToString::to_string).collect());
            }
            PublicEvent::SecondRunStarted { kept } => board = usize::from(*kept),
            PublicEvent::HandShown { seat, cards, run, .. } => {
                rounds.show_down(&mut shown);
                // The same hand is shown on each run.
                if *run != Some(2) {
                    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
                    rounds.act(*seat, "Shows Cards", json!({"cards": cards}));
                }
            }
            PublicEvent::KilledShown { seat, cards } => {
                rounds.show_down(&mut shown);
                let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
                rounds.act(*seat, "Shows Cards", json!({"cards": cards}));
            }
            PublicEvent::HandMucked { seat } => {
                rounds.show_down(&mut shown);
                rounds.act(*seat, "Mucks Cards", json!({}));
            }
            // Written elsewhere, or without effect.
            PublicEvent::TurnStarted(_)
            | PublicEvent::ChoiceMade { .. }
            | PublicEvent::DarkDeclared { .. }
            | PublicEvent::RunsDecided { .. }
            | PublicEvent::UncalledReturned { .. }
            | PublicEvent::PotsFormed { .. }
            | PublicEvent::HandsTabled { .. }
            | PublicEvent::HandsOpened { .. }
            | PublicEvent::PotAwarded { .. }
            | PublicEvent::StraddleDeclined { .. }
            | PublicEvent::HandCompleted { .. } => {}
            other => return Err(FormatError::Event(Lack::of(other))),
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
