//! A no-limit hold'em hand written in a few words, for tests of the betting rules.

use std::collections::BTreeMap;

use poker_engine::card::parse_cards;
use poker_engine::event::{Event, Pot, PublicEvent};
use poker_engine::game::{AnteFormat, GameDef, Stakes, catalogue};
use poker_engine::setup::{BettingOver, Tabling};
use poker_engine::{
    Action, Card, CardSet, Chips, Choice, Deck, Hand, RuleError, SeatIx, SeatSet, SeatSetup, Setup, TableRules,
};

/// A hand to be dealt. Seats are numbered from 1, as in the rules.
pub(crate) struct Deal {
    game: &'static str,
    seat_count: u8,
    stacks: BTreeMap<u8, u64>,
    dead: Vec<u8>,
    positions: (u8, u8, u8),
    stakes: Stakes,
    holes: BTreeMap<u8, String>,
    board: String,
    rules: TableRules,
}

pub(crate) fn seat(number: u8) -> SeatIx {
    SeatIx::from_number(number).expect("a seat of the table")
}

pub(crate) fn seats(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|number| seat(*number)).collect()
}

impl Deal {
    /// Returns a deal with these stacks by seat, the seats of the button, the small blind and the big blind, and the blinds.
    pub(crate) fn new(stacks: &[(u8, u64)], positions: (u8, u8, u8), blinds: (u64, u64)) -> Self {
        Self {
            game: "no-limit-holdem",
            seat_count: 9,
            stacks: stacks.iter().copied().collect(),
            dead: Vec::new(),
            positions,
            stakes: Stakes {
                small_blind: Some(Chips::new(blinds.0)),
                big_blind: Some(Chips::new(blinds.1)),
                ..Stakes::default()
            },
            holes: BTreeMap::new(),
            board: String::new(),
            rules: TableRules::default(),
        }
    }

    pub(crate) fn game(mut self, id: &'static str) -> Self {
        self.game = id;
        self
    }

    pub(crate) fn ante(mut self, format: AnteFormat, amount: u64) -> Self {
        self.stakes.ante = Some(Chips::new(amount));
        self.stakes.ante_format = format;
        self
    }

    pub(crate) fn dead(mut self, seats: &[u8]) -> Self {
        self.dead = seats.to_vec();
        self
    }

    /// Sets the hole cards of a seat; seats without any get the rest of the deck.
    pub(crate) fn hole(mut self, seat: u8, cards: &str) -> Self {
        self.holes.insert(seat, cards.to_owned());
        self
    }

    pub(crate) fn board(mut self, cards: &str) -> Self {
        cards.clone_into(&mut self.board);
        self
    }

    pub(crate) fn unit(mut self, unit: u64) -> Self {
        self.rules.unit = Chips::new(unit);
        self
    }

    pub(crate) fn last_round_face_up(mut self) -> Self {
        self.rules.betting_over = BettingOver::AfterLastRound;
        self.all_in_face_up()
    }

    pub(crate) fn tabling(mut self, tabling: Tabling) -> Self {
        self.rules.tabling = tabling;
        self
    }

    pub(crate) fn all_in_face_up(mut self) -> Self {
        self.rules.all_in_face_up = true;
        self
    }

    fn deck(&self, game: &GameDef, order: &[u8]) -> Deck {
        let board = parse_cards(&self.board).expect("cards");
        let mut used: CardSet = board.iter().copied().collect();
        let mut holes: BTreeMap<u8, Vec<Card>> = BTreeMap::new();
        for (seat, cards) in &self.holes {
            let cards = parse_cards(cards).expect("cards");
            used = used.union(cards.iter().copied().collect());
            holes.insert(*seat, cards);
        }
        let mut rest = game.cards().difference(used).iter();
        let mut cards = Vec::new();
        for turn in 0..game.cards_each() {
            for seat in order {
                let named = holes.get(seat).map(|hole| hole[turn]);
                cards.push(named.unwrap_or_else(|| rest.next().expect("cards are left")));
            }
        }
        cards.extend(board);
        cards.extend(rest);
        Deck::new(cards, [])
    }

    pub(crate) fn start(self) -> Table {
        let game = catalogue::find(self.game).expect("a game of the catalogue");
        let structure = game.structure(&self.stakes).expect("stakes of the game");
        let dealt: SeatSet = self.stacks.keys().map(|number| seat(*number)).collect();
        let (button, small_blind, big_blind) = self.positions;
        let order: Vec<u8> = dealt.clockwise_from(seat(button)).map(SeatIx::number).collect();
        let deck = self.deck(game, &order);
        let players = self.stacks.iter().map(|(number, stack)| SeatSetup {
            seat: seat(*number),
            stack: Chips::new(*stack),
            dead: self.dead.contains(number),
        });
        let setup = Setup {
            seat_count: self.seat_count,
            players: players.collect(),
            button: seat(button),
            small_blind: Some(seat(small_blind)),
            big_blind: Some(seat(big_blind)),
            posts: structure.posts(dealt, seat(button), Some(seat(small_blind)), Some(seat(big_blind))),
            bring_in: structure.bring_in,
            tiers: structure.tiers,
            carried: Chips::ZERO,
            openers: None,
            rules: self.rules,
        };
        let (hand, events) = Hand::deal(game.clone(), setup, deck).expect("a hand that can be dealt");
        Table { hand, events }
    }
}

