//! From what another format tells to a hand that can be replayed.

use poker_engine::game::{GameDef, Step, catalogue};
use poker_engine::history::phh::{PhhHand, Scale};
use poker_engine::setup::PostKind;
use poker_engine::{BySeat, Chips, LimitKind, SeatIx};

/// Why a hand of another format cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ImportError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

/// A player of a hand that is being read.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) seat: SeatIx,
    /// What the format calls the player.
    pub(super) name: String,
    pub(super) stack: Chips,
}

/// A hand that is being read. Players go by their index.
#[derive(Debug)]
pub(super) struct Import {
    pub(super) scale: Scale,
    /// By seat.
    players: Vec<Player>,
    /// Where each of them stands in the file: the button comes last.
    order: Vec<usize>,
    posts: Vec<(usize, PostKind, Chips)>,
    hole: Vec<Option<String>>,
    lines: Vec<String>,
    /// What each seat has put in during this street.
    committed: BySeat<Chips>,
}

impl Import {
    pub(super) fn new(scale: Scale, mut players: Vec<Player>, button: SeatIx) -> Result<Self, String> {
        players.sort_by_key(|player| player.seat.index());
        let distance = |player: &Player| button.clockwise_to(player.seat, poker_engine::seat::MAX_SEATS);
        let mut by_deal: Vec<usize> = (0..players.len()).collect();
        by_deal.sort_by_key(|index| distance(&players[*index]));
        if !(2..=usize::from(poker_engine::seat::MAX_SEATS)).contains(&players.len()) {
            return Err(format!("{} players are no hand", players.len()));
        }
        if players.windows(2).any(|pair| pair[0].seat == pair[1].seat) {
            return Err("two players have the same seat".to_owned());
        }
        let mut order = vec![0; players.len()];
        for (place, index) in by_deal.iter().enumerate() {
            order[*index] = place;
        }
        Ok(Self {
            scale,
            hole: vec![None; players.len()],
            players,
            order,
            posts: Vec::new(),
            lines: Vec::new(),
            committed: BySeat::default(),
        })
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

    /// A forced payment: what was paid, and in full if that is more.
    pub(super) fn post(&mut self, player: usize, kind: PostKind, paid: Chips, full: Chips) -> Result<(), String> {
        if kind.is_live() {
            self.commit(player, paid)?;
        }
        self.posts.push((player, kind, paid.max(full)));
        Ok(())
    }

    /// Adds to what a player has put in during this street; gives the sum.
    fn commit(&mut self, player: usize, added: Chips) -> Result<Chips, String> {
        let committed = &mut self.committed[self.players[player].seat];
        let sum = committed.checked_add(added);
        *committed = sum.ok_or_else(|| format!("{added} more are more chips than there can be"))?;
        Ok(*committed)
    }

    pub(super) fn has_posted(&self, wanted: PostKind) -> bool {
        self.posts.iter().any(|(_, kind, _)| *kind == wanted)
    }

    pub(super) fn hole(&mut self, player: usize, cards: String) {
        self.hole[player] = Some(cards);
    }

    pub(super) fn fold(&mut self, player: usize) {
        self.line(player, "f");
    }

    /// A check, or a call that adds so much.
    pub(super) fn call(&mut self, player: usize, added: Chips) -> Result<(), String> {
        self.commit(player, added)?;
        self.line(player, "cc");
        Ok(())
    }

    /// A bet or raise that adds so much.
    pub(super) fn raise_by(&mut self, player: usize, added: Chips) -> Result<(), String> {
        let to = self.commit(player, added)?;
        self.raise_to(player, to);
        Ok(())
    }

    pub(super) fn raise_to(&mut self, player: usize, to: Chips) {
        self.committed[self.players[player].seat] = to;
        let action = format!("cbr {}", self.scale.show(to));
        self.line(player, &action);
    }

    pub(super) fn board(&mut self, cards: &str) {
        self.committed = BySeat::default();
        self.lines.push(format!("d db {cards}"));
    }

    /// Cards that a player shows. Of a hand that was given up before, as one that an official killed, they are those that were dealt.
    pub(super) fn show(&mut self, player: usize, cards: &str) {
        let number = self.number(player);
        let given_up = [format!("p{number} f"), format!("p{number} sm")];
        if self.lines.iter().any(|line| given_up.contains(line)) {
            self.hole(player, cards.to_owned());
        } else {
            self.line(player, &format!("sm {cards}"));
        }
    }

    pub(super) fn muck(&mut self, player: usize) {
        self.line(player, "sm");
    }

    /// The hand, once all is read.
    pub(super) fn finish(self, game: &GameDef, kind: LimitKind, small: Chips, big: Chips) -> PhhHand {
        let count = self.players.len();
        let faces = game.steps.iter().map(|step| match step {
            Step::Deal(faces) => faces.len(),
            _ => 0,
        });
        let unknown = "??".repeat(faces.sum());
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
            variant: format!("X:{}", game.id),
            ante_trimming: false,
            antes: vec![Chips::ZERO; count],
            blinds: Vec::new(),
            bring_in: None,
            small_bet: None,
            big_bet: None,
            min_bet: None,
            definition: None,
            limits: Some(match kind {
                LimitKind::Fixed => format!("fixed:{small} / fixed:{big}"),
                LimitKind::Pot => format!("pot:{small}"),
                _ => format!("nl:{small}"),
            }),
            posts: Some(posts.collect()),
            dead_button: false,
            bomb_pot: false,
            double_board: false,
            unit: None,
            carried: None,
            kitty: None,
            seven_deuce: None,
            openers: None,
            burned: None,
            stacks: by_deal.iter().map(|player| Some(self.players[*player].stack)).collect(),
            actions,
            scale: self.scale,
        }
    }
}

/// The game that a format calls so, as `code` finds it, with this limit.
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

/// An amount of a file.
pub(super) fn amount(scale: Scale, text: &str) -> Result<Chips, String> {
    scale.parse(text).ok_or_else(|| format!("`{text}` is no amount"))
}
