//! Tournaments on the wire: events of the director, and structures.

mod terms;

use std::borrow::Cow;

use poker_engine::game::AnteFormat;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{self, Event as E, PlayerNo, Refusal, Ruling};
use poker_engine::tournament::law::{Rung, Severity};
use poker_engine::tournament::structure::{self as engine, Structure};
use poker_engine::{Card, Chips, SeatIx};
use poker_protocol::v1::tournament::{self as sent, FloorRole, LevelInfo, TournamentEvent};
use poker_protocol::v1::{self, ErrorCode};

use poker_store::OfficialRole;
pub use terms::{level_info, structure, summary};

/// A director value that has a wire form. It is only sent, never received.
pub trait ToWire {
    /// Its wire form.
    type Wire;

    /// Converts to the wire form.
    fn to_wire(&self) -> Self::Wire;
}

/// Types converted by an expression each.
macro_rules! sent_as {
    ($($engine:ty => $wire:ty: |$value:ident| $form:expr;)*) => {$(
        impl ToWire for $engine {
            type Wire = $wire;

            fn to_wire(&self) -> $wire {
                let $value = self;
                $form
            }
        }
    )*};
}

sent_as! {
    u8 => u8: |number| *number;
    u16 => u16: |number| *number;
    u32 => u32: |number| *number;
    u64 => u64: |number| *number;
    i64 => i64: |number| *number;
    String => String: |text| text.clone();
    Chips => v1::Chips: |amount| super::chips(*amount);
    Card => v1::Card: |card| super::card(*card);
    SeatIx => u8: |seat| seat.number();
    PlayerNo => u32: |player| player.0;
    TableNo => u32: |table| table.0;
    OfficialRole => FloorRole: |role| match role {
        OfficialRole::Floor => FloorRole::Floor,
        OfficialRole::Director => FloorRole::Director,
    };
}

impl<A: ToWire, B: ToWire> ToWire for (A, B) {
    type Wire = (A::Wire, B::Wire);

    fn to_wire(&self) -> Self::Wire {
        (self.0.to_wire(), self.1.to_wire())
    }
}

impl<T: ToWire> ToWire for Vec<T> {
    type Wire = Vec<T::Wire>;

    fn to_wire(&self) -> Self::Wire {
        self.iter().map(ToWire::to_wire).collect()
    }
}

/// Enums with the same variants on the wire, except for a few names.
macro_rules! same_variants {
    ($($engine:ty => $wire:ty { $($variant:ident $(as $name:ident)?),* })*) => {$(
        impl ToWire for $engine {
            type Wire = $wire;

            fn to_wire(&self) -> $wire {
                match self {
                    $(Self::$variant => same_variants!(@ $wire, $variant $(as $name)?),)*
                }
            }
        }
    )*};
    (@ $wire:ty, $variant:ident) => { <$wire>::$variant };
    (@ $wire:ty, $variant:ident as $name:ident) => { <$wire>::$name };
}

same_variants! {
    director::Presence => sent::PlayerPresence { Active, Disconnected, Absent }
    director::HandStatus => sent::EventStatus { Active, Disconnected, Absent, Penalised, Waiting }
    director::Official => sent::Official { Server, Player, Floor, Director }
    director::SeatReason => sent::SeatReason { Start, Late, Round, Final }
    director::MoveReason => sent::MoveReason { Balance, Break, Open, Director }
    director::HaltReason => sent::HaltReason { Short, Fault }
    director::HandForHandReason => sent::HandForHandReason { Money, Final, Jump, Director }
    director::PrizeReason => sent::PrizeReason { Place, Seat, Deal, Cancel }
    director::VoidMode => sent::VoidMode { Refund, Split }
    Rung => sent::Rung { Warning, Hands, Orbits, Disqualification }
    Severity => sent::Severity { Light, Normal, Heavy }
    AnteFormat => sent::AnteFormat { BigBlind as Bb, Classic, Button }
    engine::Kind => sent::FieldKind { Field, Shootout, Bracket }
    engine::Start => sent::StartKind { Time, Full }
    engine::Breaks => sent::BreakPlan { Listed as Levels, Hourly }
    engine::Clock => sent::ClockKind { Online, Live }
    engine::AbsentHand => sent::AbsentHand { Dead, Live }
}

/// Generates [`event`]: for each event its fields, which both sides name alike, extra fields of the wire, and the rule,
/// if one rule always decides it. Events whose two forms differ in other ways have their own arm.
macro_rules! events {
    (
        $structure:ident
        same { $($same:ident { $($field:ident),* $(; $more:ident: $value:expr)* } $($rule:literal)?;)* }
        ruled { $($ruled:ident { $($its:ident),* } $its_rule:literal;)* }
        other { $($other:tt)* }
    ) => {
        /// An event of a tournament, complete. The lists of a large tournament may be too long for one message;
        /// [`TournamentEvent::shortened`] deals with that. The director does not know the players' names.
        pub fn event(event: &E, $structure: &Structure) -> TournamentEvent {
            match event {
                $(E::$same { $($field),* } => TournamentEvent::$same {
                    $($field: $field.to_wire(),)*
                    $($more: $value,)*
                    $(rule: Some(Cow::Borrowed($rule)),)?
                },)*
                $(E::$ruled { $($its,)* ruling: Ruling { by, reason } } => TournamentEvent::$ruled {
                    $($its: $its.to_wire(),)*
                    by: by.to_wire(),
                    reason: reason.clone(),
                    rule: Some(Cow::Borrowed($its_rule)),
                },)*
                $($other)*
            }
        }
    };
}