/// A running hand and all its events.
pub(crate) struct Table {
    pub(crate) hand: Box<Hand>,
    pub(crate) events: Vec<Event>,
}

impl Table {
    /// Returns the number of the seat to act.
    pub(crate) fn to_act(&self) -> Option<u8> {
        let turn = self.hand.turn()?;
        turn.seats.iter().next().map(SeatIx::number)
    }

    pub(crate) fn attempt(&mut self, number: u8, action: Action) -> Result<(), RuleError> {
        let before = self.hand.clone();
        let result = self.hand.apply(seat(number), action);
        match result {
            Ok(events) => {
                self.events.extend(events);
                Ok(())
            }
            Err(error) => {
                assert_eq!(self.hand, before, "a refusal changes nothing");
                Err(error)
            }
        }
    }

    /// Plays actions such as `4 call, 5 raise 300, 6 fold`.
    pub(crate) fn play(&mut self, actions: &str) -> &mut Self {
        for text in actions.split(',') {
            let words: Vec<&str> = text.split_whitespace().collect();
            let number = words[0].parse().expect("a seat");
            let to = || Chips::new(words[2].parse().expect("an amount"));
            let action = match words[1] {
                "fold" => Action::Fold,
                "check" => Action::Check,
                "call" => Action::Call,
                "bet" => Action::Bet(to()),
                "raise" => Action::Raise(to()),
                other => panic!("no such action: {other}"),
            };
            assert_eq!(self.to_act(), Some(number), "it is someone else's turn at `{text}`");
            self.attempt(number, action)
                .unwrap_or_else(|error| panic!("`{text}` is refused: {error}"));
        }
        self
    }

    /// Returns the amounts that the seat to act may call and raise to.
    pub(crate) fn offer(&self) -> Offer {
        let number = self.to_act().expect("someone is to act");
        let choices = self.hand.choices(seat(number));
        let mut offer = Offer::default();
        for choice in choices {
            match choice {
                Choice::Fold => offer.fold = true,
                Choice::Check => offer.check = true,
                Choice::Call { amount } => offer.call = Some(amount.get()),
                Choice::Bet { min, max } | Choice::Raise { min, max } => offer.raise = Some((min.get(), max.get())),
                _ => {}
            }
        }
        offer
    }

    /// Returns the pots as last formed, main pot first.
    pub(crate) fn pots(&self) -> Vec<(u64, SeatSet)> {
        let formed = self.events.iter().rev().find_map(|event| match &event.public {
            PublicEvent::PotsFormed { pots } => Some(pots.clone()),
            _ => None,
        });
        let pots: Vec<Pot> = formed.expect("pots were formed");
        pots.into_iter().map(|pot| (pot.amount.get(), pot.eligible)).collect()
    }

    /// Returns the uncalled chips that were returned.
    pub(crate) fn returned(&self) -> Vec<(u8, u64)> {
        let returned = self.events.iter().filter_map(|event| match event.public {
            PublicEvent::UncalledReturned { seat, amount } => Some((seat.number(), amount.get())),
            _ => None,
        });
        returned.collect()
    }

    /// Returns the pots in the order in which they were paid, with each winner's share.
    pub(crate) fn awards(&self) -> Vec<(u8, Vec<(u8, u64)>)> {
        let awards = self.events.iter().filter_map(|event| match &event.public {
            PublicEvent::PotAwarded { pot, shares, .. } => Some((
                *pot,
                shares
                    .iter()
                    .map(|(seat, chips)| (seat.number(), chips.get()))
                    .collect(),
            )),
            _ => None,
        });
        awards.collect()
    }

    /// Returns the seats that showed or mucked, in order.
    pub(crate) fn showdown(&self) -> Vec<(u8, &'static str)> {
        let hands = self.events.iter().filter_map(|event| match event.public {
            PublicEvent::HandShown { seat, .. } => Some((seat.number(), "show")),
            PublicEvent::HandMucked { seat } => Some((seat.number(), "muck")),
            _ => None,
        });
        hands.collect()
    }

    pub(crate) fn stack(&self, number: u8) -> u64 {
        self.hand.stack(seat(number)).get()
    }

    pub(crate) fn pot(&self) -> u64 {
        self.hand.pot().get()
    }
}

/// Amounts offered to the seat to act.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) fold: bool,
    pub(crate) check: bool,
    pub(crate) call: Option<u64>,
    pub(crate) raise: Option<(u64, u64)>,
}

impl Offer {
    /// Returns the minimum raise.
    pub(crate) fn least(&self) -> Option<u64> {
        self.raise.map(|(least, _)| least)
    }
}
