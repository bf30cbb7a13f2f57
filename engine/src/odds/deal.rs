//! Dealing a hand to its end, and finding its winners.

use super::{DEALS_MAX, DEALS_MIN, EVALUATIONS_MOST, Field, KnownHand, PLAIN_WORK, WHOLE, WILD_WORK, Won, Worth};
use crate::action::Declaration;
use crate::eval::{Held, Ranking, Strength};
use crate::game::{Face, Speak};
use crate::list::Cards;
use crate::{Card, CardSet};

/// Cards of a hand once all are dealt.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    down: Cards,
    up: CardSet,
    first_down: Option<Card>,
}

impl Field<'_> {
    /// Returns the number of deals that the bound on the work allows.
    pub(super) fn deals(&self) -> u32 {
        let sides = 2;
        let each = self.places.iter().map(|place| place.best_of * sides).sum::<usize>() * self.ways();
        let work = self.work() / each.max(1);
        let deals = u32::try_from(work).unwrap_or(DEALS_MAX).clamp(DEALS_MIN, DEALS_MAX);
        let affordable = EVALUATIONS_MOST / self.evaluations().max(1);
        deals.min(u32::try_from(affordable).unwrap_or(DEALS_MAX)).max(1)
    }

    /// Returns the cost of comparing all hands once, in evaluations.
    pub(super) fn evaluations(&self) -> u64 {
        let looks = self.places.iter().map(|place| place.best_of.max(1)).sum::<usize>() * self.ways();
        self.game.price().look.saturating_mul(looks as u64)
    }

    /// Returns the number of strengths that one question may compare.
    pub(super) fn work(&self) -> usize {
        if self.game.rules.is_plain() {
            PLAIN_WORK
        } else {
            WILD_WORK
        }
    }

    /// Returns the number of ways in which a player may keep cards.
    fn ways(&self) -> usize {
        let held = self
            .places
            .iter()
            .map(|place| place.down.len() + place.up.len() + place.hidden);
        let held = held.max().unwrap_or(0) + self.faces.len();
        let discarded = self.discarded.min(held);
        (0..discarded).fold(1, |ways, at| ways * (held - at) / (at + 1))
    }

    /// Deals once to the end and returns each player's winnings. Changes the order of `deck`.
    pub(super) fn deal(&self, deck: &mut [Card], random: &mut impl FnMut() -> u64) -> Vec<Won> {
        let mut cards = Dealer::new(deck, random);
        let board = self.whole_board(&mut cards);
        let hidden = self.places.iter().map(|place| place.hidden + self.faces.len());
        // If the deck is too small for a choice of hands, every player gets a single random one.
        let wanted: usize = self
            .places
            .iter()
            .zip(hidden)
            .map(|(place, cards)| place.best_of * cards)
            .sum();
        let is_tight = wanted > cards.left();
        let worths: Vec<Worth> = self
            .places
            .iter()
            .map(|place| {
                let tries = if is_tight { 1 } else { place.best_of.max(1) };
                let worths = (0..tries).map(|_| self.worth(&self.whole(place, &mut cards), &board));
                worths.max().unwrap_or_default()
            })
            .collect();
        self.award(&worths)
    }

    /// Returns the board with all its cards.
    fn whole_board(&self, cards: &mut Dealer<'_, impl FnMut() -> u64>) -> Vec<Option<Card>> {
        let mut board = self.board.clone();
        board.extend(std::iter::repeat_n(None, self.board_to_come));
        for place in board.iter_mut().filter(|place| place.is_none()) {
            *place = cards.next();
        }
        board
    }

    /// Returns a hand with all its cards.
    fn whole(&self, place: &KnownHand, cards: &mut Dealer<'_, impl FnMut() -> u64>) -> Whole {
        let mut down = place.down;
        down.extend((0..place.hidden).map_while(|_| cards.next()));
        let mut up: CardSet = place.up.iter().copied().collect();
        for face in &self.faces {
            let Some(card) = cards.next() else { break };
            match face {
                Face::Down => down.push(card),
                Face::Up => {
                    up.insert(card);
                }
            }
        }
        let first_down = place.first_down.or_else(|| down.first().copied());
        let rolled = self.rolls.min(down.len());
        up = up.union(down.iter().take(rolled).copied().collect());
        Whole {
            down: down.iter().skip(rolled).copied().collect(),
            up,
            first_down,
        }
    }

    /// Evaluates a hand. A player who still has to discard keeps the best cards.
    pub(super) fn worth(&self, hand: &Whole, board: &[Option<Card>]) -> Worth {
        let down: CardSet = hand.down.iter().copied().collect();
        let all = down.union(hand.up);
        let showdown = self.game.showdown();
        let keeps = all.len().saturating_sub(self.discarded).max(1);
        let best = |ranking: Option<Ranking>| {
            let ranking = ranking?;
            if keeps == all.len() {
                return self.strength(ranking, all, down, hand.first_down, board);
            }
            let mut best = None;
            crate::eval::each_subset(all, keeps, &mut |kept| {
                best = best.max(self.strength(ranking, kept, down, hand.first_down, board));
            });
            best
        };
        Worth {
            high: best(showdown.high),
            low: best(showdown.low),
        }
    }

    /// Evaluates a hand whose cards all lie as they will at the end.
    pub(super) fn worth_with(&self, down: Cards, up: Cards, first_down: Option<Card>, board: &[Option<Card>]) -> Worth {
        let first_down = first_down.or_else(|| down.first().copied());
        let up = up.iter().copied().collect();
        self.worth(&Whole { down, up, first_down }, board)
    }

    /// Evaluates a hand whose cards all lie face down.
    pub(super) fn worth_of(&self, down: Cards, board: &[Option<Card>]) -> Worth {
        self.worth_with(down, Cards::EMPTY, None, board)
    }

    fn strength(
        &self,
        ranking: Ranking,
        own: CardSet,
        down: CardSet,
        first_down: Option<Card>,
        board: &[Option<Card>],
    ) -> Option<Strength> {
        let wild = &self.game.rules.wild;
        let wild = if wild.is_none() {
            CardSet::EMPTY
        } else {
            wild.of(&Held {
                own,
                down: down.intersection(own),
                first_down,
                board,
            })
        };
        let board = board.iter().copied().flatten().collect();
        let selection = self.game.showdown().selection;
        self.game.rules.strength(ranking, selection, own, board, wild)
    }

    /// Returns each player's winnings with these hands.
    pub(super) fn award(&self, worths: &[Worth]) -> Vec<Won> {
        let showdown = self.game.showdown();
        let told = showdown.speak == Speak::Declared && self.places.iter().all(|place| place.declared.is_some());
        let side = |worth: fn(&Worth) -> Option<Strength>, plays: fn(Declaration) -> bool| {
            let contends = |place: &KnownHand| !told || place.declared.is_some_and(plays);
            let strengths = worths.iter().zip(&self.places);
            parts(
                &strengths
                    .map(|(hand, place)| worth(hand).filter(|_| contends(place)))
                    .collect::<Vec<_>>(),
            )
        };
        let high = showdown
            .high
            .and_then(|_| side(|worth| worth.high, Declaration::is_high));
        let low = showdown.low.and_then(|_| side(|worth| worth.low, Declaration::is_low));
        let even = WHOLE / self.places.len().max(1) as u64;
        let of = |side: &Option<Vec<u64>>, at: usize| side.as_ref().map(|parts| parts[at]);
        (0..worths.len())
            .map(|at| {
                let (high, low) = (of(&high, at), of(&low, at));
                Won {
                    pot: match (high, low) {
                        (Some(high), Some(low)) => u64::midpoint(high, low),
                        (Some(only), None) | (None, Some(only)) => only,
                        // No hand qualifies and there is no other side, so the remaining players share the pot.
                        (None, None) => even,
                    },
                    high: high.unwrap_or_default(),
                    low: low.unwrap_or_default(),
                }
            })
            .collect()
    }
}

