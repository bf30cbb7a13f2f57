//! Operations on the cards of links.

use poker_protocol::v1::rest::CardResponse;
use serde_json::json;

use super::{Content, Operation, Parameter, Types};

/// What has a card: its path, and what the card says.
const LINKS: [(&str, &str, &str, &str); 4] = [
    (
        "/api/v1/tables/{table}/card",
        "What the link of a table leads to, in words, for a guest who opens it.",
        "/api/v1/tables/{table}/card.png",
        "The same as a picture for messengers; that of a private table says nothing more.",
    ),
    (
        "/api/v1/tournaments/{tournament}/card",
        "What the link of a tournament leads to, in words, for a guest who opens it.",
        "/api/v1/tournaments/{tournament}/card.png",
        "The same as a picture for messengers; that of a private tournament says nothing more.",
    ),
    (
        "/api/v1/shared/{token}/card",
        "What the link of a shared hand leads to, in words. It names no player.",
        "/api/v1/shared/{token}/card.png",
        "The same as a picture for messengers.",
    ),
    (
        "/api/v1/clubs/{club}/seasons/{season}/card",
        "What the link of a season leads to, in words. It is the same for every season, since clubs are for their members.",
        "/api/v1/clubs/{club}/seasons/{season}/card.png",
        "The same as a picture for messengers.",
    ),
];

pub(super) fn cards(types: &mut Types) -> Vec<Operation> {
    let lang = || Parameter {
        name: "lang",
        about: "The language; as in `Accept-Language` if omitted.",
        schema: json!({"type": "string", "enum": ["en", "fr"]}),
    };
    let both = LINKS.into_iter().flat_map(|(words, about, picture, drawn)| {
        [
            Operation::get(words, about, types.json::<CardResponse>(200)),
            Operation::get(picture, drawn, (200, Content::Picture)),
        ]
    });
    both.map(|operation| operation.query(vec![lang()]).refused(&[400]))
        .collect()
}
