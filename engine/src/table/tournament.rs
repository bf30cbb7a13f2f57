//! A table of a tournament: seats and chips between hands.

use super::config::TableGame;
use super::error::TableRuleError;
use super::plan::HandPlan;
use super::positions::Positions;
use super::state::PlayerId;
use crate::game::BlindLayout;
use crate::post::PostKind;
use crate::setup::{BettingOver, SeatSetup, Setup, TableRules, Tabling};
use crate::{BySeat, Chips, SeatIx, SeatSet};

/// A taken seat of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentSeat {
    /// Who sits there.
    pub player: PlayerId,
    /// Chips; of a player who is in the running hand, as they were before it. Zero once the last one is lost.
    pub stack: Chips,
    /// Whether the player had no part in the last hand played here, neither dealt in nor waiting.
    pub newcomer: bool,
}

/// What the next hand is played for.
#[derive(Clone, Copy, Debug)]
pub struct HandTerms<'a> {
    /// The game of the level with its amounts: see [`crate::tournament::law::Level::game`].
    pub game: &'a TableGame,
    /// The smallest chip in play.
    pub unit: Chips,
    /// When hands are tabled once an all-in is called; in hand-for-hand they are held until then.
    pub tabling: Tabling,
    /// The seats whose hand is dead from the start, as their player is absent or serves a penalty at this instant.
    pub dead: SeatSet,
    /// Whether players may check and bet in the dark. Rule: tournament 9.16.
    pub dark_bets: bool,
}

/// A table of a tournament: who sits where with how many chips, and what each pays in the next hand.
///
/// Its players are assigned and moved by the direction of the tournament, which also says when a hand begins, at which
/// level, and whose hand is dead. Everybody with chips is dealt in, unless the seat has to wait for the button to pass.
/// The [`HandPlan`] of [`TournamentTable::start_hand`] goes to [`crate::Hand::deal`], and the stacks of the finished hand
/// come back through [`TournamentTable::finish_hand`]. Rules: tournament 2.2, 2.3, 2.5, L-4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentTable {
    seat_count: u8,
    seats: BySeat<Option<TournamentSeat>>,
    /// The button of the first hand, drawn among the players.
    first_button: Option<SeatIx>,
    /// The positions of the last hand that was really played.
    last: Option<Positions>,
    /// Chips that wait for the pot of the next hand.
    carried: Chips,
    /// How many hands in a row no player opened.
    passed_out: u32,
    hand: Option<RunningHand>,
}

/// The hand that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RunningHand {
    plan: HandPlan,
    /// Whether it may leave its pot to the next one.
    carries: bool,
}

impl TournamentTable {
    /// An empty table.
    ///
    /// # Panics
    /// Without a seat, or with more than [`crate::seat::MAX_SEATS`].
    pub fn new(seat_count: u8) -> Self {
        assert!((1..=crate::seat::MAX_SEATS).contains(&seat_count), "no such table");
        Self {
            seat_count,
            seats: BySeat::default(),
            first_button: None,
            last: None,
            carried: Chips::ZERO,
            passed_out: 0,
            hand: None,
        }
    }

    /// A table that mirrors another one between two hands: its seats, the chips that wait for the next pot, and how many
    /// hands in a row no player opened. It has no positions of its own: its hands begin by [`Self::start_hand_at`].
    ///
    /// # Errors
    /// If a seat is beyond the table, a player sits twice, or the chips are beyond what there can be.
    ///
    /// # Panics
    /// As [`Self::new`].
    pub fn mirror(
        seat_count: u8,
        seats: &BySeat<Option<TournamentSeat>>,
        carried: Chips,
        passed_out: u32,
    ) -> Result<Self, TableRuleError> {
        let mut table = Self::new(seat_count);
        (table.carried, table.passed_out) = (carried, passed_out);
        for (seat, taken) in seats.iter() {
            if let Some(taken) = taken {
                table.sit(seat, taken.player, taken.stack)?;
            }
        }
        Ok(table)
    }

    /// Chips that wait for the pot of the next hand.
    pub const fn carried(&self) -> Chips {
        self.carried
    }

    /// How many hands in a row no player opened.
    pub const fn passed_out(&self) -> u32 {
        self.passed_out
    }

    /// How many seats there are.
    pub const fn seat_count(&self) -> u8 {
        self.seat_count
    }

    /// A seat, `None` if it is free.
    pub fn seat(&self, seat: SeatIx) -> Option<&TournamentSeat> {
        self.seats[seat].as_ref()
    }

    /// The taken seats, in order.
    pub fn seats(&self) -> impl Iterator<Item = (SeatIx, &TournamentSeat)> {
        let seats = self.seats.iter();
        seats.filter_map(|(seat, taken)| Some((seat, taken.as_ref()?)))
    }

    /// Where a player sits.
    pub fn seat_of(&self, player: PlayerId) -> Option<SeatIx> {
        self.seats_where(|taken| taken.player == player).iter().next()
    }

    /// The seats that hold chips, whether their player is there or not.
    pub fn occupied(&self) -> SeatSet {
        self.seats_where(|taken| !taken.stack.is_zero())
    }

