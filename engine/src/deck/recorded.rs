//! The cards of a record: not one order, but the cards of each recipient, as far as the record names them.

use std::collections::VecDeque;

use crate::seat::MAX_SEATS;
use crate::{BySeat, Card, CardSet, SeatIx};

/// Recipient of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum To {
    /// A player.
    Seat(SeatIx),
    Board,
    /// The muck, as a burn card.
    Burn,
}

impl To {
    const LANES: usize = MAX_SEATS as usize + 2;

    const fn lane(self) -> usize {
        match self {
            Self::Seat(seat) => seat.index() as usize,
            Self::Board => Self::LANES - 2,
            Self::Burn => Self::LANES - 1,
        }
    }
}

/// A card of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecordedCard {
    /// The card, or `None` if the record does not name it.
    pub(crate) card: Option<Card>,
    /// Position in the deal: the greater, the later.
    at: usize,
}

impl RecordedCard {
    pub(crate) const fn new(card: Option<Card>, at: usize) -> Self {
        Self { card, at }
    }
}

/// Time a card spends out of the deck: from the refill before its deal to the refill that brings it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    from: u8,
    until: u8,
}

impl Span {
    const NEVER: u8 = u8::MAX;

    const fn overlaps(self, other: Self) -> bool {
        self.from < other.until && other.from < self.until
    }
}

/// Cards of one recipient, in the order of the deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lane {
    recorded: Vec<RecordedCard>,
    dealt: Vec<Card>,
    spans: Vec<Span>,
}

/// Recorded cards by recipient, and the cards dealt so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecordedCards {
    lanes: [Lane; To::LANES],
    refills: u8,
    /// First recorded card that could not be dealt because it was not in the deck.
    stray: Option<Card>,
}

impl RecordedCards {
    pub(crate) fn new(hands: &BySeat<Vec<RecordedCard>>, board: Vec<RecordedCard>, burned: Vec<RecordedCard>) -> Self {
        let mut lanes: [Lane; To::LANES] = Default::default();
        for (seat, cards) in hands.iter() {
            lanes[To::Seat(seat).lane()].recorded.clone_from(cards);
        }
        lanes[To::Board.lane()].recorded = board;
        lanes[To::Burn.lane()].recorded = burned;
        Self {
            lanes,
            refills: 0,
            stray: None,
        }
    }

    pub(crate) fn dealt_to(&self, seat: SeatIx) -> &[Card] {
        &self.lanes[To::Seat(seat).lane()].dealt
    }

    /// Returns the first recorded card that was not in the deck when it was due.
    pub(crate) const fn stray(&self) -> Option<Card> {
        self.stray
    }

    /// Fills in the unknown cards of a record after a deal in which a recorded card had already been dealt in place of an unknown one,
    /// using the time that each card spent out of the deck. Returns `None` if no cards of `all` fit.
    pub(crate) fn solved(&self, all: CardSet) -> Option<Self> {
        let mut lanes: [Lane; To::LANES] = Default::default();
        let mut recorded: Vec<(Card, Span)> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        for (index, lane) in self.lanes.iter().enumerate() {
            let count = lane.recorded.len().max(lane.spans.len());
            lanes[index].recorded.clone_from(&lane.recorded);
            lanes[index].recorded.resize(count, RecordedCard::default());
            for (place, span) in lane.spans.iter().enumerate() {
                match lane.recorded.get(place).and_then(|one| one.card) {
                    Some(card) => recorded.push((card, *span)),
                    None => open.push(Open {
                        lane: index,
                        place,
                        span: *span,
                        card: None,
                        moved: 0,
                    }),
                }
            }
        }
        find_cards(&mut open, &recorded, all)?;
        for open in open {
            lanes[open.lane].recorded[open.place].card = open.card;
        }
        Some(Self {
            lanes,
            refills: 0,
            stray: None,
        })
    }

    /// Moves the card due to this recipient to the front of the stub.
    pub(super) fn choose(&mut self, stub: &mut [Card], to: To) {
        let lane = &self.lanes[to.lane()];
        let recorded = lane.recorded.get(lane.dealt.len()).and_then(|one| one.card);
        let there = recorded.and_then(|card| stub.iter().position(|c| *c == card));
        if there.is_none() {
            self.stray = self.stray.or(recorded);
        }
        if let Some(index) = there.or_else(|| self.blank(stub)) {
            stub.swap(0, index);
            let lane = &mut self.lanes[to.lane()];
            lane.dealt.push(stub[0]);
            lane.spans.push(Span {
                from: self.refills,
                until: Span::NEVER,
            });
        }
    }

    /// Notes the cards that come back with a refill.
    pub(super) fn refill(&mut self, returned: CardSet) {
        self.refills = self.refills.saturating_add(1);
        for lane in &mut self.lanes {
            for (card, span) in lane.dealt.iter().zip(&mut lane.spans) {
                if span.until == Span::NEVER && returned.contains(*card) {
                    span.until = self.refills;
                }
            }
        }
    }

    /// Returns the position in the stub of a card that the record never names again, or else of the one it names last.
    fn blank(&self, stub: &[Card]) -> Option<usize> {
        let mut next = [usize::MAX; Card::COUNT as usize];
        for lane in &self.lanes {
            for recorded in lane.recorded.iter().skip(lane.dealt.len()) {
                if let Some(card) = recorded.card {
                    let next = &mut next[usize::from(card.index())];
                    *next = recorded.at.min(*next);
                }
            }
        }
        (0..stub.len()).max_by_key(|index| next[usize::from(stub[*index].index())])
    }
}

/// A dealt card that the record does not name.
#[derive(Debug)]
struct Open {
    lane: usize,
    place: usize,
    span: Span,
    card: Option<Card>,
    /// Number of times another card has displaced this one.
    moved: usize,
}

/// Number of attempts to fill in unknown cards before the search gives up.
const MOST_STEPS: usize = 5_000;

/// Finds a card for each unknown one, so that no card is out of the deck twice at the same time. If none is free, it takes the card whose
/// holders are least hindered; they have to find another.
fn find_cards(open: &mut [Open], recorded: &[(Card, Span)], all: CardSet) -> Option<()> {
    // Of cards dealt at the same time, the one out of the deck longest has the least choice.
    open.sort_by_key(|open| (open.span.from, std::cmp::Reverse(open.span.until)));
    let mut waiting: VecDeque<usize> = (0..open.len()).collect();
    for _ in 0..MOST_STEPS {
        let Some(index) = waiting.pop_front() else {
            return Some(());
        };
        let span = open[index].span;
        let of = |card: Card| recorded.iter().filter(move |(c, _)| *c == card).map(|(_, span)| *span);
        let holders = |card: Card| {
            let holds = move |other: &&Open| other.card == Some(card) && other.span.overlaps(span);
            open.iter().filter(holds)
        };
        let possible = |card: &Card| of(*card).all(|other| !other.overlaps(span));
        let worth = |card: &Card| {
            let later = of(*card).filter(|other| other.from >= span.until);
            let next = later.map(|other| other.from).min().unwrap_or(Span::NEVER);
            let hindered: usize = holders(*card).map(|other| 1 + other.moved).sum();
            (hindered, next)
        };
        let card = all.iter().filter(possible).min_by_key(worth)?;
        for (other, holder) in open.iter_mut().enumerate() {
            if holder.card == Some(card) && holder.span.overlaps(span) {
                holder.card = None;
                holder.moved += 1;
                waiting.push_back(other);
            }
        }
        open[index].card = Some(card);
    }
    None
}
