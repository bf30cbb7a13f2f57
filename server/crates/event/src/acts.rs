//! The acts of officials: one table, a row each.
//!
//! The protocol declares an action, its fields and their bounds ([`FloorAction`]). A row adds the server's part: which officials may do
//! it and when (the lines of the law, see [`super::law`]), the rule it rests on, the way to undo it, and the command the director of
//! the event is given for it. An action without a row does not compile. Everything else that differs from action to action is in
//! [`super::floor`]: what is checked before the director decides, and what is noted after.

mod declare;

use DirectorPart::{Do, Later, Record};
use Undo::{Again, Lists, Never, Opposite};
use director::Command as To;
use poker_engine::Chips;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{self, PlayerNo, Ruling};
use poker_protocol::v1::tournament::{FloorAction, FloorRole, HandBust, Official};
use poker_protocol::v1::{self, HandNo};

use self::declare::deeds;
use super::command::{BadCommand, RulingRow, chips_in, rung_in, seat_in, terms_in};
use super::law::Interest::{Out, Plays, Stranger};
use super::law::Kind::{Live, Private, Public};
use super::law::Phase::{Before, Closed, InPlay, Over, Paused};
use super::law::Who::{Director, Host, Official as Anyone};
use super::law::{Kind, LawEntry, Phase, line};

const ALL: &[Kind] = &[Public, Private, Live];
const DEALT: &[Kind] = &[Public, Private];
const BY_HAND: &[Kind] = &[Live];
const START: &[Phase] = &[Before];
const PLAY: &[Phase] = &[InPlay, Paused];
const ENTRIES: &[Phase] = &[Before, InPlay, Paused];
const OPEN: &[Phase] = &[Before, InPlay, Paused, Over];
const ALWAYS: &[Phase] = &[Before, InPlay, Paused, Over, Closed];

/// Before the start there are no chips, hands or seats, and entrants get everything back: a host who has entered prepares the event
/// like any other host.
const PREPARES: LawEntry = line(Host, ALL, START, Plays);
const DIRECTOR_PREPARES: &[LawEntry] = &[line(Director, ALL, START, Stranger), PREPARES];
const DIRECTS: &[LawEntry] = &[line(Director, ALL, PLAY, Stranger)];
const RULES: &[LawEntry] = &[line(Anyone, ALL, PLAY, Stranger)];
const RULES_HANDS: &[LawEntry] = &[line(Anyone, DEALT, PLAY, Stranger)];
const SILENCES: &[LawEntry] = &[line(Anyone, DEALT, OPEN, Plays)];
const TURNS_BACK: &[LawEntry] = &[
    line(Anyone, BY_HAND, OPEN, Stranger),
    line(Anyone, DEALT, PLAY, Stranger),
];
const ENTERS: &[LawEntry] = &[line(Anyone, BY_HAND, PLAY, Stranger)];

/// The way to undo an act, as far as that follows from its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undo {
    /// Replay everything since, without it.
    Again,
    /// Do the opposite command.
    Opposite,
    /// Restore the lists of officials and of muted accounts.
    Lists,
    /// It cannot be undone.
    Never,
}

