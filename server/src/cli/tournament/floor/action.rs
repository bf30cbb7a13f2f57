//! The actions of officials on the command line, as the protocol's schema declares them: `kill_hand player=3`.
//!
//! An action that is added to the protocol is here as soon as its schema is generated.

use std::sync::LazyLock;

use clap::{Arg, ArgAction, Command};
use poker_protocol::v1::tournament::FloorAction;
use serde_json::{Map, Value, json};

use super::field::{BadValue, Field};

/// The names of a request's own fields, which every action takes besides those of its own.
const OF_REQUEST: [&str; 2] = ["reason", "id"];

/// The actions, in the order of the protocol.
pub(super) static ACTIONS: LazyLock<Vec<Action>> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(include_str!("../../../../../protocol/schema/v1/floor_request.json"))
        .expect("the schema is generated JSON");
    let definitions = &schema["$defs"];
    let variants = definitions["FloorAction"]["oneOf"].as_array();
    let actions = variants.into_iter().flatten();
    actions.map(|variant| Action::new(variant, definitions)).collect()
});

/// An action with its fields.
#[derive(Debug)]
pub(super) struct Action {
    pub(super) name: String,
    /// The name with `-` in place of `_`, which is accepted as well.
    dashed: String,
    docs: String,
    fields: Vec<Field>,
}

/// An action as written, with the fields of the request.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Written {
    pub(super) action: FloorAction,
    pub(super) reason: Option<String>,
    pub(super) id: Option<String>,
}

/// The reasons why words are not an action. Each names the field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadAction {
    /// A word without `=`.
    #[error("`{0}` is not NAME=VALUE")]
    NotNamed(String),
    /// A field of some other action, or of none.
    #[error("`{action}` has no field `{name}`; its fields are {known}")]
    NoField {
        action: String,
        name: String,
        known: String,
    },
    /// Twice the same name.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// A field without which there is no such action.
    #[error("`{action}` needs `{name}={wanted}`: {docs}")]
    Missing {
        action: String,
        name: String,
        wanted: String,
        docs: String,
    },
    /// A value that the field does not take.
    #[error("`{name}`: {fault}")]
    Value { name: String, fault: BadValue },
    /// Values that are sound one by one, but not together.
    #[error("`{action}`: {fault}")]
    Whole { action: String, fault: String },
}

