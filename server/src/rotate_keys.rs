//! `evernear rotate-keys`: the server's own secret and the keys that sign access tokens are
//! replaced, and nobody is signed out by it.

use std::sync::Arc;

use evernear_app::ports::{Clock, StoreError};

use crate::{
    adapters::{
        server_secrets::ServerSecrets,
        system::{SystemClock, SystemEntropy},
        token_keys::{EsKeys, KeysProblem},
    },
    compose::{ComposeProblem, open_current, secret_file, secrets},
    config::Config,
    private_files,
    store::Store,
};

/// Why keys cannot be rotated.
#[derive(Debug, thiserror::Error)]
pub enum RotateProblem {
    #[error(transparent)]
    Compose(#[from] ComposeProblem),
    #[error(transparent)]
    Keys(#[from] KeysProblem),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("The key in the data folder cannot be replaced: {0}")]
    File(#[from] std::io::Error),
}

/// Makes new keys where they are ours to make, and seals anew what was sealed with the secret of
/// before; what was done, in plain words. A secret that nobody configured is replaced in two
/// runs with a start in between, so that no server meets a seal that it has no key for.
pub async fn rotate_keys(config: &Config) -> Result<Vec<String>, RotateProblem> {
    let file = secret_file(config);
    if config.access.secret.is_none() && !ServerSecrets::has_file_of_before(&file) {
        private_files::close(&config.storage.data_dir)?;
        ServerSecrets::replace_file(&file, &SystemEntropy)?;
        let mut said = vec!["A new secret was made. Start every server on this data again, then run this command once more: it seals anew what the secret of before had sealed.".to_owned()];
        said.push(new_signing_key(config)?);
        return Ok(said);
    }
    let anew = seal_anew(config).await?;
    let mut said = vec![format!("Sealed anew with the secret of now: {anew}.")];
    if config.access.secret.is_none() {
        ServerSecrets::forget_file_of_before(&file)?;
        return Ok(said);
    }
    if config.access.previous_secret.is_some() {
        said.push("If every server runs with the new EVERNEAR_SECRET by now, EVERNEAR_SECRET_PREVIOUS can be taken away.".to_owned());
    }
    said.push(new_signing_key(config)?);
    Ok(said)
}

async fn seal_anew(config: &Config) -> Result<u64, RotateProblem> {
    let db = open_current(config).await?;
    let store = Store::new(db.clone());
    let retired = store.retired_keys().await.map_err(StoreError::from)?;
    let keys = secrets(config, Arc::new(SystemEntropy))?.and_retired(&retired)?;
    for (id, sealed) in keys.to_retire() {
        store.retire_key(&id, &sealed, SystemClock.now()).await.map_err(StoreError::from)?;
    }
    let anew = store.seal_anew(|sealed| keys.sealed_anew(sealed)).await;
    let anew = anew.map_err(StoreError::from)?;
    db.close().await;
    Ok(anew)
}

fn new_signing_key(config: &Config) -> Result<String, RotateProblem> {
    if config.auth_api.keys.is_some() {
        return Ok("Access tokens are signed with EVERNEAR_AUTH_KEYS: put a new key before the old one there.".to_owned());
    }
    EsKeys::rotate(&config.storage.data_dir)?;
    Ok("A new key for access tokens was made. It signs once every server on this data has started again.".to_owned())
}
