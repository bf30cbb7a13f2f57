//! The text that hand trackers read. Times are UTC, and say so.

use poker_engine::eval::{self, Ranking};
use poker_engine::event::{BetAction, PublicEvent};
use poker_engine::game::GameDef;
use poker_engine::history::phh::{PhhHand, Scale};
use poker_engine::setup::PostKind;
use poker_engine::{BySeat, Card, CardSet, Chips, LimitKind, SeatIx, SeatSet};

use super::import::{self, Import, ImportError, Player};
use super::titles::{event_words, without_event};
use super::{FormatError, Telling, is_street, words};

/// The word with which every parser of the format recognises a hand.
const MAKER: &str = "PokerStars Hand #";

const LIMITS: [(LimitKind, &str); 3] = [
    (LimitKind::NoLimit, "No Limit"),
    (LimitKind::Pot, "Pot Limit"),
    (LimitKind::Fixed, "Limit"),
];

const STREETS: [&str; 3] = ["FLOP", "TURN", "RIVER"];

/// How each forced payment is called. Players who enter or come back post blinds too, after the blinds of the hand.
const POSTS: [(PostKind, &str); 7] = [
    (PostKind::SmallBlind, "small blind"),
    (PostKind::BigBlind, "big blind"),
    (PostKind::Ante, "the ante"),
    (PostKind::DeadAnte, "the ante"),
    (PostKind::Straddle, "straddle"),
    (PostKind::EntryBlind, "big blind"),
    (PostKind::DeadBlind, "small blind"),
];

/// Both blinds, posted at once by a player who comes back.
const BOTH_BLINDS: &str = "small & big blinds";

fn code(game: &GameDef) -> Option<&str> {
    game.tracker.as_deref()
}

/// Writes a hand.
pub(super) fn write(telling: &Telling<'_>) -> Result<String, FormatError> {
    let game = telling.record.game;
    let name = code(game).ok_or_else(|| FormatError::Game(game.id.clone()))?;
    let blinds = telling.blinds()?;
    let limit = LIMITS.iter().find(|(kind, _)| *kind == blinds.kind);
    let (_, limit) = limit.ok_or(FormatError::Stakes)?;
    let (low, high) = match telling.record.setup.tiers[..] {
        [small, .., big] if blinds.kind == LimitKind::Fixed => (small.min_bet(), big.min_bet()),
        _ => (blinds.small, blinds.big),
    };
    let setup = telling.record.setup;
    let mut text = Text {
        telling,
        names: names(telling),
        out: String::new(),
        board: Vec::new(),
        bet: blinds.big,
        shown: false,
        ends: BySeat::default(),
        staked: SeatSet::EMPTY,
    };
    let started = telling.started_at.strftime("%Y/%m/%d %H:%M:%S");
    let (before, level, table) = match telling.event {
        Some(event) => event_words(event),
        None => ("  ".to_owned(), String::new(), telling.table.clone()),
    };
    text.line(&format!(
        "{MAKER}{}{:08}:{before}{name} {limit}{level} ({low}/{high}) - {started} UTC",
        telling.table, telling.hand
    ));
    text.line(&format!(
        "Table '{table}' {}-max (Play Money) Seat #{} is the button",
        setup.seat_count,
        setup.button.number()
    ));
    for (seat, stack) in telling.stacks() {
        let name = text.names[seat].clone();
        let head = match telling.head(seat) {
            0 => String::new(),
            head => format!(", {head} bounty"),
        };
        text.line(&format!("Seat {}: {name} ({stack} in chips{head})", seat.number()));
    }
    for event in &telling.record.events {
        text.event(event)?;
    }
    text.summary();
    Ok(text.out)
}

/// The names of the players, such that no parser takes a part of one for something else, each once.
fn names(telling: &Telling<'_>) -> BySeat<String> {
    let plain = |name: &str| -> String {
        let plain = |c: char| if c.is_control() || ":[]()".contains(c) { '_' } else { c };
        name.trim().chars().map(plain).collect()
    };
    let plain = BySeat::from_fn(|seat| plain(&telling.names[seat]));
    BySeat::from_fn(|seat| {
        let twice = plain.iter().filter(|(_, name)| **name == plain[seat]).count() > 1;
        if twice || plain[seat].is_empty() {
            format!("{} #{}", plain[seat], seat.number()).trim().to_owned()
        } else {
            plain[seat].clone()
        }
    })
}

