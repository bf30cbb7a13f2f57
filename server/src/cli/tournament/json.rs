//! The log of a tournament as JSON, one object a line.

use std::io::{self, Write};

use poker_engine::tournament::director::{Deal, Event, Place, PlayerNo, Raced};
use poker_engine::tournament::law::Level;
use poker_engine::tournament::simulate::Line;
use poker_engine::tournament::structure::{BountyKind, HandForHand, Pays, Structure, Word};
use poker_engine::{Chips, PostKind, PublicEvent, SeatIx};
use serde_json::{Map, Value, json};

use crate::wire;

/// Writes the lines of one tournament.
pub(super) struct Writer<'a, W> {
    out: W,
    structure: &'a Structure,
    tournament: u64,
    number: u64,
}

impl<'a, W: Write> Writer<'a, W> {
    /// For the tournament of this number, from 1.
    pub(super) const fn new(out: W, structure: &'a Structure, tournament: u64) -> Self {
        Self {
            out,
            structure,
            tournament,
            number: 0,
        }
    }

    /// Writes a line.
    pub(super) fn write(&mut self, at: u64, event: &str, fields: &Value) -> io::Result<()> {
        self.number += 1;
        let (t, n) = (self.tournament, self.number);
        let fields = fields.to_string();
        // An object without fields is `{}`.
        let rest = fields.strip_prefix('{').unwrap_or("}");
        let comma = if rest == "}" { "" } else { "," };
        writeln!(
            self.out,
            "{{\"t\":{t},\"n\":{n},\"at\":{at},\"event\":\"{event}\"{comma}{rest}"
        )
    }

    /// Writes what a simulated tournament tells.
    pub(super) fn line(&mut self, at: u64, line: &Line<'_>) -> io::Result<()> {
        match line {
            Line::Event(event) => {
                let (name, fields) = tournament_event(event, self.structure);
                self.write(at, name, &fields)
            }
            Line::HandStarted { deal, posts } => {
                let posts: Vec<Value> = posts
                    .iter()
                    .map(|(seat, kind, amount)| json!([seat.number(), kind.code(), amount.get()]))
                    .collect();
                let fields = hand_started(deal, self.structure, &posts);
                self.write(at, "hand_started", &fields)
            }
            Line::PotAwarded {
                table,
                hand,
                pot,
                amount,
                shares,
            } => {
                let fields =
                    json!({"table": table.0, "hand": hand, "pot": pot, "amount": amount.get(), "shares": rows(shares)});
                self.write(at, "pot_awarded", &fields)
            }
            Line::HandCompleted { table, hand, stacks } => {
                let fields = json!({"table": table.0, "hand": hand, "stacks": rows(stacks)});
                self.write(at, "hand_completed", &fields)
            }
            Line::Hand { table, hand, event } => match hand_event(&event.public) {
                None => Ok(()),
                Some((name, mut fields)) => {
                    fields.insert("table".to_owned(), json!(table.0));
                    fields.insert("hand".to_owned(), json!(hand));
                    self.write(at, &name, &Value::Object(fields))
                }
            },
        }
    }
}

/// Seats with chips.
fn rows(stacks: &[(SeatIx, Chips)]) -> Vec<Value> {
    stacks
        .iter()
        .map(|(seat, amount)| json!([seat.number(), amount.get()]))
        .collect()
}

fn seats(seats: &[SeatIx]) -> Vec<u8> {
    seats.iter().map(|seat| seat.number()).collect()
}

fn place((table, seat): Place) -> Value {
    json!([table.0, seat.number()])
}

fn players(shares: &[(PlayerNo, Chips)]) -> Vec<Value> {
    shares
        .iter()
        .map(|(player, amount)| json!([player.0, amount.get()]))
        .collect()
}

fn amounts(chips: &[Chips]) -> Vec<u64> {
    chips.iter().map(|chips| chips.get()).collect()
}

fn hand_started(deal: &Deal, structure: &Structure, posts: &[Value]) -> Value {
    let positions = deal.plan.positions.as_ref();
    let seat = |of: fn(&poker_engine::table::Positions) -> SeatIx| positions.map(|positions| of(positions).number());
    let seats: Vec<Value> = deal
        .seats
        .iter()
        .map(|dealt| {
            json!([
                dealt.seat.number(),
                dealt.player.0,
                dealt.stack.get(),
                dealt.status.code()
            ])
        })
        .collect();
    let rule = match positions {
        Some(positions) if positions.heads_up => "4.4",
        _ => "2.2",
    };
    json!({
        "table": deal.table.0,
        "hand": deal.hand,
        "level": deal.level,
        "game": structure.game(deal.game).to_string(),
        "button": seat(|positions| positions.button),
        "small_blind": seat(|positions| positions.small_blind),
        "big_blind": seat(|positions| positions.big_blind),
        "heads_up": positions.is_some_and(|positions| positions.heads_up),
        "waiting": deal.plan.waiting.iter().map(SeatIx::number).collect::<Vec<_>>(),
        "seats": seats,
        "posts": posts,
        "rule": rule,
    })
}

