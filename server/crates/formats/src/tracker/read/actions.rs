//! Actions of players: posts, bets and what they say.

use poker_engine::setup::PostKind;
use poker_engine::{Chips, LimitKind};

use super::super::super::import;
use super::super::{BOTH_BLINDS, POSTS};
use super::{Reader, cards_of};

impl Reader {
    pub(super) fn said(&mut self, player: usize, said: &str) -> Result<(), String> {
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
                let count = count.parse().map_err(|_| format!("`{count}` is not a number"))?;
                let cards = said.split_once('[').map(|(_, cards)| cards_of(cards));
                self.hand.discard(player, count, &cards.unwrap_or_default());
            }
            ["shows", ..] => {
                let cards = said.split_once('[').ok_or("the cards are missing")?.1;
                let cards = cards_of(cards);
                let read = import::cards(&cards).ok_or_else(|| format!("`{cards}` are not cards"))?;
                self.summary.shown.shows(self.hand.at, player, &read, said, self.run);
                self.show(player, &cards);
            }
            ["mucks", "hand"] => self.hand.muck(player),
            // A player who does not show concedes.
            ["doesn't", "show", ..] | ["sits", "out"] | ["is", "sitting", "out"] => {}
            _ => return Err(format!("`{said}` is not an action")),
        }
        if all_in {
            self.hand.all_in();
        }
        Ok(())
    }

    /// Sets the price of the bring-in from the first call: a player may bring in with last chips for less than the others have to pay.
    fn price_of_bring_in(&mut self, price: Chips) {
        if std::mem::take(&mut self.short_bring_in) {
            self.hand.bring_in = self.hand.bring_in.max(Some(price));
        }
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
        let (kind, _) = kind.ok_or_else(|| format!("`{post}` is not a forced bet"))?;
        // A post is as much as the title says, unless the stack is smaller.
        let due = match kind {
            PostKind::SmallBlind if self.kind != LimitKind::Fixed => self.stakes.0,
            PostKind::BigBlind | PostKind::ButtonBlind => blind,
            _ => paid,
        };
        if paid > due || paid < due && !all_in {
            let (paid, due) = (self.hand.scale.show(paid), self.hand.scale.show(due));
            return Err(format!("a {post} of {paid}, where it is {due}"));
        }
        // The blinds of the hand come first; any further one is posted by a player who enters or comes back.
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
