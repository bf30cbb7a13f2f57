//! Hints at practice tables: the cost and the prospects of the open decision for the seat to act. The core records what
//! the seat sees; the numbers are computed elsewhere.

use std::sync::Arc;

use poker_engine::action::Choices;
use poker_engine::odds::{Chance, Sight, WHOLE, cards_to_discard, cards_to_exchange, chance, outs, price_of};
use poker_engine::{CardSet, Chips, Choice, Declaration, GameDef, SeatIx, Viewer};
use poker_owner::{Caller, Now};
use poker_protocol::v1::practice::{Hint, HintChance, HintChoice, HintCost, HintReason};
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg};
use poker_wire as wire;
use poker_wire::Mirror;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::{Outputs, TableCore};
use crate::state::play::{HandInPlay, OpenDecision};

/// Minimum time between two hints, in milliseconds.
const PAUSE_MS: u32 = 300;

/// Share of a side, in thousandths, from which it is safe enough to declare both sides.
const SURE_OF_BOTH: u64 = 800;

/// Maximum number of card sets tried when some cards have to be discarded without replacement.
const DISCARDS_MAX: usize = 70;

/// A hint to be computed, with the caller who requested it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The caller who gets the answer.
    pub caller: Caller,
    /// The request's `id`.
    pub id: String,
    what: What,
}

/// The position that a hint is about: everything that the seat sees, and no more.
#[derive(Clone, Debug)]
pub struct What {
    hand: u64,
    turn: u32,
    game: Arc<GameDef>,
    sight: Sight,
    choices: Choices,
    pot: Chips,
    /// Chips that the seat has put in during this round.
    put_in: Chips,
}

impl TableCore {
    /// Queues the computing of a hint, if the caller is entitled to one.
    pub(super) fn hint(&mut self, caller: &Caller, id: &str, now: Now, out: &mut Outputs) {
        let refused = |code, message: &str| ErrorMsg::new(Some(id.to_owned()), code, message);
        if !self.table.setup.practice {
            let error = refused(ErrorCode::PracticeOnly, "only a practice table gives hints");
            return self.refuse(caller, id, error);
        }
        let asked = self.fan_out.visible_turn(&self.table);
        let seat = self.table.deciding_seat(caller.account);
        let yours = asked.zip(seat).filter(|(asked, seat)| asked.seats.contains(*seat));
        let what = yours
            .zip(self.table.running())
            .and_then(|((asked, seat), play)| What::of(play, asked, seat));
        let Some(what) = what else {
            let error = refused(ErrorCode::TurnNotYours, "it is not the seat's turn in a hand");
            return self.refuse(caller, id, error);
        };
        if let Some(again) = self.next_hint.filter(|again| *again > now.play) {
            let wait_ms = now.play.until(again).max(1);
            let error = refused(ErrorCode::RateLimited, "one hint after the other");
            return self.refuse(caller, id, error.with("retry_after_ms", wait_ms));
        }
        self.next_hint = Some(now.play.after(PAUSE_MS));
        out.hints.push(Question {
            caller: caller.clone(),
            id: id.to_owned(),
            what,
        });
    }
}

impl Question {
    /// The answer if too many hints are waiting.
    pub fn refusal(&self) -> ServerMsg {
        let error = ErrorMsg::new(
            Some(self.id.clone()),
            ErrorCode::RateLimited,
            "too many hints at the same time",
        );
        ServerMsg::Error(error.with("retry_after_ms", PAUSE_MS))
    }

    /// Computes the hint, which takes some milliseconds, and returns the answer to the request.
    pub fn answer(&self) -> ServerMsg {
        ServerMsg::Ok(OkMsg {
            id: self.id.clone(),
            hint: Some(Box::new(self.what.hint())),
            ..OkMsg::default()
        })
    }
}

impl What {
    /// The position of a seat that is to act; `None` if it is not in a running hand.
    pub(super) fn of(play: &HandInPlay, asked: OpenDecision, seat: SeatIx) -> Option<Self> {
        let hand = play.hand();
        Some(Self {
            hand: asked.hand,
            turn: asked.turn,
            game: Arc::clone(hand.game()),
            sight: hand.sight(seat)?,
            choices: hand.choices(seat),
            pot: hand.pot(),
            put_in: hand.seat_view(seat, Viewer::Seat(seat)).bet,
        })
    }

    /// Computes the hint, which takes some milliseconds.
    pub fn hint(&self) -> Hint {
        // The same question always gets the same answer.
        let seed = self.hand.wrapping_mul(1_000).wrapping_add(self.turn.into());
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut random = || rng.next_u64();
        let chance = chance(&self.game, &self.sight, &mut random);
        let outs = outs(&self.game, &self.sight, &mut random);
        let price = self.price();
        let needed = if price.is_zero() { 0 } else { price_of(price, self.pot) };
        let (reason, cards, side) = match self.to_discard(seed, &mut random) {
            Some(cards) if cards.is_empty() => (HintReason::StandPat, cards, None),
            Some(cards) => (HintReason::Discard, cards, None),
            None => {
                let (reason, side) = self.reason(&chance, price, needed);
                (reason, CardSet::EMPTY, side)
            }
        };
        let two_sides = self.game.showdown().high.is_some() && self.game.showdown().low.is_some();
        let part = |part: u64| u16::try_from(part).unwrap_or(u16::MAX);
        Hint {
            hand: self.hand,
            turn: self.turn,
            pot: wire::chips(self.pot),
            price: wire::chips(price),
            needed: part(needed),
            costs: self.costs(),
            chance: HintChance {
                samples: chance.deals,
                win: part(chance.per_mille(chance.won)),
                tie: part(chance.per_mille(chance.shared)),
                share: part(chance.pot),
                fair: part(self.fair()),
                high: two_sides.then(|| part(chance.high)),
                low: two_sides.then(|| part(chance.low)),
            },
            leads: outs.is_some_and(|outs| outs.leads),
            outs: outs
                .filter(|outs| !outs.leads)
                .map(|outs| wire::cards(outs.cards.iter())),
            reason,
            cards: wire::cards(cards.iter()),
            side: side.map(|side| side.to_wire()),
        }
    }

