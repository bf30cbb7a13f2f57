//! The actions of a hand that was played, as the lines of a file.

use super::write::{Record, number};
use crate::card::Card;
use crate::event::{BetAction, DealtCard, PublicEvent, Rolled};
use crate::game::OpenersCheck;
use crate::setup::PostKind;
use crate::{BySeat, SeatIx, TurnKind};

/// The lines of a hand.
pub(super) fn actions(record: &Record<'_>, order: &[SeatIx]) -> Vec<String> {
    let mut lines = Lines {
        record,
        order,
        turn: None,
        told: BySeat::default(),
        throws: BySeat::default(),
        written: Vec::new(),
        shows_at: 0,
        shows: Vec::new(),
        owed: BySeat::default(),
        replacements: Vec::new(),
    };
    for event in &record.events {
        lines.event(event);
    }
    lines.finish()
}

struct Lines<'a> {
    record: &'a Record<'a>,
    order: &'a [SeatIx],
    /// The kind of the latest decision.
    turn: Option<TurnKind>,
    /// How many of the cards that each seat received are written.
    told: BySeat<usize>,
    throws: BySeat<usize>,
    written: Vec<String>,
    /// Hands are shown as soon as nobody can act any more, before the rest of the board.
    shows_at: usize,
    shows: Vec<String>,
    /// Cards thrown that are replaced when all others have been served.
    owed: BySeat<u8>,
    /// Who has thrown in this round of draws, and how many cards to replace; they follow when everybody has thrown.
    replacements: Vec<(SeatIx, usize)>,
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
            PublicEvent::BoardDealt { cards } => self.written.push(format!("d db {}", text(cards))),
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
            PublicEvent::ActionTaken { seat, action, to, .. } => match action {
                BetAction::Fold => self.act(*seat, "f"),
                BetAction::Check | BetAction::Call => self.act(*seat, "cc"),
                BetAction::Bet | BetAction::Raise => self.act(*seat, &format!("cbr {to}")),
            },
            // The rest of a throw is told before the part that is replaced at once.
            PublicEvent::CardsDiscarded { seat, count, .. } if self.turn == Some(TurnKind::Draw) => {
                self.owed[*seat] = *count;
            }
            PublicEvent::CardsDiscarded { seat, count, up } => self.throw(*seat, *count, up),
            PublicEvent::CardsDrawn { seat, count } => {
                if self.replacements.iter().any(|(thrower, _)| thrower == seat) {
                    self.serve();
                }
                let owed = std::mem::take(&mut self.owed[*seat]);
                self.throw(*seat, *count + owed, &[]);
                self.replacements.push((*seat, usize::from(*count)));
            }
            PublicEvent::CardsRolled { rolls } => rolls.iter().for_each(|roll| self.roll(roll)),
            PublicEvent::CardKept { seat } => self.act(*seat, "keep"),
            PublicEvent::CardSwapped { seat, card } => {
                self.act(*seat, &format!("swap {card}"));
                self.deal(*seat, &[DealtCard::Down]);
            }
            PublicEvent::CardBought { seat, .. } => self.act(*seat, "buy"),
            PublicEvent::BuyPassed { seat } => self.act(*seat, "pass"),
            PublicEvent::Declared { declarations } => {
                for (seat, sides) in declarations {
                    self.act(*seat, &format!("declare {}", sides.code()));
                }
            }
            PublicEvent::HandShown { seat, cards, .. } => self.show(*seat, &format!("sm {}", text(cards))),
            PublicEvent::HandMucked { seat } => self.show(*seat, "sm"),
            PublicEvent::RunsDecided { twice: true } => {
                self.written.push("d rt".to_owned());
                self.shows_at = self.written.len();
            }
            PublicEvent::OpenersShown { seat, cards } => {
                self.shows.push(self.line(*seat, &format!("openers {}", text(cards))));
            }
            PublicEvent::CardsArranged { seat } => self.arrange(*seat),
            PublicEvent::HandCompleted { .. } => {
                if let Some(seat) = self.false_opener() {
                    self.shows.push(self.line(seat, "openers"));
                }
            }
            _ => {}
        }
    }

    /// A hand at the showdown. Where the board was dealt twice, one that is shown once is not mucked.
    fn show(&mut self, seat: SeatIx, action: &str) {
        let muck = self.line(seat, "sm");
        self.shows.retain(|line| *line != muck);
        let shown = format!("{muck} ");
        if !self.shows.iter().any(|line| line.starts_with(&shown)) {
            self.shows.push(self.line(seat, action));
        }
    }

    /// What a seat did, and nobody shows before that.
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
        let card = |(offset, dealt): (usize, &DealtCard)| {
            let known = received.and_then(|received| received.get(from + offset)).copied();
            match dealt {
                DealtCard::Up(card) => card.to_string(),
                DealtCard::Down => known.map_or_else(|| unknown(1), |card| card.to_string()),
            }
        };
        let cards: Vec<String> = cards.iter().enumerate().map(card).collect();
        self.told[seat] += cards.len();
        self.written
            .push(format!("d dh p{} {}", number(self.order, seat), cards.concat()));
        self.shows_at = self.written.len();
    }

    /// The replacements of a draw, once everybody has thrown.
    fn serve(&mut self) {
        let replacements = std::mem::take(&mut self.replacements);
        for (seat, count) in replacements.into_iter().filter(|(_, count)| *count > 0) {
            self.deal(seat, &vec![DealtCard::Down; count]);
        }
    }

    /// A throw; `up` are those of the cards that lay face up.
    fn throw(&mut self, seat: SeatIx, count: u8, up: &[Card]) {
        let known = self.record.thrown[seat]
            .as_ref()
            .and_then(|all| all.get(self.throws[seat]));
        self.throws[seat] += 1;
        let cards = if let Some(cards) = known {
            cards.iter().map(|card| card.to_string()).collect()
        } else {
            let down = count.saturating_sub(u8::try_from(up.len()).unwrap_or(u8::MAX));
            text(up) + &unknown(down)
        };
        self.act(seat, format!("sd {cards}").trim_end());
    }

    fn roll(&mut self, roll: &Rolled) {
        let announced = roll.announced.map(|sides| format!(" {}", sides.code()));
        self.act(
            roll.seat,
            &format!("roll {}{}", text(&roll.cards), announced.unwrap_or_default()),
        );
    }

    /// An order of down-cards: which is the secret of its owner, and told by what is turned up.
    fn arrange(&mut self, seat: SeatIx) {
        let count = u8::try_from(self.told[seat]).unwrap_or(u8::MAX);
        self.act(seat, &format!("order {}", unknown(count)));
    }

    /// Whoever opened and could not prove it.
    fn false_opener(&self) -> Option<SeatIx> {
        if self.record.game.openers_check != OpenersCheck::Penalty || !self.record.game.asks_for_openers() {
            return None;
        }
        let opener = self.record.events.iter().find_map(|event| match event {
            PublicEvent::ActionTaken {
                seat,
                action: BetAction::Bet,
                ..
            } => Some(*seat),
            _ => None,
        })?;
        let proved = self.record.events.iter().any(|event| match event {
            PublicEvent::OpenersShown { seat, .. } | PublicEvent::HandShown { seat, .. } => *seat == opener,
            _ => false,
        });
        (!proved).then_some(opener)
    }

    fn finish(mut self) -> Vec<String> {
        self.serve();
        self.written.splice(self.shows_at..self.shows_at, self.shows);
        self.written
    }
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect()
}

fn unknown(count: u8) -> String {
    "??".repeat(usize::from(count))
}