/// Returns each player's share of one side, or `None` if no hand qualifies.
fn parts(strengths: &[Option<Strength>]) -> Option<Vec<u64>> {
    let best = strengths.iter().flatten().max()?;
    let winners = strengths.iter().flatten().filter(|strength| *strength == best).count() as u64;
    let part = |strength: &Option<Strength>| match strength {
        Some(strength) if strength == best => WHOLE / winners,
        _ => 0,
    };
    Some(strengths.iter().map(part).collect())
}

/// Deals cards at random, each once.
pub(super) struct Dealer<'a, R> {
    deck: &'a mut [Card],
    dealt: usize,
    random: &'a mut R,
}

impl<'a, R: FnMut() -> u64> Dealer<'a, R> {
    pub(super) const fn new(deck: &'a mut [Card], random: &'a mut R) -> Self {
        Self { deck, dealt: 0, random }
    }

    fn left(&self) -> usize {
        self.deck.len() - self.dealt
    }

    /// Returns the next card, or `None` if the deck is exhausted.
    pub(super) fn next(&mut self) -> Option<Card> {
        let among = self.left();
        if among == 0 {
            return None;
        }
        // The upper half of a number is enough to pick one of 54 places; the bias is below one in fifty million.
        let place = (((self.random)() >> 32) * among as u64) >> 32;
        let at = self.dealt;
        self.deck.swap(at, at + usize::try_from(place).unwrap_or(0));
        self.dealt += 1;
        Some(self.deck[at])
    }
}
