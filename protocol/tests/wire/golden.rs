//! The golden files pin the wire format: each is read, is written again unchanged, and matches its schema; old ones must do so for good.

use std::collections::BTreeSet;

use crate::reference;
use crate::reference::golden;
use jsonschema::Validator;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::odds::{OddsRequest, OddsResponse};
use poker_protocol::v1::practice::{PracticeRequest, StudyResponse};
use poker_protocol::v1::table::TableConfig;
use poker_protocol::v1::tournament::{
    FloorAction, FloorEntry, FloorHand, FloorRequest, FloorResponse, TournamentEvent, TournamentState,
};
use poker_protocol::v1::{
    Action, Choice, ClientMsg, ErrorCode, ErrorMsg, PublicEvent, ServerMsg, clubs, friends, ledger, personal, push,
    rest, seasons, templates,
};
use schemars::Schema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn schema_file(file: &str) -> Schema {
    let root = reference::schema::roots().into_iter().find(|root| root.file == file);
    root.unwrap().schema
}

/// Returns the validator of one definition in a schema file.
fn definition(file: &str, name: &str) -> (Value, Validator) {
    let root = schema_file(file);
    let schema = json!({
        "$schema": root.as_value()["$schema"],
        "$ref": format!("#/$defs/{name}"),
        "$defs": root.as_value()["$defs"],
    });
    let members = root.as_value()["$defs"][name].clone();
    (members, jsonschema::validator_for(&schema).unwrap())
}

/// Returns the tag values of the members of a union.
fn names(union: &Value, tag: &str) -> BTreeSet<String> {
    let members = union["oneOf"].as_array().unwrap().iter();
    members
        .map(|member| member["properties"][tag]["const"].as_str().unwrap().to_owned())
        .collect()
}

fn writes_itself_again<T: Serialize + DeserializeOwned>(text: &str, file: &str) {
    let golden: Value = serde_json::from_str(text).unwrap();
    let read: T = serde_json::from_str(text).unwrap_or_else(|failure| panic!("{file}: {failure}"));
    assert_eq!(serde_json::to_value(&read).unwrap(), golden, "{file}");
}

fn fits(validator: &Validator, text: &str, file: &str) {
    let value = serde_json::from_str(text).unwrap();
    if let Err(failure) = validator.validate(&value) {
        panic!("{file}: {failure} at {}", failure.instance_path());
    }
}

/// Checks one group of golden files, with at least one file for each member of a union.
fn check_union<T: Serialize + DeserializeOwned>(group: &str, tag: &str, union: &Value, validator: &Validator) {
    let mut seen = BTreeSet::new();
    for golden in golden::group(group).unwrap() {
        let file = format!("{group}/{} {:?}", golden.name, golden.case);
        writes_itself_again::<T>(&golden.text, &file);
        fits(validator, &golden.text, &file);
        let value: Value = serde_json::from_str(&golden.text).unwrap();
        assert_eq!(value[tag], json!(golden.name), "{file}");
        if golden.case.is_none() {
            seen.insert(golden.name);
        }
    }
    assert_eq!(seen, names(union, tag), "one golden file for each {tag} of {group}");
}

#[test]
fn messages_of_clients() {
    let schema = schema_file("client_msg");
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    check_union::<ClientMsg>("client", "type", schema.as_value(), &validator);
    let types: BTreeSet<String> = ClientMsg::TYPES.into_iter().map(str::to_owned).collect();
    assert_eq!(types, names(schema.as_value(), "type"));
    let (actions, validator) = definition("client_msg", "Action");
    check_union::<Action>("action", "kind", &actions, &validator);
}

/// A refusal names the faulty member, whichever member of a client's message it is.
#[test]
fn a_bad_member_of_every_message_is_named() {
    for golden in golden::group("client").unwrap() {
        let message: Value = serde_json::from_str(&golden.text).unwrap();
        for member in message.as_object().unwrap().keys().filter(|member| *member != "type") {
            let mut broken = message.clone();
            broken[member] = json!([{}]);
            let Err(error) = ClientMsg::parse(&broken.to_string()) else {
                panic!("{}: `{member}` may be anything", golden.name);
            };
            let field = error.field.unwrap_or_default();
            assert!(
                field.starts_with(member.as_str()),
                "{}: {member} is not named: {field}",
                golden.name
            );
        }
    }
}

