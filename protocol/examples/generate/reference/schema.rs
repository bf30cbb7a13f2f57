//! JSON Schema, draft 2020-12.

use poker_protocol::v1::tournament::{FloorEntry, FloorHand, FloorRequest, FloorResponse, TournamentState};
use poker_protocol::v1::{
    ClientMsg, ServerMsg, clubs, friends, ledger, odds, personal, practice, push, rest, seasons, templates,
};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// The largest integer that every JSON reader represents exactly.
const MAX_INTEGER: u64 = poker_protocol::v1::common::NUMBER_MAX;

pub(crate) struct Root {
    /// Name of the file without its extension.
    pub(crate) file: &'static str,
    /// The schema with all of its definitions.
    pub(crate) schema: Schema,
}

/// Returns the schema of everything that is sent on its own.
pub(crate) fn roots() -> Vec<Root> {
    vec![
        from_client::<ClientMsg>("client_msg"),
        from_server::<ServerMsg>("server_msg"),
        from_client::<rest::GuestRequest>("guest_request"),
        from_client::<rest::Credentials>("credentials"),
        from_client::<rest::RefreshRequest>("refresh_request"),
        from_client::<rest::TopUpRequest>("top_up_request"),
        from_client::<rest::BotTokenRequest>("bot_token_request"),
        from_server::<rest::SessionResponse>("session_response"),
        from_server::<rest::MeResponse>("me_response"),
        from_server::<rest::BotTokenResponse>("bot_token_response"),
        from_server::<rest::BotTokensResponse>("bot_tokens_response"),
        from_server::<rest::GamesResponse>("games_response"),
        from_server::<rest::GameRules>("game_rules"),
        from_client::<rest::GameCheckRequest>("game_check_request"),
        from_server::<rest::GameCheckResponse>("game_check_response"),
        from_server::<rest::GameDealResponse>("game_deal_response"),
        from_server::<rest::TablesResponse>("tables_response"),
        from_client::<rest::TournamentConfig>("tournament_config"),
        from_server::<rest::StructuresResponse>("structures_response"),
        from_server::<rest::StructureFile>("structure_file"),
        from_client::<rest::StructureCheckRequest>("structure_check_request"),
        from_server::<rest::StructureCheckResponse>("structure_check_response"),
        from_server::<rest::TournamentsResponse>("tournaments_response"),
        from_server::<TournamentState>("tournament_state"),
        from_server::<rest::EntrantsResponse>("entrants_response"),
        from_server::<rest::PlacesResponse>("places_response"),
        from_server::<rest::EventTablesResponse>("event_tables_response"),
        from_client::<FloorRequest>("floor_request"),
        from_server::<FloorEntry>("floor_entry"),
        from_server::<FloorResponse>("floor_response"),
        from_server::<FloorHand>("floor_hand"),
        from_server::<rest::VersionResponse>("version_response"),
        from_server::<rest::HandsResponse>("hands_response"),
        from_server::<rest::HandRecord>("hand_record"),
        from_client::<rest::ShareRequest>("share_request"),
        from_server::<rest::ShareResponse>("share_response"),
        from_server::<rest::CardResponse>("card_response"),
        from_client::<practice::PracticeRequest>("practice_request"),
        from_server::<practice::StudyResponse>("study_response"),
        from_client::<odds::OddsRequest>("odds_request"),
        from_server::<odds::OddsResponse>("odds_response"),
        from_server::<personal::ResultsResponse>("results_response"),
        from_server::<personal::SessionsResponse>("sessions_response"),
        from_server::<personal::EventResultsResponse>("event_results_response"),
        from_client::<personal::NoteRequest>("note_request"),
        from_server::<personal::PlayerNote>("player_note"),
        from_server::<personal::NotesResponse>("notes_response"),
        from_server::<friends::FriendsResponse>("friends_response"),
        from_server::<friends::FriendAnswer>("friend_answer"),
        from_client::<friends::PresenceChoice>("presence_choice"),
        from_server::<ledger::Evening>("evening"),
        from_server::<ledger::EveningsResponse>("evenings_response"),
        from_client::<clubs::ClubName>("club_name"),
        from_client::<clubs::ClubNames>("club_names"),
        from_client::<clubs::ClubPersonChange>("club_person_change"),
        from_client::<clubs::ClubCalls>("club_calls"),
        from_client::<clubs::ClubRemark>("club_remark"),
        from_client::<clubs::ClubPlaceRequest>("club_place_request"),
        from_server::<clubs::ClubsResponse>("clubs_response"),
        from_server::<clubs::ClubResponse>("club_response"),
        from_server::<clubs::ClubInvitation>("club_invitation"),
        from_server::<clubs::ClubChat>("club_chat"),
        from_server::<clubs::ClubFile>("club_file"),
        from_client::<seasons::FormulaRequest>("formula_request"),
        from_client::<seasons::SeasonRequest>("season_request"),
        from_client::<seasons::SeasonEventRequest>("season_event_request"),
        from_server::<seasons::FormulaPoints>("formula_points"),
        from_server::<seasons::FormulasResponse>("formulas_response"),
        from_server::<seasons::SeasonResponse>("season_response"),
        from_server::<seasons::SeasonChanged>("season_changed"),
        from_client::<templates::TemplateRequest>("template_request"),
        from_server::<templates::TemplatesResponse>("templates_response"),
        from_server::<templates::TemplateResponse>("template_response"),
        from_client::<templates::RecurringRequest>("recurring_request"),
        from_server::<templates::RecurringEvent>("recurring_event"),
        from_server::<templates::RecurringResponse>("recurring_response"),
        from_server::<push::PushKey>("push_key"),
        from_client::<push::PushSubscription>("push_subscription"),
        from_client::<push::PushAddress>("push_address"),
        from_client::<personal::LeaderboardChoice>("leaderboard_choice"),
        from_server::<personal::LeaderboardResponse>("leaderboard_response"),
        from_client::<personal::LimitsRequest>("limits_request"),
        from_server::<personal::LimitsResponse>("limits_response"),
    ]
}

