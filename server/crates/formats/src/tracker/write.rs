//! Writing of hands in the text of trackers.

mod ending;

use poker_engine::eval::{self, Ranking};
use poker_engine::event::{BetAction, DealtCard, PublicEvent};
use poker_engine::setup::PostKind;
use poker_engine::{BySeat, Card, CardSet, Chips, LimitKind, SeatIx, SeatSet, TurnKind};

use super::super::titles::event_words;
use super::super::{FormatError, Lack, Telling, is_price, words};
use super::{BOARDS, BOTH_BLINDS, DRAWS, LIMITS, MAKER, POSTS, STUD, bracketed, code, draws, is_stud};
use ending::titled;

/// Writes a hand.
pub(crate) fn write(telling: &Telling<'_>) -> Result<String, FormatError> {
    let game = telling.record.game;
    let name = code(game).ok_or_else(|| FormatError::Game(game.id.clone()))?;
    let stakes = telling.stakes()?;
    if telling.record.setup.rules.bomb_pot {
        return Err(FormatError::Event(Lack::BOMB_POT));
    }
    let limit = LIMITS.iter().find(|(kind, _)| *kind == stakes.kind);
    let (_, limit) = limit.ok_or(FormatError::Stakes)?;
    let amounts = match telling.record.setup.tiers[..] {
        [small, .., big] if stakes.kind == LimitKind::Fixed => format!("{}/{}", small.min_bet(), big.min_bet()),
        _ if stakes.button => format!("Button Blind {} - Ante {}", stakes.big, stakes.ante),
        _ => format!("{}/{}", stakes.small, stakes.big),
    };
    let setup = telling.record.setup;
    let mut text = Text {
        telling,
        // A dead hand folds whenever it would be to act, like that of a player sitting out on other sites.
        events: telling.record.with_dead_folding(true),
        names: names(telling),
        out: String::new(),
        boards: [Vec::new(), Vec::new()],
        run: 0,
        twice: false,
        cards: BySeat::default(),
        received: BySeat::default(),
        discarded: BySeat::default(),
        drawn: SeatSet::EMPTY,
        draws: 0,
        dealt: false,
        bet: if stakes.kind == LimitKind::Fixed && is_stud(game) {
            Chips::ZERO
        } else {
            stakes.big
        },
        showdowns: 0,
        ends: BySeat::default(),
        staked: SeatSet::EMPTY,
        street: None,
    };
    let started = telling.started_at.strftime("%Y/%m/%d %H:%M:%S");
    let (before, level, table) = match telling.event {
        Some(event) => event_words(event),
        None => ("  ".to_owned(), String::new(), telling.table.clone()),
    };
    text.line(&format!(
        "{MAKER}{}{:08}:{before}{name} {limit}{level} ({amounts}) - {started} UTC",
        telling.table, telling.hand
    ));
    text.line(&format!(
        "Table '{table}' {}-max (Play Money) Seat #{} is the button",
        setup.seat_count,
        setup.button.number()
    ));
    let dead = telling.record.dead();
    for (seat, stack) in telling.stacks() {
        let name = text.names[seat].clone();
        let head = match telling.head(seat) {
            0 => String::new(),
            head => format!(", {head} bounty"),
        };
        let absent = if dead.contains(seat) { " is sitting out" } else { "" };
        text.line(&format!(
            "Seat {}: {name} ({stack} in chips{head}){absent}",
            seat.number()
        ));
    }
    for event in std::mem::take(&mut text.events) {
        text.event(&event)?;
    }
    text.summary();
    Ok(text.out)
}

/// Returns a name such that no parser mistakes a part of it for something else.
pub(in super::super) fn plain_name(name: &str) -> String {
    let plain = |c: char| if c.is_control() || ":[]()".contains(c) { '_' } else { c };
    name.trim().chars().map(plain).collect()
}

/// Returns the names of the players, each unique.
fn names(telling: &Telling<'_>) -> BySeat<String> {
    let plain = BySeat::from_fn(|seat| plain_name(&telling.names[seat]));
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
    events: Vec<PublicEvent>,
    names: BySeat<String>,
    out: String,
    /// The cards of the board, and of the second run if it is dealt twice.
    boards: [Vec<Card>; 2],
    /// The run that gets the next cards.
    run: usize,
    /// Set if the rest of the board is dealt twice.
    twice: bool,
    /// The cards of each player in the text: all of the hero's, and the up cards of others.
    cards: BySeat<Vec<Card>>,
    /// The number of cards each player has received, and below, how many were discarded.
    received: BySeat<usize>,
    discarded: BySeat<usize>,
    /// Seats that have drawn in this round, and below, the number of rounds.
    drawn: SeatSet,
    draws: usize,
    /// Set once the first cards are dealt.
    dealt: bool,
    /// The bet to match in this round.
    bet: Chips,
    showdowns: usize,
    /// The end of the hand for each seat.
    ends: BySeat<End>,
    /// The seats that put chips in, apart from antes and dead blinds.
    staked: SeatSet,
    /// The current street, by its name in the summary; `None` for the first.
    street: Option<String>,
}

