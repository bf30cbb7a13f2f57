//! Playing a hand of a file through the engine, every amount checked as in live play.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{PhhHand, Scale};
use crate::action::{Action, TurnKind};
use crate::card::{Card, CardSet};
use crate::deck::Deck;
use crate::event::{Event, Pot, PublicEvent};
use crate::game::{Burn, GameDef, Step, catalogue};
use crate::hand::Hand;
use crate::limit::{Limit, LimitKind};
use crate::setup::{Post, PostKind, SeatSetup, Setup, TableRules};
use crate::{Chips, SeatIx, SeatSet};

/// What came of a hand. Players are in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Whether the file tells the hand to its end.
    pub complete: bool,
    /// The stacks at the end, or where the file stops; `None` if the hand was refused, or the stack was never known.
    pub stacks: Option<Vec<Option<Chips>>>,
    /// What each player collected from pots, returned bets left out.
    pub winnings: Vec<Chips>,
    /// The pots, main pot first.
    pub pots: Vec<PotOutcome>,
    /// The board as far as the file deals it.
    pub board: Vec<Card>,
    /// Which action was refused and why, or why the hand cannot be played.
    pub error: Option<String>,
}

/// A pot at the end of a hand. Players are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PotOutcome {
    /// Chips in it.
    pub amount: Chips,
    /// Who contended for it.
    pub eligible: Vec<u8>,
    /// Who was paid from it.
    pub winners: Vec<u8>,
}

/// The games that the format knows.
const CODES: [(&str, &str); 11] = [
    ("FT", "fixed-limit hold'em"),
    ("NT", "no-limit hold'em"),
    ("NS", "no-limit short-deck hold'em"),
    ("PO", "pot-limit Omaha"),
    ("FO/8", "fixed-limit Omaha hi-lo"),
    ("F7S", "fixed-limit seven-card stud"),
    ("F7S/8", "fixed-limit seven-card stud hi-lo"),
    ("FR", "fixed-limit razz"),
    ("N2L1D", "no-limit deuce-to-seven single draw"),
    ("F2L3D", "fixed-limit deuce-to-seven triple draw"),
    ("FB", "fixed-limit badugi"),
];

/// The stack of a player whose stack the file does not know: more than any bet, and far from the bounds.
const UNKNOWN_STACK: Chips = Chips::new(1 << 48);

/// Plays a hand.
pub fn replay(file: &PhhHand) -> Replay {
    let count = file.stacks.len();
    let refused = |error: String| Replay {
        complete: false,
        stacks: None,
        winnings: vec![Chips::ZERO; count],
        pots: Vec::new(),
        board: Vec::new(),
        error: Some(error),
    };
    match Player::start(file).and_then(Player::run) {
        Ok(replay) => replay,
        Err(error) => refused(error),
    }
}

/// An action of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    Nothing,
    DealHole {
        player: usize,
        cards: Vec<Option<Card>>,
    },
    DealBoard {
        cards: Vec<Option<Card>>,
    },
    Fold {
        player: usize,
    },
    CheckOrCall {
        player: usize,
    },
    BetOrRaise {
        player: usize,
        to: Chips,
    },
    Throw {
        player: usize,
        cards: Vec<Option<Card>>,
    },
    Show {
        player: usize,
        cards: Vec<Option<Card>>,
    },
    ShowAsDealt {
        player: usize,
    },
    Muck {
        player: usize,
    },
    /// What only games without a code of the format have.
    Own {
        player: usize,
        action: Action,
    },
}

