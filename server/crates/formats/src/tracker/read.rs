//! Reading of hands from the text of trackers. Each line is understood, known to change nothing, or refused with its number; all its
//! numbers are checked against the engine's.

mod actions;

use poker_engine::history::phh::{self, PhhHand};
use poker_engine::{Card, Chips, LimitKind, SeatIx};

use super::super::import::{self, Betting, Import, ImportError, Player};
use super::header::{self, Listed, Title, money};
use super::summary::Summary;
use super::{BOARDS, DRAWS, STUD, draws, is_stud};

type Lines<'a> = &'a [(usize, &'a str)];

/// Words after a name, or at the end of a line, that mark chat and events outside the hand.
const BESIDE: [&str; 28] = [
    " said, \"",
    " is sitting out",
    " sits out",
    " has returned",
    " leaves the table",
    " joins the table at seat #",
    " will be allowed to play after the button",
    " was removed from the table for failing to post",
    " has timed out",
    " is disconnected",
    " is connected",
    " was disconnected",
    " has been disconnected",
    " seconds left to act",
    " re-buys and receives ",
    " takes the add-on and receives ",
    " finished the tournament",
    " wins the tournament",
    " wins an entry to tournament ",
    " bounty for eliminating ",
    " for eliminating ",
    " for splitting the elimination of ",
    " cashed out the hand for ",
    " is feeling ",
    " stands up",
    " has requested TIME",
    " voted to ",
    " chose to ",
];

/// Lines of no player, without effect.
const NOTICES: [&str; 3] = ["Betting is capped", "The deck is reshuffled", "#"];

/// Reads a file of hands.
pub(crate) fn read(text: &str) -> Vec<Result<PhhHand, ImportError>> {
    let mut hands: Vec<Vec<(usize, &str)>> = Vec::new();
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace("Rs. ", "₹");
    for (index, line) in text.lines().enumerate() {
        // Some files have a byte order mark or a control character before the title.
        let line = line
            .trim_start_matches(|symbol: char| symbol == '\u{feff}' || symbol.is_control() || symbol.is_whitespace())
            .trim_end();
        if header::is_title(line) {
            hands.push(Vec::new());
        }
        match hands.last_mut() {
            Some(hand) if !line.is_empty() => hand.push((index + 1, line)),
            _ => {}
        }
    }
    if hands.is_empty() {
        let message = format!("there is no hand: none begins with `{}`", super::MAKER);
        return vec![Err(ImportError { line: 1, message })];
    }
    hands.iter().map(|lines| hand(lines)).collect()
}

/// Reads one hand. Texts of games without blinds do not name the button, which matters little; then it is put where the hand
/// can be played.
fn hand(lines: Lines<'_>) -> Result<PhhHand, ImportError> {
    let read = Reader::read(lines, None)?;
    if read.has_button {
        return Ok(read.hand);
    }
    if phh::replay(&read.hand).error.is_none() {
        return Ok(read.hand);
    }
    let others = read
        .seats
        .iter()
        .filter_map(|seat| Reader::read(lines, Some(*seat)).ok());
    let mut fitting = others.filter(|other| phh::replay(&other.hand).error.is_none());
    Ok(fitting.next().map_or(read.hand, |other| other.hand))
}

/// A hand that was read.
struct Read {
    hand: PhhHand,
    has_button: bool,
    seats: Vec<SeatIx>,
}

/// Reads one hand.
struct Reader {
    hand: Import,
    kind: LimitKind,
    stakes: (Chips, Chips),
    /// The cards seen on the current street.
    seen: Vec<(usize, String)>,
    /// Set while a later street of stud lists its cards.
    street: bool,
    /// The number of cards on the board, or for stud of each player.
    cards: usize,
    /// The rest of the board, dealt twice.
    runs: Option<[Vec<String>; 2]>,
    /// The board of each run; the same twice if it is dealt once.
    boards: [Vec<Card>; 2],
    /// The run on which hands are compared.
    run: usize,
    summary: Summary,
    /// Set once hands are being shown.
    shown_down: bool,
    /// Set while the bring-in was a player's last chips, and no one has paid more yet.
    short_bring_in: bool,
}

impl Reader {
    fn read(lines: Lines<'_>, button: Option<SeatIx>) -> Result<Read, ImportError> {
        let at = |line: usize| move |message: String| ImportError { line, message };
        let (first, title) = lines[0];
        let scale = header::scale(lines.iter().map(|(_, line)| *line)).map_err(at(first))?;
        let title = Title::read(title, scale).map_err(at(first))?;
        let (mut listed, mut told_button) = (Vec::new(), None);
        let mut start = 1;
        for (number, line) in &lines[1..] {
            if line.starts_with("Table ") {
                told_button = header::button(line).map_err(at(*number))?;
            } else if let Some(seat) = header::seat(scale, line) {
                listed.push(seat.map_err(at(*number))?);
            } else {
                break;
            }
            start += 1;
        }
        let lines = &lines[start..];
        let needs_button = !is_stud(title.game);
        if told_button.is_none() && needs_button {
            return Err(at(first)("the button is missing".to_owned()));
        }
        let all_out = listed.iter().all(|seat| seat.sits_out);
        let players = listed.into_iter().filter_map(|seat| dealt_in(seat, lines, all_out));
        let players = players.collect();
        let mut hand = Import::new(scale, title.game, players, told_button.or(button)).map_err(at(first))?;
        hand.cap = title.cap;
        let mut reader = Self {
            hand,
            kind: title.kind,
            stakes: title.stakes,
            seen: Vec::new(),
            street: false,
            cards: 0,
            runs: None,
            boards: [Vec::new(), Vec::new()],
            run: 0,
            summary: Summary::default(),
            shown_down: false,
            short_bring_in: false,
        };
        for (number, line) in lines {
            reader.hand.at = *number;
            reader.line(line).map_err(at(*number))?;
        }
        reader.end_street();
        reader.tell_runs();
        let seats = reader.hand.players().iter().map(|player| player.seat).collect();
        let Self {
            mut hand,
            summary,
            boards,
            ..
        } = reader;
        summary
            .shown
            .check(&hand, &boards)
            .map_err(|(line, message)| at(line)(message))?;
        summary.claim(&mut hand);
        let (small, big) = title.stakes;
        let betting = if title.kind == LimitKind::Fixed {
            Betting {
                kind: title.kind,
                small,
                big,
            }
        } else {
            Betting {
                kind: title.kind,
                small: big,
                big,
            }
        };
        Ok(Read {
            hand: hand.finish(betting),
            has_button: told_button.is_some(),
            seats,
        })
    }

    fn money(&self, text: &str) -> Result<Chips, String> {
        money(self.hand.scale, text)
    }

    /// Splits off the player whose name a line begins with.
    fn player<'a>(&self, line: &'a str, mark: &str) -> Option<(usize, &'a str)> {
        player(self.hand.players(), line, mark)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(street) = line.strip_prefix("*** ") {
            return self.street(street);
        }
        if self.summary.begun {
            return self.summary.line(line, &self.hand);
        }
        if let Some(dealt) = line.strip_prefix("Dealt to ") {
            return self.dealt(dealt);
        }
        if let Some(rest) = line.strip_prefix("Uncalled bet (") {
            let (amount, name) = rest.split_once(") returned to ").ok_or("this is not understood")?;
            let amount = self.money(amount)?;
            let (player, _) = self
                .player(name, "")
                .filter(|(_, rest)| rest.is_empty())
                .ok_or("no player has this name")?;
            return self.summary.returned(self.hand.at, player, amount);
        }
        if let Some((player, rest)) = self.player(line, " collected ") {
            let (amount, from) = rest.split_once(" from ").unwrap_or((rest, ""));
            let amount = amount.split_whitespace().next().unwrap_or_default();
            let amount = self.money(amount)?;
            return self.summary.collected(self.hand.at, player, amount, from);
        }
        if line.contains(" said, \"") {
            return Ok(());
        }
        if let Some((player, said)) = self.player(line, ": ") {
            self.tell_runs();
            return self.said(player, said);
        }
        let is_beside = BESIDE.iter().any(|beside| line.contains(beside));
        if is_beside || NOTICES.iter().any(|notice| line.starts_with(notice)) {
            return Ok(());
        }
        Err(format!("`{line}` is not understood"))
    }

    /// Reads the line that begins a street, without its first stars.
    fn street(&mut self, street: &str) -> Result<(), String> {
        self.end_street();
        let (name, cards) = street.split_once(" ***").ok_or("the stars are missing")?;
        let last = || cards.rsplit_once('[').map(|(_, cards)| cards_of(cards));
        let run = [("FIRST ", 0), ("SECOND ", 1)];
        let run = run
            .iter()
            .find_map(|(word, run)| Some((*run, name.strip_prefix(word)?)));
        match run {
            Some((run, rest)) if BOARDS.iter().any(|(_, street)| *street == rest) => {
                let cards = last().ok_or("the cards are missing")?;
                self.boards[run].extend(import::cards(&cards).unwrap_or_default());
                self.runs.get_or_insert_default()[run].push(cards);
                return Ok(());
            }
            _ => self.tell_runs(),
        }
        let stud = is_stud(self.hand.game);
        match name {
            "SUMMARY" => self.summary.begun = true,
            "SHOW DOWN" | "FIRST SHOW DOWN" => self.shown_down = true,
            "SECOND SHOW DOWN" => (self.shown_down, self.run) = (true, 1),
            "HOLE CARDS" | "DEALING HANDS" => {
                if let Some(cards) = last() {
                    self.board(&cards);
                }
            }
            "3rd STREET" if stud => {}
            _ if stud => {
                let known = STUD.iter().any(|(_, street)| *street == name);
                if !known || last().is_some() {
                    return Err(format!("`{name}` is not understood"));
                }
                self.street = true;
            }
            "DRAW" if draws(self.hand.game) == 1 => {}
            _ if DRAWS.contains(&name) && draws(self.hand.game) > 0 => {}
            _ => {
                let known = BOARDS.iter().find(|(_, street)| *street == name);
                let (count, _) = known.ok_or_else(|| format!("`{name}` is not understood"))?;
                let cards = last().ok_or("the cards are missing")?;
                let lie = self.cards + cards.len() / 2;
                if lie != *count {
                    return Err(format!("{lie} cards are no {name}"));
                }
                self.board(&cards);
            }
        }
        Ok(())
    }

    /// Adds cards of the board, or of both runs if the rest is dealt twice.
    fn board(&mut self, cards: &str) {
        self.cards += cards.len() / 2;
        for board in &mut self.boards {
            board.extend(import::cards(cards).unwrap_or_default());
        }
        self.hand.board(cards);
    }

    /// Deals the cards listed for a street of stud.
    fn end_street(&mut self) {
        if std::mem::take(&mut self.street) {
            self.hand.street(&std::mem::take(&mut self.seen));
        }
    }

    /// Deals the rest of the board twice.
    fn tell_runs(&mut self) {
        let Some(runs) = self.runs.take() else { return };
        self.hand.run_twice();
        for cards in runs.into_iter().flatten() {
            self.hand.board(&cards);
        }
    }

    /// Reads `NAME [CARDS] [NEW CARDS]`.
    fn dealt(&mut self, dealt: &str) -> Result<(), String> {
        let (player, cards) = self.player(dealt, " [").ok_or("no player has this name")?;
        let (kept, new) = match cards.rsplit_once('[') {
            Some((kept, new)) => (Some(kept), cards_of(new)),
            None => (None, cards_of(cards)),
        };
        if self.street {
            self.seen.push((player, new));
        } else if kept.is_some() || self.hand.is_drawing(player) {
            if !self.hand.drawn(player, new) {
                return Err("so many cards were not drawn".to_owned());
            }
        } else {
            self.hand.hole(player, &new);
        }
        Ok(())
    }

    /// Adds shown cards. A hand shown only in part, while others are compared, is given up.
    fn show(&mut self, player: usize, cards: &str) {
        let all = self.hand.held(player);
        if self.shown_down && self.hand.live_hands() > 1 && cards.len() / 2 < all {
            self.hand.muck(player);
        } else {
            self.hand.show(player, cards);
        }
    }

    /// Splits off the words for an all-in: the rest, and `true` if there were any. Learns of a cap here, if the title does not give one.
    fn without_end<'a>(&mut self, said: &'a str) -> Result<(&'a str, bool), String> {
        let said = said.strip_suffix(" (disconnect)").unwrap_or(said);
        if let Some((before, cap)) = said.split_once(" and has reached the ") {
            let cap = cap.strip_suffix(" cap").ok_or("this is not understood")?;
            let cap = self.money(cap)?;
            if self.hand.cap.is_some_and(|known| known != cap) {
                return Err(format!("the cap is {}", self.hand.scale.show(cap)));
            }
            self.hand.cap = Some(cap);
            return Ok((before, false));
        }
        Ok(said
            .strip_suffix(" and is all-in")
            .map_or((said, false), |said| (said, true)))
    }
}

