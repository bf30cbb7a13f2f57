//! Building of hands that can be replayed from the statements of another format.

use poker_engine::game::{GameDef, Step, catalogue};
use poker_engine::history::phh::{Claim, Claimed, PhhHand, Scale};
use poker_engine::setup::{PostKind, TableRules};
use poker_engine::{Card, Chips, LimitKind, SeatIx};

/// The fault that keeps a hand of another format from being read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ImportError {
    /// The line of the file, from 1.
    pub line: usize,
    /// The fault on that line.
    pub message: String,
}

/// A player of a hand being read.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) seat: SeatIx,
    /// The player's name in the format.
    pub(super) name: String,
    pub(super) stack: Chips,
    /// Set if the hand is dead from the start: its player sits out and folds at every turn.
    pub(super) dead: bool,
}

/// The betting of a hand: the limit, and the bets of the first and of later tiers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Betting {
    pub(super) kind: LimitKind,
    pub(super) small: Chips,
    pub(super) big: Chips,
}

/// A hand being read. Players are identified by their index.
#[derive(Debug)]
pub(super) struct Import {
    pub(super) scale: Scale,
    pub(super) game: &'static GameDef,
    /// In seat order.
    players: Vec<Player>,
    /// Position of each player in the finished hand: the button comes last.
    order: Vec<usize>,
    posts: Vec<(usize, PostKind, Chips)>,
    /// The cards of the first deal, as far as they are known.
    hole: Vec<Option<String>>,
    lines: Vec<String>,
    claims: Vec<Claim>,
    /// Chips each player has put in on this street.
    committed: Vec<Chips>,
    /// Per player, `true` while the hand is live.
    live: Vec<bool>,
    /// Players who draw in this round, with the number of cards, and the cards if they are known.
    drawing: Vec<(usize, usize, Option<String>)>,
    /// The most a player may lose, if that is capped.
    pub(super) cap: Option<Chips>,
    /// The bring-in, in full.
    pub(super) bring_in: Option<Chips>,
    pub(super) bomb_pot: bool,
    /// The line of the file being read.
    pub(super) at: usize,
}

impl Import {
    /// Begins a hand of these players; without a `button`, the last of them has it.
    pub(super) fn new(
        scale: Scale,
        game: &'static GameDef,
        mut players: Vec<Player>,
        button: Option<SeatIx>,
    ) -> Result<Self, String> {
        players.sort_by_key(|player| player.seat.index());
        if !(2..=usize::from(poker_engine::seat::MAX_SEATS)).contains(&players.len()) {
            return Err(format!("{} players are no hand", players.len()));
        }
        if players.windows(2).any(|pair| pair[0].seat == pair[1].seat) {
            return Err("two players have the same seat".to_owned());
        }
        if let Some(player) = players.iter().find(|player| player.stack.is_zero()) {
            return Err(format!("`{}` has no chips", player.name));
        }
        let count = players.len();
        let mut import = Self {
            scale,
            game,
            order: Vec::new(),
            hole: vec![None; count],
            players,
            posts: Vec::new(),
            lines: Vec::new(),
            claims: Vec::new(),
            committed: vec![Chips::ZERO; count],
            live: vec![true; count],
            drawing: Vec::new(),
            cap: None,
            bring_in: None,
            bomb_pot: false,
            at: 0,
        };
        let last = import.players[count - 1].seat;
        import.order = import.order_from(button.unwrap_or(last));
        Ok(import)
    }

    /// Returns the position of each player in a file in which this button comes last.
    fn order_from(&self, button: SeatIx) -> Vec<usize> {
        let distance = |player: &Player| button.clockwise_to(player.seat, poker_engine::seat::MAX_SEATS);
        let distance = |player: &Player| match distance(player) {
            0 => poker_engine::seat::MAX_SEATS,
            distance => distance,
        };
        let mut by_deal: Vec<usize> = (0..self.players.len()).collect();
        by_deal.sort_by_key(|index| distance(&self.players[*index]));
        let mut order = vec![0; self.players.len()];
        for (place, index) in by_deal.iter().enumerate() {
            order[*index] = place;
        }
        order
    }