impl Line {
    fn read(text: &str, players: usize, scale: Scale) -> Result<Self, String> {
        let text = text.split('#').next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let player = |word: &str| {
            let number: Option<usize> = word.strip_prefix('p').and_then(|number| number.parse().ok());
            let known = number.filter(|number| (1..=players).contains(number));
            known
                .map(|number| number - 1)
                .ok_or_else(|| format!("there is no player `{word}`"))
        };
        Ok(match words[..] {
            [] => Self::Nothing,
            ["d", "dh", who, cards] => Self::DealHole {
                player: player(who)?,
                cards: read_cards(cards)?,
            },
            ["d", "db", cards] => Self::DealBoard {
                cards: read_cards(cards)?,
            },
            [who, "f"] => Self::Fold { player: player(who)? },
            [who, "cc"] => Self::CheckOrCall { player: player(who)? },
            [who, "cbr", amount] => Self::BetOrRaise {
                player: player(who)?,
                to: Scale::decimals_of(amount)
                    .and_then(|_| scale.read(amount))
                    .ok_or_else(|| format!("`{amount}` is no amount"))?,
            },
            [who, "sd"] => Self::Throw {
                player: player(who)?,
                cards: Vec::new(),
            },
            [who, "sd", cards] => Self::Throw {
                player: player(who)?,
                cards: read_cards(cards)?,
            },
            [who, "sm"] => Self::Muck { player: player(who)? },
            [who, "sm", "-"] => Self::ShowAsDealt { player: player(who)? },
            [who, "sm", cards] => Self::Show {
                player: player(who)?,
                cards: read_cards(cards)?,
            },
            [who, "straddle"] => Self::Own {
                player: player(who)?,
                action: Action::Straddle,
            },
            [who, "no"] => Self::Own {
                player: player(who)?,
                action: Action::Decline,
            },
            [_, "pb"] => return Err("there is no bring-in in this game".to_owned()),
            _ => return Err("this is no action".to_owned()),
        })
    }
}

/// Cards without separators; `??` is one that the file does not know.
fn read_cards(text: &str) -> Result<Vec<Option<Card>>, String> {
    let symbols: Vec<char> = text.chars().collect();
    let card = |pair: &[char]| match pair {
        ['?', '?'] => Ok(None),
        _ => pair.iter().collect::<String>().parse().map(Some).map_err(|_| {
            let pair: String = pair.iter().collect();
            format!("`{pair}` is no card")
        }),
    };
    symbols.chunks(2).map(card).collect()
}

/// Cards that the engine has dealt and the file still has to tell.
enum Due {
    Hole { player: usize, count: usize },
    Board { count: usize },
}

struct Player<'a> {
    file: &'a PhhHand,
    lines: Vec<Result<Line, String>>,
    hand: Hand,
    events: Vec<Event>,
    due: VecDeque<Due>,
    /// The cards that each player holds, as far as the file knows them.
    known: Vec<CardSet>,
    shown: Vec<bool>,
    board_told: usize,
}

impl<'a> Player<'a> {
    fn start(file: &'a PhhHand) -> Result<Self, String> {
        let count = file.stacks.len();
        let game = game_of(file)?;
        let tiers = tiers(file, &game)?;
        let lines: Vec<_> = file
            .actions
            .iter()
            .map(|text| Line::read(text, count, file.scale))
            .collect();
        let deck = Dealing::new(&game, file, &lines)?;
        let mut conceding = SeatSet::EMPTY;
        for line in lines.iter().flatten() {
            match line {
                Line::Muck { player } => conceding.insert(seat(*player)),
                Line::Show { player, .. } | Line::ShowAsDealt { player } => conceding.remove(seat(*player)),
                _ => {}
            }
        }
        let (posts, big_blind) = match &file.posts {
            Some(texts) => own_posts(texts, count)?,
            None => posts(file),
        };
        let players = file.stacks.iter().enumerate().map(|(player, stack)| SeatSetup {
            seat: seat(player),
            stack: stack.unwrap_or(UNKNOWN_STACK),
            dead: false,
        });
        let setup = Setup {
            seat_count: u8::try_from(count).map_err(|_| "too many players")?,
            players: players.collect(),
            button: seat(count - 1),
            small_blind: None,
            big_blind,
            posts,
            bring_in: file.bring_in,
            tiers,
            carried: file.carried.unwrap_or_default(),
            openers: match &file.openers {
                Some(openers) => Some(openers.parse()?),
                None => None,
            },
            rules: TableRules {
                open_fold: true,
                conceding,
                ..TableRules::default()
            },
        };
        let dealt = Hand::deal(game, setup, deck.deck).map_err(|error| error.to_string())?;
        let mut player = Self {
            file,
            lines,
            hand: dealt.0,
            events: Vec::new(),
            due: VecDeque::new(),
            known: deck.known,
            shown: vec![false; count],
            board_told: 0,
        };
        player.take(dealt.1);
        Ok(player)
    }

