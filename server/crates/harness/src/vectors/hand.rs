//! Questions about a hand: posts, turns to act, awards. Each is answered by dealing and playing the hand at a table.

use poker_engine::card::parse_cards;
use poker_engine::event::{Event, PublicEvent};
use poker_engine::game::{AnteFormat, GameDef, catalogue};
use poker_engine::setup::Tabling;
use poker_engine::table::{HandTerms, PlayerId, Positions, TournamentTable};
use poker_engine::tournament::law::Level;
use poker_engine::{Action, BySeat, Card, Chips, Choice, Deck, Hand, LimitKind, SeatIx, SeatSet, Viewer};
use serde_json::{Value, json};

use super::grammar::{Fields, QuestionError, Ring, Rows, Written, by_seat, chips, distinct, held, numbers};

/// The game of these questions, by its name in hand histories: no-limit hold'em.
const GAME: &str = "NT";
/// Cards on a full board.
const BOARD: usize = 5;

/// The seating and the posts of a hand.
struct Deal {
    ring: Ring,
    positions: Positions,
    stacks: BySeat<Option<Chips>>,
    level: Level,
    format: AnteFormat,
    dead: SeatSet,
}

impl Deal {
    fn read(fields: &mut Fields) -> Result<Self, QuestionError> {
        let ring = fields.ring()?;
        let written: Written = fields.take("positions")?;
        let positions = ring.positions(&written)?;
        let stacks = ring.stacks(&fields.take::<Rows>("stacks")?)?;
        let (small, big): (u64, u64) = fields.take("blinds")?;
        let ante = fields.chips("ante")?;
        let format: String = fields.take("ante_format")?;
        let format = match format.as_str() {
            "classic" => AnteFormat::Classic,
            "button" => AnteFormat::Button,
            "bb" => AnteFormat::BigBlind,
            _ => {
                return Err(QuestionError::Contradiction(
                    "the ante formats are classic, button and bb",
                ));
            }
        };
        let level = Level {
            small_blind: chips(small)?,
            big_blind: chips(big)?,
            ante,
            unit: Chips::new(1),
        };
        let deal = Self {
            ring,
            positions,
            stacks,
            level,
            format,
            dead: SeatSet::EMPTY,
        };
        deal.check_positions()?;
        Ok(deal)
    }

    /// Checks that the button pays a blind only heads-up, and that no player pays both.
    fn check_positions(&self) -> Result<(), QuestionError> {
        let Positions {
            button,
            small_blind,
            big_blind,
            ..
        } = self.positions;
        let several = self.dealt().len() > 2;
        if big_blind == small_blind || big_blind == button || (several && button == small_blind) {
            return Err(QuestionError::Contradiction("button and blinds share a seat"));
        }
        Ok(())
    }

    fn seats(&self) -> SeatSet {
        held(&self.stacks).map(|(seat, _)| seat).collect()
    }

    fn dealt(&self) -> SeatSet {
        self.seats().difference(self.positions.waiting)
    }

    /// Posts and deals, with the given cards, if any.
    fn start(&self, cards: &GivenCards) -> Result<(Box<Hand>, Vec<Event>), QuestionError> {
        let game = catalogue::find_phh(GAME);
        let game = game.ok_or(QuestionError::Contradiction("the game is not in the catalogue"))?;
        let at_stake = self.level.game(game, Some(LimitKind::NoLimit), self.format)?;
        let mut table = TournamentTable::new(self.ring.0);
        for (seat, stack) in held(&self.stacks) {
            if stack.is_zero() {
                return Err(QuestionError::Contradiction("a seat without chips"));
            }
            table.sit(seat, PlayerId(seat.number().into()), stack)?;
        }
        let terms = HandTerms {
            game: &at_stake,
            unit: self.level.unit,
            tabling: Tabling::AtOnce,
            dead: self.dead,
            dark_bets: false,
        };
        let plan = table.start_hand_at(self.positions, &terms)?;
        let deck = cards.deck(game, plan.dealt, plan.setup.button);
        Ok(Hand::deal(game.clone(), plan.setup, deck)?)
    }

