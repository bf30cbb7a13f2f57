//! The actions of a played hand, as the lines of a file.

use std::collections::VecDeque;

use super::record::{Record, number};
use crate::card::Card;
use crate::event::{BetAction, DealtCard, PublicEvent, Rolled};
use crate::list::Cards;
use crate::setup::PostKind;
use crate::{BySeat, CardSet, Chips, SeatIx, SeatSet, TurnKind};

/// Writes the lines of a hand; if only those of the format may be used, each dead hand folds at its turn.
pub(super) fn actions(record: &Record<'_>, order: &[SeatIx], of_format: bool) -> Vec<String> {
    let folding = (of_format && !record.dead().is_empty()).then(|| record.with_dead_folding(false));
    let mut lines = Lines {
        record,
        order,
        turn: None,
        told: BySeat::default(),
        discards: BySeat::default(),
        written: Vec::new(),
        shows_at: 0,
        shows: Vec::new(),
        mucks: Vec::new(),
        winners: SeatSet::EMPTY,
        held: BySeat::default(),
        up: BySeat::default(),
        owed: BySeat::default(),
        replacements: Vec::new(),
        excess: excess(record),
        split: record.is_split(),
    };
    match &folding {
        Some(events) => events.iter().for_each(|event| lines.event(event)),
        None => record.events.iter().for_each(|event| lines.event(event)),
    }
    lines.finish()
}

struct Lines<'a> {
    record: &'a Record<'a>,
    order: &'a [SeatIx],
    /// Kind of the latest decision.
    turn: Option<TurnKind>,
    /// Number of received cards already written, by seat.
    told: BySeat<usize>,
    discards: BySeat<usize>,
    written: Vec<String>,
    /// Index of the first line that shows a hand: as soon as no player can act any more, before the rest of the board.
    shows_at: usize,
    shows: Vec<String>,
    /// Hands mucked at the showdown, each with the number of lines in `shows` before it.
    mucks: Vec<(usize, SeatIx)>,
    /// Seats paid from a pot.
    winners: SeatSet,
    /// Cards of each seat, `None` for one that must stay hidden.
    held: BySeat<Vec<Option<Card>>>,
    /// Cards among these that lie face up.
    up: BySeat<CardSet>,
    /// Discards to be replaced after all others have been served: their number, and those among them that lay face up.
    owed: BySeat<(u8, Cards)>,
    /// Seats that have discarded in this draw, with the number of cards to replace once all have discarded.
    replacements: Vec<(SeatIx, usize)>,
    /// Excess of each bet, raise or call, in order.
    excess: VecDeque<Chips>,
    /// `true` if an official ended the hand, and no line says so yet.
    split: bool,
}

/// Returns the excess of each wager, lost as dead money: players announce the amount they bet, which may be more than it counts for.
fn excess(record: &Record<'_>) -> VecDeque<Chips> {
    let mut excess = VecDeque::new();
    for event in &record.events {
        match event {
            PublicEvent::ActionTaken {
                action: BetAction::Call | BetAction::Bet | BetAction::Raise,
                ..
            } => excess.push_back(Chips::ZERO),
            PublicEvent::ExcessForfeited { amount, .. } => {
                if let Some(last) = excess.back_mut() {
                    *last += *amount;
                }
            }
            _ => {}
        }
    }
    excess
}