    fn run(mut self) -> Result<Replay, String> {
        let lines = std::mem::take(&mut self.lines);
        for (index, (line, text)) in lines.into_iter().zip(&self.file.actions).enumerate() {
            let done = line.and_then(|line| self.line(line));
            done.map_err(|error| format!("action {} (`{}`): {error}", index + 1, text.trim()))?;
        }
        Ok(self.outcome())
    }

    /// Takes what happened, and notes which cards the file has to tell next.
    fn take(&mut self, events: Vec<Event>) {
        for event in &events {
            match &event.public {
                PublicEvent::HoleCardsDealt { hands } => {
                    let due = hands.iter().map(|(seat, cards)| Due::Hole {
                        player: usize::from(seat.index()),
                        count: cards.len(),
                    });
                    self.due.extend(due);
                }
                PublicEvent::CardsDrawn { seat, count } if *count > 0 => self.due.push_back(Due::Hole {
                    player: usize::from(seat.index()),
                    count: usize::from(*count),
                }),
                PublicEvent::ExtraCardDealt { seat } => self.due.push_back(Due::Hole {
                    player: usize::from(seat.index()),
                    count: 1,
                }),
                PublicEvent::BoardDealt { cards } => self.due.push_back(Due::Board { count: cards.len() }),
                _ => {}
            }
        }
        self.events.extend(events);
    }

    fn line(&mut self, line: Line) -> Result<(), String> {
        match line {
            Line::Nothing => Ok(()),
            Line::DealHole { player, cards } => {
                // Some files deal a street at once, others card by card.
                let due = self.due.iter_mut().enumerate().find_map(|(index, due)| match due {
                    Due::Hole { player: p, count } if *p == player => Some((index, count)),
                    _ => None,
                });
                let Some((index, count)) = due else {
                    return Err("no cards are due to this player".to_owned());
                };
                match count.checked_sub(cards.len()) {
                    None => return Err(format!("{count} cards are due, not {}", cards.len())),
                    Some(0) => drop(self.due.remove(index)),
                    Some(rest) => *count = rest,
                }
                Ok(())
            }
            Line::DealBoard { cards } => match self.due.front() {
                Some(Due::Board { count }) if *count == cards.len() => {
                    self.board_told += count;
                    self.due.pop_front();
                    Ok(())
                }
                Some(Due::Board { count }) => Err(format!("{count} board cards are due, not {}", cards.len())),
                Some(Due::Hole { player, .. }) => Err(format!("p{} is to be dealt cards first", player + 1)),
                None => Err("no board cards are due".to_owned()),
            },
            Line::Fold { player } => self.act(player, Action::Fold),
            Line::CheckOrCall { player } if self.says_nothing(player) => Ok(()),
            Line::CheckOrCall { player } => {
                let free = self.hand.to_call(seat(player)).is_zero();
                self.act(player, if free { Action::Check } else { Action::Call })
            }
            Line::BetOrRaise { player, to } => {
                let open = self.hand.bet_to_match().is_zero();
                self.act(player, if open { Action::Bet(to) } else { Action::Raise(to) })
            }
            Line::Throw { player, cards } => {
                let thrown = self.thrown(player, &cards)?;
                self.act(player, Action::Discard(thrown))
            }
            Line::Own { player, action } => self.act(player, action),
            Line::Show { player, cards } => self.show(player, &cards),
            Line::ShowAsDealt { player } => self.show(player, &[]),
            Line::Muck { player } => self.may_show(player),
        }
    }

