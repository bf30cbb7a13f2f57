//! Migrations from the schema of any released version to the current one.
//!
//! sqlx's macro would read the folder, but its macro crate compiles SQLite a second time for the compiler's side.

use std::fs;
use std::io;
use std::path::Path;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqlitePool;

use super::backup::vacuum_into;
use super::{identity, refused, refused_schema};
use crate::StoreError;
use crate::folder::private_file;

/// Every file of `migrations/sqlite`, in order, with the version and the description in its name.
macro_rules! steps {
    ($($version:literal $description:literal = $file:literal),+ $(,)?) => {
        [$(($version, $description, include_str!(concat!("../../migrations/sqlite/", $file, ".sql")))),+]
    };
}

/// Starts at the schema of the first release. Nothing opens a database written before that.
const STEPS: [(i64, &str, &str); 7] = steps![
    50 "first release" = "0050_first_release",
    51 "home games" = "0051_home_games",
    52 "clubs" = "0052_clubs",
    53 "own limits" = "0053_own_limits",
    54 "templates" = "0054_templates",
    55 "flights" = "0055_flights",
    56 "heirs and former members" = "0056_heirs_and_former_members",
];

/// The schema version of the first release.
pub(super) const OLDEST: i64 = STEPS[0].0;

/// The current schema version.
pub(super) const fn newest() -> i64 {
    STEPS[STEPS.len() - 1].0
}

/// The migrations up to a version of the schema.
pub(super) fn up_to(schema: i64) -> Migrator {
    let steps = STEPS.iter().take_while(|(version, ..)| *version <= schema);
    let steps = steps.map(|&(version, description, sql)| {
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

pub(super) fn all() -> Migrator {
    up_to(newest())
}

/// Carries out the migrations that the database of a folder lacks. A database that has been in use is first copied to
/// `poker-before-N.db` in the folder, where N is the schema version to come: the program that wrote it can go on from
/// that copy if necessary.
///
/// # Errors
/// When a migration fails, which changes nothing, or the copy cannot be made.
pub(super) async fn upgrade(database: &SqlitePool, folder: &Path, steps: &Migrator) -> Result<(), StoreError> {
    let mut conn = database.acquire().await.map_err(refused)?;
    let from = identity::schema(&mut conn).await?;
    let to = steps.iter().map(|step| step.version).max().unwrap_or_default();
    if (1..to).contains(&from) {
        let copy = folder.join(format!("poker-before-{to}.db"));
        let making = folder.join(format!("poker-before-{to}.db.partial"));
        let unusable = |error: io::Error| StoreError::Folder(format!("cannot use {}: {error}", making.display()));
        // Removes what an earlier attempt may have left.
        match fs::remove_file(&making) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unusable(error)),
            _ => {}
        }
        private_file(&making).map_err(unusable)?;
        vacuum_into(&mut conn, &making).await?;
        let sync = |path: &Path| fs::File::open(path).and_then(|file| file.sync_all());
        sync(&making).map_err(unusable)?;
        fs::rename(&making, &copy)
            .and_then(|()| sync(folder))
            .map_err(unusable)?;
        tracing::info!(from, to, copy = %copy.display(), "the folder is of an earlier version: it was copied, and is brought up to date");
    }
    // The pool may consist of this one connection.
    drop(conn);
    steps.run(database).await.map_err(refused_schema)
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

    use super::*;
    use crate::folder::DATABASE;

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

    #[tokio::test]
    async fn a_folder_in_use_is_copied_before_it_is_brought_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let open = async |file: &str| {
            let options = SqliteConnectOptions::new()
                .filename(folder.path().join(file))
                .create_if_missing(true);
            SqlitePoolOptions::new()
                .max_connections(1)
                .connect_with(options)
                .await
                .unwrap()
        };
        let database = open(DATABASE).await;
        let of_today = all();
        upgrade(&database, folder.path(), &of_today).await.unwrap();
        upgrade(&database, folder.path(), &of_today).await.unwrap();
        let copies = || {
            let names = fs::read_dir(folder.path())
                .unwrap()
                .map(|file| file.unwrap().file_name());
            names.filter(|name| name.to_str().unwrap().contains("before")).count()
        };
        assert_eq!(copies(), 0, "a new folder, and one that is up to date, need none");

        sqlx::query("INSERT INTO balance (account, amount) VALUES ('player:ada', 7)")
            .execute(&database)
            .await
            .unwrap();
        let later = |sql: &'static str| {
            let step = Migration::new(
                newest() + 1,
                "later".into(),
                MigrationType::Simple,
                sql.into_sql_str(),
                false,
            );
            Migrator::with_migrations(of_today.iter().cloned().chain([step]).collect())
        };
        let copy = format!("poker-before-{}.db", newest() + 1);
        let amount = async |file: &str| -> i64 {
            let database = open(file).await;
            let amount = sqlx::query_scalar("SELECT amount FROM balance WHERE account = 'player:ada'");
            let amount = amount.fetch_one(&database).await.unwrap();
            database.close().await;
            amount
        };
        // A migration that fails changes nothing, and the next attempt makes a new copy.
        let failing = later("UPDATE balance SET amount = 8 WHERE account = 'player:ada'; SELECT * FROM nothing;");
        assert!(upgrade(&database, folder.path(), &failing).await.is_err());
        assert_eq!(amount(DATABASE).await, 7);
        let right = later("UPDATE balance SET amount = 9 WHERE account = 'player:ada';");
        upgrade(&database, folder.path(), &right).await.unwrap();
        assert_eq!((amount(DATABASE).await, amount(&copy).await), (9, 7));
        assert_eq!(copies(), 1);
    }
}
