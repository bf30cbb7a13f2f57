//! Structures of tournaments as JSON.

use poker_engine::tournament::structure::{BountyKind, HandForHand, Pays, Structure, Word};
use serde_json::{Value, json};

/// A structure as JSON: the keys of its file, with the defaults of those omitted.
pub fn fields(structure: &Structure) -> Value {
    let Structure {
        id,
        name,
        kind,
        start,
        entries,
        seats,
        games,
        stack,
        levels: _,
        ante,
        price,
        bounty,
        late_levels,
        re_entries,
        rebuy,
        add_on,
        guarantee,
        pays,
        pays_unit,
        hand_for_hand,
        late_tables,
        breaks,
        clock,
        action,
        bank,
        absent_hand,
        severity,
        dark_bets,
    } = structure;
    let games: Vec<String> = games.iter().map(ToString::to_string).collect();
    let pays = match pays {
        Pays::Ladder => json!("ladder"),
        Pays::Table => json!("table"),
        Pays::Percents(percents) => json!(percents),
        Pays::Seats { seats, of } => json!({"seats": seats, "of": of}),
    };
    let triggers: Vec<Value> = hand_for_hand
        .iter()
        .map(|trigger| match trigger {
            HandForHand::Money => json!("money"),
            HandForHand::Final => json!("final"),
            HandForHand::Jump(left) => json!(left),
        })
        .collect();
    let bounty = bounty.as_ref().map(|bounty| match &bounty.kind {
        BountyKind::Mystery { envelopes } => {
            json!({"price": bounty.price.get(), "kind": "mystery", "envelopes": envelopes})
        }
        kind => json!({"price": bounty.price.get(), "kind": kind.word()}),
    });
    let rebuy = rebuy.map(|rebuy| {
        json!({
            "levels": rebuy.levels, "price": rebuy.price.get(), "chips": rebuy.chips.get(), "most": rebuy.most,
        })
    });
    let add_on = add_on.map(|add_on| json!({"price": add_on.price.get(), "chips": add_on.chips.get()}));
    json!({
        "id": id,
        "name": {"en": name.en, "fr": name.fr},
        "kind": kind.word(),
        "start": start.word(),
        "entries": [entries.0, entries.1],
        "seats": seats,
        "games": games,
        "stack": stack.get(),
        "levels": structure.level_texts(),
        "ante": ante.word(),
        "price": price.get(),
        "bounty": bounty,
        "late_levels": late_levels,
        "re_entries": re_entries,
        "rebuy": rebuy,
        "add_on": add_on,
        "guarantee": guarantee.get(),
        "pays": pays,
        "pays_unit": pays_unit.get(),
        "hand_for_hand": triggers,
        "late_tables": late_tables,
        "breaks": breaks.word(),
        "clock": clock.word(),
        "action": format!("{action}s"),
        "bank": format!("{bank}s"),
        "absent_hand": absent_hand.word(),
        "severity": severity.word(),
        "dark_bets": dark_bets.word(),
    })
}

#[cfg(test)]
mod tests {
    use poker_engine::tournament::structure::shipped;
    use poker_wire as wire;

    use super::*;

    #[test]
    fn an_event_says_whether_it_is_played_in_the_dark() {
        for (line, word, is_on) in [("", "off", false), ("dark_bets = \"on\"\n", "on", true)] {
            let text = format!("id = \"x\"\nname = {{ en = \"X\", fr = \"X\" }}\ngames = [\"limit-holdem\"]\n{line}");
            let known = Structure::parse(&text).unwrap();
            assert_eq!(fields(&known)["dark_bets"], word);
            assert_eq!(wire::tournament::structure(&known).dark_bets, is_on);
        }
    }

    /// A file has the words of the wire, so that people read one language.
    #[test]
    fn a_structure_is_sent_in_the_words_of_its_file() {
        for known in shipped::all() {
            let file = fields(known);
            let sent = serde_json::to_value(wire::tournament::structure(known)).unwrap();
            for key in [
                "id",
                "name",
                "kind",
                "start",
                "seats",
                "stack",
                "ante",
                "price",
                "late_levels",
                "re_entries",
                "guarantee",
                "late_tables",
                "breaks",
                "clock",
                "absent_hand",
                "severity",
            ] {
                assert_eq!(sent[key], file[key], "{}: {key}", known.id);
            }
            let levels = sent["levels"].as_array().unwrap().iter();
            let numbers: Vec<u64> = levels.filter_map(|row| row["level"].as_u64()).collect();
            assert!(numbers.into_iter().eq(1..=u64::from(known.published_levels())));
        }
    }
}