    /// The positions of the last hand that was really played here, `None` before the first.
    pub const fn last(&self) -> Option<Positions> {
        self.last
    }

    /// The hand that runs.
    pub fn hand(&self) -> Option<&HandPlan> {
        self.hand.as_ref().map(|hand| &hand.plan)
    }

    /// All chips at the table, as they were before the running hand.
    pub fn chips(&self) -> Chips {
        self.seats().map(|(_, taken)| taken.stack).sum::<Chips>() + self.carried
    }

    /// Gives a player a free seat, also while a hand runs, which goes on without the newcomer.
    ///
    /// # Errors
    /// If there is no such seat, it is taken, the player sits already, or the chips are beyond what there can be.
    pub fn sit(&mut self, seat: SeatIx, player: PlayerId, stack: Chips) -> Result<(), TableRuleError> {
        self.check_seat(seat)?;
        if self.seats[seat].is_some() {
            return Err(TableRuleError::SeatTaken { seat });
        }
        if let Some(seat) = self.seat_of(player) {
            return Err(TableRuleError::AlreadySeated { seat });
        }
        self.chips().checked_add(stack).ok_or(TableRuleError::TooManyChips)?;
        self.seats[seat] = Some(TournamentSeat {
            player,
            stack,
            newcomer: true,
        });
        Ok(())
    }

    /// Frees a seat of a player who moves away or is out; gives what was there.
    ///
    /// # Errors
    /// If the seat is free, or takes part in the running hand.
    pub fn stand(&mut self, seat: SeatIx) -> Result<TournamentSeat, TableRuleError> {
        self.check_idle(seat)?;
        self.seats[seat].take().ok_or(TableRuleError::NotSeated)
    }

    /// Changes a stack between two hands: a rebuy, a chip race, chips that leave play.
    ///
    /// # Errors
    /// If the seat is free or takes part in the running hand, or the chips are beyond what there can be.
    pub fn set_stack(&mut self, seat: SeatIx, stack: Chips) -> Result<(), TableRuleError> {
        self.check_idle(seat)?;
        let taken = self.seats[seat].as_ref().ok_or(TableRuleError::NotSeated)?;
        let others = self.chips() - taken.stack;
        others.checked_add(stack).ok_or(TableRuleError::TooManyChips)?;
        if let Some(taken) = &mut self.seats[seat] {
            taken.stack = stack;
        }
        Ok(())
    }

    /// Sets the button of the first hand, which was drawn. Rule: tournament 2.1.
    ///
    /// # Errors
    /// If no player with chips sits there, or a hand has been played here.
    pub fn draw_button(&mut self, seat: SeatIx) -> Result<(), TableRuleError> {
        if self.last.is_some() || !self.occupied().contains(seat) {
            return Err(TableRuleError::BadDraw { seat });
        }
        self.first_button = Some(seat);
        Ok(())
    }

    /// Forgets the hands played here: the next one is a first hand again, as at a final table. Rule: tournament 2.8.
    ///
    /// # Errors
    /// If a hand is running.
    pub fn forget_positions(&mut self) -> Result<(), TableRuleError> {
        if self.hand.is_some() {
            return Err(TableRuleError::HandRunning);
        }
        (self.last, self.first_button) = (None, None);
        Ok(())
    }

    /// The positions of the hand that would be dealt now; `None` with fewer than two players, or before the first button is
    /// drawn. Rule: tournament 2.2.
    pub fn next_positions(&self) -> Option<Positions> {
        let occupied = self.occupied();
        match self.last {
            Some(last) => {
                let newcomers = self.seats_where(|taken| taken.newcomer && !taken.stack.is_zero());
                last.next_hand(occupied, newcomers)
            }
            None => Positions::first_hand(self.first_button?, occupied),
        }
    }

    /// Starts the next hand. Deal the plan's setup; then report the result with [`TournamentTable::finish_hand`], or undo it
    /// with [`TournamentTable::void_hand`]. Rules: tournament 2.2, 2.3.
    ///
    /// # Errors
    /// If a hand is running, there are fewer than two players, the first button has not been drawn, or the game is not for
    /// so many.
    pub fn start_hand(&mut self, terms: &HandTerms) -> Result<HandPlan, TableRuleError> {
        let too_few = TableRuleError::NotEnoughPlayers {
            ready: self.occupied().len(),
            needed: terms.game.players_min(),
        };
        let positions = self.next_positions().ok_or(too_few)?;
        self.start_hand_at(positions, terms)
    }

