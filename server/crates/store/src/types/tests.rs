//! Texts of names and settings.

use std::num::NonZeroU32;

use super::hands::BadKeepHands;
use super::*;

#[test]
fn what_is_kept_reads_back() {
    for (text, keep) in [
        ("forever", KeepHands::Forever),
        ("90d", KeepHands::Days(90)),
        ("1000", KeepHands::Last(NonZeroU32::new(1000).unwrap())),
    ] {
        assert_eq!(text.parse(), Ok(keep));
        assert_eq!(keep.to_string(), text);
    }
    for text in ["", "d", "-1", "0", "1.5d", "ever"] {
        assert_eq!(text.parse::<KeepHands>(), Err(BadKeepHands), "{text}");
    }
}

#[test]
fn names_read_back_and_nothing_else_does() {
    let account = AccountId::generate();
    for name in [
        LedgerAccount::Mint,
        LedgerAccount::Player(account),
        LedgerAccount::Table(TableId(7)),
        LedgerAccount::Tournament(TableId(7)),
        LedgerAccount::Tab(TableId(7), account),
    ] {
        assert_eq!(name.to_string().parse(), Ok(name));
    }
    for text in [
        "",
        "mint:",
        "table:",
        "table:07",
        "tournament:07",
        "table:+7",
        "table:-7",
        "table:9223372036854775808",
        "player:7",
    ] {
        assert_eq!(text.parse::<LedgerAccount>(), Err(BadId), "{text}");
    }
    let shouted = account.to_string().to_uppercase();
    assert_eq!(shouted.parse::<AccountId>(), Err(BadId));
}
