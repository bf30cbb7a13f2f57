//! The steps of a hand in words.

use poker_engine::game::{
    AllCheck, BetStep, Burn, CreditPosts, DeclareOrder, Door, Face, First, LeastPair, Openers, PostSeat, Rolls, Step,
    Trigger, UpCardRule,
};
use poker_engine::setup::PostKind;
use poker_engine::{Declaration, GameDef};

use super::Lang;
use super::ranks::rank;

/// The course of a hand, one line per step. The showdown has its own section.
pub(super) fn lines(game: &GameDef, lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    let mut untold = game.triggers.as_slice();
    let mut forced_opening = game.forced_opening;
    let is_credit = |step: &Step| matches!(step, Step::Post { kind, .. } if *kind == PostKind::Credit);
    let last_credit = game.steps.iter().rposition(is_credit);
    let steps = game.steps.iter().enumerate();
    for (at, step) in steps.filter(|(_, step)| !matches!(step, Step::Show(_))) {
        lines.push(line(game, step, lang));
        if last_credit == Some(at) && game.credit == CreditPosts::Shared {
            lines.push(say!(
                lang,
                "Together these posts are the first limit, from a limit of 3 on with one by the next player too, as evenly as possible; the dealer pays the least.",
                "Ces versements font ensemble la première limite, à partir d’une limite de 3 avec celui du joueur suivant, aussi égaux que possible ; le donneur verse le moins."
            ));
        }
        if matches!(step, Step::Bet(_)) && std::mem::take(&mut forced_opening) {
            lines.push(say!(
                lang,
                "The first to act in this round must bet.",
                "Celui qui parle en premier à ce tour doit miser."
            ));
        }
        // The effect of certain up cards is explained where it can first occur.
        let up = matches!(step, Step::OptionalRoll) || matches!(step, Step::Deal(faces) if faces.contains(&Face::Up));
        if up {
            lines.extend(untold.iter().map(|trigger| up_card(*trigger, lang)));
            untold = &[];
        }
    }
    lines
}

fn line(game: &GameDef, step: &Step, lang: Lang) -> String {
    match step {
        Step::Ante(amount) => say!(
            lang,
            "Every player pays an ante of {amount}.",
            "Chaque joueur verse un ante de {amount}."
        ),
        Step::Post { at, amount, kind } => post(*at, *amount, *kind, lang),
        Step::Deal(faces) => deal(faces, lang),
        Step::BringIn { door, amount } => bring_in(*door, *amount, lang),
        Step::Board { count, face } => board(*count, *face, lang),
        Step::Turn(count) => {
            let count = usize::from(*count);
            match count {
                1 => say!(
                    lang,
                    "The next card of the board is turned up.",
                    "La carte suivante du tableau est retournée."
                ),
                _ => say!(
                    lang,
                    "The next {count} cards of the board are turned up.",
                    "Les {count} cartes suivantes du tableau sont retournées."
                ),
            }
        }
        Step::Communal => say!(
            lang,
            "One card is dealt to the board for all, face up.",
            "Une carte est posée au tableau pour tous, ouverte."
        ),
        Step::Roll { which, announce } => roll(*which, announce, lang),
        Step::OptionalRoll => say!(
            lang,
            "In turn, every player may turn the hole card up and receive the next card face down; otherwise it comes face up.",
            "À tour de rôle, chaque joueur peut retourner sa carte cachée et recevoir la suivante fermée ; sinon elle vient ouverte."
        ),
        Step::Arrange => say!(
            lang,
            "Every player arranges the cards face down in a fixed order.",
            "Chaque joueur range ses cartes fermées dans un ordre qui ne change plus."
        ),
        Step::Declare { choices, order } => declaration(choices, *order, lang),
        Step::Bet(bet) => betting(game, *bet, lang),
        Step::Straddle { max } => say!(
            lang,
            "Left of the big blind, up to {max} players in a row may double the blind before the deal.",
            "À gauche de la grosse blinde, jusqu’à {max} joueurs de suite peuvent doubler la blinde avant la donne."
        ),
        Step::Draw { max, per_pass } => draw(game, *max, *per_pass, lang),
        Step::Discard { down, up } => discard(*down, *up, lang),
        Step::Show(_) => String::new(),
    }
}

