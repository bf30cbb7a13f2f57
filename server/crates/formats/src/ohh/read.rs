//! Reading of hands. Every layout is read.

use poker_engine::history::phh::{Claimed, PhhHand, Scale};
use poker_engine::setup::PostKind;
use poker_engine::{Chips, LimitKind, SeatIx};
use serde::Deserialize;
use serde_json::Number;
use serde_json::value::RawValue;

use super::super::import::{self, Betting, Import, ImportError, Player};
use super::{STREETS, bet_type, code, post_kind};

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    pub(super) ohh: Ohh<'a>,
}

#[derive(Deserialize)]
struct Ohh<'a> {
    game_type: String,
    bet_limit: BetLimit,
    dealer_seat: u8,
    #[serde(default)]
    small_blind_amount: Option<Number>,
    #[serde(default)]
    big_blind_amount: Option<Number>,
    #[serde(default)]
    ante_amount: Option<Number>,
    #[serde(default)]
    flags: Vec<String>,
    players: Vec<OhhPlayer>,
    #[serde(borrow)]
    rounds: Vec<Round<'a>>,
    #[serde(borrow, default)]
    pots: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct BetLimit {
    bet_type: String,
    #[serde(default)]
    bet_cap: Option<Number>,
}

#[derive(Deserialize)]
struct OhhPlayer {
    pub(super) id: i64,
    seat: u8,
    pub(super) name: String,
    starting_stack: Number,
    #[serde(default)]
    is_sitting_out: bool,
}

#[derive(Deserialize)]
struct Round<'a> {
    pub(super) street: String,
    #[serde(default)]
    pub(super) cards: Vec<String>,
    #[serde(borrow, default)]
    pub(super) actions: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct OhhAction {
    #[serde(default)]
    player_id: Option<i64>,
    action: String,
    #[serde(default)]
    amount: Option<Number>,
    #[serde(default)]
    is_allin: bool,
    #[serde(default)]
    pub(super) cards: Vec<String>,
}

#[derive(Deserialize)]
struct OhhPot {
    amount: Number,
    #[serde(default)]
    rake: Option<Number>,
    #[serde(default)]
    jackpot: Option<Number>,
    #[serde(default)]
    player_wins: Vec<Share>,
}

#[derive(Deserialize)]
struct Share {
    player_id: i64,
    win_amount: Number,
    #[serde(default)]
    contributed_rake: Option<Number>,
}

/// Acts of players outside the hand, without effect on it.
const BESIDE: [&str; 3] = ["Added Chips", "Sits Down", "Stands Up"];

/// Reads a file of hands.
pub(crate) fn read(text: &str) -> Vec<Result<PhhHand, ImportError>> {
    let line_at = |at: usize| text[..at].matches('\n').count() + 1;
    let hand = |(start, end): (usize, usize)| {
        let part = &text[start..end];
        match serde_json::from_str::<File<'_>>(part) {
            Ok(file) => {
                let mut line = line_at(start);
                let line_of = |raw: &RawValue| {
                    let offset = raw.get().as_ptr().addr() - part.as_ptr().addr();
                    line_at(start + offset)
                };
                hand(&file.ohh, &line_of, &mut line).map_err(|message| ImportError { line, message })
            }
            Err(error) => Err(ImportError {
                line: line_at(start) + error.line().saturating_sub(1),
                message: error.to_string(),
            }),
        }
    };
    let hands: Vec<_> = objects(text).into_iter().map(hand).collect();
    if hands.is_empty() {
        let message = "there is no hand: no object begins".to_owned();
        return vec![Err(ImportError { line: 1, message })];
    }
    hands
}

/// Returns the bounds of each object of a text, whatever is between them. A truncated one ends where a line begins the next.
fn objects(text: &str) -> Vec<(usize, usize)> {
    let mut objects = Vec::new();
    let (mut start, mut depth, mut in_text, mut escaped) = (None, 0_usize, false, false);
    for (at, symbol) in text.char_indices() {
        if symbol == '{' && depth > 0 && begins_hand(text, at) {
            objects.extend(start.map(|start| (start, at)));
            (start, depth, in_text, escaped) = (None, 0, false, false);
        }
        match symbol {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' if depth > 0 => in_text = !in_text,
            _ if in_text => {}
            '{' => {
                start.get_or_insert(at);
                depth += 1;
            }
            '}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    objects.extend(start.take().map(|start| (start, at + 1)));
                }
            }
            _ => {}
        }
    }
    objects.extend(start.map(|start| (start, text.len())));
    objects
}