/// The end of a hand for a player.
#[derive(Clone, Debug, Default)]
enum End {
    /// All others had folded.
    #[default]
    Alone,
    /// Folded on a street, `None` for the first.
    Folded(Option<String>),
    Mucked,
    /// Showed cards; with the made hand on each run of the board.
    Showed(String, Vec<String>),
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
            // For a player whom an ante put all-in, only a blind that others have to match is written.
            PublicEvent::Posted { amount, kind, .. } if amount.is_zero() && !is_price(*kind) => {}
            PublicEvent::Posted {
                seat,
                amount,
                kind,
                all_in,
            } => self.posted(*seat, *amount, *kind, *all_in || amount.is_zero())?,
            PublicEvent::HoleCardsDealt { hands } => {
                self.begin_street();
                for (seat, cards) in hands {
                    self.deal(*seat, cards);
                }
            }
            PublicEvent::TurnStarted(turn) => {
                if turn.kind == TurnKind::Bet {
                    self.drawn = SeatSet::EMPTY;
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
                    self.ends[*seat] = End::Folded(self.street.clone());
                } else if !added.is_zero() {
                    self.staked.insert(*seat);
                }
            }
            PublicEvent::BoardDealt { cards } => self.board(cards)?,
            PublicEvent::RunsDecided { twice } => self.twice = *twice,
            PublicEvent::SecondRunStarted { kept } => {
                self.boards[1] = self.boards[0][..usize::from(*kept)].to_vec();
                self.run = 1;
            }
            PublicEvent::CardsDrawn { seat, count, up } if up.is_empty() => self.draw(*seat, usize::from(*count)),
            PublicEvent::UncalledReturned { seat, amount } => {
                let line = format!("Uncalled bet ({amount}) returned to {}", self.names[*seat]);
                self.line(&line);
            }
            PublicEvent::HandShown { seat, cards, run, .. } => {
                self.show_down(run.map_or(0, usize::from));
                let made = self.made(cards, usize::from(*run == Some(2)));
                self.say(*seat, &format!("shows {} ({made})", bracketed(cards)), false);
                match &mut self.ends[*seat] {
                    End::Showed(_, before) => before.push(made),
                    end => *end = End::Showed(bracketed(cards), vec![made]),
                }
            }
            // The format has no word for it: the player shows cards, and has folded or mucked.
            PublicEvent::KilledShown { seat, cards } => {
                self.say(*seat, &format!("shows {} (a killed hand)", bracketed(cards)), false);
            }
            PublicEvent::HandMucked { seat } => {
                self.show_down(self.showdowns);
                self.say(*seat, "mucks hand", false);
                self.ends[*seat] = End::Mucked;
            }
            // Written in other lines, or without effect.
            PublicEvent::DarkDeclared { .. }
            | PublicEvent::ChoiceMade { .. }
            | PublicEvent::DeckRefilled { .. }
            | PublicEvent::PotsFormed { .. }
            | PublicEvent::HandsTabled { .. }
            | PublicEvent::HandsOpened { .. }
            | PublicEvent::PotAwarded { .. }
            | PublicEvent::StraddleDeclined { .. }
            | PublicEvent::HandCompleted { .. } => {}
            other => return Err(FormatError::Event(Lack::of(other))),
        }
        Ok(())
    }

    fn posted(&mut self, seat: SeatIx, amount: Chips, kind: PostKind, all_in: bool) -> Result<(), FormatError> {
        if kind == PostKind::BringIn {
            self.say(seat, &format!("brings in for {amount}"), all_in);
            self.bet = self.telling.record.setup.bring_in.unwrap_or(amount);
            self.staked.insert(seat);
            return Ok(());
        }
        let post = POSTS.iter().find(|(known, _)| *known == kind);
        let (_, post) = post.ok_or(FormatError::Event(Lack::FORCED_BET))?;
        match (kind, self.other_blind(seat, kind)) {
            // Both are one line, that of the live blind.
            (PostKind::DeadBlind, Some(_)) => {}
            (PostKind::EntryBlind, Some((dead, last))) => {
                self.say(seat, &format!("posts {BOTH_BLINDS} {}", amount + dead), last);
            }
            _ => self.say(seat, &format!("posts {post} {amount}"), all_in),
        }
        if kind.sets_bet() {
            self.bet = self.bet.max(amount);
            self.staked.insert(seat);
        }
        Ok(())
    }

    /// Returns the other blind of a player who posts a live and a dead one: its amount, and `true` if it put the player all-in.
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

    /// Writes the line that begins the street of a deal.
    fn begin_street(&mut self) {
        let game = self.telling.record.game;
        let first = !std::mem::replace(&mut self.dealt, true);
        let name = if is_stud(game) {
            let most = self.received.iter().map(|(_, count)| *count).max().unwrap_or_default();
            let street = STUD.iter().find(|(cards, _)| *cards > most);
            street.map_or("RIVER", |(_, name)| name)
        } else if draws(game) > 0 {
            "DEALING HANDS"
        } else {
            "HOLE CARDS"
        };
        self.line(&format!("*** {name} ***"));
        if !first {
            self.bet = Chips::ZERO;
            self.street = Some(titled(name));
        }
    }

    /// Writes cards dealt to a player: the hero's own, and up cards.
    fn deal(&mut self, seat: SeatIx, cards: &[DealtCard]) {
        let record = &self.telling.record;
        let own = record.received[seat]
            .as_ref()
            .filter(|_| self.telling.hero == Some(seat));
        let from = self.received[seat];
        let seen = cards.iter().enumerate().filter_map(|(at, card)| match card {
            DealtCard::Up(card) => Some(*card),
            DealtCard::Down => own.and_then(|own| own.get(from + at)).copied(),
        });
        let seen: Vec<Card> = seen.collect();
        self.received[seat] += cards.len();
        self.tell_dealt(seat, &seen);
    }

    fn tell_dealt(&mut self, seat: SeatIx, seen: &[Card]) {
        if seen.is_empty() {
            return;
        }
        let before = if self.cards[seat].is_empty() {
            String::new()
        } else {
            format!("{} ", bracketed(&self.cards[seat]))
        };
        let line = format!("Dealt to {} {before}{}", self.names[seat], bracketed(seen));
        self.line(&line);
        self.cards[seat].extend(seen);
    }

    /// Writes a draw: the discard, and for the hero the new cards.
    fn draw(&mut self, seat: SeatIx, count: usize) {
        if self.drawn.is_empty() || self.drawn.contains(seat) {
            self.drawn = SeatSet::EMPTY;
            self.begin_draw();
        }
        self.drawn.insert(seat);
        let record = &self.telling.record;
        let hero = self.telling.hero == Some(seat);
        let cards = record.discarded[seat].as_ref().filter(|_| hero);
        let cards = cards.and_then(|all| all.get(self.discarded[seat])).copied();
        self.discarded[seat] += 1;
        if count == 0 {
            return self.say(seat, "stands pat", false);
        }
        let cards: Vec<Card> = cards.into_iter().flat_map(CardSet::iter).collect();
        let told = if cards.is_empty() {
            String::new()
        } else {
            format!(" {}", bracketed(&cards))
        };
        let many = if count == 1 { "card" } else { "cards" };
        self.say(seat, &format!("discards {count} {many}{told}"), false);
        self.cards[seat].retain(|card| !cards.contains(card));
        let own = record.received[seat].as_ref().filter(|_| hero);
        let from = self.received[seat];
        let new: Vec<Card> = own.map_or_else(Vec::new, |own| own.iter().skip(from).take(count).copied().collect());
        self.received[seat] += count;
        if !new.is_empty() {
            // If all cards are new, the list of kept ones is written nevertheless, empty.
            let kept = bracketed(&self.cards[seat]);
            let line = format!("Dealt to {} {kept} {}", self.names[seat], bracketed(&new));
            self.line(&line);
            self.cards[seat].extend(new);
        }
    }

    /// Begins a draw. Games with a single draw have no line for it.
    fn begin_draw(&mut self) {
        self.draws += 1;
        self.bet = Chips::ZERO;
        let several = draws(self.telling.record.game) > 1;
        let name = DRAWS.get(self.draws - 1).filter(|_| several);
        if let Some(name) = name {
            self.line(&format!("*** {name} ***"));
        }
        self.street = Some(match name {
            Some(name) => titled(name),
            None => "Draw".to_owned(),
        });
    }

    /// Writes cards on the board. Those of a board dealt twice have a line that says which run.
    fn board(&mut self, cards: &[Card]) -> Result<(), FormatError> {
        let before = &self.boards[self.run];
        let count = before.len() + cards.len();
        let before = if before.is_empty() {
            String::new()
        } else {
            format!("{} ", bracketed(before))
        };
        // If the first card is on the board before the first bet, it is written with the players' cards.
        if count == 1 && self.boards[0].is_empty() {
            let dealt = "*** HOLE CARDS ***";
            let at = self.out.rfind(dealt).ok_or(FormatError::Event(Lack::BOARD))? + dealt.len();
            self.out.insert_str(at, &format!(" {}", bracketed(cards)));
            self.boards[0].extend(cards);
            return Ok(());
        }
        let street = BOARDS.iter().find(|(known, _)| *known == count);
        let (_, street) = street.ok_or(FormatError::Event(Lack::BOARD))?;
        let run = match (self.twice, self.run) {
            (false, _) => "",
            (true, 0) => "FIRST ",
            (true, _) => "SECOND ",
        };
        self.line(&format!("*** {run}{street} *** {before}{}", bracketed(cards)));
        self.boards[self.run].extend(cards);
        self.bet = Chips::ZERO;
        self.street = Some(titled(street));
        Ok(())
    }

    /// Describes what a hand makes with a whole board.
    fn made(&self, cards: &[Card], board: usize) -> String {
        let show = self.telling.record.game.showdown();
        let [own, board]: [CardSet; 2] = [cards, &self.boards[board]].map(|cards| cards.iter().copied().collect());
        let side = |ranking: Option<Ranking>| eval::describe(ranking?, show.selection, own, board);
        words::made(side(show.high).as_ref(), side(show.low).as_ref())
    }
}