events! {
    structure
    same {
        PlayerRegistered { player, entry, paid, bounty, stack; who: None; waited: false };
        ReEntered { player, entry, paid, bounty, stack };
        PlayerUnregistered { player, entry, refund };
        RebuyTaken { player, entry, paid, chips };
        AddOnTaken { player, entry, paid, chips };
        RoundStarted { round, tables };
        TableOpened { table, seats };
        TableBroken { table };
        BreakOrderPublished { order };
        PlayerMoved { player, from, to, why; rule: why.rule().map(Cow::Borrowed) };
        TableHalted { table, why; rule: Some(Cow::Borrowed(why.rule())) };
        TableResumed { table, why; rule: Some(Cow::Borrowed(why.rule())) };
        FinalTableFormed { table, seats, from } "2.6";
        BreakStarted { duration };
        ClockStopped { level, elapsed };
        ClockStarted { level, elapsed };
        TournamentPaused { by, reason };
        TournamentResumed { by, reason };
        ChipRaceAnnounced { from, to };
        HandForHandAnnounced { why, alive } "2.7";
        HandForHandRoundStarted { round, tables };
        HandForHandRoundEnded { round, tables };
        HandHeld { table, hand };
        HandReleased { table, hand };
        StatusChanged { player, status };
        PenaltyProgress { player, left };
        PlayerEliminated { player, entry, table, hand, stack };
        ChipsRemoved { player, amount };
        BountyAwarded { victim, player, cash, head };
        PlaceAssigned { player, best, worst; paid: None } "1.10";
        PrizeAwarded { player, amount, why };
        TournamentCancelled { reason };
        TournamentCompleted { players };
    }
    ruled {
        HandVoided { table, hand, mode, stacks } "7.8";
        PenaltyIssued { player, fault, rung, hands } "11.2";
        TableTold { table, text } "11.4";
        PlayerWithdrew { player, entry } "1.9";
        PlayerDisqualified { player, entry } "11.1";
    }
    other {
        E::ClockAdvanced { level, elapsed, ruling } => TournamentEvent::ClockAdvanced {
            level: *level,
            elapsed: *elapsed,
            by: ruling.as_ref().map(|ruling| ruling.by.to_wire()),
            reason: ruling.as_ref().map(|ruling| ruling.reason.clone()),
            // An official sets the clock by 2.12; hand-for-hand rounds move it by D-26.
            rule: Some(Cow::Borrowed(if ruling.is_some() { "2.12" } else { "D-26" })),
        },
        E::RegistrationClosed { entries, players, alive, pool, overlay, fee, bonus, bounty_pool, prizes } => {
            TournamentEvent::RegistrationClosed {
                entries: *entries,
                players: *players,
                alive: *alive,
                pool: pool.to_wire(),
                overlay: overlay.to_wire(),
                fee: some(*fee),
                bonus: some(*bonus),
                bounty_pool: bounty_pool.to_wire(),
                prizes: prizes.to_wire(),
            }
        }
        E::PrizesSet { payout, paid_out, prizes, ruling: Ruling { by, reason } } => TournamentEvent::PrizesSet {
            payout: payout_terms(payout, *paid_out),
            prizes: prizes.to_wire(),
            by: by.to_wire(),
            reason: reason.clone(),
            rule: Some(Cow::Borrowed("2.10")),
        },
        E::SeatAssigned { player, entry, place: (table, seat), stack, why } => TournamentEvent::SeatAssigned {
            player: player.to_wire(),
            entry: *entry,
            table: table.to_wire(),
            seat: seat.to_wire(),
            stack: stack.to_wire(),
            why: why.to_wire(),
        },
        E::LevelStarted { level, terms, duration } => {
            let LevelInfo { level, game, small_blind, big_blind, ante, unit, duration } =
                level_info(structure, *level, *terms, *duration);
            let after = level.saturating_add(1);
            let next = level_info(structure, after, structure.terms(after), structure.seconds(after));
            TournamentEvent::LevelStarted {
                level, game, small_blind, big_blind, ante, unit, duration,
                next: Some(Box::new(next)),
                rule: Some(Cow::Borrowed("2.12")),
            }
        }
        E::BreakEnded => TournamentEvent::BreakEnded {},
        E::ChipRaceCompleted(race) => raced(race),
        E::HandForHandEnded => TournamentEvent::HandForHandEnded {},
        E::DealMade { kind, shares } => TournamentEvent::DealMade {
            kind: match *kind {
                "chop" => sent::DealKind::Chop,
                "icm" => sent::DealKind::Icm,
                _ => sent::DealKind::Other,
            },
            shares: shares.to_wire(),
        },
        E::RulingIssued { rule, tool, ruling: Ruling { by, reason } } => TournamentEvent::RulingIssued {
            by: by.to_wire(),
            rule: rule.clone(),
            tool: tool.clone(),
            reason: reason.clone(),
        },
    }
}