/// The schema of a type that clients write: a field with a default may be left out.
fn from_client<T: JsonSchema>(file: &'static str) -> Root {
    root::<T>(file, SchemaSettings::draft2020_12().for_deserialize())
}

/// The schema of a type that the server writes: only what it may leave out is optional.
fn from_server<T: JsonSchema>(file: &'static str) -> Root {
    root::<T>(file, SchemaSettings::draft2020_12().for_serialize())
}

fn root<T: JsonSchema>(file: &'static str, settings: SchemaSettings) -> Root {
    let mut schema = SchemaGenerator::new(settings).into_root_schema_for::<T>();
    Tidy.transform(&mut schema);
    Root { file, schema }
}

/// Adds to the schema what the Rust types alone cannot express: an optional field is left out rather than `null`, and every
/// integer is exact in every language.
pub(crate) struct Tidy;

impl Transform for Tidy {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else {
            return;
        };
        if let Some(Value::String(text)) = object.get_mut("description") {
            *text = text.replace('\n', " ");
        }
        let format = object.get("format").and_then(Value::as_str).unwrap_or_default();
        let greatest = match format {
            "uint32" => Some(u64::from(u32::MAX)),
            "uint64" => Some(MAX_INTEGER),
            _ => None,
        };
        if format.starts_with("uint") {
            object.remove("format");
        }
        if let Some(greatest) = greatest {
            object.insert("maximum".to_owned(), json!(greatest));
        }
        let required = object.get("required").cloned().unwrap_or_default();
        let is_required = |name: &str| required.as_array().is_some_and(|all| all.contains(&json!(name)));
        if let Some(Value::Object(properties)) = object.get_mut("properties") {
            for (name, property) in properties.iter_mut() {
                if !is_required(name) {
                    forbid_null(property);
                }
            }
        }
    }
}

/// Removes `null` from the values that a property may have.
fn forbid_null(property: &mut Value) {
    let Some(object) = property.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(mut choices)) = object.remove("anyOf") {
        choices.retain(|choice| *choice != json!({"type": "null"}));
        if let [Value::Object(only)] = choices.as_slice() {
            for (name, value) in only {
                object.entry(name.clone()).or_insert_with(|| value.clone());
            }
        } else {
            object.insert("anyOf".to_owned(), Value::Array(choices));
        }
    }
}
