//! From the text of trackers to hands. Each line is understood, known to change nothing, or refused by its number; all its numbers
//! are held against what the engine makes of the hand.

use poker_engine::history::phh::{self, PhhHand};
use poker_engine::setup::PostKind;
use poker_engine::{Card, Chips, LimitKind, SeatIx};

use super::super::import::{self, Betting, Import, ImportError, Player};
use super::header::{self, Listed, Title, money};
use super::summary::Summary;
use super::{BOARDS, BOTH_BLINDS, DRAWS, POSTS, STUD, draws, is_stud};

type Lines<'a> = &'a [(usize, &'a str)];

/// What people say, and what happens beside the hand: how such a line goes on behind a name, or ends.
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

/// Lines that are no player's, and change nothing.
const NOTICES: [&str; 3] = ["Betting is capped", "The deck is reshuffled", "#"];

/// Reads a file of hands.
pub(in crate::formats) fn read(text: &str) -> Vec<Result<PhhHand, ImportError>> {
    let mut hands: Vec<Vec<(usize, &str)>> = Vec::new();
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace("Rs. ", "₹");
    for (index, line) in text.lines().enumerate() {
        // Some files have a mark of their encoding or a control character before the title.
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

/// Reads one hand. Texts of games without blinds do not tell where the button is, which decides little; then it is where the hand
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
    /// The cards of later streets that are seen.
    seen: Vec<(usize, String)>,
    /// The later street of stud whose cards are being told.
    street: bool,
    /// How many cards lie on the board, or each player of stud has.
    cards: usize,
    /// The rest of the board, dealt twice.
    runs: Option<[Vec<String>; 2]>,
    /// The board of each run; of one that is dealt once, twice the same.
    boards: [Vec<Card>; 2],
    /// Which run hands are compared on.
    run: usize,
    summary: Summary,
    /// Whether hands are shown.
    shown_down: bool,
    /// Whether the bring-in was the rest of a stack, and nobody has paid more yet.
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

    /// The player whose name a line begins with, and the rest.
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

    /// The line that begins a street, behind its first stars.
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

    /// Cards of the board, or of both if what follows is dealt twice.
    fn board(&mut self, cards: &str) {
        self.cards += cards.len() / 2;
        for board in &mut self.boards {
            board.extend(import::cards(cards).unwrap_or_default());
        }
        self.hand.board(cards);
    }

    /// Deals what the lines of a street of stud told.
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

    /// `NAME [CARDS] [NEW CARDS]`.
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

    fn said(&mut self, player: usize, said: &str) -> Result<(), String> {
        self.end_street();
        let (said, all_in) = self.without_end(said)?;
        let words: Vec<&str> = said.split_whitespace().collect();
        let is_dead = self.hand.players()[player].dead;
        match words[..] {
            ["folds", ..] if is_dead => {}
            ["folds", ref cards @ ..] => {
                self.hand.fold(player);
                if !cards.is_empty() {
                    self.hand.show(
                        player,
                        &cards_of(said.split_once('[').ok_or("this is not understood")?.1),
                    );
                }
            }
            ["checks"] => self.hand.call(player, Chips::ZERO)?,
            ["calls", added] => {
                let added = self.money(added)?;
                if !all_in {
                    self.price_of_bring_in(added);
                }
                self.hand.call(player, added)?;
            }
            ["bets", to] => {
                let to = self.money(to)?;
                self.hand.raise_to(player, to);
                self.hand.raised_by(to);
            }
            ["raises", by, "to", to] => {
                let (by, to) = (self.money(by)?, self.money(to)?);
                self.price_of_bring_in(to.saturating_sub(by));
                self.hand.raise_to(player, to);
                self.hand.raised_by(by);
            }
            ["posts", .., amount] => return self.post(player, said, amount, all_in),
            ["brings", "in", .., "for", amount] => {
                let paid = self.money(amount)?;
                let full = self.hand.bring_in.unwrap_or_default().max(paid);
                self.hand.bring_in = Some(full);
                self.short_bring_in = all_in;
                return self.hand.bring_in(player, paid);
            }
            ["stands", "pat"] => self.hand.discard(player, 0, ""),
            ["discards", count, "card" | "cards", ..] => {
                let count = count.parse().map_err(|_| format!("`{count}` is no number"))?;
                let cards = said.split_once('[').map(|(_, cards)| cards_of(cards));
                self.hand.discard(player, count, &cards.unwrap_or_default());
            }
            ["shows", ..] => {
                let cards = said.split_once('[').ok_or("the cards are missing")?.1;
                let cards = cards_of(cards);
                let read = import::cards(&cards).ok_or_else(|| format!("`{cards}` are no cards"))?;
                self.summary.shown.shows(self.hand.at, player, &read, said, self.run);
                self.show(player, &cards);
            }
            ["mucks", "hand"] => self.hand.muck(player),
            // Who does not show concedes.
            ["doesn't", "show", ..] | ["sits", "out"] | ["is", "sitting", "out"] => {}
            _ => return Err(format!("`{said}` is no action")),
        }
        if all_in {
            self.hand.all_in();
        }
        Ok(())
    }

    /// Who brings in with the last chips may do so for less than the others have to pay, which the first of them tells.
    fn price_of_bring_in(&mut self, price: Chips) {
        if std::mem::take(&mut self.short_bring_in) {
            self.hand.bring_in = self.hand.bring_in.max(Some(price));
        }
    }

    /// Shown cards. A hand of which only some are shown while others are compared is given up.
    fn show(&mut self, player: usize, cards: &str) {
        let all = self.hand.held(player);
        if self.shown_down && self.hand.live_hands() > 1 && cards.len() / 2 < all {
            self.hand.muck(player);
        } else {
            self.hand.show(player, cards);
        }
    }

    /// What was said, and whether it took the rest of a stack. What is capped is learnt here, if the title does not tell it.
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

    fn post(&mut self, player: usize, said: &str, amount: &str, all_in: bool) -> Result<(), String> {
        let paid = self.money(amount)?;
        let post = said.trim_start_matches("posts ").trim_end_matches(amount).trim();
        let blind = if self.kind == LimitKind::Fixed {
            self.stakes.0
        } else {
            self.stakes.1
        };
        if post == BOTH_BLINDS {
            let live = blind.min(paid);
            self.hand.post(player, PostKind::EntryBlind, live, Chips::ZERO)?;
            let dead = paid.saturating_sub(blind);
            if !dead.is_zero() {
                self.hand.post(player, PostKind::DeadBlind, dead, Chips::ZERO)?;
            }
            return Ok(());
        }
        let kind = POSTS.iter().find(|(_, name)| *name == post);
        let (kind, _) = kind.ok_or_else(|| format!("`{post}` is no forced bet"))?;
        // What the title says is paid, unless the stack is less.
        let due = match kind {
            PostKind::SmallBlind if self.kind != LimitKind::Fixed => self.stakes.0,
            PostKind::BigBlind | PostKind::ButtonBlind => blind,
            _ => paid,
        };
        if paid > due || paid < due && !all_in {
            let (paid, due) = (self.hand.scale.show(paid), self.hand.scale.show(due));
            return Err(format!("a {post} of {paid}, where it is {due}"));
        }
        // The blinds of the hand come first; a further one is that of a player who enters or comes back.
        let kind = match kind {
            PostKind::SmallBlind if self.hand.has_posted(PostKind::BigBlind) => &PostKind::DeadBlind,
            PostKind::BigBlind if self.hand.has_posted(PostKind::BigBlind) => &PostKind::EntryBlind,
            kind => kind,
        };
        let full = match kind {
            PostKind::BigBlind | PostKind::EntryBlind | PostKind::ButtonBlind => blind,
            _ => paid,
        };
        self.hand.post(player, *kind, paid, full)
    }
}

/// The player whose name a line begins with before a mark, and the rest.
pub(super) fn player<'a>(players: &[Player], line: &'a str, mark: &str) -> Option<(usize, &'a str)> {
    let named = players.iter().enumerate().filter_map(|(index, player)| {
        let rest = line.strip_prefix(player.name.as_str())?.strip_prefix(mark)?;
        Some((player.name.len(), index, rest))
    });
    named
        .max_by_key(|(length, ..)| *length)
        .map(|(_, index, rest)| (index, rest))
}

/// A seat of the list as a player of the hand, `None` if it takes no part. Who sits out and folds at every turn has a dead hand:
/// it may fold even with the whole stack in.
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
    // Where all sit out, one wins without having done anything.
    takes_part |= lines.iter().any(|(_, line)| {
        let rest = line.strip_prefix(name.as_str());
        rest.is_some_and(|rest| rest.starts_with(" collected "))
    });
    takes_part.then_some(Player {
        seat,
        name,
        stack,
        // Where all sit out, the one who wins does not fold either.
        dead: sits_out && !plays && (folds || all_out),
    })
}

/// The cards up to the closing bracket, without separators.
fn cards_of(text: &str) -> String {
    let inside = text.split(']').next().unwrap_or_default();
    inside.split_whitespace().collect()
}