    /// Returns the stacks of all seats; those dealt in have what the hand has left them.
    fn stacks_after(&self, hand: &Hand) -> Value {
        let after = held(&self.stacks).map(|(seat, stack)| {
            let dealt = hand.dealt().contains(seat);
            (seat, if dealt { hand.stack(seat) } else { stack })
        });
        json!(by_seat(after))
    }
}

/// The hole cards and board that a question gives.
#[derive(Default)]
struct GivenCards {
    holes: BySeat<Option<[Card; 2]>>,
    board: Option<[Card; BOARD]>,
}

impl GivenCards {
    fn read(fields: &mut Fields, ring: Ring) -> Result<Self, QuestionError> {
        let rows: Vec<(u64, String)> = fields.take_if_any("cards")?.unwrap_or_default();
        let board: Option<String> = fields.take_if_any("board")?;
        let mut told = Self::default();
        for (number, text) in rows {
            let hole = <[Card; 2]>::try_from(parse_cards(&text)?);
            let hole = hole.map_err(|_| QuestionError::Contradiction("a hand is two cards"))?;
            if told.holes[ring.seat(number)?].replace(hole).is_some() {
                return Err(QuestionError::SeatTwice(number));
            }
        }
        if let Some(text) = board {
            let board = <[Card; BOARD]>::try_from(parse_cards(&text)?);
            told.board = Some(board.map_err(|_| QuestionError::Contradiction("a board is five cards"))?);
        }
        if told.all().any(Card::is_joker) {
            return Err(QuestionError::Contradiction("there are no jokers"));
        }
        distinct(&told.all().collect::<Vec<_>>())?;
        Ok(told)
    }

    fn all(&self) -> impl Iterator<Item = Card> {
        let holes = self.holes.iter().filter_map(|(_, hole)| *hole);
        holes.flatten().chain(self.board.into_iter().flatten())
    }

    /// Builds a deck that deals them: one card per round from the left of the button on, without burn cards.
    fn deck(&self, game: &GameDef, dealt: SeatSet, button: SeatIx) -> Deck {
        let mut rest = game.cards().difference(self.all().collect()).iter();
        let mut order = Vec::new();
        for turn in 0..2 {
            for seat in dealt.clockwise_from(button) {
                order.extend(self.holes[seat].map(|hole| hole[turn]).or_else(|| rest.next()));
            }
        }
        order.extend(self.board.into_iter().flatten());
        order.extend(rest);
        Deck::new(order, [])
    }

    /// `true` if the cards of all contenders and the board are given.
    fn decide(&self, contenders: SeatSet) -> bool {
        self.board.is_some() && contenders.iter().all(|seat| self.holes[seat].is_some())
    }
}

pub(super) fn posts(mut fields: Fields) -> Result<Value, QuestionError> {
    let deal = Deal::read(&mut fields)?;
    fields.end()?;
    let (_, events) = deal.start(&GivenCards::default())?;
    let mut paid: BySeat<Chips> = BySeat::default();
    let mut single_ante = Chips::ZERO;
    let mut stacks = deal.stacks;
    for event in events {
        let PublicEvent::Posted { seat, amount, kind, .. } = event.public else {
            continue;
        };
        if kind.is_dead() {
            single_ante += amount;
        } else {
            paid[seat] += amount;
        }
        stacks[seat] = stacks[seat].map(|stack| stack - amount);
    }
    let paid = paid.iter().filter(|(_, amount)| !amount.is_zero());
    let paid = by_seat(paid.map(|(seat, amount)| (seat, *amount)));
    Ok(json!({ "paid": paid, "dead": single_ante.get(), "stacks": by_seat(held(&stacks)) }))
}

