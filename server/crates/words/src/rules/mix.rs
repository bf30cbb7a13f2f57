//! Mixed games in words.

use poker_engine::game::{DealersChoice, Rotation, catalogue};
use poker_protocol::v1::MixInfo;
use poker_protocol::v1::rest::{GameRules, RuleSection};
use poker_wire as wire;

use super::{Lang, limit_name, name};

/// Rules of a mix as clients read them; `None` if the catalogue has none of that name.
pub fn rules(mix: MixInfo, lang: Lang) -> Option<GameRules> {
    let id = mix.id.as_deref()?;
    let in_turn = catalogue::rotations().iter().find(|rotation| rotation.id == id);
    let picked = catalogue::dealers_choices().iter().find(|choice| choice.id == id);
    let (game, sections) = match (in_turn, picked) {
        (Some(of), _) => (&of.games.first()?.game, rotation(of, lang)),
        (None, Some(of)) => (&of.default, dealers_choice(of, lang)),
        (None, None) => return None,
    };
    Some(GameRules {
        game: wire::game_info(game),
        lang: lang.code().to_owned(),
        sections,
        definition: String::new(),
        mix: Some(mix),
        rankings: Vec::new(),
    })
}

/// Sections about a rotation.
pub fn rotation(rotation: &Rotation, lang: Lang) -> Vec<RuleSection> {
    let (min, max) = rotation.seats();
    let games = rotation.games.iter().map(|entry| {
        let (game, limit) = (name(&entry.game, lang), limit_name(entry.limit, lang).to_lowercase());
        match entry.multiplier {
            1 => format!("{game}, {limit}"),
            times => say!(
                lang,
                "{game}, {limit}, default amounts times {times}",
                "{game}, {limit}, montants ordinaires multipliés par {times}"
            ),
        }
    });
    vec![
        section(
            say!(lang, "Players", "Joueurs"),
            vec![say!(
                lang,
                "For {min} to {max} players: every game on the list must fit.",
                "De {min} à {max} joueurs : il faut que chaque jeu de la liste convienne."
            )],
        ),
        RuleSection {
            title: say!(lang, "The games, in their order", "Les jeux, dans l’ordre"),
            lines: games.collect(),
            steps: true,
        },
        section(
            say!(lang, "How they change", "Comment ils changent"),
            vec![
                say!(
                    lang,
                    "Each game is played for one orbit, or for as many hands as the table sets; after the last one the first \
                     comes again.",
                    "Chaque jeu dure un tour de table, ou autant de coups que la table l’a fixé ; après le dernier, le premier \
                     revient."
                ),
                say!(
                    lang,
                    "A pot that no player opened is played for again in the same game.",
                    "Un pot que personne n’a ouvert se joue au même jeu."
                ),
                say!(
                    lang,
                    "Blinds that are owed stay owed until a game with blinds comes.",
                    "Les blindes dues le restent jusqu’au prochain jeu à blindes."
                ),
            ],
        ),
    ]
}

/// Sections about dealer's choice.
pub fn dealers_choice(choice: &DealersChoice, lang: Lang) -> Vec<RuleSection> {
    let default = name(&choice.default, lang);
    vec![
        section(
            say!(lang, "Who picks", "Qui choisit"),
            vec![
                say!(
                    lang,
                    "Before each hand its dealer picks a game and its limit from the menu of the table.",
                    "Avant chaque coup, le donneur choisit un jeu et sa limite au menu de la table."
                ),
                say!(
                    lang,
                    "Games that do not suit the number of players are not offered.",
                    "Les jeux qui ne conviennent pas au nombre de joueurs ne sont pas proposés."
                ),
                say!(
                    lang,
                    "A dealer whose time runs out gets {default}, unless the table says otherwise.",
                    "Un donneur qui laisse passer son temps reçoit {default}, sauf avis contraire de la table."
                ),
            ],
        ),
        section(
            say!(lang, "How the deal moves", "Comment la donne tourne"),
            vec![
                say!(
                    lang,
                    "The game is announced before anything is paid; then the next player deals.",
                    "Le jeu est annoncé avant toute mise ; ensuite le joueur suivant donne."
                ),
                say!(
                    lang,
                    "A hand that no player opened is dealt again by the same dealer, in the same game.",
                    "Un coup que personne n’ouvre est redonné par le même donneur, au même jeu."
                ),
                say!(
                    lang,
                    "No missed blinds are owed: the blinds start again left of each dealer.",
                    "Personne ne doit de blindes : elles repartent de chaque donneur."
                ),
            ],
        ),
    ]
}

fn section(title: String, lines: Vec<String>) -> RuleSection {
    RuleSection {
        title,
        lines,
        steps: false,
    }
}
