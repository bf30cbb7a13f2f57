//! From the default amounts of a definition to those of a table, and from those to the posts of each seat.

use super::{BlindLayout, CreditPosts, GameDef, PostSeat, Step};
use crate::limit::{Limit, LimitKind};
use crate::post::{Post, PostKind};
use crate::{Chips, SeatIx, SeatSet};

/// Changes that a table makes to the default amounts of its game. Every field left out keeps its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    /// Betting structure, one of the game's; the first if left out.
    pub limit: Option<LimitKind>,
    /// Multiplier of every default amount; 1 if left out.
    pub multiplier: Option<u64>,
    /// Ante: paid by every player in games that have one, or in the given format in games with blinds.
    pub ante: Option<Chips>,
    /// Format of the ante, in games with blinds.
    pub ante_format: AnteFormat,
    /// Amount of the small blind.
    pub small_blind: Option<Chips>,
    /// Amount of the big blind, which is also the minimum bet in pot limit and no limit.
    pub big_blind: Option<Chips>,
    /// Amount of the button blind, in games with no other blind.
    pub button_blind: Option<Chips>,
    /// Amount of the bring-in, in stud games that have one.
    pub bring_in: Option<Chips>,
    /// Bet size of each tier: the exact size in fixed limit, the largest in spread limit, the smallest in others.
    pub bets: Vec<Chips>,
}

/// Seats that pay the ante. Rule: tournament 4.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AnteFormat {
    /// Every player, before the blinds.
    #[default]
    Classic,
    /// The button alone, as dead money; not paid when the button is dead or two players are left.
    Button,
    /// The big blind alone, after its blind, as dead money; not paid when two players are left.
    BigBlind,
}