/// `true` if a line begins a hand with this brace.
fn begins_hand(text: &str, at: usize) -> bool {
    let is_first = text[..at].ends_with('\n');
    is_first && text[at + 1..].trim_start().starts_with("\"ohh\"")
}

/// A hand whose parts were read, each with its line.
struct Parts<'a> {
    pub(super) ohh: &'a Ohh<'a>,
    rounds: Vec<(&'a Round<'a>, Vec<(usize, OhhAction)>)>,
    pots: Vec<(usize, OhhPot)>,
    scale: Scale,
}

impl<'a> Parts<'a> {
    fn read(ohh: &'a Ohh<'a>, line_of: &dyn Fn(&RawValue) -> usize, line: &mut usize) -> Result<Self, String> {
        let mut rounds = Vec::with_capacity(ohh.rounds.len());
        for round in &ohh.rounds {
            let mut actions: Vec<(usize, OhhAction)> = Vec::with_capacity(round.actions.len());
            for raw in &round.actions {
                *line = line_of(raw);
                let action = serde_json::from_str(raw.get()).map_err(|error| error.to_string())?;
                actions.push((*line, action));
            }
            rounds.push((round, actions));
        }
        let mut pots: Vec<(usize, OhhPot)> = Vec::with_capacity(ohh.pots.len());
        for raw in &ohh.pots {
            *line = line_of(raw);
            let pot = serde_json::from_str(raw.get()).map_err(|error| error.to_string())?;
            pots.push((*line, pot));
        }
        let mut parts = Self {
            ohh,
            rounds,
            pots,
            scale: Scale::default(),
        };
        let decimals = parts.amounts().map(decimals).max().unwrap_or(0);
        let decimals = if decimals == 0 { 0 } else { decimals.max(2) };
        let scale = u32::try_from(decimals).ok().and_then(Scale::with_decimals);
        parts.scale = scale.ok_or("too many decimals")?;
        Ok(parts)
    }

    pub(super) fn actions(&self) -> impl Iterator<Item = &OhhAction> {
        self.rounds
            .iter()
            .flat_map(|(_, actions)| actions)
            .map(|(_, action)| action)
    }

    /// Returns all amounts of the hand.
    fn amounts(&self) -> impl Iterator<Item = &Number> {
        let actions = self.actions().filter_map(|action| action.amount.as_ref());
        let stacks = self.ohh.players.iter().map(|player| &player.starting_stack);
        let stakes = [
            &self.ohh.small_blind_amount,
            &self.ohh.big_blind_amount,
            &self.ohh.ante_amount,
        ];
        let pots = self.pots.iter().flat_map(|(_, pot)| {
            let wins = pot.player_wins.iter();
            let wins = wins.flat_map(|win| [Some(&win.win_amount), win.contributed_rake.as_ref()]);
            wins.flatten().chain([&pot.amount]).chain(&pot.rake).chain(&pot.jackpot)
        });
        actions.chain(stacks).chain(stakes.into_iter().flatten()).chain(pots)
    }

    fn amount(&self, number: &Number) -> Result<Chips, String> {
        import::amount(self.scale, &number.to_string())
    }

    fn optional(&self, number: Option<&Number>) -> Result<Chips, String> {
        number.map_or(Ok(Chips::ZERO), |number| self.amount(number))
    }

    /// Returns the players with a part in the hand. A player who sits out and folds at every turn has a dead hand.
    fn players(&self) -> Result<Vec<Player>, String> {
        let all_out = self.ohh.players.iter().all(|player| player.is_sitting_out);
        let mut players = Vec::new();
        for player in &self.ohh.players {
            let own = self.actions().filter(|action| action.player_id == Some(player.id));
            let own = own.filter(|action| !BESIDE.contains(&action.action.as_str()));
            // If all sit out, one wins without having acted.
            let mut wins = self.pots.iter().flat_map(|(_, pot)| &pot.player_wins);
            let mut takes_part = wins.any(|win| win.player_id == player.id);
            let (mut folds, mut plays) = (false, false);
            for action in own {
                takes_part = true;
                match action.action.as_str() {
                    "Fold" => folds = true,
                    "Dealt Cards" | "Shows Cards" => {}
                    other => plays |= post_kind(other).is_none(),
                }
            }
            if takes_part {
                let seat = SeatIx::from_number(player.seat);
                players.push(Player {
                    seat: seat.ok_or_else(|| format!("there is no seat {}", player.seat))?,
                    name: player.name.clone(),
                    stack: self.amount(&player.starting_stack)?,
                    // If all sit out, the winner does not fold either.
                    dead: player.is_sitting_out && !plays && (folds || all_out),
                });
            }
        }
        Ok(players)
    }