    pub(super) fn players(&self) -> &[Player] {
        &self.players
    }

    fn number(&self, player: usize) -> usize {
        self.order[player] + 1
    }

    fn line(&mut self, player: usize, action: &str) {
        let number = self.number(player);
        self.lines.push(format!("p{number} {action}"));
    }

    /// Returns the index of the next action in the finished hand, counting the first deal.
    fn next_action(&self) -> usize {
        self.players.len() + self.lines.len()
    }

    /// Claims something the file says on the line being read.
    pub(super) fn claim(&mut self, what: Claimed) {
        self.claims.push(Claim { line: self.at, what });
    }

    /// Returns a player's position in the finished hand, for claims.
    pub(super) fn place(&self, player: usize) -> usize {
        self.order[player]
    }

    /// Adds a forced payment: the amount paid, and the full amount if that is more.
    pub(super) fn post(&mut self, player: usize, kind: PostKind, paid: Chips, full: Chips) -> Result<(), String> {
        if kind.is_live() {
            self.commit(player, paid)?;
        }
        let place = self.place(player);
        let known = self.claims.iter_mut().find_map(|claim| match &mut claim.what {
            Claimed::Posted { player, amount } if *player == place => Some((&mut claim.line, amount)),
            _ => None,
        });
        if let Some((line, amount)) = known {
            *line = self.at;
            *amount = amount.checked_add(paid).ok_or("too many chips are posted")?;
        } else {
            self.claim(Claimed::Posted {
                player: place,
                amount: paid,
            });
        }
        if kind != PostKind::BringIn {
            self.posts.push((player, kind, paid.max(full)));
        }
        Ok(())
    }

    /// Adds the bring-in.
    pub(super) fn bring_in(&mut self, player: usize, paid: Chips) -> Result<(), String> {
        self.post(player, PostKind::BringIn, paid, paid)?;
        self.line(player, "pb");
        Ok(())
    }

    /// Adds to a player's chips on this street, and returns the sum.
    fn commit(&mut self, player: usize, added: Chips) -> Result<Chips, String> {
        let committed = &mut self.committed[player];
        let sum = committed.checked_add(added);
        *committed = sum.ok_or_else(|| format!("{added} more are more chips than there can be"))?;
        Ok(*committed)
    }

    pub(super) fn has_posted(&self, wanted: PostKind) -> bool {
        self.posts.iter().any(|(_, kind, _)| *kind == wanted)
    }

    /// Sets cards of the first deal. Up cards come last, so if only those of a player are known, they are at the end.
    pub(super) fn hole(&mut self, player: usize, cards: &str) {
        let missing = self.first_deal().saturating_sub(cards.len() / 2);
        self.hole[player] = Some(format!("{}{cards}", "??".repeat(missing)));
    }

    /// Returns the cards that a player was dealt first, if all of them are known.
    pub(super) fn dealt(&self, player: usize) -> Option<&str> {
        let cards = self.hole[player].as_deref()?;
        (!cards.contains('?')).then_some(cards)
    }

    /// Returns the number of cards each player is dealt first.
    fn first_deal(&self) -> usize {
        let faces = self.game.steps.iter().find_map(|step| match step {
            Step::Deal(faces) => Some(faces.len()),
            _ => None,
        });
        faces.unwrap_or(0)
    }

    /// Deals a card to each live hand on a later street; `told` are the cards seen.
    pub(super) fn street(&mut self, told: &[(usize, String)]) {
        self.serve();
        self.committed.fill(Chips::ZERO);
        let mut players: Vec<usize> = (0..self.players.len()).filter(|player| self.live[*player]).collect();
        players.sort_by_key(|player| self.order[*player]);
        for player in players.into_iter().filter(|player| !self.players[*player].dead) {
            let card = told.iter().find(|(other, _)| *other == player);
            let number = self.number(player);
            let card = card.map_or("??", |(_, card)| card.as_str());
            self.lines.push(format!("d dh p{number} {card}"));
        }
    }

    pub(super) fn fold(&mut self, player: usize) {
        self.serve();
        self.live[player] = false;
        self.line(player, "f");
    }

