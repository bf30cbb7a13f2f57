//! Tests of who may open a folder, and of its contents.

use super::*;
use crate::Ownership;

#[tokio::test]
async fn a_second_server_is_refused_until_the_first_is_gone() {
    let with = fresh().await;
    for _ in 0..3 {
        let process = std::process::id().to_string();
        let second = DataFolder::open(with.folder.path());
        assert_eq!(second.unwrap_err(), StoreError::Locked(Some(process)));
    }
    with.store.close().await;
    // A closed store that is still held does not keep others out.
    assert!(open(with.folder.path(), &with.clock).await.is_ok());
}

#[tokio::test]
async fn a_newer_schema_is_refused() {
    let with = fresh().await;
    with.store.close().await;
    let mut conn = behind(with.folder.path()).await;
    conn.execute("INSERT INTO _sqlx_migrations VALUES (9999, 'later', datetime(), 1, x'00', 1)")
        .await
        .unwrap();
    conn.close().await.unwrap();
    let Fixture { store, clock, folder } = with;
    drop(store);
    let refused = open(folder.path(), &clock).await;
    assert!(
        matches!(refused, Err(StoreError::Newer { by: Some(_), .. })),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_folder_of_a_newer_program_is_refused_and_left_as_it_is() {
    let with = fresh().await;
    play(&with).await;
    with.store.close().await;
    let Fixture { store, clock, folder } = with;
    drop(store);
    let newer = [("program", "'99.0.0+1'"), ("format", "2")];
    for (column, value) in newer {
        let mut conn = behind(folder.path()).await;
        conn.execute(AssertSqlSafe(format!("UPDATE folder SET {column} = {value}")))
            .await
            .unwrap();
        conn.close().await.unwrap();
        let before = std::fs::read(folder.path().join("poker.db")).unwrap();
        let refused = open(folder.path(), &clock).await.unwrap_err();
        assert!(matches!(refused, StoreError::Newer { .. }), "{refused:?}");
        assert!(refused.to_string().contains(PROGRAM), "{refused}");
        assert!(
            std::fs::read(folder.path().join("poker.db")).unwrap() == before,
            "{column}"
        );
        let mut conn = behind(folder.path()).await;
        conn.execute("UPDATE folder SET program = '0.0.1+1', format = 1")
            .await
            .unwrap();
        conn.close().await.unwrap();
    }
    assert!(open(folder.path(), &clock).await.is_ok());
}

#[tokio::test]
async fn without_its_key_no_folder_is_opened() {
    let with = fresh().await;
    play(&with).await;
    with.store.close().await;
    let Fixture { store, clock, folder } = with;
    drop(store);
    let (key, elsewhere) = (folder.path().join("seal.key"), folder.path().join("kept.key"));
    std::fs::rename(&key, &elsewhere).unwrap();
    let refused = open(folder.path(), &clock).await.unwrap_err();
    assert!(matches!(refused, StoreError::SealKey(_)), "{refused:?}");
    assert!(!key.exists(), "no new key takes its place");
    private_file(&key).unwrap();
    std::fs::write(&key, [7; 32]).unwrap();
    let refused = open(folder.path(), &clock).await.unwrap_err();
    assert!(matches!(refused, StoreError::SealKey(_)), "{refused:?}");

    // A folder from before fingerprints: its sealed texts show whether a key matches.
    let mut conn = behind(folder.path()).await;
    conn.execute("DROP TRIGGER folder_key_fixed; UPDATE folder SET seal_key = NULL")
        .await
        .unwrap();
    conn.close().await.unwrap();
    let refused = open(folder.path(), &clock).await.unwrap_err();
    assert!(matches!(refused, StoreError::SealKey(_)), "{refused:?}");

    let options = StoreOptions {
        seal_key: Some(elsewhere),
        ..StoreOptions::of(PROGRAM)
    };
    let data = DataFolder::open(folder.path()).unwrap();
    let store = SqliteStore::open(data, clock.wall(), IdleSignal::always(), options)
        .await
        .unwrap();
    let table = store.load_tables().await.unwrap().remove(0).stored.unwrap();
    assert_eq!(table.tail[8].secret.as_deref(), Some(b"secret 9".as_slice()));
}

/// Opens a folder with other keys than the one that seals cards, which a server loads first.
async fn open_with(folder: &Path, clock: &TestClock) -> Result<SqliteStore, StoreError> {
    let load = |key: KeyFile| (key, KeyRing::load_or_create(&folder.join(key.name())).unwrap());
    let data = DataFolder::open(folder)?;
    let options = StoreOptions {
        keys: KeyFile::ALL.map(load).to_vec(),
        ..StoreOptions::of(PROGRAM)
    };
    SqliteStore::open(data, clock.wall(), IdleSignal::always(), options).await
}

/// Copies the files of a folder as they are after a kill.
fn killed(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}

/// The database may not name them yet: its log does.
#[tokio::test]
async fn other_keys_are_refused_although_the_first_process_was_killed() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), TestClock::default());
    let store = open_with(folder.path(), &clock).await.unwrap();
    for key in KeyFile::ALL {
        let copy = killed(folder.path());
        let path = copy.path().join(key.name());
        std::fs::remove_file(&path).unwrap();
        KeyRing::load_or_create(&path).unwrap();
        let refused = open_with(copy.path(), &clock).await.unwrap_err();
        assert!(matches!(refused, StoreError::Lost(_)), "{key:?}: {refused:?}");
        assert!(refused.to_string().contains(key.name()), "{refused}");
    }
    assert!(open_with(killed(folder.path()).path(), &clock).await.is_ok());
    store.close().await;
}