fn up_card(trigger: Trigger, lang: Lang) -> String {
    let of = rank(trigger.rank, lang);
    match trigger.rule {
        UpCardRule::BuyPot => say!(
            lang,
            "Up cards that are {of}: their owner pays the amount of the pot, or folds.",
            "Cartes ouvertes, {of} : leur propriétaire verse l’équivalent du pot, ou abandonne."
        ),
        UpCardRule::Buy(price) => say!(
            lang,
            "Up cards that are {of}: their owner pays {price}, or folds.",
            "Cartes ouvertes, {of} : leur propriétaire verse {price}, ou abandonne."
        ),
        UpCardRule::Extra => say!(
            lang,
            "Up cards that are {of}: their owner receives another card, face down.",
            "Cartes ouvertes, {of} : leur propriétaire reçoit une carte de plus, fermée."
        ),
        UpCardRule::Swap => say!(
            lang,
            "Up cards that are {of}: their owner may discard them and receive a card face down instead.",
            "Cartes ouvertes, {of} : leur propriétaire peut les écarter et recevoir une carte fermée à la place."
        ),
    }
}

fn post(at: PostSeat, amount: poker_engine::Chips, kind: PostKind, lang: Lang) -> String {
    let who = match at {
        PostSeat::Left => say!(lang, "The player left of the dealer", "Le joueur à gauche du donneur"),
        PostSeat::Left2 => say!(
            lang,
            "The second player left of the dealer",
            "Le deuxième joueur à gauche du donneur"
        ),
        PostSeat::Dealer => say!(lang, "The dealer", "Le donneur"),
    };
    match kind {
        PostKind::SmallBlind => say!(
            lang,
            "{who} posts the small blind of {amount}.",
            "{who} mise la petite blinde de {amount}."
        ),
        PostKind::BigBlind => say!(
            lang,
            "{who} posts the big blind of {amount}.",
            "{who} mise la grosse blinde de {amount}."
        ),
        PostKind::Ante | PostKind::DeadAnte | PostKind::DeadBlind => say!(
            lang,
            "{who} pays {amount} into the pot, which is dead.",
            "{who} verse {amount} au pot, qui ne compte comme mise de personne."
        ),
        PostKind::Credit => say!(
            lang,
            "{who} pays {amount}, which counts when that player calls and is not a bet for the others.",
            "{who} verse {amount}, qui lui sont comptés quand il suit et n’obligent pas les autres."
        ),
        PostKind::Straddle => say!(
            lang,
            "{who} raises blind to {amount}.",
            "{who} relance à l’aveugle à {amount}."
        ),
        PostKind::ButtonBlind | PostKind::EntryBlind | PostKind::BringIn => {
            say!(
                lang,
                "{who} posts a blind of {amount}.",
                "{who} mise une blinde de {amount}."
            )
        }
    }
}

/// A number of cards, and the way they lie.
fn cards(count: usize, face: Face, lang: Lang) -> String {
    match (face, count) {
        (Face::Down, 1) => say!(lang, "one card face down", "une carte fermée"),
        (Face::Down, _) => say!(lang, "{count} cards face down", "{count} cartes fermées"),
        (Face::Up, 1) => say!(lang, "one card face up", "une carte ouverte"),
        (Face::Up, _) => say!(lang, "{count} cards face up", "{count} cartes ouvertes"),
    }
}

fn deal(faces: &[Face], lang: Lang) -> String {
    let runs = faces.chunk_by(|one, other| one == other);
    let parts: Vec<String> = runs.map(|run| cards(run.len(), run[0], lang)).collect();
    let dealt = parts.join(match lang {
        Lang::English => ", then ",
        Lang::French => ", puis ",
    });
    say!(lang, "Every player receives {dealt}.", "Chaque joueur reçoit {dealt}.")
}