    /// Adds a check, or a call of `added` chips.
    pub(super) fn call(&mut self, player: usize, added: Chips) -> Result<(), String> {
        self.serve();
        self.commit(player, added)?;
        let action = self.next_action();
        self.claim(Claimed::Added { action, amount: added });
        self.line(player, "cc");
        Ok(())
    }

    /// Adds a bet or raise of `added` chips.
    pub(super) fn raise_by(&mut self, player: usize, added: Chips) -> Result<(), String> {
        let to = self.commit(player, added)?;
        self.serve();
        let action = self.next_action();
        self.claim(Claimed::Added { action, amount: added });
        self.raise_to(player, to);
        Ok(())
    }

    /// Adds a bet or raise to a total.
    pub(super) fn raise_to(&mut self, player: usize, to: Chips) {
        self.serve();
        self.committed[player] = to;
        let action = format!("cbr {}", self.scale.show(to));
        self.line(player, &action);
    }

    /// Claims that the last action was a raise by this amount over the previous bet.
    pub(super) fn raised_by(&mut self, amount: Chips) {
        let action = self.next_action() - 1;
        self.claim(Claimed::RaisedBy { action, amount });
    }

    /// Claims that the last action was all-in.
    pub(super) fn all_in(&mut self) {
        let action = self.next_action() - 1;
        self.claim(Claimed::AllIn { action });
    }

    pub(super) fn board(&mut self, cards: &str) {
        self.serve();
        self.committed.fill(Chips::ZERO);
        self.lines.push(format!("d db {cards}"));
    }

    /// Deals the rest of the board twice.
    pub(super) fn run_twice(&mut self) {
        self.lines.push("d rt".to_owned());
    }

    /// Adds a discard of `count` cards; `cards` are those of them that are known.
    pub(super) fn discard(&mut self, player: usize, count: usize, cards: &str) {
        if self.drawing.iter().any(|(drawer, ..)| *drawer == player) {
            self.serve();
        }
        self.committed.fill(Chips::ZERO);
        let missing = count.saturating_sub(cards.len() / 2);
        self.line(player, format!("sd {cards}{}", "??".repeat(missing)).trim_end());
        self.drawing.push((player, count, None));
    }

    /// `true` if a player has discarded and is due to draw.
    pub(super) fn is_drawing(&self, player: usize) -> bool {
        self.drawing
            .iter()
            .any(|(drawer, count, _)| *drawer == player && *count > 0)
    }

    /// Sets the cards that a player drew; `false` if none are due.
    pub(super) fn drawn(&mut self, player: usize, cards: String) -> bool {
        let drawn = self
            .drawing
            .iter_mut()
            .find(|(drawer, count, _)| *drawer == player && *count == cards.len() / 2);
        drawn.map(|(.., told)| *told = Some(cards)).is_some()
    }

    /// Deals the replacements, once all have discarded.
    fn serve(&mut self) {
        for (player, count, cards) in std::mem::take(&mut self.drawing) {
            if count > 0 {
                let number = self.number(player);
                let cards = cards.unwrap_or_else(|| "??".repeat(count));
                self.lines.push(format!("d dh p{number} {cards}"));
            }
        }
    }

    /// Returns the number of live hands.
    pub(super) fn live_hands(&self) -> usize {
        self.live.iter().filter(|live| **live).count()
    }

    /// Adds the cards that a player shows. For a hand given up earlier, such as one an official killed, they are the cards dealt.
    pub(super) fn show(&mut self, player: usize, cards: &str) {
        self.serve();
        let number = self.number(player);
        let given_up = [format!("p{number} f"), format!("p{number} sm")];
        if self.lines.iter().any(|line| given_up.contains(line)) {
            // After a draw, the cards shown are not those dealt.
            let has_drawn = self
                .lines
                .iter()
                .any(|line| line.starts_with(&format!("p{number} sd ")));
            if cards.len() / 2 == self.first_deal() && !has_drawn {
                self.hole(player, cards);
            }
            return;
        }
        // A second run of the board shows the same hands again.
        let shown = format!("p{number} sm ");
        if !self.lines.iter().any(|line| line.starts_with(&shown)) {
            let missing = self.held(player).saturating_sub(cards.len() / 2);
            self.line(player, &format!("sm {cards}{}", "??".repeat(missing)));
        }
    }