    /// Returns the player of an identifier.
    fn player(&self, hand: &Import, id: Option<i64>, what: &str) -> Result<usize, String> {
        let player = self.ohh.players.iter().find(|player| Some(player.id) == id);
        let seat = player.and_then(|player| SeatIx::from_number(player.seat));
        let index = hand.players().iter().position(|player| Some(player.seat) == seat);
        index.ok_or_else(|| format!("`{what}` names no player"))
    }

    pub(super) fn act(&self, action: &OhhAction, hand: &mut Import) -> Result<(), String> {
        let player = self.player(hand, action.player_id, &action.action)?;
        let paid = self.optional(action.amount.as_ref())?;
        let cards = action.cards.concat();
        if import::cards(&cards).is_none() {
            return Err(format!("`{cards}` are not cards"));
        }
        match action.action.as_str() {
            "Dealt Cards" => hand.hole(player, &cards),
            "Fold" if hand.players()[player].dead => {}
            "Fold" => hand.fold(player),
            "Check" => hand.call(player, Chips::ZERO)?,
            "Call" => hand.call(player, paid)?,
            "Bet" | "Raise" => hand.raise_by(player, paid)?,
            "Shows Cards" => hand.show(player, &cards),
            "Mucks Cards" => hand.muck(player),
            other => {
                let kind = post_kind(other).ok_or_else(|| format!("`{other}` is not an action of a hand"))?;
                let small = self.optional(self.ohh.small_blind_amount.as_ref())?;
                if kind == PostKind::Ante {
                    self.is_ante(paid, action.is_allin)?;
                }
                if kind == PostKind::SmallBlind && paid > small {
                    let (paid, small) = (self.scale.show(paid), self.scale.show(small));
                    return Err(format!("a small blind of {paid}, where it is {small}"));
                }
                let full = match kind {
                    PostKind::BigBlind => self.optional(self.ohh.big_blind_amount.as_ref())?,
                    PostKind::Ante => self.optional(self.ohh.ante_amount.as_ref())?,
                    _ => paid,
                };
                hand.post(player, kind, paid, full)?;
            }
        }
        if action.is_allin && ["Call", "Bet", "Raise"].contains(&action.action.as_str()) {
            hand.all_in();
        }
        Ok(())
    }

    /// Refuses an ante other than the hand's, if the hand states one. A player's last chips may be less.
    fn is_ante(&self, paid: Chips, is_all_in: bool) -> Result<(), String> {
        let ante = self.optional(self.ohh.ante_amount.as_ref())?;
        if ante.is_zero() || paid == ante || paid < ante && is_all_in {
            return Ok(());
        }
        let (paid, ante) = (self.scale.show(paid), self.scale.show(ante));
        Err(format!("an ante of {paid}, where it is {ante}"))
    }

    /// Claims the results of the pots, to be checked against the engine.
    fn result(&self, hand: &mut Import, line: &mut usize) -> Result<(), String> {
        if self.pots.is_empty() {
            return Ok(());
        }
        let (mut total, mut rakes) = (Chips::ZERO, Chips::ZERO);
        let mut collected = vec![(hand.at, Chips::ZERO); hand.players().len()];
        for (number, (at, pot)) in self.pots.iter().enumerate() {
            (*line, hand.at) = (*at, *at);
            let too_much = "these are more chips than there can be";
            let amount = self.amount(&pot.amount)?;
            let jackpot = self.optional(pot.jackpot.as_ref())?;
            let rake = self.optional(pot.rake.as_ref())?.checked_add(jackpot).ok_or(too_much)?;
            let left = amount.checked_sub(rake).ok_or("the rake is more than the pot")?;
            if self.pots.len() > 1 {
                hand.claim(Claimed::Pot {
                    pot: number,
                    amount: left,
                });
            }
            let mut contributed = Chips::ZERO;
            for win in &pot.player_wins {
                let own = self.optional(win.contributed_rake.as_ref())?;
                contributed = contributed.checked_add(own).ok_or(too_much)?;
            }
            // Players who win nothing have contributed as well.
            if contributed > rake {
                let (contributed, rake) = (self.scale.show(contributed), self.scale.show(rake));
                return Err(format!("{contributed} are contributed to a rake of {rake}"));
            }
            total = total.checked_add(amount).ok_or(too_much)?;
            rakes = rakes.checked_add(rake).ok_or(too_much)?;
            for win in &pot.player_wins {
                let player = self.player(hand, Some(win.player_id), "win_amount")?;
                let (known, sum) = &mut collected[player];
                *known = *at;
                *sum = sum.checked_add(self.amount(&win.win_amount)?).ok_or(too_much)?;
            }
        }
        hand.claim(Claimed::Total {
            amount: total,
            rake: rakes,
        });
        for (player, (at, amount)) in collected.into_iter().enumerate() {
            hand.at = at;
            let player = hand.place(player);
            hand.claim(Claimed::Collected { player, amount });
        }
        Ok(())
    }
}

