//! What keeps accounts safe, as transactions, and the secrets behind it.

mod events;
mod google;
mod identities;
mod oauth;
mod one_time;
mod second_factors;
mod secrets;
mod sessions;
mod tokens;

pub use events::EventStore;
pub use google::{
    AuthorizeRequest, Google, GoogleError, GoogleGrant, GoogleIdToken, GoogleProfile, IdTokenError,
    ProviderTokens,
};
pub use identities::{IdentityStore, Linked, MustRemain, UnlinkError};
pub use oauth::FlowStore;
pub use one_time::{
    AskedBy, Effect, EmailChange, Issue, OneTimeStore, PendingEmailChange, UseError, Used, UsedUp,
};
pub use second_factors::{EnrollError, FactorStore, Totp, TotpSetup};
pub use secrets::{Passwords, RefreshTokenProblem, Secrets, TokenKeys};
pub use sessions::{SessionStore, SessionWithAccount};
pub use tokens::{
    AdminChange, AdminChangeError, AdminStore, AdvanceError, NewApiSession, PatchApiUserError,
    TokenStore, UserPage,
};