struct Text<'a> {
    telling: &'a Telling<'a>,
    names: BySeat<String>,
    out: String,
    board: Vec<Card>,
    /// The bet to match in this round.
    bet: Chips,
    shown: bool,
    /// How the hand ended for each seat.
    ends: BySeat<End>,
    /// The seats that put chips in, antes and dead blinds left out.
    staked: SeatSet,
}

/// How a hand ended for a player.
#[derive(Clone, Debug, Default)]
enum End {
    /// All others had folded.
    #[default]
    Alone,
    /// With a fold on a street, `None` before the flop.
    Folded(Option<&'static str>),
    Mucked,
    /// With cards that were shown, and what they make.
    Showed(String, String),
}

impl Text<'_> {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn say(&mut self, seat: SeatIx, what: &str, all_in: bool) {
        let end = if all_in { " and is all-in" } else { "" };
        let line = format!("{}: {what}{end}", self.names[seat]);
        self.line(&line);
    }

    fn event(&mut self, event: &PublicEvent) -> Result<(), FormatError> {
        match event {
            // A blind of a player whom an ante took all: these formats tell payments alone.
            PublicEvent::Posted { amount, .. } if amount.is_zero() => {}
            PublicEvent::Posted {
                seat,
                amount,
                kind,
                all_in,
            } => {
                let post = POSTS.iter().find(|(known, _)| known == kind);
                let (_, post) = post.ok_or(FormatError::Event("such a forced bet"))?;
                match (kind, self.other_blind(*seat, *kind)) {
                    // Both are one line, that of the live one.
                    (PostKind::DeadBlind, Some(_)) => {}
                    (PostKind::EntryBlind, Some((dead, last))) => {
                        self.say(*seat, &format!("posts {BOTH_BLINDS} {}", *amount + dead), last);
                    }
                    _ => self.say(*seat, &format!("posts {post} {amount}"), *all_in),
                }
                if kind.sets_bet() {
                    self.bet = self.bet.max(*amount);
                    self.staked.insert(*seat);
                }
            }
            PublicEvent::HoleCardsDealt { .. } => {
                self.line("*** HOLE CARDS ***");
                if let Some((seat, cards)) = self.telling.hero_cards() {
                    let line = format!("Dealt to {} [{}]", self.names[seat], cards.join(" "));
                    self.line(&line);
                }
            }
            PublicEvent::ActionTaken {
                seat,
                action,
                added,
                to,
                all_in,
                dark: _,
            } => {
                let what = match action {
                    BetAction::Fold => "folds".to_owned(),
                    BetAction::Check => "checks".to_owned(),
                    BetAction::Call => format!("calls {added}"),
                    BetAction::Bet => format!("bets {to}"),
                    BetAction::Raise => format!("raises {} to {to}", to.saturating_sub(self.bet)),
                };
                self.say(*seat, &what, *all_in);
                self.bet = self.bet.max(*to);
                if *action == BetAction::Fold {
                    self.ends[*seat] = End::Folded(self.street());
                } else if !added.is_zero() {
                    self.staked.insert(*seat);
                }
            }
            PublicEvent::BoardDealt { cards } if is_street(self.board.len(), cards.len()) => {
                let street = STREETS[(self.board.len() + cards.len()) - 3];
                let before = if self.board.is_empty() {
                    String::new()
                } else {
                    format!("{} ", bracketed(&self.board))
                };
                let line = format!("*** {street} *** {before}{}", bracketed(cards));
                self.line(&line);
                self.board.extend(cards);
                self.bet = Chips::ZERO;
            }
            PublicEvent::BoardDealt { .. } => return Err(FormatError::Event("such a board")),
            PublicEvent::SecondRunStarted { .. } => return Err(FormatError::Event("a board that is run twice")),
            PublicEvent::UncalledReturned { seat, amount } => {
                let line = format!("Uncalled bet ({amount}) returned to {}", self.names[*seat]);
                self.line(&line);
            }
            PublicEvent::HandShown { seat, cards, .. } => {
                self.show_down();
                let made = self.made(cards);
                self.say(*seat, &format!("shows {} ({made})", bracketed(cards)), false);
                self.ends[*seat] = End::Showed(bracketed(cards), made);
            }
            // The format has no word for it: the player shows cards, and has folded or mucked.
            PublicEvent::KilledShown { seat, cards } => {
                self.say(*seat, &format!("shows {} (a killed hand)", bracketed(cards)), false);
            }
            PublicEvent::HandMucked { seat } => {
                self.show_down();
                self.say(*seat, "mucks hand", false);
                self.ends[*seat] = End::Mucked;
            }
            _ => {}
        }
        Ok(())
    }

    /// The other blind of a player who posts a live and a dead one: its amount, and whether the stack went with it.
    fn other_blind(&self, seat: SeatIx, kind: PostKind) -> Option<(Chips, bool)> {
        let other = match kind {
            PostKind::EntryBlind => PostKind::DeadBlind,
            PostKind::DeadBlind => PostKind::EntryBlind,
            _ => return None,
        };
        self.telling.record.events.iter().find_map(|event| match event {
            PublicEvent::Posted {
                seat: s,
                amount,
                kind,
                all_in,
            } if *s == seat && *kind == other => Some((*amount, *all_in)),
            _ => None,
        })
    }

    /// The street that is played, `None` before the flop.
    fn street(&self) -> Option<&'static str> {
        STREETS.get(self.board.len().checked_sub(3)?).copied()
    }

    /// What a hand makes with the whole board, in words.
    fn made(&self, cards: &[Card]) -> String {
        let show = self.telling.record.game.showdown();
        let [own, board]: [CardSet; 2] = [cards, &self.board].map(|cards| cards.iter().copied().collect());
        let side = |ranking: Option<Ranking>| eval::describe(ranking?, show.selection, own, board);
        words::made(side(show.high).as_ref(), side(show.low).as_ref())
    }

    fn show_down(&mut self) {
        if !std::mem::replace(&mut self.shown, true) {
            self.line("*** SHOW DOWN ***");
        }
    }

    fn summary(&mut self) {
        let awards = self.telling.awards();
        let several = awards.len() > 1;
        let mut total = Chips::ZERO;
        for (index, (amount, winners)) in awards.iter().enumerate() {
            total += *amount;
            let pot = match index {
                _ if !several => "pot".to_owned(),
                0 => "main pot".to_owned(),
                _ if awards.len() == 2 => "side pot".to_owned(),
                _ => format!("side pot-{index}"),
            };
            for (seat, won) in winners {
                let line = format!("{} collected {won} from {pot}", self.names[*seat]);
                self.line(&line);
            }
        }
        self.line("*** SUMMARY ***");
        self.line(&format!("Total pot {total} | Rake 0"));
        if !self.board.is_empty() {
            let line = format!("Board {}", bracketed(&self.board));
            self.line(&line);
        }
        for (seat, _) in self.telling.stacks() {
            let won = awards.iter().flat_map(|(_, winners)| winners);
            let won: Chips = won.filter(|(winner, _)| *winner == seat).map(|(_, won)| *won).sum();
            let line = format!(
                "Seat {}: {}{} {}",
                seat.number(),
                self.names[seat],
                self.position(seat),
                self.ended(seat, won)
            );
            self.line(&line);
        }
        self.out.push_str("\n\n");
    }
}

