//! Sign-ins of client programs that are under way.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::SignInEpoch,
        auth::{
            flow_state::{ChallengeMethod, CodeChallenge, Flow, LinkTo, OAuthState},
            session::TokenDigest,
        },
        id::FlowId,
        timestamp::Timestamp,
    },
    ports::{FlowStore, StoreError},
};
use sqlx::FromRow;

use crate::{
    store::{Store, db::DbError, from_json, json, parsed},
    values,
};

/// A row of `auth_flows`.
#[derive(FromRow)]
struct FlowRecord {
    id: String,
    account_id: String,
    method: String,
    challenge: String,
    challenge_method: String,
    created_at: i64,
    provider_tokens: Option<String>,
    sign_in_epoch: i64,
}

impl TryFrom<FlowRecord> for Flow {
    type Error = DbError;

    fn try_from(row: FlowRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "a flow's id")?,
            account: parsed(&row.account_id, "an account id")?,
            method: from_json(&row.method)?,
            epoch: SignInEpoch(row.sign_in_epoch),
            challenge: challenge(row.challenge, &row.challenge_method)?,
            provider_tokens: row.provider_tokens,
            created_at: Timestamp(row.created_at),
        })
    }
}

/// A row of `auth_oauth_states`.
#[derive(FromRow)]
struct OAuthStateRecord {
    verifier: String,
    redirect_to: String,
    challenge: Option<String>,
    challenge_method: Option<String>,
    created_at: i64,
    account_id: Option<String>,
    session_id: Option<String>,
}

#[async_trait]
impl FlowStore for Store {
    async fn begin_flow(&self, flow: &Flow, code: &TokenDigest) -> Result<(), StoreError> {
        let sql = "INSERT INTO auth_flows (id, account_id, method, challenge, challenge_method, created_at, provider_tokens, code, sign_in_epoch)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let values = values![
            flow.id.to_string(),
            flow.account.to_string(),
            json(&flow.method)?,
            flow.challenge.text.as_str(),
            flow.challenge.method.as_str(),
            flow.created_at,
            flow.provider_tokens.clone(),
            code.0.as_str(),
            flow.epoch.0,
        ];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn flow_by_code(&self, code: &TokenDigest) -> Result<Option<Flow>, StoreError> {
        let sql = "SELECT * FROM auth_flows WHERE code = $1";
        let found: Option<FlowRecord> = self.db.find(sql, values![code.0.as_str()]).await?;
        Ok(found.map(Flow::try_from).transpose()?)
    }

    async fn end_flow(&self, id: FlowId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM auth_flows WHERE id = $1";
        Ok(self.db.execute(sql, values![id.to_string()]).await? == 1)
    }

    async fn save_oauth_state(&self, oauth_state: &OAuthState) -> Result<(), StoreError> {
        let sql = "INSERT INTO auth_oauth_states (id, verifier, redirect_to, challenge, challenge_method, created_at, account_id, session_id)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let challenge = oauth_state.challenge.as_ref();
        let values = values![
            oauth_state.id.to_string(),
            oauth_state.verifier.as_str(),
            oauth_state.redirect_to.as_str(),
            challenge.map(|challenge| challenge.text.clone()),
            challenge.map(|challenge| challenge.method.as_str().to_owned()),
            oauth_state.created_at,
            oauth_state.link_to.map(|link| link.account.to_string()),
            oauth_state.link_to.map(|link| link.session.to_string()),
        ];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn consume_oauth_state(
        &self,
        id: FlowId,
        at: Timestamp,
    ) -> Result<Option<OAuthState>, StoreError> {
        // Whoever sets the mark is the first; both engines serialise the two statements.
        let mark = "UPDATE auth_oauth_states SET used_at = $2 WHERE id = $1 AND used_at IS NULL";
        let first = self.db.execute(mark, values![id.to_string(), at]).await? == 1;
        let sql = "SELECT * FROM auth_oauth_states WHERE id = $1";
        let found: Option<OAuthStateRecord> = self.db.find(sql, values![id.to_string()]).await?;
        let Some(row) = found else { return Ok(None) };
        let method = row.challenge_method.as_deref().and_then(ChallengeMethod::parse);
        let challenge = match (row.challenge, method) {
            (Some(text), Some(method)) => Some(CodeChallenge { text, method }),
            _ => None,
        };
        Ok(Some(OAuthState {
            id,
            verifier: row.verifier,
            redirect_to: row.redirect_to,
            challenge,
            link_to: row
                .account_id
                .zip(row.session_id)
                .map(|(account, session)| {
                    let account = parsed(&account, "an account id")?;
                    Ok::<_, DbError>(LinkTo { account, session: parsed(&session, "a session id")? })
                })
                .transpose()?,
            created_at: Timestamp(row.created_at),
            used: !first,
        }))
    }

    async fn forget_old_flows(&self, before: Timestamp) -> Result<u64, StoreError> {
        let sql = "DELETE FROM auth_oauth_states WHERE created_at < $1";
        self.db.execute(sql, values![before]).await?;
        let sql = "DELETE FROM auth_flows WHERE created_at < $1";
        Ok(self.db.execute(sql, values![before]).await?)
    }
}

/// From its two columns.
pub(super) fn challenge(text: String, method: &str) -> Result<CodeChallenge, DbError> {
    let method = ChallengeMethod::parse(method)
        .ok_or_else(|| DbError::Row(format!("'{method}' is no challenge method")))?;
    Ok(CodeChallenge { text, method })
}