pub(super) fn hand(mut fields: Fields) -> Result<Value, QuestionError> {
    let mut deal = Deal::read(&mut fields)?;
    deal.dead = deal.ring.set(&fields.take::<Vec<u64>>("dead")?)?;
    let actions: Vec<Value> = fields.take("actions")?;
    let cards = GivenCards::read(&mut fields, deal.ring)?;
    fields.end()?;
    let named: SeatSet = cards
        .holes
        .iter()
        .filter_map(|(seat, hole)| hole.map(|_| seat))
        .collect();
    if !named.union(deal.dead).difference(deal.seats()).is_empty() {
        return Err(QuestionError::Contradiction(
            "a dead hand or a card of a seat without chips",
        ));
    }

    let (mut hand, mut events) = deal.start(&cards)?;
    let mut asked = Vec::new();
    let mut actions = (1..).zip(actions);
    while let Some(turn) = hand.turn() {
        let Some(seat) = turn.seats.iter().next() else { break };
        asked.push(offer(&hand, seat));
        let Some((number, action)) = actions.next() else { break };
        let (actor, action) = read_action(&hand, action, deal.ring)?;
        if actor != seat {
            return Err(QuestionError::Turn(number));
        }
        let more = hand.apply(seat, action);
        events.extend(more.map_err(|error| QuestionError::Action { number, error })?);
    }
    if let Some((number, _)) = actions.next() {
        return Err(QuestionError::Turn(number));
    }

    let mut out = json!({ "asked": asked });
    if hand.is_over() {
        let contenders = contenders(&hand);
        out["returned"] = json!(returned(&events));
        let pots = hand.awarded_pots().into_iter();
        let pots = pots.map(|pot| (pot.amount.get(), numbers(pot.eligible)));
        out["pots"] = json!(pots.collect::<Vec<_>>());
        if !contenders.is_several() || cards.decide(contenders) {
            out["shown"] = json!(shown(&events));
            out["stacks"] = deal.stacks_after(&hand);
        }
    }
    Ok(out)
}

fn contenders(hand: &Hand) -> SeatSet {
    let view = hand.view(Viewer::Spectator);
    let live = view.seats.into_iter().filter(|seat| seat.live);
    live.map(|seat| seat.seat).collect()
}

/// Returns the price of a call, and the totals of a bet or raise, for a seat to act.
fn offer(hand: &Hand, seat: SeatIx) -> Value {
    let (mut call, mut sizes) = (0, None);
    for choice in hand.choices(seat) {
        match choice {
            Choice::Call { amount } => call = amount.get(),
            Choice::Bet { min, max } | Choice::Raise { min, max } => sizes = Some((min.get(), max.get())),
            _ => {}
        }
    }
    json!([seat.number(), call, sizes])
}

fn read_action(hand: &Hand, written: Value, ring: Ring) -> Result<(SeatIx, Action), QuestionError> {
    const WORDS: QuestionError =
        QuestionError::Contradiction("an action is [seat, fold/check/call] or [seat, raise, to]");
    let Value::Array(words) = written else {
        return Err(WORDS);
    };
    let number = words.first().and_then(Value::as_u64).ok_or(WORDS)?;
    let action = match (words.get(1).and_then(Value::as_str), words.get(2)) {
        (Some("fold"), None) => Action::Fold,
        (Some("check"), None) => Action::Check,
        (Some("call"), None) => Action::Call,
        (Some("raise"), Some(to)) => {
            let to = chips(to.as_u64().ok_or(WORDS)?)?;
            if hand.bet_to_match().is_zero() {
                Action::Bet(to)
            } else {
                Action::Raise(to)
            }
        }
        _ => return Err(WORDS),
    };
    if words.len() > 3 {
        return Err(WORDS);
    }
    Ok((ring.seat(number)?, action))
}

fn returned(events: &[Event]) -> Option<(u8, u64)> {
    events.iter().find_map(|event| match event.public {
        PublicEvent::UncalledReturned { seat, amount } => Some((seat.number(), amount.get())),
        _ => None,
    })
}

/// Returns the seats that tabled, showed or mucked, in order; a tabled hand is not shown again.
fn shown(events: &[Event]) -> Vec<(u8, &'static str)> {
    let tabled = events.iter().find_map(|event| match &event.public {
        PublicEvent::HandsTabled { hands } => Some(hands),
        _ => None,
    });
    if let Some(hands) = tabled {
        return hands.iter().map(|(seat, _)| (seat.number(), "table")).collect();
    }
    let shown = events.iter().filter_map(|event| match event.public {
        PublicEvent::HandShown { seat, .. } => Some((seat.number(), "show")),
        PublicEvent::HandMucked { seat } => Some((seat.number(), "muck")),
        _ => None,
    });
    shown.collect()
}
