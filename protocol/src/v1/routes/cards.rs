//! Cards of links.

use super::answer::{Done, Picture};
use crate::v1::rest::CardResponse;

routes! {
    /// What the link of a table leads to, in words, for a guest who opens it.
    Table = Get "/api/v1/tables/{table}/card" -> Done<CardResponse>,
        query: CardLanguage, costs: 2 "a card is written";

    /// The same as a picture for messengers; that of a private table says nothing more.
    TablePicture = Get "/api/v1/tables/{table}/card.png" -> Picture,
        query: CardLanguage,
        costs: 2 "plus ten units if the picture has to be drawn, 10 ms in the pool";

    /// What the link of a tournament leads to, in words, for a guest who opens it.
    Tournament = Get "/api/v1/tournaments/{tournament}/card" -> Done<CardResponse>,
        query: CardLanguage, costs: 2 "a card is written";

    /// The same as a picture for messengers; that of a private tournament says nothing more.
    TournamentPicture = Get "/api/v1/tournaments/{tournament}/card.png" -> Picture,
        query: CardLanguage,
        costs: 2 "plus ten units if the picture has to be drawn, 10 ms in the pool";

    /// What the link of a shared hand leads to, in words. It names no player.
    Hand = Get "/api/v1/shared/{token}/card" -> Done<CardResponse>,
        query: CardLanguage, costs: 2 "a card is written";

    /// The same as a picture for messengers.
    HandPicture = Get "/api/v1/shared/{token}/card.png" -> Picture,
        query: CardLanguage,
        costs: 2 "plus ten units if the picture has to be drawn, 10 ms in the pool";

    /// What the link of a season leads to, in words. It is the same for every season, since clubs are for their
    /// members.
    Season = Get "/api/v1/clubs/{club}/seasons/{season}/card" -> Done<CardResponse>,
        query: CardLanguage, costs: 2 "a card is written";

    /// The same as a picture for messengers.
    SeasonPicture = Get "/api/v1/clubs/{club}/seasons/{season}/card.png" -> Picture,
        query: CardLanguage,
        costs: 2 "plus ten units if the picture has to be drawn, 10 ms in the pool";
}
