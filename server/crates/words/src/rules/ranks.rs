//! Comparison of hands in words.

use poker_engine::GameDef;
use poker_engine::card::Rank;
use poker_engine::eval::{Ranking, Selection};
use poker_engine::game::{Both, Speak};
use poker_engine::setup::ShowRule;

use super::Lang;

/// Lines about the showdown.
pub(super) fn lines(game: &GameDef, lang: Lang) -> Vec<String> {
    let show = game.showdown();
    let mut lines = Vec::new();
    match (show.high, show.low) {
        (Some(high), Some(low)) => {
            lines.push(say!(
                lang,
                "The pot is split between the best high hand and the best low hand.",
                "Le pot est partagé entre la meilleure main haute et la meilleure main basse."
            ));
            lines.push(ranking(high, lang));
            lines.push(ranking(low, lang));
        }
        (Some(one), None) | (None, Some(one)) => lines.push(ranking(one, lang)),
        (None, None) => {}
    }
    lines.extend(selection(show.selection, lang));
    if show.speak == Speak::Declared {
        lines.push(say!(
            lang,
            "Each side goes to the best hand among those who declared it.",
            "Chaque côté revient à la meilleure main parmi ceux qui l’ont déclaré."
        ));
        if game.both == Both::Strict {
            lines.push(say!(
                lang,
                "A player who declared both sides and is beaten or tied on either loses everything.",
                "Qui a déclaré les deux côtés et se trouve battu ou à égalité sur l’un d’eux perd tout."
            ));
        }
    }
    lines.push(match game.show_rule {
        ShowRule::All => say!(
            lang,
            "All players still in show their hands.",
            "Tous les joueurs encore en jeu montrent leur main."
        ),
        ShowRule::MuckLosers => say!(
            lang,
            "Hands are shown in turn; a player who cannot win may muck.",
            "Les mains sont montrées à tour de rôle ; qui ne peut gagner peut jeter la sienne sans la montrer."
        ),
    });
    lines
}

fn ranking(ranking: Ranking, lang: Lang) -> String {
    match ranking {
        Ranking::High => say!(
            lang,
            "High: the best hand of five cards, from straight flush, four of a kind, full house, flush, straight, three of a kind, two pair and pair down to the high card.",
            "Main haute : la meilleure main de cinq cartes, de la quinte flush, du carré, du full, de la couleur, de la quinte, du brelan, des deux paires et de la paire jusqu’à la carte haute."
        ),
        Ranking::ShortDeck => say!(
            lang,
            "High: the best hand of five cards, where a flush beats a full house, and the ace stands below the six in a straight.",
            "Main haute : la meilleure main de cinq cartes ; la couleur bat le full, et l’as précède le six dans une quinte."
        ),
        Ranking::EightOrBetter => say!(
            lang,
            "Low: five different ranks up to the eight, ace low; straights and flushes do not count. Without such a hand there is no low.",
            "Main basse : cinq cartes différentes jusqu’au huit, l’as étant la plus basse ; quintes et couleurs ne comptent pas. Sans une telle main, pas de moitié basse."
        ),
        Ranking::AceToFive => say!(
            lang,
            "Low: the lowest five cards, ace low; straights and flushes do not count, so five to ace is the best hand.",
            "Main basse : les cinq cartes les plus basses, l’as étant la plus basse ; quintes et couleurs ne comptent pas, la meilleure main est donc 5-4-3-2-A."
        ),
        Ranking::AceToSix => say!(
            lang,
            "Low: the lowest five cards, ace low; straights and flushes are bad, so six, four to ace is the best hand.",
            "Main basse : les cinq cartes les plus basses, l’as étant la plus basse ; quintes et couleurs sont mauvaises, la meilleure main est donc 6-4-3-2-A."
        ),
        Ranking::DeuceToSeven => say!(
            lang,
            "Low: the worst hand of standard poker wins, ace high; seven, five to two is the best hand.",
            "Main basse : la plus mauvaise main du poker ordinaire gagne, l’as étant la plus haute ; la meilleure main est 7-5-4-3-2."
        ),
        Ranking::Misere => say!(
            lang,
            "Low: the worst hand of standard poker wins; five to ace is a straight.",
            "Main basse : la plus mauvaise main du poker ordinaire gagne ; 5-4-3-2-A est une quinte."
        ),
        Ranking::Badugi => say!(
            lang,
            "Badugi: up to four cards of different ranks and different suits; more cards beat fewer, then the lower hand wins, ace low.",
            "Badugi : jusqu’à quatre cartes de rangs et de familles différents ; plus de cartes l’emportent, puis la main la plus basse, l’as étant la plus basse."
        ),
        Ranking::BadugiAceHigh => say!(
            lang,
            "Badugi: up to four cards of different ranks and different suits; more cards beat fewer, then the lower hand wins, ace high.",
            "Badugi : jusqu’à quatre cartes de rangs et de familles différents ; plus de cartes l’emportent, puis la main la plus basse, l’as étant la plus haute."
        ),
        Ranking::ThreeCard => say!(
            lang,
            "High: the best hand of three cards: straight flush, three of a kind, straight, flush, pair, high card.",
            "Main haute : la meilleure main de trois cartes : quinte flush, brelan, quinte, couleur, paire, carte haute."
        ),
        Ranking::ThreeCardListed => say!(
            lang,
            "High: the best hand of three cards: straight flush, straight, flush, three of a kind, pair, high card.",
            "Main haute : la meilleure main de trois cartes : quinte flush, quinte, couleur, brelan, paire, carte haute."
        ),
        Ranking::ThreeCardLow => say!(
            lang,
            "Low: the lowest three cards, ace low; straights and flushes do not count.",
            "Main basse : les trois cartes les plus basses, l’as étant la plus basse ; quintes et couleurs ne comptent pas."
        ),
        Ranking::TwoCard => say!(
            lang,
            "High: the best hand of two cards: a pair, else the higher cards.",
            "Main haute : la meilleure main de deux cartes : une paire, sinon les cartes les plus hautes."
        ),
        Ranking::TwoCardLow => say!(
            lang,
            "Low: the lowest two cards, ace low; a pair is bad.",
            "Main basse : les deux cartes les plus basses, l’as étant la plus basse ; une paire est mauvaise."
        ),
    }
}

fn selection(selection: Selection, lang: Lang) -> Option<String> {
    match selection {
        Selection::Best => None,
        Selection::TwoPlusThree => Some(say!(
            lang,
            "A hand is exactly two of one’s own cards and three of the board.",
            "Une main se compose d’exactement deux de ses cartes et de trois du tableau."
        )),
        Selection::FourPlusOne => Some(say!(
            lang,
            "A hand is exactly four of one’s own cards and one of the board.",
            "Une main se compose d’exactement quatre de ses cartes et d’une du tableau."
        )),
        Selection::Own => Some(say!(
            lang,
            "The board belongs to no hand: only hole cards play.",
            "Le tableau n’appartient à aucune main : seules ses propres cartes comptent."
        )),
        Selection::MaxTwo => Some(say!(
            lang,
            "At most two of one’s own cards play.",
            "Deux de ses propres cartes au plus comptent."
        )),
    }
}

/// Plural name of a rank, as in "kings".
pub(super) fn rank(rank: Rank, lang: Lang) -> String {
    const ENGLISH: [&str; 13] = [
        "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
        "aces",
    ];
    const FRENCH: [&str; 13] = [
        "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "valets", "dames", "rois", "as",
    ];
    let names = match lang {
        Lang::English => ENGLISH,
        Lang::French => FRENCH,
    };
    names[usize::from(rank.index())].to_owned()
}