fn level_started(level: u16, terms: &Level, duration: u32, structure: &Structure) -> Value {
    json!({
        "level": level,
        "game": structure.game(level).to_string(),
        "small_blind": terms.small_blind.get(),
        "big_blind": terms.big_blind.get(),
        "ante": terms.ante.get(),
        "unit": terms.unit.get(),
        "duration": duration,
        "rule": "2.12",
    })
}

fn raced(race: &Raced) -> Value {
    let cards: Vec<String> = race.cards.iter().map(ToString::to_string).collect();
    json!({
        "table": race.table.0,
        "from": race.from.get(),
        "to": race.to.get(),
        "before": rows(&race.before),
        "cards": cards,
        "after": rows(&race.after),
        "winners": seats(&race.winners),
        "courtesy": seats(&race.courtesy),
        "delta": race.delta,
        "rule": "3.2",
    })
}

/// The name and the fields of an event of a tournament.
#[expect(clippy::too_many_lines, reason = "one arm an event, as in the table of the log")]
fn tournament_event(event: &Event, structure: &Structure) -> (&'static str, Value) {
    use Event as E;
    let entry =
        |player: &PlayerNo, entry: &u32, paid: &Chips| json!({"player": player.0, "entry": entry, "paid": paid.get()});
    let tables =
        |list: &[poker_engine::tournament::TableNo]| -> Vec<u32> { list.iter().map(|table| table.0).collect() };
    let with = |mut object: Value, key: &str, value: Value| {
        object[key] = value;
        object
    };
    match event {
        E::PlayerRegistered {
            player,
            entry: number,
            paid,
            bounty,
            stack,
        } => {
            let object = with(entry(player, number, paid), "bounty", json!(bounty.get()));
            ("player_registered", with(object, "stack", json!(stack.get())))
        }
        E::ReEntered {
            player,
            entry: number,
            paid,
            bounty,
            stack,
        } => {
            let object = with(entry(player, number, paid), "bounty", json!(bounty.get()));
            ("re_entered", with(object, "stack", json!(stack.get())))
        }
        E::PlayerUnregistered { player, entry, refund } => (
            "player_unregistered",
            json!({"player": player.0, "entry": entry, "refund": refund.get()}),
        ),
        E::RebuyTaken {
            player,
            entry: number,
            paid,
            chips,
        } => (
            "rebuy_taken",
            with(entry(player, number, paid), "chips", json!(chips.get())),
        ),
        E::AddOnTaken {
            player,
            entry: number,
            paid,
            chips,
        } => (
            "add_on_taken",
            with(entry(player, number, paid), "chips", json!(chips.get())),
        ),
        E::RegistrationClosed {
            entries,
            players,
            alive,
            pool,
            overlay,
            bounty_pool,
            prizes,
        } => (
            "registration_closed",
            json!({
                "entries": entries, "players": players, "alive": alive, "pool": pool.get(), "overlay": overlay.get(),
                "bounty_pool": bounty_pool.get(), "prizes": amounts(prizes),
            }),
        ),
        E::RoundStarted { round, tables: list } => ("round_started", json!({"round": round, "tables": tables(list)})),
        E::TableOpened { table, seats } => ("table_opened", json!({"table": table.0, "seats": seats})),
        E::TableBroken { table } => ("table_broken", json!({"table": table.0})),
        E::BreakOrderPublished { order } => ("break_order_published", json!({"order": tables(order)})),
        E::SeatAssigned {
            player,
            entry,
            place: (table, seat),
            stack,
            why,
        } => (
            "seat_assigned",
            json!({
                "player": player.0, "entry": entry, "table": table.0, "seat": seat.number(), "stack": stack.get(),
                "why": why.code(),
            }),
        ),
        E::PlayerMoved { player, from, to, why } => {
            let object = json!({"player": player.0, "from": place(*from), "to": place(*to), "why": why.code()});
            let rule = why.rule();
            (
                "player_moved",
                if rule.is_some() {
                    with(object, "rule", json!(rule))
                } else {
                    object
                },
            )
        }
        E::TableHalted { table, why } => (
            "table_halted",
            json!({"table": table.0, "why": why.code(), "rule": why.rule()}),
        ),
        E::TableResumed { table, why } => (
            "table_resumed",
            json!({"table": table.0, "why": why.code(), "rule": why.rule()}),
        ),
        E::FinalTableFormed { table, seats, from } => (
            "final_table_formed",
            json!({"table": table.0, "seats": seats, "from": tables(from), "rule": "2.6"}),
        ),
        E::LevelStarted { level, terms, duration } => {
            ("level_started", level_started(*level, terms, *duration, structure))
        }
        E::BreakStarted { duration } => ("break_started", json!({"duration": duration})),
        E::BreakEnded => ("break_ended", json!({})),
        E::ClockStopped { level, elapsed } => ("clock_stopped", json!({"level": level, "elapsed": elapsed})),
        E::ClockAdvanced { level, elapsed } => (
            "clock_advanced",
            json!({"level": level, "elapsed": elapsed, "rule": "D-26"}),
        ),
        E::ClockStarted { level, elapsed } => ("clock_started", json!({"level": level, "elapsed": elapsed})),
        E::TournamentPaused { by, reason } => ("tournament_paused", json!({"by": by.code(), "reason": reason})),
        E::TournamentResumed { by, reason } => ("tournament_resumed", json!({"by": by.code(), "reason": reason})),
        E::ChipRaceAnnounced { from, to } => ("chip_race_announced", json!({"from": from.get(), "to": to.get()})),
        E::ChipRaceCompleted(race) => ("chip_race_completed", raced(race)),
        E::HandForHandAnnounced { why, alive } => (
            "hand_for_hand_announced",
            json!({"why": why.code(), "alive": alive, "rule": "2.7"}),
        ),
        E::HandForHandEnded => ("hand_for_hand_ended", json!({})),
        E::HandForHandRoundStarted { round, tables: list } => (
            "hand_for_hand_round_started",
            json!({"round": round, "tables": tables(list)}),
        ),
        E::HandForHandRoundEnded { round, tables: list } => (
            "hand_for_hand_round_ended",
            json!({"round": round, "tables": tables(list)}),
        ),
        E::HandHeld { table, hand } => ("hand_held", json!({"table": table.0, "hand": hand})),
        E::HandReleased { table, hand } => ("hand_released", json!({"table": table.0, "hand": hand})),
        E::HandVoided {
            table,
            hand,
            mode,
            stacks,
            ruling,
        } => (
            "hand_voided",
            json!({
                "table": table.0, "hand": hand, "mode": mode.code(), "stacks": rows(stacks), "by": ruling.by.code(),
                "reason": ruling.reason, "rule": "7.8",
            }),
        ),
        E::StatusChanged { player, status } => ("status_changed", json!({"player": player.0, "status": status.code()})),
        E::PenaltyIssued {
            player,
            fault,
            rung,
            hands,
            ruling,
        } => (
            "penalty_issued",
            json!({
                "player": player.0, "fault": fault, "rung": rung.code(), "hands": hands, "by": ruling.by.code(),
                "reason": ruling.reason, "rule": "11.2",
            }),
        ),
        E::PenaltyProgress { player, left } => ("penalty_progress", json!({"player": player.0, "left": left})),
        E::PlayerEliminated {
            player,
            entry,
            table,
            hand,
            stack,
        } => (
            "player_eliminated",
            json!({"player": player.0, "entry": entry, "table": table.0, "hand": hand, "stack": stack.get()}),
        ),
        E::PlayerWithdrew { player, entry, ruling } => (
            "player_withdrew",
            json!({"player": player.0, "entry": entry, "by": ruling.by.code(), "reason": ruling.reason, "rule": "1.9"}),
        ),
        E::PlayerDisqualified { player, entry, ruling } => (
            "player_disqualified",
            json!({"player": player.0, "entry": entry, "by": ruling.by.code(), "reason": ruling.reason, "rule": "11.1"}),
        ),
        E::ChipsRemoved { player, amount } => ("chips_removed", json!({"player": player.0, "amount": amount.get()})),
        E::BountyAwarded {
            victim,
            player,
            cash,
            head,
        } => (
            "bounty_awarded",
            json!({"victim": victim.0, "player": player.0, "cash": cash.get(), "head": head.get()}),
        ),
        E::PlaceAssigned { player, best, worst } => (
            "place_assigned",
            json!({"player": player.0, "best": best, "worst": worst, "rule": "1.10"}),
        ),
        E::PrizeAwarded { player, amount, why } => (
            "prize_awarded",
            json!({"player": player.0, "amount": amount.get(), "why": why.code()}),
        ),
        E::DealMade { kind, shares } => ("deal_made", json!({"kind": kind, "shares": players(shares)})),
        E::RulingIssued { rule, tool, ruling } => (
            "ruling_issued",
            json!({"by": ruling.by.code(), "rule": rule, "tool": tool, "reason": ruling.reason}),
        ),
        E::TournamentCancelled { reason } => ("tournament_cancelled", json!({"reason": reason})),
        E::TournamentCompleted { players } => {
            let players: Vec<u32> = players.iter().map(|player| player.0).collect();
            ("tournament_completed", json!({"players": players}))
        }
    }
}