#[test]
fn messages_of_the_server() {
    let schema = schema_file("server_msg");
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    check_union::<ServerMsg>("server", "type", schema.as_value(), &validator);
    let (events, validator) = definition("server_msg", "PublicEvent");
    check_union::<PublicEvent>("event", "kind", &events, &validator);
    let (private, validator) = definition("server_msg", "PrivateEvent");
    check_union::<PrivateEvent>("private", "kind", &private, &validator);
    let (choices, validator) = definition("server_msg", "Choice");
    check_union::<Choice>("choice", "kind", &choices, &validator);
    let (events, validator) = definition("server_msg", "TournamentEvent");
    check_union::<TournamentEvent>("tournament", "event", &events, &validator);
}

#[test]
fn errors() {
    let validator = jsonschema::validator_for(schema_file("server_msg").as_value()).unwrap();
    let mut seen = BTreeSet::new();
    for golden in golden::group("error").unwrap() {
        writes_itself_again::<ErrorMsg>(&golden.text, &golden.name);
        let error: ErrorMsg = serde_json::from_str(&golden.text).unwrap();
        assert_eq!(error.code.code(), golden.name);
        assert_eq!(error.retryable, error.code.is_retryable(), "{}", golden.name);
        let message = serde_json::to_string(&ServerMsg::Error(error)).unwrap();
        fits(&validator, &message, &golden.name);
        seen.insert(golden.name);
    }
    let codes: BTreeSet<String> = ErrorCode::ALL.iter().map(|code| code.code().to_owned()).collect();
    assert_eq!(seen, codes);
}

