//! Databases that cannot be used say so.

use mcpvals_store::{Location, Store, StoreError};

use crate::sample::*;

#[tokio::test]
async fn a_file_that_is_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("no.db");
    std::fs::write(&file, "this is no database, and long enough to be looked at as one".repeat(20)).unwrap();
    let error = Store::open(&Location::File(file)).await.unwrap_err();
    assert!(matches!(error, StoreError::Other(_) | StoreError::Migration(_)), "{error:?}");
}

#[tokio::test]
async fn a_server_that_is_not_there() {
    let location = Location::Postgres("postgres://a@127.0.0.1:1/none".to_owned());
    let error = Store::open(&location).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert_eq!(error.to_string(), "the database cannot be reached");
}

#[tokio::test]
async fn a_backup_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let store = sqlite(&folder).await;
    let id = completed(&store, "/a", 5.0).await;
    let file = folder.path().join("copy.db");
    store.backup(&file).await.unwrap();
    assert!(matches!(store.backup(&file).await, Err(StoreError::File { .. })), "nothing is written over");
    #[cfg(unix)]
    {
        let facts = std::fs::metadata(&file).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::mode(&facts.permissions());
        assert_eq!(mode & 0o777, 0o600, "what servers answered is nobody else's business");
    }
    let copy = Store::open(&Location::File(file)).await.unwrap();
    assert_eq!(copy.evaluation(&id).await.unwrap().unwrap().score, Some(5.0));
}