    fn act(&mut self, player: usize, action: Action) -> Result<(), String> {
        let drawing = self.hand.turn().is_some_and(|turn| turn.kind == TurnKind::Draw);
        match self.due.front() {
            Some(Due::Hole { player, .. }) if !drawing => {
                return Err(format!("p{} is to be dealt cards first", player + 1));
            }
            Some(Due::Board { .. }) => return Err("the board is to be dealt first".to_owned()),
            _ => {}
        }
        let events = self
            .hand
            .apply(seat(player), action)
            .map_err(|error| match self.hand.turn() {
                Some(turn) if !turn.seats.contains(seat(player)) => {
                    let next = turn.seats.iter().next().map_or(0, SeatIx::number);
                    format!("it is the turn of p{next}")
                }
                _ => self.in_units(&error),
            })?;
        self.take(events);
        Ok(())
    }

    /// A refusal with its amounts in the unit of the file.
    fn in_units(&self, error: &crate::RuleError) -> String {
        use crate::RuleError as E;
        let show = |amount: Chips| self.file.scale.show(amount);
        match *error {
            E::BetTooSmall { to, min } => format!("{} is below the minimum of {}", show(to), show(min)),
            E::BetTooLarge { to, max } => format!("{} is above the maximum of {}", show(to), show(max)),
            other => other.to_string(),
        }
    }

    /// Some files write a call of nothing for the one player with chips while all others are all-in.
    fn says_nothing(&self, player: usize) -> bool {
        let seat = seat(player);
        let asked = self.hand.turn().is_some_and(|turn| turn.kind == TurnKind::Bet);
        !asked && self.in_at_the_end(player) && !self.due.is_empty() && !self.initial_stack_gone(seat)
    }

    fn initial_stack_gone(&self, seat: SeatIx) -> bool {
        self.stacks_told(seat).is_zero()
    }

    /// The cards a player throws; for those the file does not know, cards that it does not know either.
    fn thrown(&mut self, player: usize, cards: &[Option<Card>]) -> Result<CardSet, String> {
        let held = self.held(player);
        let mut thrown: CardSet = cards.iter().flatten().copied().collect();
        if thrown.len() + cards.iter().filter(|card| card.is_none()).count() != cards.len() {
            return Err("a card is thrown twice".to_owned());
        }
        let mut blank = held.difference(self.known[player]).difference(thrown).iter();
        for _ in cards.iter().filter(|card| card.is_none()) {
            let card = blank
                .next()
                .ok_or("a thrown card is unknown, but every held card is known")?;
            thrown.insert(card);
        }
        Ok(thrown)
    }

    fn held(&self, player: usize) -> CardSet {
        let own = self.hand.view(crate::Viewer::Seat(seat(player)));
        let seats = own.seats.into_iter().filter(|play| play.seat == seat(player));
        let cards = seats
            .flat_map(|play| play.cards)
            .filter_map(crate::hand::CardView::known);
        cards.collect()
    }

    fn folded(&self, player: usize) -> bool {
        self.events.iter().any(|event| {
            matches!(event.public, PublicEvent::ActionTaken { seat: s, action: crate::event::BetAction::Fold, .. }
                if s == seat(player))
        })
    }

    fn in_at_the_end(&self, player: usize) -> bool {
        !self.folded(player)
    }

    fn may_show(&mut self, player: usize) -> Result<(), String> {
        if self.hand.turn().is_some_and(|turn| turn.kind == TurnKind::Bet) {
            return Err("the betting is not over".to_owned());
        }
        if self.folded(player) {
            return Err("the hand was folded".to_owned());
        }
        self.shown[player] = true;
        Ok(())
    }

