//! A bot that plays by pot odds and equity.

use std::sync::Arc;

use poker_engine::game::{GameDef, Step, catalogue};
use poker_engine::{Card, CardSet};
use poker_protocol::v1::event::BetAction;
use poker_protocol::v1::table::SeatState;
use poker_protocol::v1::{Action, Chips, Choice};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::discard::cards_to_exchange;
use super::equity::{Judge, Rival, Share, Spot, WHOLE, subsets};
use crate::{Ask, Bot, TableModel};

/// Number of times a hand is dealt to its end for one decision.
const TRIALS: u32 = 200;

/// The same number for games in which wild cards or discards make hands slow to compare.
const SLOW_TRIALS: u32 = 60;

/// Number of deals for each way to discard cards without replacement.
const DISCARD_TRIALS: u32 = 120;

/// Calls what is worth its price in the long run, raises what is worth more, and bluffs now and then.
///
/// It values its cards by dealing the rest of the hand many times, under the ranking and selection in the game's definition. So
/// it plays every game of the catalogue, and hosts' own games, whose definitions are part of the table.
#[derive(Debug)]
pub struct Sharp {
    pub(super) random: SmallRng,
    /// The running hand, and the number of exchanges of cards in it.
    drawn: (u64, usize),
    /// The table's own game, if it is the host's, with its definition.
    own_game: Option<(String, Arc<GameDef>)>,
}

/// The bot's assessment of its position in a hand.
#[derive(Clone, Copy, Debug)]
struct Reading {
    /// Expected share of the pot, in thousandths.
    share: u64,
    /// Share of each player if all hands were equal, in thousandths.
    fair: u64,
    /// Number of opponents still to act after the bot in this round.
    behind: usize,
    /// Number of opponents in contention.
    rivals: usize,
    /// Set while only hole cards have been dealt.
    is_first_round: bool,
    /// Set if the bot has already raised in this round.
    has_raised: bool,
}

impl Sharp {
    /// Creates a bot whose choices are determined by the seed.
    pub fn new(seed: u64) -> Self {
        Self {
            random: SmallRng::seed_from_u64(seed),
            drawn: (0, 0),
            own_game: None,
        }
    }

    /// Returns the game being played; `None` if it is not in the catalogue and the table has no readable definition.
    fn game(&mut self, table: &TableModel) -> Option<Arc<GameDef>> {
        let id = table.hand().map_or(&table.info().game, |hand| &hand.game);
        if let Some(game) = catalogue::find(id) {
            return Some(Arc::clone(game));
        }
        let told = table.state().game.as_ref()?.definition.as_deref()?;
        if let Some((_, game)) = self.own_game.as_ref().filter(|(definition, _)| definition == told) {
            return Some(Arc::clone(game));
        }
        let game = Arc::new(GameDef::parse(told).ok()?);
        self.own_game = Some((told.to_owned(), Arc::clone(&game)));
        Some(game)
    }

    fn bet(&mut self, ask: &Ask, table: &TableModel, game: &GameDef) -> Action {
        let reading = self.read(ask, table, game);
        let Reading { share, fair, .. } = reading;
        // Early in the order, more opponents can still wake up with a hand.
        let caution = if reading.is_first_round {
            10 * reading.behind as u64
        } else {
            0
        };
        let good = (fair * 3 / 2).min(fair + 180) + caution;
        let very_good = (fair * 2).min(u64::midpoint(fair, WHOLE)) + caution;
        let pot = ask.pot.get();
        let price = ask.to_call.get();
        let bet = table.hand().map_or(0, |hand| hand.bet.get());
        if price == 0 {
            let is_bluff = reading.rivals <= 2 && reading.behind == 0 && self.random.random_ratio(1, 6);
            if (share >= good && self.random.random_ratio(7, 8)) || is_bluff {
                let part = if share >= very_good { 3 } else { 2 };
                return self
                    .raise(ask, bet, pot * part / 4)
                    .unwrap_or_else(|| ask.check_or_fold());
            }
            return ask.check_or_fold();
        }
        let needed = price * WHOLE / (pot + price).max(1);
        // A second raise means more than it seems.
        let enough = if reading.has_raised {
            u64::midpoint(very_good, WHOLE)
        } else {
            very_good
        };
        if share >= enough.max(needed + 100) && self.random.random_ratio(5, 6) {
            return self
                .raise(ask, bet, (pot + price) * 3 / 4)
                .unwrap_or_else(|| ask.check_or_call());
        }
        // A large part of the stack is not risked on a guess.
        let is_big = price * 3 > ask.stack.get();
        let margin = if is_big { 60 } else { 0 };
        if share >= needed + margin + caution / 2 {
            return ask.check_or_call();
        }
        ask.check_or_fold()
    }

