//! A tournament table: seats and chips between hands.

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
    /// Player in the seat.
    pub player: PlayerId,
    /// Chips in the stack; during a hand, the stack of a player in it before the hand began. Zero once the last chip is lost.
    pub stack: Chips,
    /// `true` if the player had no part in the last hand played here, neither dealt in nor waiting.
    pub newcomer: bool,
}

/// The terms of the next hand.
#[derive(Clone, Copy, Debug)]
pub struct HandTerms<'a> {
    /// Game of the level, with its amounts: see [`crate::tournament::law::Level::game`].
    pub game: &'a TableGame,
    /// Value of the smallest chip in play.
    pub unit: Chips,
    /// Point at which hands are tabled once an all-in is called; in hand-for-hand play they are kept back until then.
    pub tabling: Tabling,
    /// Seats whose hand is dead from the start, because the player is absent or serving a penalty at that moment.
    pub dead: SeatSet,
    /// `true` if players may check and bet in the dark. Rule: tournament 9.16.
    pub dark_bets: bool,
}

/// A tournament table: the players and their stacks by seat, and the posts of the next hand.
///
/// The tournament director seats and moves its players, decides when a hand begins and at which level, and names the
/// hands that are dead. Every player with chips is dealt in, unless the seat has to wait for the button to pass. The
/// [`HandPlan`] of [`TournamentTable::start_hand`] goes to [`crate::Hand::deal`], and the stacks of the finished hand
/// come back through [`TournamentTable::finish_hand`]. Rules: tournament 2.2, 2.3, 2.5, L-4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentTable {
    seat_count: u8,
    seats: BySeat<Option<TournamentSeat>>,
    /// Button of the first hand, drawn among the players.
    first_button: Option<SeatIx>,
    /// Positions of the last hand that was actually played.
    last: Option<Positions>,
    /// Chips carried over to the pot of the next hand.
    carried: Chips,
    /// Number of consecutive hands that no player opened.
    passed_out: u32,
    hand: Option<RunningHand>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct RunningHand {
    plan: HandPlan,
    /// `true` if the hand may carry its pot over to the next one.
    carries: bool,
}

impl TournamentTable {
    /// Creates an empty table.
    ///
    /// # Panics
    /// If `seat_count` is 0 or more than [`crate::seat::MAX_SEATS`].
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

    /// Creates a mirror of another table between two hands: its seats, the chips carried to the next pot, and the
    /// number of consecutive hands that no player opened. It has no positions of its own: its hands begin with
    /// [`Self::start_hand_at`].
    ///
    /// # Errors
    /// If a seat is beyond the table's last, a player has two seats, or the chips exceed what can be counted.
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

    /// Returns the chips carried over to the pot of the next hand.
    pub const fn carried(&self) -> Chips {
        self.carried
    }

    /// Returns the number of consecutive hands that no player opened.
    pub const fn passed_out(&self) -> u32 {
        self.passed_out
    }

    /// Returns the number of seats.
    pub const fn seat_count(&self) -> u8 {
        self.seat_count
    }

    /// Returns the player and the stack at a seat, `None` if it is free.
    pub fn seat(&self, seat: SeatIx) -> Option<&TournamentSeat> {
        self.seats[seat].as_ref()
    }

    /// Returns the taken seats, in order.
    pub fn seats(&self) -> impl Iterator<Item = (SeatIx, &TournamentSeat)> {
        let seats = self.seats.iter();
        seats.filter_map(|(seat, taken)| Some((seat, taken.as_ref()?)))
    }

    /// Returns the seat of a player.
    pub fn seat_of(&self, player: PlayerId) -> Option<SeatIx> {
        self.seats_where(|taken| taken.player == player).iter().next()
    }

    /// Returns the seats with chips, whether or not their player is present.
    pub fn occupied(&self) -> SeatSet {
        self.seats_where(|taken| !taken.stack.is_zero())
    }

    /// Returns the positions of the last hand actually played here, `None` before the first.
    pub const fn last(&self) -> Option<Positions> {
        self.last
    }

    /// Returns the plan of the running hand.
    pub fn hand(&self) -> Option<&HandPlan> {
        self.hand.as_ref().map(|hand| &hand.plan)
    }

    /// Returns all chips at the table; during a hand, as they were before it.
    pub fn chips(&self) -> Chips {
        self.seats().map(|(_, taken)| taken.stack).sum::<Chips>() + self.carried
    }

    /// Seats a player at a free seat. A running hand goes on without the newcomer.
    ///
    /// # Errors
    /// If the seat does not exist or is taken, the player already has one, or the chips exceed what can be counted.
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

    /// Frees the seat of a player who moves away or is out, and returns what was there.
    ///
    /// # Errors
    /// If the seat is free, or takes part in the running hand.
    pub fn stand(&mut self, seat: SeatIx) -> Result<TournamentSeat, TableRuleError> {
        self.check_idle(seat)?;
        self.seats[seat].take().ok_or(TableRuleError::NotSeated)
    }

    /// Changes a stack between two hands: for a rebuy, a chip race, or chips that leave play.
    ///
    /// # Errors
    /// If the seat is free or takes part in the running hand, or the chips exceed what can be counted.
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

    /// Sets the button of the first hand, as it was drawn. Rule: tournament 2.1.
    ///
    /// # Errors
    /// If no player with chips has that seat, or a hand has been played here.
    pub fn draw_button(&mut self, seat: SeatIx) -> Result<(), TableRuleError> {
        if self.last.is_some() || !self.occupied().contains(seat) {
            return Err(TableRuleError::BadDraw { seat });
        }
        self.first_button = Some(seat);
        Ok(())
    }

    /// Forgets the hands played here: the next one counts as a first hand again, as at a final table. Rule: tournament
    /// 2.8.
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

    /// Returns the positions of the hand that would be dealt now; `None` with fewer than two players, or before the
    /// first button is drawn. Rule: tournament 2.2.
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

    /// Starts the next hand. Deal the plan's setup; then report the result with [`TournamentTable::finish_hand`], or
    /// undo it with [`TournamentTable::void_hand`]. Rules: tournament 2.2, 2.3.
    ///
    /// # Errors
    /// If a hand is running, there are fewer than two players, the first button has not been drawn, or the number of
    /// players does not suit the game.
    pub fn start_hand(&mut self, terms: &HandTerms) -> Result<HandPlan, TableRuleError> {
        let too_few = TableRuleError::NotEnoughPlayers {
            ready: self.occupied().len(),
            needed: terms.game.players_min(),
        };
        let positions = self.next_positions().ok_or(too_few)?;
        self.start_hand_at(positions, terms)
    }

    /// Starts a hand whose positions are known already, because it comes from a record or is dealt again.
    ///
    /// # Errors
    /// As [`TournamentTable::start_hand`], and if the positions do not fit this table.
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

    /// Ends the running hand with the final stack of each of its players, and returns the seats that lost their last
    /// chip.
    ///
    /// # Errors
    /// If no hand is running, the stacks are not those of the hand's players, each exactly once, or the chips do not
    /// add up.
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

    /// Checks that the seat has no part in a running hand.
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
        // The dealer of a game without blinds is the button, or the next player if that seat is empty (rule: L-4).
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