    fn show(&mut self, player: usize, cards: &[Option<Card>]) -> Result<(), String> {
        self.may_show(player)?;
        let held = self.held(player);
        let shown: CardSet = cards.iter().flatten().copied().collect();
        let told = self.known[player].union(shown);
        if !cards.is_empty() && (cards.len() != held.len() || !held.is_superset(shown)) {
            return Err("the cards are not the ones that were dealt".to_owned());
        }
        if self.contested() && !told.is_superset(held) {
            return Err("the hand is compared, but not all its cards are known".to_owned());
        }
        Ok(())
    }

    /// Whether hands were compared.
    fn contested(&self) -> bool {
        let compared = |event: &Event| {
            matches!(
                event.public,
                PublicEvent::HandShown { .. } | PublicEvent::HandMucked { .. }
            )
        };
        self.events.iter().any(compared)
    }

    /// What the events up to the awards leave of a stack.
    fn stacks_told(&self, wanted: SeatIx) -> Chips {
        let player = usize::from(wanted.index());
        let mut stack = self.file.stacks[player].unwrap_or(UNKNOWN_STACK);
        for event in &self.events {
            match event.public {
                PublicEvent::Posted { seat, amount, .. } if seat == wanted => stack -= amount,
                PublicEvent::ActionTaken { seat, added, .. } if seat == wanted => stack -= added,
                PublicEvent::UncalledReturned { seat, amount } if seat == wanted => stack += amount,
                _ => {}
            }
        }
        stack
    }

    fn outcome(self) -> Replay {
        let count = self.file.stacks.len();
        let everybody_showed = (0..count).all(|player| self.shown[player] || !self.in_at_the_end(player));
        let complete = self.hand.is_over() && self.due.is_empty() && (!self.contested() || everybody_showed);
        let mut winnings = vec![Chips::ZERO; count];
        let mut pots: Vec<Pot> = Vec::new();
        let mut winners: Vec<SeatSet> = Vec::new();
        for event in &self.events {
            match &event.public {
                PublicEvent::PotsFormed { pots: formed } => pots.clone_from(formed),
                PublicEvent::PotAwarded {
                    pot, shares, amount, ..
                } if complete => {
                    if !self.contested() {
                        let eligible = shares.iter().map(|(seat, _)| *seat).collect();
                        pots = vec![Pot {
                            amount: *amount,
                            eligible,
                        }];
                    } else if pots.is_empty() {
                        // Without a betting round nobody was told the pots.
                        pots = self.hand.awarded_pots();
                    }
                    winners.resize(pots.len(), SeatSet::EMPTY);
                    for (seat, share) in shares {
                        winnings[usize::from(seat.index())] += *share;
                        winners[usize::from(*pot)].insert(*seat);
                    }
                }
                _ => {}
            }
        }
        winners.resize(pots.len(), SeatSet::EMPTY);
        let numbers = |seats: SeatSet| seats.iter().map(SeatIx::number).collect();
        let stack = |player: usize| {
            self.file.stacks[player]?;
            Some(self.stacks_told(seat(player)) + winnings[player])
        };
        Replay {
            complete,
            stacks: Some((0..count).map(stack).collect()),
            pots: pots
                .into_iter()
                .zip(winners)
                .map(|(pot, winners)| PotOutcome {
                    amount: pot.amount,
                    eligible: numbers(pot.eligible),
                    winners: numbers(winners),
                })
                .collect(),
            board: self.hand.board()[..self.board_told].to_vec(),
            winnings,
            error: None,
        }
    }
}

/// The deck that deals what the file tells, and what the file knows of each player's cards.
struct Dealing {
    deck: Deck,
    known: Vec<CardSet>,
}