/// The part of an act that the director of the event carries out.
enum DirectorPart {
    /// A command.
    Do(director::Command),
    /// A ruling on record, by the name of its tool. What the act does besides is noted on the floor.
    Record(&'static str, Ruling),
    /// Nothing yet: a table has to be consulted first, or an earlier act is undone or redone.
    Later,
}

deeds! {
    Edit { .. } = "edit" {
        law: DIRECTOR_PREPARES,
        rule: None,
        undo: Again,
        director: |ruling| Record("edit", ruling),
    }
    Announce {} = "announce" {
        law: DIRECTOR_PREPARES,
        rule: None,
        undo: Never, // The lobby has shown it.
        director: |ruling| Record("announce", ruling),
    }
    Start {} = "start" {
        law: DIRECTOR_PREPARES,
        rule: None,
        undo: Never, // Play has begun.
        director: |_| Do(To::Start),
    }
    Cancel {} = "cancel" {
        law: &[line(Director, ALL, ENTRIES, Stranger), PREPARES],
        rule: Some("2.18"),
        undo: Again,
        director: |ruling| Do(To::cancel(ruling)),
    }
    Grant { .. } = "grant" {
        law: &[line(Director, ALL, OPEN, Stranger), PREPARES, line(Host, &[Private, Live], OPEN, Plays)],
        rule: None,
        undo: Lists,
        director: |ruling| Record("grant", ruling),
    }
    Revoke { .. } = "revoke" {
        law: &[line(Director, ALL, OPEN, Stranger), PREPARES],
        rule: None,
        undo: Lists,
        director: |ruling| Record("revoke", ruling),
    }
    Pause {} = "pause" {
        law: RULES,
        rule: None,
        undo: Opposite,
        director: |ruling| Do(To::pause(ruling)),
    }
    Resume {} = "resume" {
        law: RULES,
        rule: None,
        undo: Opposite,
        director: |ruling| Do(To::resume(ruling)),
    }
    SetLevel { level, left_s } = "set_level" {
        law: RULES,
        rule: Some("2.12"),
        undo: Again,
        director: |ruling| Do(To::set_level(*level, *left_s, ruling)),
    }
    Move { player, table } = "move" {
        law: RULES,
        rule: Some("2.3"),
        undo: Again,
        director: |ruling| Do(To::move_player(PlayerNo(*player), TableNo(*table), ruling)),
    }
    BreakTable { table } = "break_table" {
        law: RULES,
        rule: Some("2.4"),
        undo: Again,
        director: |ruling| Do(To::break_table(TableNo(*table), ruling)),
    }
    BreakOrder { order } = "break_order" {
        law: RULES,
        rule: Some("2.4"),
        undo: Again,
        director: |ruling| Do(To::break_order(order.iter().copied().map(TableNo).collect(), ruling)),
    }
    Penalise { player, fault, rung, count } = "penalise" {
        law: RULES,
        rule: Some("11.2"),
        undo: Again,
        director: |ruling| Do(To::penalise(PlayerNo(*player), fault.clone(), rung_in(*rung), *count, ruling)),
    }
    SwapSeats { player, with } = "swap_seats" {
        law: RULES,
        rule: Some("2.1"),
        undo: Again,
        director: |ruling| Do(To::swap_seats(PlayerNo(*player), PlayerNo(*with), ruling)),
    }
    SetButton { table, seat } = "set_button" {
        law: RULES,
        rule: Some("6.7"),
        undo: Again,
        director: |ruling| Do(To::set_button(TableNo(*table), seat_in(*seat)?, ruling)),
    }
    TellTable { table, text } = "tell_table" {
        law: RULES,
        rule: Some("11.4"),
        undo: Never, // The players have read it.
        director: |ruling| Do(To::tell_table(TableNo(*table), text.clone(), ruling)),
    }
    Remove { player } = "remove" {
        law: DIRECTS,
        rule: Some("1.9"),
        undo: Again,
        director: |ruling| Do(To::remove(PlayerNo(*player), ruling)),
    }
    Disqualify { player } = "disqualify" {
        law: DIRECTS,
        rule: Some("11.1"),
        undo: Again,
        director: |ruling| Do(To::disqualify(PlayerNo(*player), ruling)),
    }
    MakeDeal { terms, keep, shares } = "make_deal" {
        law: DIRECTS,
        rule: Some("2.17"),
        undo: Again,
        director: |ruling| Do(To::make_deal(terms_in(*terms, &shares_of(shares))?, chips_in(keep.get())?, ruling)),
    }
    CloseEntries {} = "close_entries" {
        law: DIRECTS,
        rule: Some("1.8"),
        undo: Again,
        director: |ruling| Do(To::close_entries(ruling)),
    }
    SetPrizes { unit, fee, fee_percent, bonus, prizes } = "set_prizes" {
        law: &[line(Director, BY_HAND, ENTRIES, Stranger)],
        rule: Some("2.10"),
        undo: Again,
        director: |ruling| Do(To::set_payout(payout_of(*unit, (*fee, *fee_percent), *bonus, prizes)?, ruling)),
    }
    NoShow { player } = "no_show" {
        law: &[line(Anyone, &[Private, Live], PLAY, Stranger)],
        rule: Some("1.8"),
        undo: Again,
        director: |ruling| Do(To::no_show(PlayerNo(*player), ruling)),
    }
    HandForHand { on } = "hand_for_hand" {
        law: DIRECTS,
        rule: Some("2.7"),
        undo: Again,
        director: |ruling| Do(if *on { To::start_hand_for_hand(ruling) } else { To::stop_hand_for_hand(ruling) }),
    }
    VoidHand { .. } = "void_hand" {
        law: RULES_HANDS,
        rule: Some("2.16"),
        undo: Never, // The hand is lost.
        director: |_| Later,
    }
    SplitHand { .. } = "split_hand" {
        law: RULES_HANDS,
        rule: Some("7.8"),
        undo: Never, // The hand is lost.
        director: |_| Later,
    }
    KillHand { player } = "kill_hand" {
        law: RULES_HANDS,
        rule: Some("11.4"),
        undo: Never, // The hand is lost.
        director: |ruling| Do(To::kill_hand(PlayerNo(*player), ruling)),
    }
    CorrectAward { table, hand, stacks } = "correct_award" {
        law: RULES_HANDS,
        rule: Some("10.9"),
        undo: Again,
        director: |ruling| Do(To::correct_award(TableNo(*table), hand_in(*hand), stacks_of(stacks)?, ruling)),
    }
    ResumeTable { table } = "resume_table" {
        law: RULES_HANDS,
        rule: Some("6.2"),
        undo: Never, // A table was opened.
        director: |ruling| Do(To::resume_table(TableNo(*table), ruling)),
    }
    ReplaceTable { table } = "replace_table" {
        law: RULES_HANDS,
        rule: Some("6.2"),
        undo: Never, // A table was opened.
        director: |ruling| Do(To::resume_table(TableNo(*table), ruling)),
    }
    Enter { .. } = "enter" {
        law: &[line(Anyone, BY_HAND, ENTRIES, Stranger)],
        rule: None,
        undo: Again,
        director: |_| Do(To::Register),
    }
    Wait { .. } = "wait" {
        law: &[line(Anyone, BY_HAND, ENTRIES, Stranger)],
        rule: Some("1.8"),
        undo: Again,
        director: |ruling| Record("wait", ruling),
    }
    MoveUp { .. } = "move_up" {
        law: &[line(Anyone, ALL, ENTRIES, Stranger)],
        rule: Some("1.8"),
        undo: Again,
        director: |ruling| Record("move_up", ruling),
    }
    StopWaiting { .. } = "stop_waiting" {
        law: &[line(Anyone, ALL, ENTRIES, Stranger)],
        rule: Some("1.8"),
        undo: Again,
        director: |ruling| Record("stop_waiting", ruling),
    }
    SetPlaces { places } = "set_places" {
        law: &[line(Director, ALL, ENTRIES, Stranger)],
        rule: Some("1.8"),
        undo: Again,
        director: |ruling| Do(To::set_places(*places, ruling)),
    }
    TakeBack { player } = "take_back" {
        law: &[line(Anyone, BY_HAND, START, Stranger), line(Director, DEALT, START, Stranger)],
        rule: None,
        undo: Again,
        director: |_| Do(To::Unregister(PlayerNo(*player))),
    }
    Bag {} = "bag" {
        law: &[line(Director, BY_HAND, PLAY, Stranger)],
        rule: Some("1.8"),
        undo: Never, // Another event may have taken the stacks over.
        director: |ruling| Do(To::bag_stacks(ruling)),
    }
    Unbag { .. } = "unbag" {
        law: &[line(Director, BY_HAND, START, Stranger)],
        rule: Some("1.8"),
        undo: Again,
        director: |_| Later, // The stacks come with the row.
    }
    ReEnter { player } = "re_enter" {
        law: ENTERS,
        rule: Some("2.17"),
        undo: Again,
        director: |_| Do(To::ReEnter(PlayerNo(*player))),
    }
    Rebuy { player } = "rebuy" {
        law: ENTERS,
        rule: Some("2.17"),
        undo: Again,
        director: |_| Do(To::Rebuy(PlayerNo(*player))),
    }
    NoRebuy { player } = "no_rebuy" {
        law: ENTERS,
        rule: Some("2.17"),
        undo: Again,
        director: |_| Do(To::DeclineRebuy(PlayerNo(*player))),
    }
    AddOn { player } = "add_on" {
        law: ENTERS,
        rule: Some("2.17"),
        undo: Again,
        director: |_| Do(To::AddOn(PlayerNo(*player))),
    }
    HandOver { table, busts, button } = "hand_over" {
        law: ENTERS,
        rule: Some("2.14"),
        undo: Again,
        director: |ruling| Do(To::enter_hand(TableNo(*table), busts_of(busts)?, button.map(seat_in).transpose()?, ruling)),
    }
    Count { table, stacks, added } = "count" {
        law: ENTERS,
        rule: Some("2.14"),
        undo: Again,
        director: |ruling| Do(To::count(TableNo(*table), stacks_of(stacks)?, added.unwrap_or(0), ruling)),
    }
    Undo {} = "undo" {
        law: TURNS_BACK,
        rule: None,
        undo: Never,
        director: |_| Later,
    }
    Redo {} = "redo" {
        law: TURNS_BACK,
        rule: None,
        undo: Never,
        director: |_| Later,
    }
    Rule { .. } = "rule" {
        law: &[line(Anyone, ALL, OPEN, Stranger)],
        rule: None,
        undo: Never, // Players have read it.
        director: |ruling| Record("ruling", ruling),
    }
    Answer { .. } = "answer" {
        law: &[line(Anyone, ALL, ALWAYS, Plays)],
        rule: Some("1.7"),
        undo: Never, // The answer was read.
        director: |ruling| Record("answer", ruling),
    }
    Mute { .. } = "mute" {
        law: SILENCES,
        rule: Some("11.7"),
        undo: Lists,
        director: |ruling| Record("mute", ruling),
    }
    MuteAccount { .. } = "mute_account" {
        law: SILENCES,
        rule: Some("11.7"),
        undo: Lists,
        director: |ruling| Record("mute", ruling),
    }
    RailChat { .. } = "rail_chat" {
        law: &[line(Anyone, DEALT, OPEN, Stranger)],
        rule: Some("11.3"),
        undo: Lists,
        director: |ruling| Record("rail_chat", ruling),
    }
    SeeHand { .. } = "see_hand" {
        law: &[line(Anyone, DEALT, &[InPlay, Paused, Over, Closed], Out)],
        rule: Some("10.6"),
        undo: Never, // The cards were seen.
        director: |ruling| Record("see_hand", ruling),
    }
}

fn busts_of(busts: &[HandBust]) -> Result<Vec<director::HandBust>, BadCommand> {
    let bust = |bust: &HandBust| {
        Ok(director::HandBust {
            player: PlayerNo(bust.player),
            stack: bust.stack.map(|stack| chips_in(stack.get())).transpose()?,
            by: bust.by.iter().copied().map(PlayerNo).collect(),
        })
    };
    busts.iter().map(bust).collect()
}

fn payout_of(
    unit: Option<v1::Chips>,
    fee: (Option<v1::Chips>, Option<u8>),
    bonus: Option<v1::Chips>,
    prizes: &[v1::Chips],
) -> Result<director::Payout, BadCommand> {
    let amount = |amount: Option<v1::Chips>| chips_in(amount.unwrap_or_default().get());
    Ok(director::Payout {
        unit: unit.map(|unit| chips_in(unit.get())).transpose()?,
        fee: match fee {
            (chips, None) => director::Fee::Chips(amount(chips)?),
            (_, Some(percent)) => director::Fee::Percent(percent),
        },
        bonus: amount(bonus)?,
        prizes: prizes
            .iter()
            .map(|prize| chips_in(prize.get()))
            .collect::<Result<_, _>>()?,
    })
}

fn stacks_of(stacks: &[(u32, v1::Chips)]) -> Result<Vec<(PlayerNo, Chips)>, BadCommand> {
    let stack = |(player, stack): &(u32, v1::Chips)| Ok((PlayerNo(*player), chips_in(stack.get())?));
    stacks.iter().map(stack).collect()
}

fn shares_of(shares: &[(u32, v1::Chips)]) -> Vec<(u32, u64)> {
    shares.iter().map(|(player, share)| (*player, share.get())).collect()
}

/// Returns a hand's number at its table. No table plays more hands than fit.
fn hand_in(hand: HandNo) -> u32 {
    u32::try_from(hand.get()).unwrap_or(u32::MAX)
}

impl Deed {
    /// `true` if its doer may no longer enter the event: it rules on what players have at stake, or shows their cards.
    pub(crate) fn bars_entry(self) -> bool {
        self.lines().iter().all(|line| line.interest < Plays)
    }