#[test]
fn bodies_of_the_http_interface() {
    fn check<T: Serialize + DeserializeOwned>(name: &str) {
        let validator = jsonschema::validator_for(schema_file(name).as_value()).unwrap();
        let all = golden::group("rest").unwrap();
        let golden = all.iter().find(|golden| golden.name == name).unwrap();
        writes_itself_again::<T>(&golden.text, name);
        fits(&validator, &golden.text, name);
    }
    check::<rest::GuestRequest>("guest_request");
    check::<rest::Credentials>("credentials");
    check::<rest::RefreshRequest>("refresh_request");
    check::<rest::TopUpRequest>("top_up_request");
    check::<PracticeRequest>("practice_request");
    check::<StudyResponse>("study_response");
    check::<OddsRequest>("odds_request");
    check::<OddsResponse>("odds_response");
    check::<rest::BotTokenRequest>("bot_token_request");
    check::<rest::SessionResponse>("session_response");
    check::<rest::MeResponse>("me_response");
    check::<rest::BotTokenResponse>("bot_token_response");
    check::<rest::BotTokensResponse>("bot_tokens_response");
    check::<rest::GamesResponse>("games_response");
    check::<rest::GameRules>("game_rules");
    check::<rest::GameCheckRequest>("game_check_request");
    check::<rest::GameCheckResponse>("game_check_response");
    check::<rest::GameDealResponse>("game_deal_response");
    check::<rest::TablesResponse>("tables_response");
    check::<rest::TournamentsResponse>("tournaments_response");
    check::<TournamentState>("tournament_state");
    check::<rest::TournamentConfig>("tournament_config");
    check::<rest::StructuresResponse>("structures_response");
    check::<rest::StructureFile>("structure_file");
    check::<rest::StructureCheckRequest>("structure_check_request");
    check::<rest::StructureCheckResponse>("structure_check_response");
    check::<rest::EntrantsResponse>("entrants_response");
    check::<rest::PlacesResponse>("places_response");
    check::<rest::EventTablesResponse>("event_tables_response");
    check::<FloorRequest>("floor_request");
    check::<FloorEntry>("floor_entry");
    check::<FloorResponse>("floor_response");
    check::<FloorHand>("floor_hand");
    check::<rest::VersionResponse>("version_response");
    check::<rest::HandsResponse>("hands_response");
    check::<rest::HandRecord>("hand_record");
    check::<rest::ShareRequest>("share_request");
    check::<rest::ShareResponse>("share_response");
    check::<personal::ResultsResponse>("results_response");
    check::<personal::SessionsResponse>("sessions_response");
    check::<personal::EventResultsResponse>("event_results_response");
    check::<personal::NoteRequest>("note_request");
    check::<personal::PlayerNote>("player_note");
    check::<personal::NotesResponse>("notes_response");
    check::<friends::FriendsResponse>("friends_response");
    check::<friends::FriendAnswer>("friend_answer");
    check::<friends::PresenceChoice>("presence_choice");
    check::<rest::CardResponse>("card_response");
    check::<ledger::Evening>("evening");
    check::<ledger::EveningsResponse>("evenings_response");
    check::<clubs::ClubName>("club_name");
    check::<clubs::ClubNames>("club_names");
    check::<clubs::ClubPersonChange>("club_person_change");
    check::<clubs::ClubCalls>("club_calls");
    check::<clubs::ClubRemark>("club_remark");
    check::<clubs::ClubPlaceRequest>("club_place_request");
    check::<clubs::ClubsResponse>("clubs_response");
    check::<clubs::ClubResponse>("club_response");
    check::<clubs::ClubInvitation>("club_invitation");
    check::<clubs::ClubChat>("club_chat");
    check::<clubs::ClubFile>("club_file");
    check::<seasons::FormulaRequest>("formula_request");
    check::<seasons::SeasonRequest>("season_request");
    check::<seasons::SeasonEventRequest>("season_event_request");
    check::<seasons::FormulaPoints>("formula_points");
    check::<seasons::FormulasResponse>("formulas_response");
    check::<seasons::SeasonResponse>("season_response");
    check::<seasons::SeasonChanged>("season_changed");
    check::<templates::TemplateRequest>("template_request");
    check::<templates::TemplatesResponse>("templates_response");
    check::<templates::TemplateResponse>("template_response");
    check::<templates::RecurringRequest>("recurring_request");
    check::<templates::RecurringEvent>("recurring_event");
    check::<templates::RecurringResponse>("recurring_response");
    check::<push::PushKey>("push_key");
    check::<push::PushSubscription>("push_subscription");
    check::<push::PushAddress>("push_address");
    check::<personal::LeaderboardChoice>("leaderboard_choice");
    check::<personal::LeaderboardResponse>("leaderboard_response");
    check::<personal::LimitsRequest>("limits_request");
    check::<personal::LimitsResponse>("limits_response");
    let bodies = reference::schema::roots().len() - 2;
    assert_eq!(
        golden::group("rest").unwrap().len(),
        bodies,
        "one golden file for each body"
    );
}

/// Makes up a value that a schema allows.
fn made_up(schema: &Value, definitions: &Value) -> Value {
    let of = |schema: &Value| made_up(schema, definitions);
    if let Some(name) = schema["$ref"].as_str() {
        return of(&definitions[name.rsplit('/').next().unwrap()]);
    }
    if let Some(value) = schema.get("const").or_else(|| schema["enum"].get(0)) {
        return value.clone();
    }
    if let Some(first) = schema["oneOf"].get(0).or_else(|| schema["anyOf"].get(0)) {
        return of(first);
    }
    match schema["type"].as_str().or_else(|| schema["type"][0].as_str()) {
        Some("integer") => json!(1),
        Some("boolean") => json!(true),
        Some("string") => json!("a"),
        Some("array") => match schema["prefixItems"].as_array() {
            Some(items) => items.iter().map(of).collect(),
            None => json!([of(&schema["items"])]),
        },
        Some("object") => {
            let fields = schema["properties"].as_object().unwrap();
            fields.iter().map(|(name, field)| (name.clone(), of(field))).collect()
        }
        other => panic!("nothing is made up for {other:?}: {schema}"),
    }
}

