//! The invitation that opens a private table or tournament to those it was sent to.

use std::fmt;

use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use serde::{Deserialize, Serialize};

use poker_store::TableId;

/// 128 random bits, as hexadecimal digits. It is the second part of a private table's or tournament's identifier, after
/// a hyphen: a link or a message that contains the identifier lets its reader in, and a guessed number does not. The
/// tables of a private tournament share the tournament's invitation.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Invitation(String);

impl Invitation {
    /// Draws a new invitation.
    ///
    /// # Errors
    /// If the operating system provides no random bits.
    pub fn draw() -> Result<Self, SysError> {
        let mut bits = [0; 16];
        SysRng.try_fill_bytes(&mut bits)?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(bits))))
    }

    /// `true` if `text` is this invitation. The comparison takes the same time however much of it was guessed
    /// correctly.
    fn is(&self, text: &str) -> bool {
        let differs = |differs: u8, (a, b): (u8, u8)| differs | (a ^ b);
        self.0.len() == text.len() && self.0.bytes().zip(text.bytes()).fold(0, differs) == 0
    }
}

/// Keeps the secret out of logs.
impl fmt::Debug for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Invitation")
    }
}

/// The name by which a client asks for a table or a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableName<'a> {
    /// The number of the table or tournament.
    pub table: TableId,
    /// The part after the hyphen.
    invitation: Option<&'a str>,
}

impl<'a> TableName<'a> {
    /// Parses an identifier as clients send it; `None` if it is malformed.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (number, invitation) = match text.split_once('-') {
            Some((number, invitation)) => (number, Some(invitation)),
            None => (text, None),
        };
        let table = TableId::from_number(number).ok()?;
        Some(Self { table, invitation })
    }

    /// The invitation contained in the name, right or wrong.
    pub fn invitation(&self) -> Option<Invitation> {
        self.invitation.map(|text| Invitation(text.to_owned()))
    }

    /// `true` if the name lets its sender in, as it always does where no `invitation` is needed. Anyone `known`, such
    /// as the host, needs none.
    pub fn lets_in(&self, invitation: Option<&Invitation>, known: bool) -> bool {
        match (invitation, self.invitation) {
            (None, None) => true,
            (Some(_), None) => known,
            (Some(wanted), Some(given)) => wanted.is(given),
            (None, Some(_)) => false,
        }
    }
}

/// A table's identifier on the wire.
pub fn wire_id(table: TableId, invitation: Option<&Invitation>) -> poker_protocol::v1::TableId {
    poker_protocol::v1::TableId(named(table, invitation))
}

/// A tournament's identifier on the wire, for those who may know about it.
pub fn tournament_wire_id(
    tournament: TableId,
    invitation: Option<&Invitation>,
) -> poker_protocol::v1::tournament::TournamentId {
    poker_protocol::v1::tournament::TournamentId(named(tournament, invitation))
}

fn named(number: TableId, invitation: Option<&Invitation>) -> String {
    match invitation {
        None => number.to_string(),
        Some(Invitation(text)) => format!("{number}-{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_table_opens_to_its_invitation_and_its_host_alone() {
        let [wanted, other] = [(); 2].map(|()| Invitation::draw().unwrap());
        let id = wire_id(TableId(7), Some(&wanted)).0;
        assert_eq!(id.len(), 2 + 32);
        let lets_in = |text: &str, is_host| {
            let name = TableName::parse(text)?;
            assert_eq!(name.table, TableId(7));
            Some(name.lets_in(Some(&wanted), is_host))
        };
        assert_eq!(lets_in(&id, false), Some(true));
        assert_eq!((lets_in("7", false), lets_in("7", true)), (Some(false), Some(true)));
        let strange = wire_id(TableId(7), Some(&other)).0;
        for text in [
            &strange,
            "7-",
            &id[..id.len() - 1],
            &id.to_uppercase(),
            &format!("{id}0"),
        ] {
            assert_eq!(
                (text.contains(&id) && text.len() == id.len(), lets_in(text, false)),
                (false, Some(false)),
                "{text}"
            );
        }
        for text in ["", "-", "07", "+7", "7x", " 7"] {
            assert_eq!(TableName::parse(text), None, "{text}");
        }
        let public = TableName::parse("7").unwrap();
        assert!(public.lets_in(None, false));
        assert!(!TableName::parse(&id).unwrap().lets_in(None, true));
    }
}
