//! The steps that bring a database of any earlier version to today's schema.
//!
//! sqlx's own macro would read the folder, but its crate of macros compiles SQLite a second time for the compiler's side.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Every file of `migrations/sqlite`, in order, with the version and the description that its name gives.
macro_rules! steps {
    ($($version:literal $description:literal = $file:literal),+ $(,)?) => {
        [$(($version, $description, include_str!(concat!("../../../migrations/sqlite/", $file, ".sql")))),+]
    };
}

const STEPS: [(i64, &str, &str); 25] = steps![
    1 "ledger and journal" = "0001_ledger_and_journal",
    2 "accounts" = "0002_accounts",
    3 "hands found late" = "0003_hands_found_late",
    4 "who wrote the folder" = "0004_who_wrote_the_folder",
    5 "what may be forgotten" = "0005_what_may_be_forgotten",
    6 "quarantine" = "0006_quarantine",
    21 "faucet" = "0021_faucet",
    22 "sums" = "0022_sums",
    23 "tournaments" = "0023_tournaments",
    24 "results" = "0024_results",
    25 "officials" = "0025_officials",
    26 "gists" = "0026_gists",
    27 "shared hands" = "0027_shared_hands",
    28 "friends" = "0028_friends",
    29 "logs" = "0029_logs",
    30 "tallies" = "0030_tallies",
    31 "notes" = "0031_notes",
    32 "events of players" = "0032_events_of_players",
    33 "push" = "0033_push",
    35 "push of sessions" = "0035_push_of_sessions",
    36 "verified adults" = "0036_verified_adults",
    37 "looks of names" = "0037_looks_of_names",
    40 "sums of all" = "0040_sums_of_all",
    41 "acknowledged faults" = "0041_acknowledged_faults",
    42 "people" = "0042_people",
];

/// The schema since which a folder has the key of Web Push.
pub(super) const PUSH: i64 = 33;

/// The version of today's schema.
pub(super) const fn newest() -> i64 {
    STEPS[STEPS.len() - 1].0
}

/// The first `count` steps, or all of them.
pub(super) fn first(count: usize) -> Migrator {
    let steps = STEPS.iter().take(count).map(|&(version, description, sql)| {
        Migration::new(
            version,
            description.into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    });
    Migrator::with_migrations(steps.collect())
}

/// The steps up to a version of the schema.
pub(super) fn up_to(schema: i64) -> Migrator {
    first(STEPS.iter().take_while(|(version, ..)| *version <= schema).count())
}

/// All steps.
pub(super) fn all() -> Migrator {
    first(STEPS.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_a_step() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort_unstable();
        let named: Vec<String> = STEPS
            .iter()
            .map(|(version, description, _)| format!("{version:04}_{}.sql", description.replace(' ', "_")))
            .collect();
        assert_eq!(files, named);
    }
}