impl Lines<'_> {
    fn event(&mut self, event: &PublicEvent) {
        let drawing = matches!(
            event,
            PublicEvent::CardsDrawn { .. }
                | PublicEvent::CardsDiscarded { .. }
                | PublicEvent::DeckRefilled { .. }
                | PublicEvent::TurnStarted(_)
        );
        if !drawing {
            self.serve();
        }
        match event {
            PublicEvent::HoleCardsDealt { hands } => {
                for (seat, cards) in hands {
                    self.deal(*seat, cards);
                }
            }
            PublicEvent::ExtraCardDealt { seat } => self.deal(*seat, &[DealtCard::Down]),
            PublicEvent::BoardDealt { cards } | PublicEvent::SecondBoardDealt { cards } => {
                self.written.push(format!("d db {}", text(cards)));
            }
            PublicEvent::BoardDealtDown { count } => self.written.push(format!("d db {}", unknown(*count))),
            PublicEvent::BoardTurned { cards } => self.written.push(format!("d tb {}", text(cards))),
            PublicEvent::CommunalDealt { card } => self.written.push(format!("d db {card}")),
            PublicEvent::TurnStarted(turn) => self.turn = Some(turn.kind),
            PublicEvent::Posted {
                seat,
                kind: PostKind::BringIn,
                ..
            } => self.act(*seat, "pb"),
            PublicEvent::Posted {
                seat,
                kind: PostKind::Straddle,
                ..
            } if self.turn == Some(TurnKind::Straddle) => self.act(*seat, "straddle"),
            PublicEvent::StraddleDeclined { seat } => self.act(*seat, "no"),
            PublicEvent::ActionTaken { seat, action, to, .. } => self.bet(*seat, *action, *to),
            // The cards replaced later are written together with those replaced immediately.
            PublicEvent::CardsDiscarded { seat, count, up } if self.turn == Some(TurnKind::Draw) => {
                self.owed[*seat] = (*count, *up);
            }
            PublicEvent::CardsDiscarded { seat, count, up } => self.discard(*seat, *count, up),
            PublicEvent::CardsDrawn { seat, count, up } => {
                if self.replacements.iter().any(|(drawer, _)| drawer == seat) {
                    self.serve();
                }
                let (owed, owed_up) = std::mem::take(&mut self.owed[*seat]);
                let up: Vec<Card> = up.iter().chain(&owed_up).copied().collect();
                self.discard(*seat, *count + owed, &up);
                self.replacements.push((*seat, usize::from(*count)));
            }
            PublicEvent::CardsRolled { rolls } => rolls.iter().for_each(|roll| self.roll(roll)),
            PublicEvent::CardKept { seat } => self.act(*seat, "keep"),
            PublicEvent::CardSwapped { seat, card } => {
                self.act(*seat, &format!("swap {card}"));
                self.lose(*seat, Some(*card));
                self.deal(*seat, &[DealtCard::Down]);
            }
            PublicEvent::CardBought { seat, .. } => self.act(*seat, "buy"),
            PublicEvent::BuyPassed { seat } => self.act(*seat, "pass"),
            PublicEvent::Declared { declarations } => {
                for (seat, sides) in declarations {
                    self.act(*seat, &format!("declare {}", sides.code()));
                }
            }
            PublicEvent::HandShown { seat, cards, .. } | PublicEvent::SevenDeucePaid { seat, cards, .. } => {
                self.show(*seat, cards);
            }
            PublicEvent::HandMucked { seat } => self.mucks.push((self.shows.len(), *seat)),
            PublicEvent::PotAwarded { shares, .. } => {
                if std::mem::take(&mut self.split) {
                    self.written.push("d split".to_owned());
                    self.shows_at = self.written.len();
                }
                self.winners = self.winners.union(shares.iter().map(|(seat, _)| *seat).collect());
            }
            PublicEvent::RunsDecided { twice: true } => {
                self.written.push("d rt".to_owned());
                self.shows_at = self.written.len();
            }
            PublicEvent::OpenersShown { seat, cards } => {
                self.shows.push(self.line(*seat, &format!("openers {}", text(cards))));
            }
            PublicEvent::CardsArranged { seat } => self.arrange(*seat),
            // The format has only a comment for it.
            PublicEvent::KilledShown { seat, cards } => {
                let player = number(self.order, *seat);
                self.shows
                    .push(format!("# p{player} shows a killed hand: {}", text(cards)));
            }
            PublicEvent::HandCompleted { .. } => {
                for seat in self.false_openers().iter() {
                    self.shows.push(self.line(seat, "openers"));
                }
            }
            _ => {}
        }
    }

    /// Writes an action of a betting round, with any excess over the bet that it counts as.
    fn bet(&mut self, seat: SeatIx, action: BetAction, to: Chips) {
        match action {
            BetAction::Fold => return self.act(seat, "f"),
            BetAction::Check => return self.act(seat, "cc"),
            BetAction::Call | BetAction::Bet | BetAction::Raise => {}
        }
        let excess = self.excess.pop_front().unwrap_or_default();
        if action == BetAction::Call && excess.is_zero() {
            self.act(seat, "cc");
        } else {
            self.act(seat, &format!("cbr {}", to + excess));
        }
    }

    /// Writes a hand that is shown; only once, even if the board was dealt twice.
    fn show(&mut self, seat: SeatIx, cards: &[Card]) {
        let line = self.line(seat, &format!("sm {}", text(cards)));
        if !self.shows.contains(&line) {
            self.shows.push(line);
        }
    }

    /// Returns the line of a mucked hand. In the format a mucked hand wins nothing, so a player who takes an
    /// uncontested pot nonetheless shows the cards of the hand that may be revealed.
    fn muck(&self, seat: SeatIx) -> String {
        let held = if self.winners.contains(seat) {
            partly_known(&self.held[seat])
        } else {
            String::new()
        };
        self.line(seat, format!("sm {held}").trim_end())
    }

    /// Puts the lines of the showdown in their places. A muck gives up every pot, so it comes after the last card:
    /// otherwise readers would deal the rest of the board without that player.
    fn show_down(&mut self) {
        let mut shows = std::mem::take(&mut self.shows);
        let is_shown = |seat: SeatIx| {
            let start = format!("{} ", self.line(seat, "sm"));
            shows.iter().any(|line| line.starts_with(&start))
        };
        let mucks: Vec<(usize, String)> = self
            .mucks
            .iter()
            .filter(|(_, seat)| !is_shown(*seat))
            .map(|(after, seat)| (*after, self.muck(*seat)))
            .collect();
        let cards_follow = self.shows_at < self.written.len();
        for (after, line) in mucks.into_iter().rev() {
            if cards_follow {
                self.written.push(line);
            } else {
                shows.insert(after, line);
            }
        }
        self.written.splice(self.shows_at..self.shows_at, shows);
    }

    /// Writes an action of a seat; no hand is shown before it.
    fn act(&mut self, seat: SeatIx, action: &str) {
        self.written.push(self.line(seat, action));
        self.shows_at = self.written.len();
    }

    fn line(&self, seat: SeatIx, action: &str) -> String {
        format!("p{} {action}", number(self.order, seat))
    }

    fn deal(&mut self, seat: SeatIx, cards: &[DealtCard]) {
        let received = self.record.received[seat].as_ref();
        let from = self.told[seat];
        let card = |(offset, dealt): (usize, &DealtCard)| match dealt {
            DealtCard::Up(card) => Some(*card),
            DealtCard::Down => received.and_then(|received| received.get(from + offset)).copied(),
        };
        let known: Vec<Option<Card>> = cards.iter().enumerate().map(card).collect();
        for dealt in cards {
            if let DealtCard::Up(card) = dealt {
                self.up[seat].insert(*card);
            }
        }
        self.told[seat] += known.len();
        self.written
            .push(format!("d dh p{} {}", number(self.order, seat), partly_known(&known)));
        self.held[seat].extend(known);
        self.shows_at = self.written.len();
    }

    /// Writes the replacements of a draw, once all have discarded.
    fn serve(&mut self) {
        let replacements = std::mem::take(&mut self.replacements);
        for (seat, count) in replacements.into_iter().filter(|(_, count)| *count > 0) {
            self.deal(seat, &vec![DealtCard::Down; count]);
        }
    }

    /// Writes a discard; `up` are the discarded cards that lay face up.
    fn discard(&mut self, seat: SeatIx, count: u8, up: &[Card]) {
        let known = self.record.discarded[seat]
            .as_ref()
            .and_then(|all| all.get(self.discards[seat]));
        self.discards[seat] += 1;
        let cards: Vec<Option<Card>> = if let Some(cards) = known {
            cards.iter().map(Some).collect()
        } else {
            let down = usize::from(count).saturating_sub(up.len());
            let up = up.iter().copied().map(Some);
            up.chain(std::iter::repeat_n(None, down)).collect()
        };
        self.act(seat, format!("sd {}", partly_known(&cards)).trim_end());
        for card in cards {
            self.lose(seat, card);
        }
    }

    /// Removes a card from a hand; `None` for one that must stay hidden.
    fn lose(&mut self, seat: SeatIx, card: Option<Card>) {
        if let Some(card) = card {
            self.up[seat].remove(card);
        }
        let held = &mut self.held[seat];
        let known = held.iter().position(|held| *held == card);
        if let Some(index) = known.or_else(|| held.iter().position(Option::is_none)) {
            held.remove(index);
        }
    }

    fn roll(&mut self, roll: &Rolled) {
        let announced = roll.announced.map(|sides| format!(" {}", sides.code()));
        self.act(
            roll.seat,
            &format!("roll {}{}", text(&roll.cards), announced.unwrap_or_default()),
        );
        for card in roll.cards {
            self.lose(roll.seat, Some(card));
            self.held[roll.seat].push(Some(card));
            self.up[roll.seat].insert(card);
        }
    }

    /// Writes an order of down cards, which is its owner's secret but becomes known as cards are turned up.
    fn arrange(&mut self, seat: SeatIx) {
        let down = self.held[seat].len().saturating_sub(self.up[seat].len());
        let count = u8::try_from(down).unwrap_or(u8::MAX);
        self.act(seat, &format!("order {}", unknown(count)));
    }

    /// Returns the seats that opened without openers and were found out: at the showdown a live hand neither shows nor
    /// mucks, or the remaining hands win nothing. A false opener who folded changes nothing. Rule: variants 4.4.
    fn false_openers(&self) -> SeatSet {
        if !self.record.game.has_false_openers() {
            return SeatSet::EMPTY;
        }
        let mut live: SeatSet = self.dealt_in();
        let (mut compared, mut forfeit) = (SeatSet::EMPTY, false);
        for (index, event) in self.record.events.iter().enumerate() {
            match event {
                PublicEvent::ActionTaken {
                    seat,
                    action: BetAction::Fold,
                    ..
                }
                | PublicEvent::BuyPassed { seat } => live.remove(*seat),
                PublicEvent::HandShown { seat, .. } | PublicEvent::HandMucked { seat } => compared.insert(*seat),
                PublicEvent::PotCarried { .. } => {
                    let before = self.record.events[..index].last();
                    forfeit = !matches!(before, Some(PublicEvent::PassedOut));
                }
                _ => {}
            }
        }
        if forfeit || !compared.is_empty() {
            live.difference(compared)
        } else {
            SeatSet::EMPTY
        }
    }

    /// Returns the seats with live hands at the start.
    fn dealt_in(&self) -> SeatSet {
        let live = self.record.setup.players.iter().filter(|player| !player.dead);
        live.map(|player| player.seat).collect()
    }

    fn finish(mut self) -> Vec<String> {
        self.serve();
        self.show_down();
        self.written
    }
}

/// Writes cards, some of which may have to stay hidden.
fn partly_known(cards: &[Option<Card>]) -> String {
    let text = |card: &Option<Card>| card.map_or_else(|| unknown(1), |card| card.to_string());
    cards.iter().map(text).collect()
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect()
}

fn unknown(count: u8) -> String {
    "??".repeat(usize::from(count))
}