impl Dealing {
    fn new(game: &GameDef, file: &PhhHand, lines: &[Result<Line, String>]) -> Result<Self, String> {
        let count = file.stacks.len();
        let burned = read_cards(file.burned.as_deref().unwrap_or_default())?;
        let mut burned = burned.into_iter();
        let all = game.cards();
        let first_street = game.steps.iter().find_map(|step| match step {
            Step::Deal(faces) => Some(faces.len()),
            _ => None,
        });
        let first_street = first_street.unwrap_or(0);
        let mut holes: Vec<Vec<Option<Card>>> = vec![Vec::new(); count];
        let mut later: Vec<(Option<usize>, Option<Card>)> = Vec::new();
        let draws = game.has_draw() || game.steps.iter().any(|step| matches!(step, Step::Discard { .. }));
        for line in lines.iter().flatten() {
            match line {
                Line::DealHole { player, cards } => {
                    let replaces = holes[*player].len() >= first_street;
                    if replaces && game.burn == Burn::Draw {
                        later.push((None, burned.next().flatten()));
                    }
                    let missing = first_street.saturating_sub(holes[*player].len()).min(cards.len());
                    holes[*player].extend(&cards[..missing]);
                    later.extend(cards[missing..].iter().map(|card| (Some(*player), *card)));
                }
                Line::DealBoard { cards } => later.extend(cards.iter().map(|card| (None, *card))),
                // What is shown is the truth where the deal was not told.
                Line::Show { player, cards } if !draws => {
                    let mut shown = cards
                        .iter()
                        .flatten()
                        .filter(|card| !holes[*player].contains(&Some(**card)));
                    let mut filled = holes[*player].clone();
                    for slot in filled.iter_mut().filter(|slot| slot.is_none()) {
                        *slot = shown.next().copied();
                    }
                    holes[*player] = filled;
                }
                _ => {}
            }
        }
        let told = holes
            .iter()
            .flatten()
            .copied()
            .chain(later.iter().map(|(_, card)| *card))
            .flatten();
        let mut used = CardSet::EMPTY;
        for card in told {
            if !all.contains(card) {
                return Err(format!("{card} is not in the deck of this game"));
            }
            if !used.insert(card) && !game.has_draw() {
                return Err(format!("{card} is dealt twice"));
            }
        }
        let mut known = vec![CardSet::EMPTY; count];
        for (player, cards) in holes.iter().enumerate() {
            known[player] = cards.iter().flatten().copied().collect();
        }
        for (player, card) in &later {
            if let (Some(player), Some(card)) = (player, card) {
                known[*player].insert(*card);
            }
        }
        let mut blanks = all.difference(used).iter();
        let mut blank = || {
            blanks
                .next()
                .ok_or_else(|| "more cards are dealt than the deck has".to_owned())
        };
        let mut line = Vec::new();
        for turn in 0..first_street {
            for cards in &holes {
                line.push(match cards.get(turn).copied().flatten() {
                    Some(card) => card,
                    None => blank()?,
                });
            }
        }
        for (_, card) in later {
            line.push(match card {
                Some(card) => card,
                None => blank()?,
            });
        }
        let deck = Deck::dealing(&line, all);
        Ok(Self { deck, known })
    }
}

fn seat(player: usize) -> SeatIx {
    SeatIx::new(u8::try_from(player).expect("a hand has at most ten players"))
}

fn game_of(file: &PhhHand) -> Result<Arc<GameDef>, String> {
    let code = file.variant.as_str();
    if let Some(definition) = &file.definition {
        let game = GameDef::parse(definition).map_err(|error| format!("`_definition`: {error}"))?;
        return Ok(Arc::new(game));
    }
    let own = code.strip_prefix("X:").and_then(catalogue::find);
    if let Some(game) = own.or_else(|| catalogue::find_phh(code)) {
        return Ok(Arc::clone(game));
    }
    match CODES.iter().find(|(known, _)| *known == code) {
        Some((_, name)) => Err(format!("the variant `{code}` ({name}) is not playable yet")),
        None => Err(format!("there is no variant `{code}`")),
    }
}