/// Splits off the player whose name a line begins with, before a mark.
pub(super) fn player<'a>(players: &[Player], line: &'a str, mark: &str) -> Option<(usize, &'a str)> {
    let named = players.iter().enumerate().filter_map(|(index, player)| {
        let rest = line.strip_prefix(player.name.as_str())?.strip_prefix(mark)?;
        Some((player.name.len(), index, rest))
    });
    named
        .max_by_key(|(length, ..)| *length)
        .map(|(_, index, rest)| (index, rest))
}

/// Converts a seat of the list to a player of the hand; `None` if it takes no part. A player who sits out and folds at every turn has a
/// dead hand: it may fold even when all-in.
fn dealt_in(listed: Listed, lines: Lines<'_>, all_out: bool) -> Option<Player> {
    let Listed {
        seat,
        name,
        stack,
        sits_out,
    } = listed;
    let said = lines
        .iter()
        .take_while(|(_, line)| !line.starts_with("*** SUMMARY"))
        .filter(|(_, line)| !line.contains(" said, \""))
        .filter_map(|(_, line)| line.strip_prefix(name.as_str())?.strip_prefix(": "));
    let (mut takes_part, mut folds, mut plays) = (!sits_out, false, false);
    for said in said {
        let words = said.split_whitespace().next().unwrap_or_default();
        match words {
            "sits" | "is" => {}
            "folds" => (takes_part, folds) = (true, true),
            "posts" | "brings" => takes_part = true,
            _ => (takes_part, plays) = (true, true),
        }
    }
    // If all sit out, one wins without having acted.
    takes_part |= lines.iter().any(|(_, line)| {
        let rest = line.strip_prefix(name.as_str());
        rest.is_some_and(|rest| rest.starts_with(" collected "))
    });
    takes_part.then_some(Player {
        seat,
        name,
        stack,
        // If all sit out, the winner does not fold either.
        dead: sits_out && !plays && (folds || all_out),
    })
}

/// Returns the cards up to the closing bracket, without separators.
fn cards_of(text: &str) -> String {
    let inside = text.split(']').next().unwrap_or_default();
    inside.split_whitespace().collect()
}
