//! Opening a session for a client program and writing its access tokens, with the claims that
//! `GoTrue` writes.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{
    domain::{
        account::event::Origin,
        auth::{
            api_session::{ApiAccount, ApiSession, Metadata},
            proof::{Assurance, Proof, Proofs},
            session::Credential,
        },
        id::{AccountId, SessionId},
        timestamp::Timestamp,
    },
    flows::account::security_history::entered,
    ports::{NewApiSession, Ports, ProviderTokens, StoreError},
};

/// Whom access tokens are for, and the role they give.
pub const AUDIENCE: &str = "authenticated";
/// The role of tokens that administer.
const SERVICE_ROLE: &str = "service_role";
/// Every role that may administer, as `GoTrue` names them.
pub const ADMIN_ROLES: [&str; 2] = [SERVICE_ROLE, "supabase_admin"];

/// What a client program gets.
#[derive(Clone)]
pub struct Tokens {
    pub access_token: String,
    pub refresh_token: String,
    /// Seconds since 1970.
    pub expires_at: i64,
    /// Seconds.
    pub expires_in: i64,
    pub known: ApiAccount,
    pub session: ApiSession,
    /// The provider's own tokens, right after a sign-in through it.
    pub provider: Option<ProviderTokens>,
}

#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    #[error("the account is banned")]
    Banned,
    #[error("the account is gone")]
    Gone,
    #[error("all sign-ins of the account were ended while the proof was taken")]
    SignInsEnded,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What an access token says. Times are whole seconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    pub iss: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sub: Option<String>,
    #[serde(default)]
    pub aud: String,
    pub exp: i64,
    pub iat: i64,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub phone: String,
    #[serde(default)]
    pub app_metadata: Metadata,
    #[serde(default)]
    pub user_metadata: Metadata,
    #[serde(default)]
    pub role: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aal: Option<Assurance>,
    #[serde(default)]
    pub amr: Vec<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(default)]
    pub is_anonymous: bool,
}

/// Opens a session for somebody who has just shown who they are.
pub async fn open_api_session(
    ports: &Ports,
    account: AccountId,
    credential: Credential,
    origin: &Origin,
) -> Result<Tokens, IssueError> {
    let known = ports.tokens.api_account(account).await?.ok_or(IssueError::Gone)?;
    if known.banned(ports.now()) {
        return Err(IssueError::Banned);
    }
    let (at, parts) = ports.id_parts();
    let id = SessionId::new(at, &parts);
    let proofs = Proofs::by(credential.method, at);
    let epoch = credential.epoch;
    let session = NewApiSession { id, account, proofs, epoch, origin: origin.clone(), at };
    if !ports.tokens.open_api(&session).await? {
        return Err(IssueError::SignInsEnded);
    }
    let (session, known) = ports.tokens.api_session(id).await?.ok_or(IssueError::Gone)?;
    entered(ports, &known.account, origin).await?;
    Ok(write_tokens(ports, session, known)?)
}

/// The tokens that a session stands for now.
pub fn write_tokens(
    ports: &Ports,
    session: ApiSession,
    known: ApiAccount,
) -> Result<Tokens, StoreError> {
    let settings = &ports.settings.tokens;
    let lifetime = i64::try_from(settings.access_lifetime.as_secs()).unwrap_or(i64::MAX);
    let iat = seconds(ports.now());
    let claims = Claims {
        iss: settings.issuer.clone(),
        sub: Some(known.account.id.to_string()),
        aud: AUDIENCE.to_owned(),
        exp: iat + lifetime,
        iat,
        email: known.account.email.as_str().to_owned(),
        phone: String::new(),
        app_metadata: app_metadata(&known),
        user_metadata: known.user.user_metadata.clone(),
        role: AUDIENCE.to_owned(),
        aal: Some(session.assurance()),
        amr: session.proofs.0.iter().map(claim_of_proof).collect(),
        session_id: Some(session.id.to_string()),
        is_anonymous: false,
    };
    let claims = serde_json::to_value(claims).map_err(StoreError::new)?;
    Ok(Tokens {
        access_token: ports.keys.access_token(&claims)?,
        refresh_token: ports.keys.refresh_token(session.id, session.counter),
        expires_at: iat + lifetime,
        expires_in: lifetime,
        known,
        session,
        provider: None,
    })
}

/// A token for a program that administers accounts.
pub fn write_service_token(
    ports: &Ports,
    lifetime: std::time::Duration,
) -> Result<String, StoreError> {
    let iat = seconds(ports.now());
    let exp = iat.saturating_add(i64::try_from(lifetime.as_secs()).unwrap_or(i64::MAX));
    ports.keys.access_token(&json!({
        "iss": ports.settings.tokens.issuer, "role": SERVICE_ROLE, "iat": iat, "exp": exp,
    }))
}

/// With the ways in which the person can sign in.
pub fn app_metadata(known: &ApiAccount) -> Metadata {
    let mut metadata: Map<String, Value> = known.user.app_metadata.clone();
    let mut providers: Vec<&str> = Vec::new();
    for identity in &known.identities {
        if !providers.contains(&identity.provider.as_str()) {
            providers.push(&identity.provider);
        }
    }
    metadata.insert("provider".to_owned(), json!(providers.first().unwrap_or(&"email")));
    metadata.insert("providers".to_owned(), json!(providers));
    metadata
}

fn claim_of_proof(proof: &Proof) -> Value {
    json!({ "method": proof.method, "timestamp": seconds(proof.at) })
}

/// Whole seconds since 1970.
pub fn seconds(time: Timestamp) -> i64 {
    time.0.div_euclid(1000)
}
