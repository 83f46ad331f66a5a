//! Digests of mailboxes. Their key is random, made once and kept in the database under a seal
//! of the server's secret: it is sealed anew at each start, so digests outlive a change of the
//! secret, and the database alone does not tell whose mailbox a digest is of.

use std::sync::Arc;

use evernear_app::{
    domain::account::Email,
    ports::{Entropy, Mailboxes, Secrets, StoreError},
};
use ring::hmac::{HMAC_SHA256, Key, sign};

use crate::store::Store;

const NAME: &str = "mailboxes";

/// The digests of one key.
pub struct MailboxDigests(Key);

impl MailboxDigests {
    /// With the key that is kept, or a new one.
    pub async fn open(
        store: &Store,
        secrets: &dyn Secrets,
        entropy: &Arc<impl Entropy>,
    ) -> Result<Self, StoreError> {
        let mut fresh = [0; 32];
        entropy.fill(&mut fresh);
        let kept = store.kept_key(NAME, &secrets.seal(&fresh)).await?;
        let key = secrets.open(&kept).unwrap_or_else(|| {
            tracing::error!(
                "EVERNEAR_SECRET is not the one that this database was used with: which mailboxes had their welcome credits is not known any more"
            );
            fresh.to_vec()
        });
        store.reseal_key(NAME, &kept, &secrets.seal(&key)).await?;
        Ok(Self(Key::new(HMAC_SHA256, &key)))
    }
}

impl Mailboxes for MailboxDigests {
    fn digest(&self, email: &Email) -> String {
        hex::encode(sign(&self.0, email.mailbox().as_bytes()))
    }
}