impl Text<'_> {
    fn position(&self, seat: SeatIx) -> String {
        let posted = |wanted: PostKind| {
            let posts = |event: &&&PublicEvent| matches!(event, PublicEvent::Posted { seat: s, kind, .. } if *s == seat && *kind == wanted);
            self.telling.record.events.iter().find(posts).is_some()
        };
        let mut places = String::new();
        for (there, place) in [
            (self.telling.record.setup.button == seat, " (button)"),
            (posted(PostKind::SmallBlind), " (small blind)"),
            (posted(PostKind::BigBlind), " (big blind)"),
        ] {
            if there {
                places.push_str(place);
            }
        }
        places
    }

    /// What the summary says of a seat that won so much.
    fn ended(&self, seat: SeatIx, won: Chips) -> String {
        match &self.ends[seat] {
            End::Folded(Some(street)) => {
                let (first, rest) = street.split_at(1);
                format!("folded on the {first}{}", rest.to_lowercase())
            }
            End::Folded(None) if self.staked.contains(seat) => "folded before Flop".to_owned(),
            End::Folded(None) => "folded before Flop (didn't bet)".to_owned(),
            End::Showed(cards, made) if won.is_zero() => format!("showed {cards} and lost with {made}"),
            End::Showed(cards, made) => format!("showed {cards} and won ({won}) with {made}"),
            End::Mucked if won.is_zero() => "mucked".to_owned(),
            End::Mucked | End::Alone => format!("collected ({won})"),
        }
    }
}

