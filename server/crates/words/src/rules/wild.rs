//! Wild cards and special hands in words.

use poker_engine::card::{Rank, Suit};
use poker_engine::eval::{Chance, FiveOfAKind, Joker, LowWild, Skeet, WheelStraight, WildTie};
use poker_engine::{Card, CardSet, GameDef};

use super::Lang;
use super::ranks::rank;

/// Lines about wild cards, their use, and special hands; empty for a game without any.
pub(super) fn lines(game: &GameDef, lang: Lang) -> Vec<String> {
    let rules = &game.rules;
    let wild = &rules.wild;
    let mut lines = Vec::new();
    lines.extend(jokers(wild.jokers, wild.joker, lang));
    lines.extend(listed(wild.listed, lang));
    lines.extend(
        wild.chances
            .iter()
            .map(|chance| by_chance(*chance, wild.propagate, lang)),
    );
    let is_wild = !lines.is_empty();
    if is_wild && game.showdown().high.is_some() {
        lines.push(match rules.five_of_a_kind {
            FiveOfAKind::Top => say!(
                lang,
                "Five of a kind beats everything.",
                "Cinq cartes du même rang battent tout."
            ),
            FiveOfAKind::BelowRoyal => say!(
                lang,
                "Five of a kind beats everything but a royal flush.",
                "Cinq cartes du même rang battent tout sauf la quinte flush royale."
            ),
            FiveOfAKind::None => say!(
                lang,
                "There is no five of a kind.",
                "Cinq cartes du même rang ne font pas une main à part."
            ),
        });
        lines.extend(match rules.wild_tie {
            WildTie::Split | WildTie::Basic => None,
            WildTie::FewestWilds => Some(say!(
                lang,
                "Of equal hands the one with fewer wild cards wins.",
                "À mains égales, celle qui a le moins de passe-partout l’emporte."
            )),
        });
    }
    if is_wild && game.showdown().low.is_some() {
        lines.push(low(rules.low_wild, lang));
    }
    if rules.special.dogs {
        lines.push(say!(
            lang,
            "Cats and dogs count, between flush and straight: five different ranks without a pair, king to eight (big cat), eight to three (little cat), ace to nine (big dog), seven to two (little dog).",
            "Chats et chiens comptent, entre la couleur et la quinte : cinq rangs différents, du roi au huit (grand chat), du huit au trois (petit chat), de l’as au neuf (grand chien), du sept au deux (petit chien)."
        ));
    }
    match rules.special.skeet {
        Skeet::Off => {}
        Skeet::Loose => lines.push(say!(
            lang,
            "Skeet counts, between straight and three of a kind: nine, five, two and any two ranks between, without a pair; so do skip straights and round-the-corner straights, and five picture cards beat two pair.",
            "Le skeet compte, entre la quinte et le brelan : neuf, cinq, deux et deux rangs intermédiaires, sans paire ; de même les quintes alternées et les quintes tournantes, et cinq figures battent deux paires."
        )),
        Skeet::Strict => lines.push(say!(
            lang,
            "Skeet counts, between straight and three of a kind: nine, five, two, one rank between nine and five and one between five and two; so do skip straights and round-the-corner straights, and five picture cards beat two pair.",
            "Le skeet compte, entre la quinte et le brelan : neuf, cinq, deux, un rang entre neuf et cinq et un entre cinq et deux ; de même les quintes alternées et les quintes tournantes, et cinq figures battent deux paires."
        )),
    }
    if rules.wheel_straight == WheelStraight::IsNone {
        lines.push(say!(
            lang,
            "Five to ace is not a straight.",
            "5-4-3-2-A n’est pas une quinte."
        ));
    }
    lines
}

fn jokers(count: u8, joker: Joker, lang: Lang) -> Option<String> {
    let jokers = match count {
        0 => return None,
        1 => say!(lang, "One joker is in the deck", "Le jeu comprend un joker"),
        _ => say!(lang, "{count} jokers are in the deck", "Le jeu comprend {count} jokers"),
    };
    Some(match joker {
        Joker::Wild => say!(
            lang,
            "{jokers}; a joker stands for any card.",
            "{jokers} ; un joker remplace n’importe quelle carte."
        ),
        Joker::Bug => say!(
            lang,
            "{jokers}; a joker is an ace, or completes a straight or a flush.",
            "{jokers} ; un joker vaut un as ou complète une quinte ou une couleur."
        ),
        Joker::Ace => say!(lang, "{jokers}; a joker is an ace.", "{jokers} ; un joker vaut un as."),
        Joker::Basic => say!(
            lang,
            "{jokers}; a joker is an ace, completes a straight or a flush, or is the fifth card with four of a rank.",
            "{jokers} ; un joker vaut un as, complète une quinte ou une couleur, ou s’ajoute à un carré."
        ),
    })
}