/// Reason why a table cannot have these stakes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StakesError {
    /// The game has no such betting structure.
    #[error("this game is not played with the limit `{0}`")]
    NoSuchLimit(&'static str),
    /// The game does not use this amount; the name is that of the field in [`Stakes`].
    #[error("this game has no `{0}`")]
    NoSuchAmount(&'static str),
    /// The amount is zero or too large; the name is that of the field in [`Stakes`].
    #[error("`{0}` must be above zero and below 2^53")]
    BadAmount(&'static str),
    /// The small blind exceeds the big blind, or bets shrink from tier to tier.
    #[error("{0}")]
    Order(&'static str),
    /// The amounts may sum to more than [`Chips::MAX`].
    #[error("the stacks, posts and bets of a full table must sum to less than 2^53")]
    Ceiling,
}

/// The amounts of a table, resolved and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// Posts before the deal, in order.
    pub forced: Vec<ForcedBets>,
    /// Amount of the bring-in, in games that have one.
    pub bring_in: Option<Chips>,
    /// Betting limit of each tier.
    pub tiers: Vec<Limit>,
    /// Blinds of the game.
    pub layout: BlindLayout,
}

/// One kind of forced payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedBets {
    /// Every player pays an ante.
    Ante {
        /// Ante per player.
        amount: Chips,
    },
    /// One seat pays the ante for all.
    SingleAnte {
        /// Ante for the whole table.
        amount: Chips,
        /// Paying seat: the button or the big blind.
        format: AnteFormat,
    },
    /// One seat makes a payment.
    Post {
        /// Seat that pays.
        at: PostSeat,
        /// Chips to pay.
        amount: Chips,
        /// Kind of payment.
        kind: PostKind,
    },
    /// The button, the seat to its left and, from three chips on, the next seat share the bet of the first tier; each share counts for its
    /// owner. Rule: variants V26, BT9.
    SharedCredit,
}

impl GameDef {
    /// Returns the amounts of a table that plays this game for these stakes.
    ///
    /// # Errors
    /// Names the amount that does not fit the game, or that is out of order.
    pub fn structure(&self, stakes: &Stakes) -> Result<Structure, StakesError> {
        let factor = stakes.multiplier.unwrap_or(1);
        let scale = |chips: Chips| chips.checked_mul(factor).filter(|chips| !chips.is_zero());
        let scaled = |chips: Chips| scale(chips).ok_or(StakesError::BadAmount("multiplier"));
        let positive = |amount: Option<Chips>, name| match amount {
            Some(Chips::ZERO) => Err(StakesError::BadAmount(name)),
            amount => Ok(amount),
        };

        let none = Vec::new();
        let default_tiers = match stakes.limit {
            // A game without bets needs no limit.
            None => self.limits.first().or(Some(&none)),
            Some(kind) => self
                .limits
                .iter()
                .find(|tiers| tiers.first().is_some_and(|limit| limit.kind() == kind)),
        };
        let default_tiers = default_tiers.ok_or(StakesError::NoSuchLimit(stakes.limit.map_or("", LimitKind::code)))?;

        let mut ante = positive(stakes.ante, "ante")?;
        let mut small_blind = positive(stakes.small_blind, "small_blind")?;
        let mut big_blind = positive(stakes.big_blind, "big_blind")?;
        let mut button_blind = positive(stakes.button_blind, "button_blind")?;
        let mut bring_in = positive(stakes.bring_in, "bring_in")?;
        let mut forced_opening = None;
        let has_blinds = self.blind_layout() == BlindLayout::SmallAndBig;
        let blind_of_table = big_blind;

        let mut forced = Vec::new();
        if has_blinds && stakes.ante_format == AnteFormat::Classic {
            forced.extend(ante.take().map(|amount| ForcedBets::Ante { amount }));
        }
        for step in &self.steps {
            match *step {
                Step::Ante(amount) => forced.push(ForcedBets::Ante {
                    amount: ante.take().map_or_else(|| scaled(amount), Ok)?,
                }),
                Step::Post {
                    kind: PostKind::Credit, ..
                } if self.credit == CreditPosts::Shared => {
                    forced.retain(|forced| *forced != ForcedBets::SharedCredit);
                    forced.push(ForcedBets::SharedCredit);
                }
                Step::Post { at, amount, kind } => {
                    let chosen = match kind {
                        PostKind::SmallBlind => small_blind.take(),
                        PostKind::BigBlind => big_blind.take(),
                        PostKind::ButtonBlind => button_blind.take(),
                        PostKind::DeadAnte => ante.take(),
                        _ => None,
                    };
                    let amount = chosen.map_or_else(|| scaled(amount), Ok)?;
                    forced.push(ForcedBets::Post { at, amount, kind });
                }
                Step::BringIn { amount, .. } => {
                    forced_opening = Some(bring_in.take().map_or_else(|| scaled(amount), Ok)?);
                }
                _ => {}
            }
        }
        if has_blinds && stakes.ante_format != AnteFormat::Classic {
            let format = stakes.ante_format;
            forced.extend(ante.take().map(|amount| ForcedBets::SingleAnte { amount, format }));
        }
        let unused = [
            (ante, "ante"),
            (small_blind, "small_blind"),
            (big_blind, "big_blind"),
            (button_blind, "button_blind"),
            (bring_in, "bring_in"),
        ];
        if let Some((_, name)) = unused.into_iter().find(|(amount, _)| amount.is_some()) {
            return Err(StakesError::NoSuchAmount(name));
        }

        if stakes.bets.len() > default_tiers.len() {
            return Err(StakesError::Order("the game has fewer bet sizes"));
        }
        let mut tiers = Vec::with_capacity(default_tiers.len());
        for (tier, limit) in default_tiers.iter().enumerate() {
            let limit = limit.try_map(scale).ok_or(StakesError::BadAmount("multiplier"))?;
            let size = positive(stakes.bets.get(tier).copied(), "bets")?;
            let ratio = match (limit, default_tiers[0]) {
                (Limit::Fixed(size), Limit::Fixed(first)) => size.get() / (first.get() * factor).max(1),
                _ => 1,
            };
            tiers.push(sized(limit, size, blind_of_table, ratio.max(1))?);
        }
        let structure = Structure {
            forced,
            bring_in: forced_opening,
            tiers,
            layout: self.blind_layout(),
        };
        structure.check().map(|()| structure)
    }
}

/// Returns the limit of a tier with the bet size and the big blind chosen by a table. `ratio` is the fixed bet of this tier divided by that
/// of the first, which is the big blind.
fn sized(limit: Limit, size: Option<Chips>, big_blind: Option<Chips>, ratio: u64) -> Result<Limit, StakesError> {
    Ok(match (size, limit) {
        (None, Limit::Pot(min)) => Limit::Pot(big_blind.unwrap_or(min)),
        (None, Limit::NoLimit(min)) => Limit::NoLimit(big_blind.unwrap_or(min)),
        (None, Limit::Fixed(size)) => Limit::Fixed(match big_blind {
            Some(blind) => blind.checked_mul(ratio).ok_or(StakesError::BadAmount("big_blind"))?,
            None => size,
        }),
        (None, limit) => limit,
        (Some(size), Limit::Fixed(_)) => Limit::Fixed(size),
        (Some(size), Limit::Pot(_)) => Limit::Pot(size),
        (Some(size), Limit::NoLimit(_)) => Limit::NoLimit(size),
        (Some(max), Limit::Spread { min, .. }) if min <= max => Limit::Spread { min, max },
        (Some(_), Limit::Spread { .. }) => {
            return Err(StakesError::Order("a spread limit ends below its minimum"));
        }
        (Some(_), Limit::Straddles { .. } | Limit::Bloc(_)) => {
            return Err(StakesError::Order("the play sets the bet sizes of this game"));
        }
    })
}

impl Structure {
    /// Checks that the amounts are in order.
    pub(crate) fn check(&self) -> Result<(), StakesError> {
        let ordered = self.tiers.iter().filter(|limit| !matches!(limit, Limit::Bloc(_)));
        if !ordered.is_sorted_by_key(|limit| match limit {
            Limit::Spread { max, .. } => *max,
            limit => limit.min_bet(),
        }) {
            return Err(StakesError::Order("bet sizes shrink from one tier to the next"));
        }
        let least_bet = self.tiers.iter().map(|limit| limit.min_bet()).min();
        if self.bring_in > least_bet {
            return Err(StakesError::Order("the bring-in exceeds a bet"));
        }
        let credits = self.forced.iter().filter_map(|forced| match forced {
            ForcedBets::Post {
                amount,
                kind: PostKind::Credit,
                ..
            } => Some(*amount),
            _ => None,
        });
        // One seat may pay several of them.
        let credit = credits.fold(Chips::ZERO, |sum, amount| sum.checked_add(amount).unwrap_or(Chips::MAX));
        if least_bet.is_some_and(|bet| credit > bet) {
            return Err(StakesError::Order("posts on credit exceed a bet"));
        }
        if self.small_blind() > self.big_blind() {
            return Err(StakesError::Order("the small blind exceeds the big blind"));
        }
        Ok(())
    }

    /// Checks that a table of `seats` seats can count its chips: these stacks, all posts and the largest bet of this structure, multiplied
    /// by `factor`, sum to no more than [`Chips::MAX`].
    ///
    /// # Errors
    /// [`StakesError::Ceiling`] if they sum to more.
    pub fn check_ceiling(&self, seats: u8, stack: Chips, factor: u64) -> Result<(), StakesError> {
        let seats = u128::from(seats);
        let wide = |chips: Chips| u128::from(chips.get());
        let forced = self.forced.iter().map(|forced| match *forced {
            ForcedBets::Ante { amount } => wide(amount) * seats,
            ForcedBets::SingleAnte { amount, .. } | ForcedBets::Post { amount, .. } => wide(amount),
            // The seats that post it share the amount.
            ForcedBets::SharedCredit => self.tiers.first().map_or(0, |limit| wide(limit.min_bet())),
        });
        let greatest = self.tiers.iter().map(|limit| match *limit {
            Limit::Spread { max, .. } => wide(max),
            Limit::Straddles { unit, times } => wide(unit) * u128::from(times),
            limit => wide(limit.min_bet()),
        });
        let nominal = forced.sum::<u128>() + wide(self.bring_in.unwrap_or_default()) + greatest.max().unwrap_or(0);
        if wide(stack) * seats + nominal * u128::from(factor) > wide(Chips::MAX) {
            return Err(StakesError::Ceiling);
        }
        Ok(())
    }

    /// Multiplies every amount by `factor`, capped at [`Chips::MAX`].
    #[must_use]
    pub fn times(&self, factor: u64) -> Self {
        let scaled = self.try_map(|chips| Some(chips.checked_mul(factor).unwrap_or(Chips::MAX)));
        scaled.unwrap_or_else(|| self.clone())
    }

    /// Maps every amount by `amount_of`; `None` if it returns `None` for one of them.
    pub(crate) fn try_map(&self, amount_of: impl Fn(Chips) -> Option<Chips>) -> Option<Self> {
        let forced = self.forced.iter().map(|forced| {
            Some(match *forced {
                ForcedBets::Ante { amount } => ForcedBets::Ante {
                    amount: amount_of(amount)?,
                },
                ForcedBets::SingleAnte { amount, format } => ForcedBets::SingleAnte {
                    amount: amount_of(amount)?,
                    format,
                },
                ForcedBets::Post { at, amount, kind } => ForcedBets::Post {
                    at,
                    amount: amount_of(amount)?,
                    kind,
                },
                ForcedBets::SharedCredit => ForcedBets::SharedCredit,
            })
        });
        Some(Self {
            forced: forced.collect::<Option<_>>()?,
            bring_in: match self.bring_in {
                Some(amount) => Some(amount_of(amount)?),
                None => None,
            },
            tiers: self
                .tiers
                .iter()
                .map(|limit| limit.try_map(&amount_of))
                .collect::<Option<_>>()?,
            layout: self.layout,
        })
    }

    /// Returns the small blind; zero if there is none.
    pub fn small_blind(&self) -> Chips {
        self.post_of(PostKind::SmallBlind)
    }

    /// Returns the big blind; zero if there is none.
    pub fn big_blind(&self) -> Chips {
        self.post_of(PostKind::BigBlind)
    }

    /// Returns the ante, of each player or of the one who pays it; zero if there is none.
    pub fn ante(&self) -> Chips {
        let ante = self.forced.iter().find_map(|forced| match forced {
            ForcedBets::Ante { amount }
            | ForcedBets::SingleAnte { amount, .. }
            | ForcedBets::Post {
                amount,
                kind: PostKind::DeadAnte,
                ..
            } => Some(*amount),
            ForcedBets::Post { .. } | ForcedBets::SharedCredit => None,
        });
        ante.unwrap_or_default()
    }

    fn post_of(&self, wanted: PostKind) -> Chips {
        let post = self.forced.iter().find_map(|forced| match forced {
            ForcedBets::Post { amount, kind, .. } if *kind == wanted => Some(*amount),
            _ => None,
        });
        post.unwrap_or_default()
    }

    /// Returns the amount in which buy-ins are counted: the big blind, or else the largest forced bet, or else the minimum bet; the ante in
    /// a game without bets.
    pub fn reference_bet(&self) -> Chips {
        let posts = self.forced.iter().map(|forced| match forced {
            ForcedBets::Ante { .. } | ForcedBets::SingleAnte { .. } | ForcedBets::SharedCredit => Chips::ZERO,
            ForcedBets::Post { amount, .. } => *amount,
        });
        let blind = posts.max().unwrap_or_default();
        let bet = blind.max(self.tiers.first().map_or(Chips::ZERO, |limit| limit.min_bet()));
        if bet.is_zero() { self.ante() } else { bet }
    }

    /// Returns the posts of all seats, in the order in which they are paid. A blind whose seat is not in `dealt` is not paid.
    /// Rules: tournament 2.3, variants V66.
    ///
    /// `small_blind` and `big_blind` are the seats of those positions in games that have them.
    pub fn posts(
        &self,
        dealt: SeatSet,
        button: SeatIx,
        small_blind: Option<SeatIx>,
        big_blind: Option<SeatIx>,
    ) -> Vec<Post> {
        let mut posts = Vec::with_capacity(self.forced.len() + dealt.len());
        for forced in &self.forced {
            match *forced {
                ForcedBets::Ante { amount } => {
                    let pay = |seat| Post {
                        seat,
                        amount,
                        kind: PostKind::Ante,
                    };
                    posts.extend(dealt.clockwise_from(button).map(pay));
                }
                ForcedBets::SingleAnte { amount, format } => {
                    let payer = match format {
                        AnteFormat::Button => Some(button),
                        AnteFormat::BigBlind => big_blind,
                        AnteFormat::Classic => None,
                    };
                    let payer = payer.filter(|seat| dealt.len() > 2 && dealt.contains(*seat));
                    let post = payer.map(|seat| Post {
                        seat,
                        amount,
                        kind: PostKind::DeadAnte,
                    });
                    // The button pays its ante before any blind, the big blind after its own (rule: tournament 4.2).
                    match format {
                        AnteFormat::Button => posts.splice(0..0, post).for_each(drop),
                        _ => posts.extend(post),
                    }
                }
                ForcedBets::Post { at, amount, kind } => {
                    let seat = match (at, kind) {
                        (_, PostKind::SmallBlind) => small_blind,
                        (_, PostKind::BigBlind) => big_blind,
                        (PostSeat::Dealer, _) => Some(button),
                        (PostSeat::Left, _) => dealt.clockwise_from(button).next(),
                        (PostSeat::Left2, _) => dealt.clockwise_from(button).nth(1),
                    };
                    let seat = seat.filter(|seat| dealt.contains(*seat));
                    posts.extend(seat.map(|seat| Post { seat, amount, kind }));
                }
                ForcedBets::SharedCredit => posts.extend(self.shared_credit(dealt, button)),
            }
        }
        posts
    }

    /// Returns the credit posts that make up the bet of the first tier: as even as possible, with the button paying the least.
    fn shared_credit(&self, dealt: SeatSet, button: SeatIx) -> Vec<Post> {
        let total = self.tiers.first().map_or(0, |limit| limit.min_bet().get());
        let most = if total < 3 { 2 } else { 3 };
        let seats: Vec<SeatIx> = std::iter::once(button)
            .filter(|seat| dealt.contains(*seat))
            .chain(dealt.clockwise_from(button).filter(|seat| *seat != button))
            .take(most)
            .collect();
        let count = seats.len() as u64;
        let (each, odd) = (total / count.max(1), total % count.max(1));
        let share = |(index, seat): (usize, SeatIx)| {
            let extra = u64::from(index as u64 >= count - odd);
            let amount = Chips::new(each + extra);
            let kind = PostKind::Credit;
            (!amount.is_zero()).then_some(Post { seat, amount, kind })
        };
        seats.into_iter().enumerate().filter_map(share).collect()
    }
}