fn bracketed(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    format!("[{}]", cards.join(" "))
}

/// Reads a file of hands.
pub(super) fn read(text: &str) -> Vec<Result<PhhHand, ImportError>> {
    let mut hands: Vec<Vec<(usize, &str)>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}').trim_end();
        if line.starts_with(MAKER) {
            hands.push(Vec::new());
        }
        match hands.last_mut() {
            Some(hand) if !line.is_empty() => hand.push((index + 1, line)),
            _ => {}
        }
    }
    if hands.is_empty() {
        let message = format!("there is no hand: none begins with `{MAKER}`");
        return vec![Err(ImportError { line: 1, message })];
    }
    hands.iter().map(|lines| Reader::read(lines)).collect()
}

/// Reads one hand.
struct Reader {
    hand: Import,
    game: &'static GameDef,
    kind: LimitKind,
    stakes: (Chips, Chips),
}

type Lines<'a> = &'a [(usize, &'a str)];

impl Reader {
    fn read(lines: Lines<'_>) -> Result<PhhHand, ImportError> {
        let at = |line: usize| move |message: String| ImportError { line, message };
        let (first, _) = lines[0];
        let actions = lines
            .iter()
            .position(|(_, line)| !is_header(line))
            .unwrap_or(lines.len());
        let mut reader = Self::header(&lines[..actions]).map_err(at(first))?;
        for (number, line) in &lines[actions..] {
            if line.starts_with("*** SUMMARY") {
                break;
            }
            reader.line(line).map_err(at(*number))?;
        }
        let (small, big) = reader.stakes;
        let bets = if reader.kind == LimitKind::Fixed {
            (small, big)
        } else {
            (big, big)
        };
        Ok(reader.hand.finish(reader.game, reader.kind, bets.0, bets.1))
    }

    /// The lines before the first that somebody does.
    fn header(lines: Lines<'_>) -> Result<Self, String> {
        let (_, title) = lines[0];
        let described = title.split_once(": ").ok_or("the game is missing")?.1.trim();
        let (words, rest) = described.split_once(" (").ok_or("the stakes are missing")?;
        let (stakes, _) = rest.split_once(')').ok_or("the stakes are missing")?;
        let words = without_event(words);
        let limit = LIMITS.iter().find(|(_, limit)| words.ends_with(limit));
        let (kind, limit) = limit.ok_or_else(|| format!("`{words}` is no game with a limit"))?;
        let name = words.trim_end_matches(limit).trim();
        let game = import::game(name, *kind, code)?;
        // What an entry costs is no amount of the hand.
        let rest = std::iter::once(rest);
        let whole = !rest
            .chain(lines[1..].iter().map(|(_, line)| *line))
            .any(|line| line.contains('.') && !line.starts_with("Table"));
        let scale = Scale::with_decimals(if whole { 0 } else { 2 }).ok_or("too many decimals")?;
        let stakes = stakes.split_whitespace().next().unwrap_or_default();
        let (small, big) = stakes.split_once('/').ok_or("the stakes are missing")?;
        let stakes = (money(scale, small)?, money(scale, big)?);
        let table = lines.iter().find(|(_, line)| line.starts_with("Table "));
        let button = table.and_then(|(_, line)| line.rsplit_once("Seat #")?.1.split_whitespace().next()?.parse().ok());
        let button = button.and_then(SeatIx::from_number).ok_or("the button is missing")?;
        let mut players = Vec::new();
        for (_, line) in lines
            .iter()
            .filter(|(_, line)| line.starts_with("Seat ") && !line.ends_with("sitting out"))
        {
            players.push(player(scale, line).ok_or_else(|| format!("`{line}` is no player"))??);
        }
        Ok(Self {
            hand: Import::new(scale, players, button)?,
            game,
            kind: *kind,
            stakes,
        })
    }

    fn money(&self, text: &str) -> Result<Chips, String> {
        money(self.hand.scale, text)
    }

    /// The player whose name a line begins with, and the rest.
    fn player<'a>(&self, line: &'a str, mark: &str) -> Option<(usize, &'a str)> {
        let players = self.hand.players().iter().enumerate();
        let named = players.filter_map(|(index, player)| {
            let rest = line.strip_prefix(player.name.as_str())?.strip_prefix(mark)?;
            Some((player.name.len(), index, rest))
        });
        named
            .max_by_key(|(length, ..)| *length)
            .map(|(_, index, rest)| (index, rest))
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(street) = line.strip_prefix("*** ") {
            if STREETS.iter().any(|name| street.starts_with(name)) {
                let cards = street.rsplit_once('[').ok_or("the cards are missing")?.1;
                self.hand.board(&cards_of(cards));
            }
            return Ok(());
        }
        if let Some(dealt) = line.strip_prefix("Dealt to ") {
            let (player, cards) = self.player(dealt, " [").ok_or("no player has this name")?;
            self.hand.hole(player, cards_of(cards));
            return Ok(());
        }
        let Some((player, said)) = self.player(line, ": ") else {
            // What is paid out follows from the hand; talk and comings and goings are no part of it.
            return Ok(());
        };
        let said = said.trim_end_matches(" and is all-in");
        let words: Vec<&str> = said.split_whitespace().collect();
        match words[..] {
            ["folds", ..] => self.hand.fold(player),
            ["checks"] => self.hand.call(player, Chips::ZERO)?,
            ["calls", added] => {
                let added = self.money(added)?;
                self.hand.call(player, added)?;
            }
            ["bets", to] | ["raises", _, "to", to] => {
                let to = self.money(to)?;
                self.hand.raise_to(player, to);
            }
            ["posts", .., amount] => self.post(player, said, amount)?,
            ["shows", ..] => {
                let cards = said.split_once('[').ok_or("the cards are missing")?.1;
                self.hand.show(player, &cards_of(cards));
            }
            ["mucks", ..] => self.hand.muck(player),
            // Who does not show concedes.
            ["doesn't", "show", ..] => {}
            _ => return Err(format!("`{said}` is no action")),
        }
        Ok(())
    }

    fn post(&mut self, player: usize, said: &str, amount: &str) -> Result<(), String> {
        let paid = self.money(amount)?;
        let post = said.trim_start_matches("posts ").trim_end_matches(amount).trim();
        let blind = if self.kind == LimitKind::Fixed {
            self.stakes.0
        } else {
            self.stakes.1
        };
        if post == BOTH_BLINDS {
            self.hand
                .post(player, PostKind::EntryBlind, blind.min(paid), Chips::ZERO)?;
            let dead = paid.saturating_sub(blind);
            if !dead.is_zero() {
                self.hand.post(player, PostKind::DeadBlind, dead, Chips::ZERO)?;
            }
            return Ok(());
        }
        let kind = POSTS.iter().find(|(_, name)| *name == post);
        let (kind, _) = kind.ok_or_else(|| format!("`{post}` is no forced bet"))?;
        // The blinds of the hand come first; a further one is that of a player who enters or comes back.
        let kind = match kind {
            PostKind::SmallBlind if self.hand.has_posted(PostKind::BigBlind) => &PostKind::DeadBlind,
            PostKind::BigBlind if self.hand.has_posted(PostKind::BigBlind) => &PostKind::EntryBlind,
            kind => kind,
        };
        let full = if matches!(kind, PostKind::BigBlind | PostKind::EntryBlind) {
            blind
        } else {
            paid
        };
        self.hand.post(player, *kind, paid, full)
    }
}

fn is_header(line: &str) -> bool {
    line.starts_with(MAKER) || line.starts_with("Table ") || (line.starts_with("Seat ") && line.contains(" in chips"))
}

/// `Seat 1: NAME (100 in chips)`.
fn player(scale: Scale, line: &str) -> Option<Result<Player, String>> {
    let (seat, rest) = line.strip_prefix("Seat ")?.split_once(": ")?;
    let (name, stack) = rest.rsplit_once(" (")?;
    let stack = stack.split_whitespace().next()?;
    let seat = SeatIx::from_number(seat.parse().ok()?)?;
    Some(money(scale, stack).map(|stack| Player {
        seat,
        name: name.to_owned(),
        stack,
    }))
}

/// An amount, with or without the sign of a currency.
fn money(scale: Scale, text: &str) -> Result<Chips, String> {
    import::amount(scale, text.trim_start_matches(['$', '€', '£']))
}

/// The cards up to the closing bracket, without separators.
fn cards_of(text: &str) -> String {
    let inside = text.split(']').next().unwrap_or_default();
    inside.split_whitespace().collect()
}