/// The name and the fields of an event of a hand that is told only on demand; `None` for those that the log tells anyway.
fn hand_event(public: &PublicEvent) -> Option<(String, Map<String, Value>)> {
    // The bring-in comes after the cards, all other posts stand in `hand_started`.
    let told = match public {
        PublicEvent::Posted { kind, .. } => *kind != PostKind::BringIn,
        PublicEvent::PotAwarded { .. } | PublicEvent::HandCompleted { .. } | PublicEvent::TurnStarted(_) => true,
        _ => false,
    };
    if told {
        return None;
    }
    let context = wire::Context {
        hand: 0,
        turns_before: 0,
        auto: false,
    };
    let sent = wire::public_event(public, context);
    let Ok(Value::Object(mut fields)) = serde_json::to_value(sent) else {
        return None;
    };
    let name = fields.remove("kind")?;
    Some((name.as_str()?.to_owned(), fields))
}

/// A structure as JSON: the keys of its file, those that were left out with their defaults.
pub(super) fn structure(structure: &Structure) -> Value {
    let Structure {
        id,
        name,
        kind,
        start,
        entries,
        seats,
        games,
        stack,
        levels: _,
        ante,
        price,
        bounty,
        late_levels,
        re_entries,
        rebuy,
        add_on,
        guarantee,
        pays,
        hand_for_hand,
        late_tables,
        breaks,
        clock,
        action,
        bank,
        absent_hand,
        severity,
    } = structure;
    let games: Vec<String> = games.iter().map(ToString::to_string).collect();
    let pays = match pays {
        Pays::Ladder => json!("ladder"),
        Pays::Table => json!("table"),
        Pays::Percents(percents) => json!(percents),
        Pays::Seats { seats, of } => json!({"seats": seats, "of": of}),
    };
    let triggers: Vec<Value> = hand_for_hand
        .iter()
        .map(|trigger| match trigger {
            HandForHand::Money => json!("money"),
            HandForHand::Final => json!("final"),
            HandForHand::Jump(left) => json!(left),
        })
        .collect();
    let bounty = bounty.as_ref().map(|bounty| match &bounty.kind {
        BountyKind::Mystery { envelopes } => {
            json!({"price": bounty.price.get(), "kind": "mystery", "envelopes": envelopes})
        }
        kind => json!({"price": bounty.price.get(), "kind": kind.word()}),
    });
    let rebuy = rebuy.map(|rebuy| {
        json!({
            "levels": rebuy.levels, "price": rebuy.price.get(), "chips": rebuy.chips.get(), "most": rebuy.most,
        })
    });
    let add_on = add_on.map(|add_on| json!({"price": add_on.price.get(), "chips": add_on.chips.get()}));
    json!({
        "id": id,
        "name": {"en": name.en, "fr": name.fr},
        "kind": kind.word(),
        "start": start.word(),
        "entries": [entries.0, entries.1],
        "seats": seats,
        "games": games,
        "stack": stack.get(),
        "levels": structure.level_texts(),
        "ante": ante.word(),
        "price": price.get(),
        "bounty": bounty,
        "late_levels": late_levels,
        "re_entries": re_entries,
        "rebuy": rebuy,
        "add_on": add_on,
        "guarantee": guarantee.get(),
        "pays": pays,
        "hand_for_hand": triggers,
        "late_tables": late_tables,
        "breaks": breaks.word(),
        "clock": clock.word(),
        "action": format!("{action}s"),
        "bank": format!("{bank}s"),
        "absent_hand": absent_hand.word(),
        "severity": severity.word(),
    })
}