fn tiers(file: &PhhHand, game: &GameDef) -> Result<Vec<Limit>, String> {
    let missing = |field: &str| format!("`{field}` is missing, which the variant `{}` needs", file.variant);
    if file.variant.starts_with("X:") {
        let limits = file.limits.as_deref().ok_or_else(|| missing("_limits"))?;
        if limits.is_empty() {
            return Ok(Vec::new());
        }
        let tiers = limits
            .split(" / ")
            .map(|tier| tier.parse::<Limit>().map_err(|error| error.to_string()));
        return tiers.collect();
    }
    let bet = |amount: Option<Chips>, field: &str| amount.ok_or_else(|| missing(field));
    if file.blinds.is_empty() && game.steps.iter().any(|step| matches!(step, Step::Post { .. })) {
        return Err(missing("blinds_or_straddles"));
    }
    match game.limit_kinds().next() {
        Some(LimitKind::Fixed) => Ok(vec![
            Limit::Fixed(bet(file.small_bet, "small_bet")?),
            Limit::Fixed(bet(file.big_bet, "big_bet")?),
        ]),
        Some(LimitKind::Pot) => Ok(vec![Limit::Pot(bet(file.min_bet, "min_bet")?)]),
        _ => Ok(vec![Limit::NoLimit(bet(file.min_bet, "min_bet")?)]),
    }
}

/// The forced payments as our own field tells them, and the seat after which the first round begins.
fn own_posts(texts: &[String], count: usize) -> Result<(Vec<Post>, Option<SeatIx>), String> {
    let post = |text: &String| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [who, kind, amount] = words[..] else { return None };
        let player = who.strip_prefix('p')?.parse::<usize>().ok()?.checked_sub(1)?;
        Some(Post {
            seat: (player < count).then(|| seat(player))?,
            amount: amount.parse().ok().and_then(Chips::try_new)?,
            kind: PostKind::from_code(kind)?,
        })
    };
    let read = |text: &String| post(text).ok_or_else(|| format!("`{text}` is no post"));
    let posts: Vec<Post> = texts.iter().map(read).collect::<Result<_, _>>()?;
    let blinds = posts
        .iter()
        .filter(|post| post.kind.sets_bet() && post.kind != PostKind::ButtonBlind);
    let last = blinds.max_by_key(|post| post.amount).map(|post| post.seat);
    Ok((posts, last))
}

/// What is posted, and the seat after which the first round begins. Heads-up, the lists are read in reverse: the first
/// entry is the amount of the big blind's player, but stands for the small blind.
fn posts(file: &PhhHand) -> (Vec<Post>, Option<SeatIx>) {
    let count = file.stacks.len();
    let index = |player: usize| if count == 2 { 1 - player } else { player };
    let blind = |player: usize| file.blinds.get(index(player)).copied().unwrap_or_default();
    let ante = |player: usize| file.antes[index(player)];
    let last = (0..count).filter(|player| !blind(*player).1 && !blind(*player).0.is_zero());
    let last = last.max_by_key(|player| (blind(*player).0, *player));
    let antes = (0..count).filter(|player| !ante(*player).is_zero()).map(|player| Post {
        seat: seat(player),
        amount: ante(player),
        kind: if file.ante_trimming {
            PostKind::Ante
        } else {
            PostKind::DeadAnte
        },
    });
    let blinds = (0..count).filter(|player| !blind(*player).0.is_zero()).map(|player| {
        let (amount, newcomer) = blind(player);
        Post {
            seat: seat(player),
            amount,
            kind: match index(player) {
                _ if newcomer => PostKind::EntryBlind,
                0 => PostKind::SmallBlind,
                1 => PostKind::BigBlind,
                _ => PostKind::Straddle,
            },
        }
    });
    let antes: Vec<Post> = antes.collect();
    // The big blind pays its own blind before the ante that it pays for all (rule: tournament 4.2).
    let single = antes.len() == 1 && count > 2 && last.is_some_and(|player| antes[0].seat == seat(player));
    let (first, second): (Vec<Post>, Vec<Post>) = if single {
        (blinds.collect(), antes)
    } else {
        (antes, blinds.collect())
    };
    let posts = first.into_iter().chain(second).collect();
    (posts, last.map(seat))
}