    /// Bets this much on top of the current bet, give or take a little, as people do.
    fn raise(&mut self, ask: &Ask, bet: u64, by: u64) -> Option<Action> {
        let (_, max) = ask.bet_range()?;
        let total = bet + by * self.random.random_range(85..=115) / 100;
        // A bet that would leave next to nothing behind becomes all-in.
        let total = if total * 10 >= max.get() * 7 { max.get() } else { total };
        ask.bet_or_raise_to(Chips::new(total).unwrap_or(max))
    }

    fn read(&mut self, ask: &Ask, table: &TableModel, game: &GameDef) -> Reading {
        let rivals = rivals(table);
        let spot = self.spot_at(ask, table, game);
        let has_raised = |seat: &SeatState| {
            let last = seat.play.as_ref().and_then(|play| play.last_action);
            matches!(last, Some(BetAction::Bet | BetAction::Raise))
        };
        Reading {
            share: self.share_of(&spot).pot,
            fair: WHOLE / (rivals.len() as u64 + 1),
            behind: behind(table, &rivals),
            rivals: rivals.len(),
            is_first_round: ask.board.is_empty() && self.drawn.1 == 0,
            has_raised: table.own_seat().is_some_and(has_raised),
        }
    }

    /// Returns the expected share in a spot.
    pub(super) fn share_of(&mut self, spot: &Spot) -> Share {
        let is_slow = !spot.judge.rules.is_plain() || spot.kept_each < spot.dealt_each;
        let trials = if is_slow { SLOW_TRIALS } else { TRIALS };
        spot.share(trials, &mut self.random)
    }

    /// Returns the cards as far as they are known, against the opponents in contention.
    pub(super) fn spot_at(&mut self, ask: &Ask, table: &TableModel, game: &GameDef) -> Spot {
        let rivals = rivals(table);
        let mut own = engine_cards(&ask.cards);
        let mut boards = vec![engine_cards(&ask.board)];
        if table.hand().is_some_and(|hand| hand.double_board) {
            boards.push(engine_cards(&ask.second_board));
        }
        let unseen = unseen(game, ask, &rivals);
        let discarded = game.steps.iter().map(|step| match step {
            Step::Discard { down, up } => usize::from(*down) + usize::from(*up),
            _ => 0,
        });
        let discarded: usize = discarded.sum();
        // Up cards may have brought more cards than every player is dealt.
        let dealt_each = game.cards_each().max(if discarded == 0 { own.len() } else { 0 });
        let kept_each = dealt_each.saturating_sub(discarded).max(1);
        let mut own_to_come = kept_each.saturating_sub(own.len());
        let draws = game.steps.iter().filter_map(|step| match step {
            Step::Draw { max, .. } => Some(usize::from(*max)),
            _ => None,
        });
        let draws_to_come: Vec<usize> = draws.skip(self.drawn.1).collect();
        let judge = Judge::of(game);
        if let Some(max) = draws_to_come.first() {
            let cards: Vec<Card> = own.iter().collect();
            let discarded = cards_to_exchange(judge, own, &cards, (0, *max), &unseen, &mut self.random);
            own = own.difference(discarded);
            own_to_come += discarded.len();
        }
        let improved = usize::from(game.has_draw());
        let rivals = rivals.iter().map(|seat| Rival {
            open: open_cards(seat),
            best_of: improved + eagerness(seat),
        });
        Spot {
            judge,
            own,
            own_to_come,
            board_to_come: game.board_cards().saturating_sub(boards[0].len()),
            boards,
            dealt_each,
            kept_each,
            rivals: rivals.collect(),
            unseen,
        }
    }