impl Action {
    /// Returns the action of this name, written with `_` or `-`.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        ACTIONS
            .iter()
            .find(|action| action.name == name || action.dashed == name)
    }

    fn new(variant: &Value, definitions: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let no_fields = Map::new();
        let properties = variant["properties"].as_object().unwrap_or(&no_fields);
        let required: Vec<&str> = variant["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        // The schema keeps the order of those that are needed; the others follow by name.
        let needed = required.iter().filter_map(|name| properties.get_key_value(*name));
        let others = properties.iter().filter(|(name, _)| !required.contains(&name.as_str()));
        let field = |(name, schema): (&String, &Value)| {
            let is_needed = required.contains(&name.as_str());
            Field::new(name, is_needed, schema, definitions)
        };
        let name = text(&variant["properties"]["kind"]["const"]);
        Self {
            dashed: name.replace('_', "-"),
            name,
            docs: text(&variant["description"]),
            fields: needed
                .chain(others)
                .filter(|(name, _)| *name != "kind")
                .map(field)
                .collect(),
        }
    }

    /// Builds its subcommand, whose help lists the fields.
    pub(super) fn command(&'static self) -> Command {
        let about = self.docs.split_inclusive(". ").next().unwrap_or_default();
        let lines = self.fields.iter().map(Field::help).collect::<Vec<String>>();
        let fields = Arg::new("fields")
            .value_name("NAME=VALUE")
            .help("The fields of the action; reason=TEXT and id=TEXT as well")
            .action(ArgAction::Append)
            .num_args(0..);
        let command = Command::new(self.name.as_str())
            .about(about.trim_end().trim_end_matches('.'))
            .long_about(self.docs.as_str())
            .arg(fields);
        let command = if self.dashed == self.name {
            command
        } else {
            command.alias(self.dashed.as_str())
        };
        if lines.is_empty() {
            command
        } else {
            command.after_help(format!("Fields:\n{}", lines.join("\n")))
        }
    }

    /// Reads the action from `NAME=VALUE` words.
    ///
    /// # Errors
    /// The first fault, by the name of its field.
    pub(super) fn read<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Result<Written, BadAction> {
        let mut values = Map::new();
        for word in words {
            let (name, text) = word
                .split_once('=')
                .ok_or_else(|| BadAction::NotNamed(word.to_owned()))?;
            let value = match self.fields.iter().find(|field| field.name == name) {
                Some(field) => field.read(text).map_err(|fault| BadAction::Value {
                    name: name.to_owned(),
                    fault,
                })?,
                None if OF_REQUEST.contains(&name) => json!(text),
                None => return Err(self.has_no(name)),
            };
            if values.insert(name.to_owned(), value).is_some() {
                return Err(BadAction::Twice(name.to_owned()));
            }
        }
        let mut of_request = OF_REQUEST.map(|name| values.remove(name));
        let [reason, id] = of_request.each_mut().map(|value| match value.take() {
            Some(Value::String(text)) => Some(text),
            _ => None,
        });
        let missing = |field: &&Field| field.is_needed && !values.contains_key(&field.name);
        if let Some(field) = self.fields.iter().find(missing) {
            return Err(BadAction::Missing {
                action: self.name.clone(),
                name: field.name.clone(),
                wanted: field.wanted(),
                docs: field.docs.clone(),
            });
        }
        values.insert("kind".to_owned(), json!(self.name));
        let action = serde_json::from_value(Value::Object(values)).map_err(|fault| BadAction::Whole {
            action: self.name.clone(),
            fault: fault.to_string(),
        })?;
        Ok(Written { action, reason, id })
    }

    fn has_no(&self, name: &str) -> BadAction {
        let own = self.fields.iter().map(|field| field.name.as_str());
        let known: Vec<String> = own.chain(OF_REQUEST).map(|name| format!("`{name}`")).collect();
        BadAction::NoField {
            action: self.name.clone(),
            name: name.to_owned(),
            known: known.join(", "),
        }
    }
}

#[cfg(test)]
mod tests {
    use poker_protocol::v1::tournament::{DealKind, HandBust};
    use poker_protocol::v1::{Chips, HandNo};

    use super::*;
    use poker_event::acts::Deed;

    fn read(line: &str) -> Result<Written, String> {
        let mut words = line.split(' ');
        let action = Action::named(words.next().unwrap()).unwrap();
        action.read(words).map_err(|fault| fault.to_string())
    }

    fn action(line: &str) -> FloorAction {
        read(line).unwrap().action
    }

    fn chips(amount: u64) -> Chips {
        Chips::new(amount).unwrap()
    }

    #[test]
    fn the_command_line_has_every_action_of_the_table() {
        let names: Vec<&str> = ACTIONS.iter().map(|action| action.name.as_str()).collect();
        assert_eq!(names.len(), Deed::ALL.len());
        for deed in Deed::ALL {
            assert!(names.contains(&deed.name()), "{}", deed.name());
        }
    }

