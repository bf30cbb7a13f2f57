//! Hands of games that a host has defined.

use std::sync::Arc;

use super::round_trip::comes_back;
use crate::support::source;
use poker_engine::game::{GameDef, catalogue};
use poker_engine::history::phh::{self, Record};
use poker_engine::simulate::{Dice, HouseRules, Plan, Played, Stacks};
use poker_engine::{PublicEvent, Viewer};

/// A host's own game, in which a false opener is found out at the end, or never.
#[test]
fn false_openers_of_a_hosts_own_game_come_back() {
    let source_of = catalogue::source("five-card-draw").expect("a game of the catalogue");
    let definition = source_of
        .replace("id = \"five-card-draw\"", "id = \"house-draw\"")
        .replace("show = \"all\"", "show = \"all\"\nopeners_check = \"penalty\"");
    let plan = Plan {
        game: Arc::new(GameDef::parse(&definition).expect("a sound definition")),
        players: None,
        stacks: Stacks::Mixed,
        rules: HouseRules::Varied,
    };
    let mut carried = 0;
    for seed in 0..1000 {
        let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
        carried += u32::from(!played.hand.carried_out().is_zero());
        let mut record = Record::of_played(&played).seen_by(Viewer::Spectator);
        record.fields = vec![format!("_definition = '''\n{definition}'''")];
        let text = phh::write(&record);
        comes_back(&played, &text, &format!("seed {seed}:\n{text}"));
    }
    assert!(carried > 0, "no false opener was left alone");
}

/// Plays hands of a host's own game; each comes back from the files of all who saw it.
fn own_game_comes_back(definition: &str, hands: u64) -> Vec<Played> {
    let plan = Plan {
        game: Arc::new(GameDef::parse(definition).expect("a sound definition")),
        players: None,
        stacks: Stacks::Mixed,
        rules: HouseRules::Varied,
    };
    let mut all = Vec::new();
    for seed in 0..hands {
        let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
        let mut record = Record::of_played(&played);
        record.fields = vec![format!("_definition = '''\n{definition}'''")];
        let seat = played.hand.dealt().iter().next().expect("someone plays");
        let seen = [Viewer::Spectator, Viewer::Seat(seat)].map(|viewer| record.clone().seen_by(viewer));
        for record in seen.into_iter().chain([record]) {
            let text = phh::write(&record);
            comes_back(&played, &text, &format!("seed {seed}:\n{text}"));
        }
        all.push(played);
    }
    all
}

/// A draw may discard up cards: the event shows them to all viewers, and the file records them.
#[test]
fn draws_that_discard_up_cards_come_back() {
    let header = "id = \"stud-draw\"\nnumber = \"H01\"\nname = { en = \"Stud draw\", fr = \"Stud draw\" }\n\
                  family = \"draw\"\nseats = [2, 6]\nlimits = [\"nl:10\"]\n";
    let scripts = [
        "ante(all,1); deal(du); bet(first=highup,check=yes,tier=1); deal(u); draw(max=2); \
         bet(first=highup,check=yes,tier=1); deal(du); draw(max=3); bet(first=left,check=yes,tier=1); show(high=std)",
        "ante(all,1); deal(dddu); flip(n=1); draw(max=4,perpass=2); bet(first=highup,check=yes,tier=1); deal(u); \
         draw(max=3,perpass=1); bet(first=left,check=yes,tier=1); show(high=std)",
    ];
    for script in scripts {
        let definition = format!("{header}script = \"{script}\"\n");
        let played = own_game_comes_back(&definition, 200);
        let mut told = 0;
        for hand in played {
            hand.events_tell_cards().expect("all that lies open is told");
            let up = hand.events.iter().filter_map(|event| match &event.public {
                PublicEvent::CardsDrawn { up, .. } | PublicEvent::CardsDiscarded { up, .. } => Some(up.len()),
                _ => None,
            });
            told += up.sum::<usize>();
        }
        assert!(told > 100, "only {told} up-cards were discarded");
    }
}

/// The first bettor of a hand need not be the opener of the round that requires openers.
#[test]
fn false_openers_of_later_rounds_come_back() {
    let source_of = catalogue::source("five-card-draw").expect("a game of the catalogue");
    let own = source_of
        .replace("id = \"five-card-draw\"", "id = \"house-draw\"")
        .replace("show = \"all\"", "show = \"all\"\nopeners_check = \"penalty\"");
    let opened = |script: &str| script.replace("first=opener,check=yes,tier=2", "first=left,check=yes,tier=2,open=JJ");
    let (last, both) = (opened(&own.replace(",open=JJ", "")), opened(&own));
    for definition in [last, both] {
        let played = own_game_comes_back(&definition, 400);
        let carried = played.iter().filter(|played| !played.hand.carried_out().is_zero());
        assert!(carried.count() > 0, "no false opener was left alone");
    }
}