    /// Returns the cards to exchange.
    pub(super) fn exchange(
        &mut self,
        ask: &Ask,
        table: &TableModel,
        game: &GameDef,
        cards: &[Card],
        range: (usize, usize),
    ) -> CardSet {
        let own = engine_cards(&ask.cards);
        let unseen = unseen(game, ask, &rivals(table));
        self.drawn.1 += 1;
        cards_to_exchange(Judge::of(game), own, cards, range, &unseen, &mut self.random)
    }

    /// Returns the cards to discard without replacement: `down` of the down cards and `up` of the up cards.
    pub(super) fn discard(
        &mut self,
        ask: &Ask,
        table: &TableModel,
        game: &GameDef,
        down: (&[Card], usize),
        up: (&[Card], usize),
    ) -> CardSet {
        let spot = self.spot_at(ask, table, game);
        let own = engine_cards(&ask.cards);
        let options =
            subsets(down.0, down.1).flat_map(|discarded| subsets(up.0, up.1).map(move |up| discarded.union(up)));
        let best = options.max_by_key(|discarded| {
            let kept = Spot {
                own: own.difference(*discarded),
                ..spot.clone()
            };
            // The same deals are used for every option, so that luck does not decide between them.
            kept.share(DISCARD_TRIALS, &mut SmallRng::seed_from_u64(ask.hand)).pot
        });
        best.unwrap_or_default()
    }
}

impl Bot for Sharp {
    fn act(&mut self, ask: &Ask, table: &TableModel) -> Action {
        if self.drawn.0 != ask.hand {
            self.drawn = (ask.hand, 0);
        }
        let Some(game) = self.game(table) else {
            return ask.check_or_fold();
        };
        let is_betting = |choice: &Choice| {
            matches!(
                choice,
                Choice::Fold {} | Choice::Check {} | Choice::Call { .. } | Choice::Bet { .. } | Choice::Raise { .. }
            )
        };
        if ask.choices.iter().all(is_betting) {
            self.bet(ask, table, &game)
        } else {
            self.choose(ask, table, &game)
        }
    }
}

/// Returns the opponents in contention.
fn rivals(table: &TableModel) -> Vec<&SeatState> {
    let own = table.own_seat().map(|seat| seat.seat);
    table.contenders().filter(|seat| Some(seat.seat) != own).collect()
}

/// Returns an opponent's up cards.
fn open_cards(seat: &SeatState) -> CardSet {
    let cards = seat.play.iter().flat_map(|play| play.cards.iter().flatten());
    cards.copied().filter_map(engine_card).collect()
}

/// Returns the number of opponents between the bot and the button, who act after it in a round without action yet.
fn behind(table: &TableModel, rivals: &[&SeatState]) -> usize {
    let (Some(hand), Some(own)) = (table.hand(), table.own_seat()) else {
        return 0;
    };
    let seats = table.info().seats.max(1);
    let until = |seat: u8| (hand.button + seats - seat) % seats;
    let is_behind = |rival: &&&SeatState| until(rival.seat) < until(own.seat);
    rivals.iter().filter(is_behind).count()
}

/// Returns the number of random hands out of which an opponent's is taken to be the best, judging by this round's actions.
fn eagerness(seat: &SeatState) -> usize {
    let last = seat.play.as_ref().and_then(|play| play.last_action);
    match last {
        Some(BetAction::Bet | BetAction::Raise) => 3,
        Some(BetAction::Call) => 2,
        Some(BetAction::Check | BetAction::Fold) | None => 1,
    }
}

/// Returns the cards of the deck that the bot does not see.
fn unseen(game: &GameDef, ask: &Ask, rivals: &[&SeatState]) -> Vec<Card> {
    let own = [&ask.cards, &ask.board, &ask.second_board].map(|cards| engine_cards(cards));
    let seen = rivals.iter().map(|seat| open_cards(seat)).chain(own);
    let seen = seen.fold(CardSet::EMPTY, CardSet::union);
    game.cards().difference(seen).iter().collect()
}

pub(super) fn engine_card(card: poker_protocol::v1::Card) -> Option<Card> {
    card.as_str().parse().ok()
}

pub(super) fn engine_cards(cards: &[poker_protocol::v1::Card]) -> CardSet {
    cards.iter().copied().filter_map(engine_card).collect()
}