    /// `true` if only a director may do it, or undo it.
    pub(crate) fn is_for_directors(self) -> bool {
        self.lines().iter().all(|line| line.who != Anyone)
    }

    /// `true` if it exists in live tournaments alone.
    pub(crate) fn is_of_live(self) -> bool {
        self.lines().iter().all(|line| line.at == BY_HAND)
    }
}

/// Builds the ruling that the director records for an official's decision.
pub(super) fn ruling(role: FloorRole, reason: &str) -> RulingRow {
    RulingRow {
        by: match role {
            FloorRole::Floor => Official::Floor,
            FloorRole::Director => Official::Director,
        },
        reason: reason.to_owned(),
    }
}

/// Returns the rule an action rests on, if there is one.
pub fn rule_of(action: &FloorAction) -> Option<&str> {
    match action {
        FloorAction::Rule { rule } => Some(rule),
        action => Deed::of(action).rule(),
    }
}

/// Returns the director's command for an action; `None` if a table has to be consulted first.
///
/// # Errors
/// If it names something that does not exist.
pub(crate) fn for_director(
    action: &FloorAction,
    role: FloorRole,
    reason: &str,
) -> Result<Option<director::Command>, BadCommand> {
    Ok(match told(action, ruling(role, reason).read())? {
        Do(command) => Some(command),
        Record(tool, ruling) => Some(To::rule(
            rule_of(action).unwrap_or("1.1").to_owned(),
            tool.to_owned(),
            ruling,
        )),
        Later => None,
    })
}