    #[test]
    fn fields_are_read_by_name_and_type() {
        assert_eq!(action("pause"), FloorAction::Pause {});
        assert_eq!(action("kill-hand player=3"), FloorAction::KillHand { player: 3 });
        assert_eq!(
            action("set_level level=5 left_s=60"),
            FloorAction::SetLevel {
                level: 5,
                left_s: Some(60),
            }
        );
        assert_eq!(
            action("break_order order=3,2,1"),
            FloorAction::BreakOrder { order: vec![3, 2, 1] }
        );
        assert_eq!(
            action("mute_account account=Eve muted=false"),
            FloorAction::MuteAccount {
                account: "Eve".to_owned(),
                muted: false,
            }
        );
        assert_eq!(
            action("make_deal terms=other keep=5 shares=3:10,4:20"),
            FloorAction::MakeDeal {
                terms: DealKind::Other,
                keep: chips(5),
                shares: vec![(3, chips(10)), (4, chips(20))],
            }
        );
        assert_eq!(
            action("correct_award table=2 hand=41 stacks=[[3,1000]]"),
            FloorAction::CorrectAward {
                table: 2,
                hand: HandNo::new(41).unwrap(),
                stacks: vec![(3, chips(1000))],
            }
        );
        let FloorAction::Edit { languages, .. } = action("edit languages=") else {
            panic!("an edit is wanted");
        };
        assert_eq!(languages, Some(Vec::new()), "none are declared any more");
        let FloorAction::Count { added, .. } = action("count table=2 stacks=3:1000 added=-25") else {
            panic!("a count is wanted");
        };
        assert_eq!(added, Some(-25));
    }

    #[test]
    fn busts_have_a_short_form() {
        let FloorAction::HandOver { busts, button, .. } = action("hand_over table=2 busts=3:4,5@700:4+6,7: button=2")
        else {
            panic!("a hand is wanted");
        };
        let bust = |player, stack: Option<u64>, by: &[u32]| HandBust {
            player,
            stack: stack.map(chips),
            by: by.to_vec(),
        };
        assert_eq!(
            (busts, button),
            (
                vec![bust(3, None, &[4]), bust(5, Some(700), &[4, 6]), bust(7, None, &[])],
                Some(2)
            )
        );
    }

    #[test]
    fn reason_and_id_are_named_like_fields() {
        let action = Action::named("tell_table").unwrap();
        let written = action
            .read(["table=2", "text=Seat 4 has a=b", "reason=As it was", "id=7"])
            .unwrap();
        assert_eq!(
            written,
            Written {
                action: FloorAction::TellTable {
                    table: 2,
                    text: "Seat 4 has a=b".to_owned(),
                },
                reason: Some("As it was".to_owned()),
                id: Some("7".to_owned()),
            }
        );
    }

    #[test]
    fn a_fault_names_its_field() {
        let faults = [
            ("kill_hand", "`kill_hand` needs `player=NUMBER`: "),
            ("kill_hand 3", "`3` is not NAME=VALUE"),
            ("kill_hand player=x", "`player`: a whole number is wanted, not `x`"),
            (
                "kill_hand player=-1",
                "`player`: a whole number from 0 to 4294967295 is wanted, not `-1`",
            ),
            ("kill_hand player=3 player=4", "`player` is given twice"),
            (
                "kill_hand player=3 seat=1",
                "`kill_hand` has no field `seat`; its fields are `player`, `reason`, `id`",
            ),
            (
                "set_level level=0",
                "`level`: a whole number from 1 to 65535 is wanted, not `0`",
            ),
            (
                "mute player=3 muted=maybe",
                "`muted`: true or false is wanted, not `maybe`",
            ),
            (
                "penalise player=3 fault=phone rung=jail count=1",
                "`rung`: warning, hands, orbits or disqualification is wanted, not `jail`",
            ),
            ("rule rule=", "`rule`: a text of 1 to 500 characters is wanted"),
            ("count table=2 stacks=3", "`stacks`: PLAYER:CHIPS is wanted, not `3`"),
            ("count table=2 stacks=[[3]]", "`count`: "),
            (
                "hand_over table=2 busts=3",
                "`busts`: PLAYER[@STACK]:[WINNER[+WINNER]] is wanted, not `3`",
            ),
            ("hand_over table=2 busts=[x", "`busts`: JSON is wanted, not `[x`"),
        ];
        for (line, fault) in faults {
            let told = read(line).unwrap_err();
            assert!(told.starts_with(fault), "{line}: {told}");
        }
    }
}