fn bring_in(door: Door, amount: poker_engine::Chips, lang: Lang) -> String {
    match door {
        Door::Low => say!(
            lang,
            "The lowest card face up must open with {amount}; clubs are the lowest suit.",
            "La plus basse carte ouverte doit ouvrir à {amount} ; le trèfle est la couleur la plus basse."
        ),
        Door::HighRazz => say!(
            lang,
            "The highest card face up must open with {amount}; aces are low, spades the highest suit.",
            "La plus haute carte ouverte doit ouvrir à {amount} ; l’as est bas, le pique est la couleur la plus haute."
        ),
    }
}

fn roll(which: Rolls, announce: &[Declaration], lang: Lang) -> String {
    let mut line = match which {
        Rolls::Chosen(count) => {
            let chosen = cards(count.into(), Face::Down, lang);
            say!(
                lang,
                "Every player chooses {chosen}; all are turned up simultaneously",
                "Chaque joueur choisit {chosen} ; tout est retourné en même temps"
            )
        }
        Rolls::Near => say!(
            lang,
            "The first of every player’s cards face down is turned up",
            "La première carte fermée de chaque joueur est retournée"
        ),
        Rolls::All => say!(lang, "All cards are turned up", "Toutes les cartes sont retournées"),
    };
    if !announce.is_empty() {
        line += &say!(
            lang,
            ", each with a declaration of the side played for, which may still change",
            ", avec l’annonce du côté joué, qui peut encore changer"
        );
    }
    line + "."
}

fn declaration(choices: &[Declaration], order: DeclareOrder, lang: Lang) -> String {
    let both = choices.contains(&Declaration::Both);
    let sides = if both {
        say!(lang, "high, low or both", "haut, bas ou les deux")
    } else {
        say!(lang, "high or low", "haut ou bas")
    };
    match order {
        DeclareOrder::AtOnce => say!(
            lang,
            "Every player declares {sides}, all simultaneously.",
            "Chaque joueur annonce {sides}, tous en même temps."
        ),
        DeclareOrder::InTurn => say!(
            lang,
            "Every player in turn declares {sides}, beginning with the last to bet or raise.",
            "À tour de rôle, chaque joueur annonce {sides}, en commençant par le dernier à avoir misé ou relancé."
        ),
    }
}

fn board(count: u8, face: Face, lang: Lang) -> String {
    let dealt = cards(count.into(), face, lang);
    say!(
        lang,
        "On the board: {dealt}, for all.",
        "Au tableau : {dealt}, pour tous."
    )
}

fn discard(down: u8, up: u8, lang: Lang) -> String {
    let parts = [(down, Face::Down), (up, Face::Up)];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, face)| cards(count.into(), face, lang)).collect();
    let cards = parts.join(match lang {
        Lang::English => " and ",
        Lang::French => " et ",
    });
    say!(
        lang,
        "All players discard {cards} without replacement, at the same time.",
        "Tous les joueurs écartent {cards}, en même temps et sans remplacement."
    )
}

/// Openers required after hands that no one opened; empty if they stay the same.
fn ladder(game: &GameDef, lang: Lang) -> String {
    let rungs: Vec<String> = game
        .openers_ladder
        .iter()
        .map(|rung| openers_in_words(*rung, lang))
        .collect();
    if rungs.is_empty() {
        return String::new();
    }
    let rungs = rungs.join(", ");
    say!(
        lang,
        ", with openers that rise from hand to hand: {rungs}",
        ", pour laquelle il faut davantage pour ouvrir, de donne en donne : {rungs}"
    )
}