#[test]
fn every_action_of_officials_writes_itself_again_with_all_its_fields_and_with_those_it_needs() {
    let file = schema_file("floor_request");
    let schema = file.as_value();
    let validator = jsonschema::validator_for(schema).unwrap();
    let actions = schema["$defs"]["FloorAction"]["oneOf"].as_array().unwrap();
    assert!(actions.len() > 40, "{}", actions.len());
    for action in actions {
        let whole = made_up(action, &schema["$defs"]);
        let mut least = whole.clone();
        let needed = action["required"].as_array().unwrap();
        least
            .as_object_mut()
            .unwrap()
            .retain(|name, _| needed.iter().any(|one| one == name));
        for written in [whole, least] {
            let read: FloorAction = serde_json::from_value(written.clone()).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), written);
            let request = json!({"id": "1", "reason": "As agreed.", "action": written});
            fits(&validator, &request.to_string(), &request.to_string());
        }
    }
}

#[test]
fn a_misspelt_wish_of_an_official_is_refused() {
    for (at, text) in [
        (
            "action",
            r#"{"id": "1", "reason": "why", "action": {"kind": "pause", "tabel": 1}}"#,
        ),
        (
            "request",
            r#"{"id": "1", "raeson": "why", "action": {"kind": "pause"}}"#,
        ),
        (
            "kind",
            r#"{"id": "1", "reason": "why", "action": {"kind": "flog", "player": 1}}"#,
        ),
    ] {
        assert!(serde_json::from_str::<FloorRequest>(text).is_err(), "{at}");
    }
}

/// Adds an unknown field to every object.
fn extend(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(extend),
        Value::Object(fields) => {
            fields
                .iter_mut()
                .filter(|(name, _)| *name != "params")
                .for_each(|(_, field)| extend(field));
            fields.insert("added_later".to_owned(), json!({"to": [1, null]}));
        }
        _ => {}
    }
}

#[test]
fn an_old_reader_ignores_what_a_newer_server_adds() {
    for golden in golden::group("server").unwrap() {
        let mut newer: Value = serde_json::from_str(&golden.text).unwrap();
        extend(&mut newer);
        let read: ServerMsg = serde_json::from_str(&newer.to_string()).unwrap();
        assert_eq!(read, serde_json::from_str(&golden.text).unwrap(), "{}", golden.name);
    }
}

#[test]
fn an_old_server_ignores_what_a_newer_client_adds_unless_it_moves_chips_or_opens_a_table() {
    for golden in golden::group("client").unwrap() {
        let mut newer: Value = serde_json::from_str(&golden.text).unwrap();
        extend(&mut newer);
        let read = ClientMsg::parse(&newer.to_string());
        let is_strict = [
            "sit",
            "rebuy",
            "act",
            "create_table",
            "register",
            "re_enter",
            "tournament_rebuy",
            "add_on",
            "withdraw",
            "propose_deal",
            "deal",
            "host",
        ];
        if is_strict.contains(&golden.name.as_str()) {
            assert_eq!(
                read.unwrap_err().code,
                ErrorCode::ProtocolInvalidField,
                "{}",
                golden.name
            );
        } else {
            assert_eq!(
                read.unwrap(),
                ClientMsg::parse(&golden.text).unwrap(),
                "{}",
                golden.name
            );
        }
    }
}

/// Returns variants of a message, each with a misspelt setting in a different object.
fn misspelt(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    if let Value::Object(fields) = value {
        let mut wrong = fields.clone();
        wrong.insert("privat".to_owned(), json!(true));
        all.push(Value::Object(wrong));
    }
    let parts: Vec<(Value, Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, part)| (json!(name), part.clone())).collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(at, part)| (json!(at), part.clone()))
            .collect(),
        _ => Vec::new(),
    };
    for (at, part) in parts {
        for wrong in misspelt(&part) {
            let mut whole = value.clone();
            match &at {
                Value::String(name) => whole[name] = wrong,
                at => whole[usize::try_from(at.as_u64().unwrap()).unwrap()] = wrong,
            }
            all.push(whole);
        }
    }
    all
}