    /// Starts a hand whose positions are known already: that of a record, or one that is dealt again.
    ///
    /// # Errors
    /// As [`TournamentTable::start_hand`], and if the positions are none of this table.
    pub fn start_hand_at(&mut self, positions: Positions, terms: &HandTerms) -> Result<HandPlan, TableRuleError> {
        if self.hand.is_some() {
            return Err(TableRuleError::HandRunning);
        }
        for seat in [positions.button, positions.small_blind, positions.big_blind] {
            self.check_seat(seat)?;
        }
        let dealt = self.occupied().difference(positions.waiting);
        if !dealt.contains(positions.big_blind) {
            return Err(TableRuleError::NotSeated);
        }
        if terms.game.check_players(dealt).is_err() {
            let (ready, (needed, most)) = (dealt.len(), (terms.game.players_min(), terms.game.seats.1));
            return Err(if ready < needed {
                TableRuleError::NotEnoughPlayers { ready, needed }
            } else {
                TableRuleError::TooManyPlayers { ready, most }
            });
        }
        let plan = self.plan(positions, dealt, terms);
        self.hand = Some(RunningHand {
            plan: plan.clone(),
            carries: terms.game.carries,
        });
        Ok(plan)
    }

    /// Ends the running hand with the stack of each of its players; gives the seats that lost their last chip.
    ///
    /// # Errors
    /// If no hand is running, the stacks are not those of its players, each once, or they do not add up.
    pub fn finish_hand(&mut self, stacks: &[(SeatIx, Chips)]) -> Result<SeatSet, TableRuleError> {
        let RunningHand { plan, carries } = self.hand.as_ref().ok_or(TableRuleError::NoHand)?;
        let carried = plan.carried_out(stacks, Chips::ZERO, *carries)?;
        let (positions, part) = (plan.positions, plan.dealt.union(plan.waiting));
        self.carried = carried;
        self.passed_out = if carried.is_zero() { 0 } else { self.passed_out + 1 };
        self.last = positions.or(self.last);
        self.hand = None;
        let mut busted = SeatSet::EMPTY;
        for &(seat, stack) in stacks {
            if let Some(taken) = &mut self.seats[seat] {
                taken.stack = stack;
            }
            if stack.is_zero() {
                busted.insert(seat);
            }
        }
        for (seat, taken) in self.seats.iter_mut() {
            if let Some(taken) = taken {
                taken.newcomer = !part.contains(seat);
            }
        }
        Ok(busted)
    }

    /// Undoes the running hand: stacks and positions are as before it, and it does not count. Rule: tournament 2.16.
    ///
    /// # Errors
    /// If no hand is running.
    pub fn void_hand(&mut self) -> Result<(), TableRuleError> {
        self.hand.take().map(|_| ()).ok_or(TableRuleError::NoHand)
    }

    fn seats_where(&self, property: impl Fn(&TournamentSeat) -> bool) -> SeatSet {
        let taken = self.seats().filter(|(_, taken)| property(taken));
        taken.map(|(seat, _)| seat).collect()
    }

    fn check_seat(&self, seat: SeatIx) -> Result<(), TableRuleError> {
        if seat.index() < self.seat_count {
            return Ok(());
        }
        let seat_count = self.seat_count;
        Err(TableRuleError::NoSuchSeat { seat, seat_count })
    }

    /// Whether the seat has no part in a running hand.
    fn check_idle(&self, seat: SeatIx) -> Result<(), TableRuleError> {
        let plays = self.hand().is_some_and(|plan| plan.dealt.contains(seat));
        if plays {
            Err(TableRuleError::HandRunning)
        } else {
            Ok(())
        }
    }

    fn plan(&self, positions: Positions, dealt: SeatSet, terms: &HandTerms) -> HandPlan {
        let structure = &terms.game.structure;
        let blinds = structure.layout == BlindLayout::SmallAndBig;
        // The dealer of a game without blinds is the button, or the next player where that seat is empty (rule: L-4).
        let button = if blinds || dealt.contains(positions.button) {
            positions.button
        } else {
            dealt.next_after(positions.button).unwrap_or(positions.button)
        };
        let (small_blind, big_blind) = if blinds {
            (Some(positions.small_blind), Some(positions.big_blind))
        } else {
            structure.layout.seats(dealt, button)
        };
        let mut posts = structure.posts(dealt, button, small_blind, big_blind);
        if blinds {
            // The ante of a single payer comes after the blinds (rule: tournament 2.3).
            posts.sort_by_key(|post| post.kind == PostKind::DeadAnte);
        }
        let player = |seat| SeatSetup {
            seat,
            stack: self.seats[seat].map_or(Chips::ZERO, |taken| taken.stack),
            dead: terms.dead.contains(seat),
        };
        HandPlan {
            setup: Setup {
                seat_count: self.seat_count,
                players: dealt.iter().map(player).collect(),
                button,
                small_blind,
                big_blind,
                posts,
                bring_in: structure.bring_in,
                tiers: structure.tiers.clone(),
                carried: self.carried,
                openers: terms.game.openers(self.passed_out),
                rules: TableRules {
                    all_in_face_up: true,
                    betting_over: BettingOver::AfterLastRound,
                    tabling: terms.tabling,
                    unit: terms.unit,
                    dark_bets: terms.dark_bets,
                    ..TableRules::default()
                },
            },
            positions: Some(positions),
            dealt,
            waiting: positions.waiting.intersection(self.occupied()),
            missed_small_blind: SeatSet::EMPTY,
            missed_big_blind: SeatSet::EMPTY,
        }
    }
}