fn betting(game: &GameDef, bet: BetStep, lang: Lang) -> String {
    let first = match bet.first {
        First::Left => say!(
            lang,
            "the player left of the dealer acts first",
            "le joueur à gauche du donneur parle en premier"
        ),
        First::Left2 => say!(
            lang,
            "the second player left of the dealer acts first",
            "le deuxième joueur à gauche du donneur parle en premier"
        ),
        First::Dealer => say!(lang, "the dealer acts first", "le donneur parle en premier"),
        First::Raiser => say!(
            lang,
            "the last player to raise in the previous round acts first, else the second player left of the dealer",
            "celui qui a relancé en dernier au tour précédent parle en premier, sinon le deuxième joueur à gauche du donneur"
        ),
        First::HighUp => say!(
            lang,
            "the best cards face up act first",
            "les meilleures cartes ouvertes parlent en premier"
        ),
        First::LowUp => say!(
            lang,
            "the lowest cards face up act first",
            "les plus basses cartes ouvertes parlent en premier"
        ),
        First::BringIn => say!(
            lang,
            "the player left of the forced opening acts next",
            "le joueur à gauche de l’ouverture forcée parle ensuite"
        ),
        First::AfterBlinds => say!(
            lang,
            "the player left of the big blind acts first",
            "le joueur à gauche de la grosse blinde parle en premier"
        ),
        First::Opener => say!(
            lang,
            "the player who opened acts first",
            "celui qui a ouvert auparavant parle en premier"
        ),
    };
    let mut line = say!(lang, "Betting: {first}", "Enchères : {first}");
    if !bet.check {
        line += &say!(lang, "; no checking", " ; personne ne peut checker");
    }
    if !bet.first_may_raise {
        line += &say!(
            lang,
            "; the first to act may at first only call or fold",
            " ; le premier à parler ne peut d’abord que suivre ou se coucher"
        );
    }
    if let Some(openers) = bet.open {
        let least = openers_in_words(openers, lang);
        line += &say!(
            lang,
            "; {least} or better to open",
            " ; il faut au moins {least} pour ouvrir"
        );
    }
    match bet.all_check {
        AllCheck::Continue => {}
        AllCheck::Redeal => {
            line += &say!(
                lang,
                "; if no player opens, the pot stays for the next hand",
                " ; si personne n’ouvre, le pot reste pour la donne suivante"
            );
            line += &ladder(game, lang);
        }
        AllCheck::Jump(_) => {
            line += &say!(
                lang,
                "; if no player opens, the same hands are played a different way",
                " ; si personne n’ouvre, on joue les mêmes mains autrement"
            );
        }
    }
    let tiers = game
        .limits
        .iter()
        .any(|tiers| tiers.windows(2).any(|pair| pair[0] != pair[1]));
    if tiers && bet.tier > 1 {
        line += &say!(
            lang,
            "; the later bet sizes apply",
            " ; les mises des tours suivants valent"
        );
    }
    line + "."
}

/// The cards exchanged, and the order of exchange.
fn draw(game: &GameDef, max: u8, per_pass: u8, lang: Lang) -> String {
    let mut line = say!(
        lang,
        "Each player in turn may exchange up to {max} cards",
        "À tour de rôle, chaque joueur peut échanger jusqu’à {max} cartes"
    );
    if per_pass < max {
        line += &say!(
            lang,
            ", at most {per_pass} of them at a time",
            ", au plus {per_pass} à la fois"
        );
    }
    if game.burn == Burn::Draw {
        line += &say!(
            lang,
            "; a card is burned before each exchange",
            " ; une carte est brûlée avant chaque échange"
        );
    }
    line + "."
}

/// The lowest hand that may open.
fn openers_in_words(openers: Openers, lang: Lang) -> String {
    let mut words = match openers.least {
        LeastPair::Pair(of) => {
            let of = rank(of, lang);
            say!(lang, "a pair of {of}", "une paire : {of},")
        }
        LeastPair::TwoPair => say!(lang, "two pair", "une double paire"),
    };
    if openers.bobtail {
        words += &say!(
            lang,
            ", four consecutive cards of a suit open at both ends,",
            " ou quatre cartes qui se suivent dans une couleur, ouvertes aux deux bouts,"
        );
    }
    words
}