/// Reads a hand. `line` begins as the hand's line in the file and follows the part being read.
fn hand(ohh: &Ohh<'_>, line_of: &dyn Fn(&RawValue) -> usize, line: &mut usize) -> Result<PhhHand, String> {
    let first = *line;
    let kinds = [LimitKind::NoLimit, LimitKind::Pot, LimitKind::Fixed];
    let kind = kinds.into_iter().find(|kind| bet_type(*kind) == ohh.bet_limit.bet_type);
    let kind = kind.ok_or_else(|| format!("there is no limit `{}`", ohh.bet_limit.bet_type))?;
    let game = import::game(&ohh.game_type, kind, code)?;
    let parts = Parts::read(ohh, line_of, line)?;
    *line = first;
    let button = SeatIx::from_number(ohh.dealer_seat).ok_or_else(|| format!("there is no seat {}", ohh.dealer_seat))?;
    let mut hand = Import::new(parts.scale, game, parts.players()?, Some(button))?;
    hand.bomb_pot = ohh.flags.iter().any(|flag| flag == "Bomb_Pot");
    hand.cap = Some(parts.optional(ohh.bet_limit.bet_cap.as_ref())?).filter(|cap| !cap.is_zero());
    let mut boards = Boards::default();
    for (round, actions) in &parts.rounds {
        if !round.cards.is_empty() && round.street != "Showdown" {
            let same = parts.rounds.iter().filter(|(other, _)| other.street == round.street);
            let twice = same.count() > 1;
            boards.street(round, twice, &mut hand)?;
        }
        for (at, action) in actions {
            *line = *at;
            hand.at = *at;
            boards.tell_runs(&mut hand);
            if !BESIDE.contains(&action.action.as_str()) {
                parts.act(action, &mut hand)?;
            }
        }
    }
    boards.tell_runs(&mut hand);
    parts.result(&mut hand, line)?;
    *line = first;
    let (small, big) = (
        parts.optional(ohh.small_blind_amount.as_ref())?,
        parts.optional(ohh.big_blind_amount.as_ref())?,
    );
    if big.is_zero() || small > big {
        return Err("the blinds are missing".to_owned());
    }
    let doubled = big.checked_mul(2).ok_or("the stakes are too high")?;
    let betting = Betting {
        kind,
        small: big,
        big: if kind == LimitKind::Fixed { doubled } else { big },
    };
    Ok(hand.finish(betting))
}

/// The streets of a hand, the last of which may be dealt twice.
#[derive(Default)]
struct Boards {
    pub(super) cards: usize,
    /// The streets of both runs, held until both are complete.
    runs: Option<[Vec<(String, String)>; 2]>,
}

impl Boards {
    pub(super) fn street(&mut self, round: &Round<'_>, twice: bool, hand: &mut Import) -> Result<(), String> {
        let cards = round.cards.concat();
        let count = import::cards(&cards)
            .ok_or_else(|| format!("`{cards}` are not cards"))?
            .len();
        let street = STREETS.iter().position(|street| *street == round.street);
        let due = match street {
            Some(1) => 3,
            Some(2 | 3) => 1,
            _ => return Err(format!("there is no street `{}` with cards", round.street)),
        };
        if count != due {
            return Err(format!("{count} cards are no {}", round.street));
        }
        if twice {
            let runs = self.runs.get_or_insert_default();
            let second = runs[0].iter().any(|(street, _)| *street == round.street);
            runs[usize::from(second)].push((round.street.clone(), cards));
            return Ok(());
        }
        self.tell_runs(hand);
        self.cards += count;
        if street.map(|street| street + 2) != Some(self.cards) {
            return Err(format!("the street before `{}` is missing", round.street));
        }
        hand.board(&cards);
        Ok(())
    }

    fn tell_runs(&mut self, hand: &mut Import) {
        let Some(runs) = self.runs.take() else { return };
        hand.run_twice();
        for (_, cards) in runs.into_iter().flatten() {
            hand.board(&cards);
        }
    }
}

/// Returns the number of decimals of a number, without trailing zeros.
fn decimals(number: &Number) -> usize {
    let text = number.to_string();
    text.split_once('.')
        .map_or(0, |(_, fraction)| fraction.trim_end_matches('0').len())
}