    /// The share that each player would get if all hands were equal, in thousandths.
    fn fair(&self) -> u64 {
        WHOLE / (self.sight.rivals.len() as u64 + 1)
    }

    /// Chips needed to stay in the hand.
    fn price(&self) -> Chips {
        let price = self.choices.iter().find_map(|choice| match choice {
            Choice::Call { amount: price } | Choice::Buy { price } => Some(*price),
            _ => None,
        });
        price.unwrap_or(Chips::ZERO)
    }

    fn costs(&self) -> Vec<HintCost> {
        let more = |total: Chips| total.checked_sub(self.put_in).unwrap_or(Chips::ZERO);
        let cost = |choice: &Choice| {
            let (choice, min, max) = match choice {
                Choice::Fold => (HintChoice::Fold, Chips::ZERO, Chips::ZERO),
                Choice::Check => (HintChoice::Check, Chips::ZERO, Chips::ZERO),
                Choice::Call { amount } => (HintChoice::Call, *amount, *amount),
                Choice::Bet { min, max } => (HintChoice::Bet, more(*min), more(*max)),
                Choice::Raise { min, max } => (HintChoice::Raise, more(*min), more(*max)),
                Choice::Straddle { amount } => (HintChoice::Straddle, more(*amount), more(*amount)),
                Choice::Buy { price } => (HintChoice::Buy, *price, *price),
                _ => return None,
            };
            Some(HintCost {
                choice,
                min: wire::chips(min),
                max: wire::chips(max),
            })
        };
        self.choices.iter().filter_map(cost).collect()
    }

    /// The best cards to discard; `None` if the seat cannot discard.
    fn to_discard(&self, seed: u64, random: &mut impl FnMut() -> u64) -> Option<CardSet> {
        let Choice::Discard {
            min,
            max,
            cards,
            replaced,
            up,
        } = self
            .choices
            .iter()
            .find(|choice| matches!(choice, Choice::Discard { .. }))?
        else {
            return None;
        };
        if *replaced {
            let range = (usize::from(*min), usize::from(*max));
            return Some(cards_to_exchange(&self.game, &self.sight, range, random));
        }
        let mut options = Vec::new();
        for down in subsets(cards, usize::from(*min)) {
            options.extend(
                subsets(&up.cards, usize::from(up.min))
                    .into_iter()
                    .map(|up| down.union(up)),
            );
        }
        options.truncate(DISCARDS_MAX);
        Some(cards_to_discard(&self.game, &self.sight, &options, seed))
    }

    /// The conclusion drawn from the numbers, with the best side to declare if there is one to declare.
    fn reason(&self, chance: &Chance, price: Chips, needed: u64) -> (HintReason, Option<Declaration>) {
        let offers = |wanted: fn(&Choice) -> bool| self.choices.iter().any(wanted);
        if let Some(options) = self.choices.iter().find_map(|choice| match choice {
            Choice::Declare { options } => Some(options),
            _ => None,
        }) {
            let both = chance.high.min(chance.low) >= SURE_OF_BOTH && options.contains(&Declaration::Both);
            let side = match chance.high >= chance.low {
                _ if both => Declaration::Both,
                true => Declaration::High,
                false => Declaration::Low,
            };
            return (HintReason::Side, Some(side));
        }
        let raises = offers(|choice| matches!(choice, Choice::Bet { .. } | Choice::Raise { .. }));
        let good = (self.fair() * 3 / 2).min(self.fair() + 180);
        let reason = match chance.pot {
            _ if price.is_zero() && !offers(|choice| matches!(choice, Choice::Check | Choice::Bet { .. })) => {
                HintReason::Open
            }
            WHOLE => HintReason::Sure,
            share if raises && share >= good && share >= needed => HintReason::Value,
            _ if price.is_zero() => HintReason::Free,
            0 => HintReason::DrawingDead,
            share if share >= needed => HintReason::PriceGood,
            _ => HintReason::PriceBad,
        };
        (reason, None)
    }
}

/// All subsets of `cards` with `count` cards.
fn subsets(cards: &[poker_engine::Card], count: usize) -> Vec<CardSet> {
    let Some((first, rest)) = cards.split_first().filter(|_| count > 0) else {
        return if count == 0 { vec![CardSet::EMPTY] } else { Vec::new() };
    };
    let with = subsets(rest, count - 1)
        .into_iter()
        .map(|set| set.union(CardSet::only(*first)));
    with.chain(subsets(rest, count)).collect()
}
