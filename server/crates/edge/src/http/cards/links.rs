//! Links: what each leads to, and its card.

use std::sync::Arc;

use axum::http::StatusCode;
use poker_event::setup::EventTableRow;
use poker_lobby::Lobby;
use poker_protocol::v1::rest::LinkState;
use poker_store::AccountId;
use poker_table::TableName;
use poker_table::stored::told_in;
use poker_words::cards::{self, Card, Reader};

use super::super::error::ApiError;
use super::super::tournaments::{EventBook, Held};
use super::super::{assets, share};

/// Something that a link leads to, by its name in the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link<'a> {
    Table(&'a str),
    Event(&'a str),
    Hand(&'a str),
    /// The club and the season.
    Season(&'a str, &'a str),
}

impl<'a> Link<'a> {
    /// What the page shows at an address, if that has a card.
    pub(super) fn at(path: &'a str) -> Option<Self> {
        if path.contains('.') || !assets::is_view(path) {
            return None;
        }
        let path = path.strip_prefix('/')?;
        let parts: Vec<&str> = path.strip_suffix('/').unwrap_or(path).split('/').collect();
        match parts[..] {
            ["hand", "share", token] => Some(Self::Hand(token)),
            ["table", table] => Some(Self::Table(table)),
            ["tournament" | "tournaments", event] | ["tournament" | "tournaments", event, "screen"] => {
                Some(Self::Event(event))
            }
            ["club", club, "season", season] | ["club", club, "season", season, "screen"] => {
                Some(Self::Season(club, season))
            }
            _ => None,
        }
    }

    /// Address of its picture.
    pub(super) fn picture(self) -> String {
        let (kind, name) = match self {
            Self::Table(name) => ("tables", name),
            Self::Event(name) => ("tournaments", name),
            Self::Hand(name) => ("shared", name),
            Self::Season(club, season) => return format!("/api/v1/clubs/{club}/seasons/{season}/card.png"),
        };
        format!("/api/v1/{kind}/{name}/card.png")
    }
}

/// Reads what links lead to.
#[derive(Clone)]
pub(crate) struct Links {
    /// Open tables.
    pub(crate) lobby: Arc<Lobby>,
    /// Tournaments, accounts, hands and closed tables.
    pub(crate) book: EventBook,
}

impl Links {
    /// The card of a link.
    pub(super) async fn card(&self, link: Link<'_>, reader: Reader) -> Result<Card, ApiError> {
        match link {
            Link::Table(name) => self.table(name, reader).await,
            Link::Event(name) => self.event(name, reader).await,
            Link::Hand(token) => Ok(match share::record_of(&*self.book.store, token).await? {
                Some(record) => cards::hand(&record, reader.lang),
                None => cards::broken(LinkState::Wrong, reader.lang),
            }),
            // Clubs are for their members: the card is the same for every season, and for those that do not exist.
            Link::Season(..) => Ok(cards::season(reader.lang)),
        }
    }

    async fn table(&self, name: &str, reader: Reader) -> Result<Card, ApiError> {
        // A table of a club shows itself to no messenger.
        let name = self.book.clubs.name_for(name, None);
        if let Some((summary, hidden)) = self.lobby.linked(name) {
            let host = match &summary.info.host {
                Some(host) if !(hidden && reader.is_messenger) => self.name_of(host).await?,
                _ => None,
            };
            return Ok(cards::table(&summary, hidden, host.as_deref(), reader));
        }
        let state = if self.was_open(name).await? {
            LinkState::Closed
        } else {
            cards::fault_of(name)
        };
        Ok(cards::broken(state, reader.lang))
    }

    /// `true` if the name opened a table that is no longer open. Tables of tournaments are not counted: their tournament
    /// is what a guest wants.
    async fn was_open(&self, name: &str) -> Result<bool, ApiError> {
        let Some(name) = TableName::parse(name) else {
            return Ok(false);
        };
        if self.lobby.table(name.table).is_some() {
            return Ok(false);
        }
        let config = self.book.store.table_config(name.table).await?;
        let config = config.filter(|config| EventTableRow::read(config).is_none());
        Ok(config.is_some_and(|config| {
            let (told, invitation) = told_in(&config);
            told.is_some() && name.lets_in(invitation.as_ref(), false)
        }))
    }

    async fn event(&self, name: &str, reader: Reader) -> Result<Card, ApiError> {
        let summary = match self.book.find(None, name).await {
            Ok(found) => match found.held {
                Held::Open(handle) => handle.summary(),
                Held::Closed(kept) => kept.state.summary,
            },
            Err(error) if error.status() == StatusCode::NOT_FOUND => {
                return Ok(cards::broken(cards::fault_of(name), reader.lang));
            }
            Err(error) => return Err(error),
        };
        let host = match &summary.host {
            Some(host) if !(summary.private && reader.is_messenger) => self.name_of(host).await?,
            _ => None,
        };
        Ok(cards::event(&summary, host.as_deref(), reader))
    }

    /// Name of an account.
    async fn name_of(&self, account: &str) -> Result<Option<String>, ApiError> {
        let Ok(account) = account.parse::<AccountId>() else {
            return Ok(None);
        };
        Ok(self.book.store.account(account).await?.map(|record| record.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_a_card() {
        for (path, link) in [
            ("/table/4711", Some(Link::Table("4711"))),
            ("/table/7-ab/", Some(Link::Table("7-ab"))),
            ("/tournament/12", Some(Link::Event("12"))),
            ("/tournaments/12/screen", Some(Link::Event("12"))),
            ("/hand/share/abc", Some(Link::Hand("abc"))),
            ("/club/7/season/3", Some(Link::Season("7", "3"))),
            ("/club/7/season/3/screen", Some(Link::Season("7", "3"))),
            ("/club/7/season/x", None),
            ("/club/7", None),
            ("/", None),
            ("/table", None),
            ("/table//", None),
            ("/table/1.5", None),
            ("/hand/4711/12", None),
            ("/tournament/12/floor", None),
            ("/tournament/12/certificate/3", None),
        ] {
            assert_eq!(Link::at(path), link, "{path}");
        }
    }
}