/// A folder or a pipe under the name of a file is damage: it is named at once, by a start and by an audit.
#[cfg(unix)]
#[tokio::test]
async fn what_is_no_file_is_named_and_not_waited_for() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, clock) = (tempfile::tempdir().unwrap(), TestClock::default());
    open_with(folder.path(), &clock).await.unwrap().close().await;
    let names =
        "poker.head seal.key token.key push.key server.lock poker.db-wal poker.db-shm admin.token admin.address";
    for name in names.split(' ') {
        for is_pipe in [false, true] {
            let copy = killed(folder.path());
            let path = copy.path().join(name);
            let _ = std::fs::remove_file(&path);
            if is_pipe {
                let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
                assert!(made.success());
            } else {
                std::fs::create_dir(&path).unwrap();
            }
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
            let refused = refuse_unfit(copy.path(), &StoreOptions::of(PROGRAM)).await.unwrap_err();
            assert!(refused.to_string().contains(name), "{refused}");
            assert!(
                !matches!(refused, StoreError::Folder(_)),
                "another start cannot help: {refused:?}"
            );
            let report = archive::audit(copy.path(), None, |_, _, _| {}, |_, _, _| {}).await;
            let told = report.map_or_else(|error| error.to_string(), |(report, _)| report.faults.join(" "));
            assert!(told.contains(name), "{name}: {told}");
        }
    }
}

/// Sorting and undoing must not need a folder for temporary files.
#[tokio::test]
async fn nothing_is_written_outside_the_folder() {
    let with = fresh().await;
    let asked = with
        .store
        .write(|tx| async move { Ok(sqlx::query_scalar("PRAGMA temp_store").fetch_one(&mut *tx.conn).await?) }.boxed());
    let writer: i64 = asked.await.unwrap();
    let mut reader = with.store.reader().await.unwrap();
    let reader: i64 = sqlx::query_scalar("PRAGMA temp_store")
        .fetch_one(&mut *reader)
        .await
        .unwrap();
    // Operators' commands that run alongside a server, too.
    let mut beside = archive::connect(with.folder.path(), archive::Access::Read)
        .await
        .unwrap();
    let beside: i64 = sqlx::query_scalar("PRAGMA temp_store")
        .fetch_one(&mut beside)
        .await
        .unwrap();
    assert_eq!((writer, reader, beside), (2, 2, 2), "in memory");
}

#[tokio::test]
async fn the_operator_names_officials_beside_a_running_server() {
    let with = fresh().await;
    let folder = with.folder.path();
    let flo = player(&*with.store, "Flo", 0).await;
    assert_eq!(with.store.official(flo).await, Ok(None));
    let key = "flo";
    for (role, before) in [
        (Some(OfficialRole::Floor), None),
        (Some(OfficialRole::Director), Some(OfficialRole::Floor)),
        (None, Some(OfficialRole::Director)),
        (None, None),
    ] {
        let (account, was) = set_official(folder, key, role).await.unwrap();
        assert_eq!((account.id, was), (flo, before));
        assert_eq!(with.store.official(flo).await, Ok(role));
        let named: Vec<_> = officials(folder)
            .await
            .unwrap()
            .into_iter()
            .map(|(account, role)| (account.id, role))
            .collect();
        assert_eq!(named, role.map(|role| (flo, role)).into_iter().collect::<Vec<_>>());
    }
    let nobody = set_official(folder, "nobody", Some(OfficialRole::Floor)).await;
    assert_eq!(nobody.unwrap_err(), StoreError::NoSuchAccount);
    // The server continues to write.
    play(&with).await;
}

#[tokio::test]
async fn the_operator_verifies_ages_beside_a_running_server() {
    use crate::AgeCheck::{Adult, Unverified};
    let with = fresh().await;
    let folder = with.folder.path();
    let flo = player(&*with.store, "Flo", 0).await;
    assert_eq!(with.store.age(flo).await, Ok(Unverified));
    for (age, before) in [
        (Adult, Unverified),
        (Adult, Adult),
        (Unverified, Adult),
        (Unverified, Unverified),
    ] {
        let (account, was) = set_adult(folder, "flo", age).await.unwrap();
        assert_eq!((account.id, was), (flo, before));
        assert_eq!(with.store.age(flo).await, Ok(age));
        let listed = adults(folder).await.unwrap();
        assert_eq!(listed.len(), usize::from(age == Adult));
    }
    let nobody = set_adult(folder, "nobody", Adult).await;
    assert_eq!(nobody.unwrap_err(), StoreError::NoSuchAccount);
    play(&with).await;
}