    /// Returns the number of cards in a player's hand.
    pub(super) fn held(&self, player: usize) -> usize {
        let number = self.number(player);
        let dealt = format!("d dh p{number} ");
        let gone = format!("p{number} sd ");
        let count = |start: &str| {
            let lines = self.lines.iter().filter_map(|line| line.strip_prefix(start));
            lines.map(|cards| cards.len() / 2).sum::<usize>()
        };
        (self.first_deal() + count(&dealt)).saturating_sub(count(&gone))
    }

    pub(super) fn muck(&mut self, player: usize) {
        self.serve();
        let mucks = format!("p{} sm", self.number(player));
        if !self.lines.contains(&mucks) {
            self.lines.push(mucks);
        }
    }

    /// Returns the finished hand.
    pub(super) fn finish(self, betting: Betting) -> PhhHand {
        let count = self.players.len();
        let Betting { kind, small, big } = betting;
        let unknown = "??".repeat(self.first_deal());
        let mut by_deal: Vec<usize> = (0..count).collect();
        by_deal.sort_by_key(|index| self.order[*index]);
        let deals = by_deal.iter().map(|player| {
            let cards = self.hole[*player].clone().unwrap_or_else(|| unknown.clone());
            format!("d dh p{} {cards}", self.number(*player))
        });
        let actions = deals.chain(self.lines.iter().cloned()).collect();
        // An ante that one player pays for all is dead money.
        let antes = self.posts.iter().filter(|(_, kind, _)| *kind == PostKind::Ante).count();
        let posts = self.posts.iter().map(|(player, kind, amount)| {
            let single = *kind == PostKind::Ante && antes == 1;
            let kind = if single { PostKind::DeadAnte } else { *kind };
            format!("p{} {} {amount}", self.number(*player), kind.code())
        });
        PhhHand {
            variant: format!("X:{}", self.game.id),
            antes: vec![Chips::ZERO; count],
            bring_in: self.bring_in,
            limits: Some(match kind {
                LimitKind::Fixed => format!("fixed:{small} / fixed:{big}"),
                LimitKind::Pot => format!("pot:{small}"),
                _ => format!("nl:{small}"),
            }),
            posts: Some(posts.collect()),
            rules: TableRules {
                bomb_pot: self.bomb_pot,
                ..TableRules::default()
            },
            dead: by_deal
                .iter()
                .enumerate()
                .filter(|(_, player)| self.players[**player].dead)
                .map(|(place, _)| place)
                .collect(),
            behind: by_deal
                .iter()
                .map(|player| {
                    let stack = self.players[*player].stack;
                    self.cap.map_or(Chips::ZERO, |cap| stack.saturating_sub(cap))
                })
                .collect(),
            stacks: by_deal.iter().map(|player| Some(self.players[*player].stack)).collect(),
            actions,
            claims: self.claims,
            scale: self.scale,
            ..PhhHand::default()
        }
    }
}

/// Returns the game of a format's name for it, which `code` looks up, with this limit.
pub(super) fn game(
    name: &str,
    kind: LimitKind,
    code: fn(&GameDef) -> Option<&str>,
) -> Result<&'static GameDef, String> {
    let mut games = catalogue::all().iter().map(std::convert::AsRef::as_ref);
    let fits = |game: &&GameDef| code(game) == Some(name) && game.limit_kinds().any(|known| known == kind);
    games
        .find(fits)
        .ok_or_else(|| format!("the game `{name}` with this limit is not known"))
}

/// Parses an amount.
pub(super) fn amount(scale: Scale, text: &str) -> Result<Chips, String> {
    scale.parse(text).ok_or_else(|| format!("`{text}` is not an amount"))
}

/// Parses cards, separated or not.
pub(super) fn cards(text: &str) -> Option<Vec<Card>> {
    let symbols: Vec<char> = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    let cards = symbols
        .chunks(2)
        .map(|pair| pair.iter().collect::<String>().parse().ok());
    cards.collect()
}