/// Returns an amount unless it is zero.
fn some(amount: Chips) -> Option<v1::Chips> {
    (!amount.is_zero()).then(|| amount.to_wire())
}

/// The terms on which officials have the pool paid out, with their amounts for the pool as it stands.
pub fn payout_terms(payout: &director::Payout, paid_out: director::PaidOut) -> sent::PayoutTerms {
    sent::PayoutTerms {
        unit: payout.unit.map(|unit| unit.to_wire()),
        fee: match payout.fee {
            director::Fee::Percent(_) => paid_out.fee.to_wire(),
            director::Fee::Chips(fee) => fee.to_wire(),
        },
        fee_percent: match payout.fee {
            director::Fee::Percent(percent) => Some(percent),
            director::Fee::Chips(_) => None,
        },
        bonus: paid_out.bonus.to_wire(),
        by_hand: !payout.prizes.is_empty(),
    }
}

fn raced(race: &director::Raced) -> TournamentEvent {
    TournamentEvent::ChipRaceCompleted {
        table: race.table.to_wire(),
        from: race.from.to_wire(),
        to: race.to.to_wire(),
        before: race.before.to_wire(),
        cards: race.cards.to_wire(),
        after: race.after.to_wire(),
        winners: race.winners.to_wire(),
        courtesy: race.courtesy.to_wire(),
        delta: race.delta,
        rule: Some(Cow::Borrowed("3.2")),
    }
}

/// Code of a refusal by the director.
pub const fn refusal_code(refusal: Refusal) -> ErrorCode {
    match refusal {
        Refusal::ClockDue => ErrorCode::TournamentClockDue,
        Refusal::TimeReversed => ErrorCode::TournamentTimeReversed,
        Refusal::WrongPhase => ErrorCode::TournamentWrongPhase,
        Refusal::EntriesClosed => ErrorCode::TournamentEntriesClosed,
        Refusal::NotOffered => ErrorCode::TournamentNotOffered,
        Refusal::NotYet => ErrorCode::TournamentNotYet,
        Refusal::StillIn => ErrorCode::TournamentAlreadyRegistered,
        Refusal::Full => ErrorCode::TournamentFull,
        Refusal::TooFewPlayers => ErrorCode::TournamentTooFewPlayers,
        Refusal::NoSuchPlayer => ErrorCode::TournamentNoSuchPlayer,
        Refusal::NoSuchTable => ErrorCode::TournamentNoSuchTable,
        Refusal::HandRunning => ErrorCode::TournamentHandRunning,
        Refusal::NoHand => ErrorCode::TournamentNoHand,
        Refusal::NotReady => ErrorCode::TournamentNotReady,
        Refusal::NoneLeft => ErrorCode::TournamentNoneLeft,
        Refusal::StackTooLarge => ErrorCode::TournamentStackTooLarge,
        Refusal::BadResult => ErrorCode::TournamentBadResult,
        Refusal::OddChips => ErrorCode::TournamentOddChips,
        Refusal::BadOrder => ErrorCode::TournamentBadOrder,
        Refusal::BadPenalty => ErrorCode::TournamentBadPenalty,
        Refusal::BadDeal => ErrorCode::TournamentBadDeal,
        Refusal::BadPrizes => ErrorCode::TournamentBadPrizes,
        Refusal::BadPlaces => ErrorCode::TournamentBadPlaces,
        Refusal::NoReason => ErrorCode::TournamentNoReason,
        Refusal::NotAllowed => ErrorCode::TournamentNotAllowed,
        Refusal::NoChange => ErrorCode::TournamentNoChange,
        Refusal::NoSeat => ErrorCode::TournamentNoSeat,
        Refusal::BadLevel => ErrorCode::TournamentBadLevel,
        Refusal::TooLate => ErrorCode::TournamentTooLate,
        Refusal::TooManyChips => ErrorCode::TournamentTooManyChips,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_keep_the_codes_that_the_director_has() {
        use Refusal as R;
        for refusal in [
            R::ClockDue,
            R::TimeReversed,
            R::WrongPhase,
            R::EntriesClosed,
            R::NotOffered,
            R::NotYet,
            R::StillIn,
            R::Full,
            R::TooFewPlayers,
            R::NoSuchPlayer,
            R::NoSuchTable,
            R::HandRunning,
            R::NoHand,
            R::NotReady,
            R::NoneLeft,
            R::StackTooLarge,
            R::BadResult,
            R::OddChips,
            R::BadOrder,
            R::BadPenalty,
            R::BadLevel,
            R::TooLate,
            R::BadDeal,
            R::NoReason,
            R::NotAllowed,
            R::NoChange,
            R::NoSeat,
            R::TooManyChips,
        ] {
            assert_eq!(refusal_code(refusal).code(), refusal.code());
        }
    }
}