fn listed(cards: CardSet, lang: Lang) -> Option<String> {
    if cards.is_empty() {
        return None;
    }
    let mut names = Vec::new();
    for of in (0..13).filter_map(Rank::new) {
        let held: Vec<Card> = Suit::ALL
            .into_iter()
            .map(|suit| Card::new(of, suit))
            .filter(|card| cards.contains(*card))
            .collect();
        if held.len() == Suit::ALL.len() {
            names.push(rank(of, lang));
        } else {
            names.extend(held.iter().map(|card| symbol(*card)));
        }
    }
    let names = names.join(", ");
    Some(say!(lang, "Wild cards: {names}.", "Passe-partout : {names}."))
}

/// A card by rank and suit sign, the same in both languages.
fn symbol(card: Card) -> String {
    let sign = match card.suit() {
        Some(Suit::Clubs) => "♣",
        Some(Suit::Diamonds) => "♦",
        Some(Suit::Hearts) => "♥",
        Some(Suit::Spades) => "♠",
        None => "",
    };
    card.rank()
        .map_or_else(|| card.to_string(), |rank| format!("{}{sign}", rank.symbol()))
}

fn by_chance(chance: Chance, propagate: bool, lang: Lang) -> String {
    let wild = match chance {
        Chance::OwnLow => say!(
            lang,
            "The lowest of a player’s own cards is wild for that player",
            "La plus basse des cartes d’un joueur est passe-partout pour lui"
        ),
        Chance::FirstDown => say!(
            lang,
            "The first card that a player was dealt face down is wild for that player",
            "La première carte fermée reçue par un joueur est passe-partout pour lui"
        ),
        Chance::StillDown => say!(
            lang,
            "What a player still holds face down at the end is wild for that player",
            "Les cartes qu’un joueur garde fermées à la fin sont passe-partout pour lui"
        ),
        Chance::BoardCard(place) => say!(
            lang,
            "Card {place} of the board is wild for all",
            "La carte {place} du tableau est passe-partout pour tous"
        ),
        Chance::BoardLow => say!(
            lang,
            "The lowest card of the board is wild for all",
            "La plus basse carte du tableau est passe-partout pour tous"
        ),
        Chance::Indicator => say!(
            lang,
            "The first card of the board, which belongs to no hand, determines what is wild",
            "La première carte du tableau, qui n’appartient à aucune main, désigne ce qui est passe-partout"
        ),
    };
    if propagate {
        say!(
            lang,
            "{wild}, and so is every card of its rank.",
            "{wild}, comme toutes celles de son rang."
        )
    } else {
        format!("{wild}.")
    }
}

fn low(low: LowWild, lang: Lang) -> String {
    match low {
        LowWild::Any => say!(
            lang,
            "In a low hand a wild card is whatever makes it lowest.",
            "Dans une main basse, un passe-partout vaut ce qui rend la main la plus basse."
        ),
        LowWild::Ace => say!(
            lang,
            "In a low hand a wild card is an ace.",
            "Dans une main basse, un passe-partout vaut un as."
        ),
        LowWild::Zero => say!(
            lang,
            "In a low hand wild cards count below the ace and never pair.",
            "Dans une main basse, les passe-partout comptent moins que l’as et ne font jamais paire."
        ),
        LowWild::ZeroPair => say!(
            lang,
            "In a low hand wild cards count below the ace, and two of them are a pair.",
            "Dans une main basse, les passe-partout comptent moins que l’as, et deux d’entre eux font une paire."
        ),
        LowWild::CopyLow => say!(
            lang,
            "In a low hand a wild card is a copy of the lowest natural card.",
            "Dans une main basse, un passe-partout répète la plus basse carte naturelle."
        ),
    }
}