/// A misspelt `private` must never open a public table, wherever it stands.
#[test]
fn a_table_with_a_wish_that_is_not_known_is_not_opened() {
    let mix = |mix: Value| json!({"name": "a", "game": "", "seats": 6, "mix": mix});
    let configs = [
        json!({"name": "a", "game": "omaha", "seats": 6, "private": true, "session": {"kitty": true}}),
        mix(json!({"kind": "rotation", "games": [{"game": "omaha"}, {"game": "razz", "multiplier": 2}]})),
        mix(json!({"kind": "dealers_choice", "games": [{"game": "omaha"}], "default": "omaha"})),
    ];
    for config in configs {
        let message = json!({"type": "create_table", "id": "1", "config": config});
        assert!(ClientMsg::parse(&message.to_string()).is_ok(), "{message}");
        let wrongs = misspelt(&message);
        assert!(wrongs.len() > 2);
        for wrong in wrongs {
            let refused = ClientMsg::parse(&wrong.to_string()).expect_err(&wrong.to_string());
            assert_eq!(refused.code, ErrorCode::ProtocolInvalidField, "{wrong}");
        }
        for wrong in misspelt(&config) {
            assert!(serde_json::from_value::<TableConfig>(wrong.clone()).is_err(), "{wrong}");
        }
    }
}

#[test]
fn what_may_be_left_out_may_be_left_out() {
    let schema = schema_file("client_msg");
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    for least in [
        r#"{"type":"hello","id":"1","versions":["poker.v1"]}"#,
        r#"{"type":"sit","id":"1","table":"t","buy_in":100}"#,
        r#"{"type":"sit_out","id":"1","table":"t","out":false}"#,
        r#"{"type":"create_table","id":"1","config":{"name":"a","game":"omaha","seats":6}}"#,
        r#"{"type":"act","id":"1","table":"t","hand":1,"turn":1,"action":{"kind":"call"}}"#,
        r#"{"type":"withdraw","id":"1","tournament":"7"}"#,
    ] {
        fits(&validator, least, least);
        assert!(ClientMsg::parse(least).is_ok(), "{least}");
    }
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let schema = schema_file("client_msg");
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    for wrong in [
        r#"{"type":"fly","id":"1"}"#,
        r#"{"type":"ping"}"#,
        r#"{"type":"ping","id":""}"#,
        r#"{"type":"rebuy","id":"1","table":"t","amount":-1}"#,
        r#"{"type":"rebuy","id":"1","table":"t","amount":9007199254740992}"#,
        r#"{"type":"rebuy","id":"1","table":"t","amount":5,"now":true}"#,
        r#"{"type":"act","id":"1","table":"t","hand":1,"turn":1,"action":{"kind":"fold","to":5}}"#,
        r#"{"type":"act","id":"1","table":"t","hand":1,"turn":1,"action":{"kind":"discard","cards":["1c"]}}"#,
        r#"{"type":"sit","id":"1","table":"t","buy_in":100,"entry":"soon"}"#,
        r#"{"type":"register","id":"1","tournament":"7"}"#,
        r#"{"type":"register","id":"1","tournament":"7","rules":-1}"#,
        r#"{"type":"tournament_rebuy","id":"1","tournament":"7"}"#,
        r#"{"type":"re_enter","id":"1","tournament":"7","times":3}"#,
        r#"{"type":"deal","id":"1","tournament":"7","answer":"maybe"}"#,
        r#"{"type":"propose_deal","id":"1","tournament":"7"}"#,
        r#"{"type":"propose_deal","id":"1","tournament":"7","kind":"icm","keep":-1}"#,
        r#"{"type":"propose_deal","id":"1","tournament":"7","kind":"icm","kept":1}"#,
        r#"{"type":"request_ruling","id":"1","table":"t","text":""}"#,
    ] {
        assert!(!validator.is_valid(&serde_json::from_str(wrong).unwrap()), "{wrong}");
        assert!(ClientMsg::parse(wrong).is_err(), "{wrong}");
    }
}
