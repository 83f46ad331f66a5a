//! What can be decided from outside, all of it from environment variables, read here and
//! nowhere else. Every value has a working default in development; mixes that cannot work
//! or would give something away are refused before anything starts. Names, defaults and what
//! each decides stand in [`variables`].

mod auth;
mod auth_api;
mod beta;
pub mod companion;
mod connections;
mod environment;
pub mod imagery;
mod mail;
pub mod money;
pub mod payments;
mod read;
pub mod variables;

use std::{fmt, net::SocketAddr, num::NonZeroU32, path::PathBuf};

use ipnet::IpNet;

pub use auth::{AccessConfig, GoogleConfig};
pub use auth_api::AuthApiConfig;
pub use beta::BetaConfig;
pub use companion::CompanionConfig;
pub use connections::ConnectionLimits;
pub use imagery::ImageryConfig;
pub use mail::MailConfig;
pub use payments::PaymentsConfig;
pub use read::{ConfigProblem, log_filter};

/// Where the process stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Development,
    Production,
}

/// A value that never shows itself. The crate `secrecy` is not used: it wipes memory as well, but
/// not the copies of its users (mail, HTTP and database clients).
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Everything that was decided.
#[derive(Clone, Debug)]
pub struct Config {
    pub mode: Mode,
    pub web: WebConfig,
    pub storage: StorageConfig,
    pub companion: CompanionConfig,
    pub imagery: ImageryConfig,
    pub photos: PhotosConfig,
    pub mail: MailConfig,
    pub access: AccessConfig,
    pub payments: PaymentsConfig,
    pub beta: BetaConfig,
    pub care: CareConfig,
    pub auth_api: AuthApiConfig,
    pub worker: WorkerConfig,
}

/// How people reach us.
#[derive(Clone, Debug)]
pub struct WebConfig {
    pub listen: SocketAddr,
    /// Without a slash at its end.
    pub public_url: String,
    /// Names and addresses of footer links.
    pub social: Vec<(String, String)>,
    /// Whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// How many times as often as usual one client may ask.
    pub limit_factor: NonZeroU32,
    pub connections: ConnectionLimits,
    /// Opens `/metrics` as a bearer token.
    pub metrics_token: Option<Secret>,
}

/// Where things are kept.
#[derive(Clone, Debug)]
pub struct StorageConfig {
    /// Folder of the embedded database and files.
    pub data_dir: PathBuf,
    /// `postgres://…` or `sqlite://…`; SQLite in the data folder.
    pub database_url: Option<Secret>,
    /// Bytes of the data folder's disk that are left for the database and for creations under way.
    pub reserve: u64,
}

impl StorageConfig {
    /// The database to open.
    pub fn database(&self) -> String {
        match &self.database_url {
            Some(url) => url.0.clone(),
            None => format!("sqlite://{}", self.data_dir.join("evernear.sqlite").display()),
        }
    }

    /// Whether the database is a file that nobody has made yet.
    pub fn lacks_database(&self) -> bool {
        let url = self.database();
        let path = url.strip_prefix("sqlite://").and_then(|path| path.split('?').next());
        path.is_some_and(|path| !std::path::Path::new(path).exists())
    }
}

/// How uploads are read.
#[derive(Clone, Debug)]
pub struct PhotosConfig {
    /// The program whose command `decode-photo` reads uploads; this program itself.
    pub decoder: PathBuf,
}

impl Default for PhotosConfig {
    /// Linux knows the running program by this name even after a newer one took its place on disk.
    fn default() -> Self {
        let own = PathBuf::from("/proc/self/exe");
        let decoder = if own.exists() { own } else { std::env::current_exe().unwrap_or(own) };
        Self { decoder }
    }
}

/// What is said when someone is in distress.
#[derive(Clone, Debug)]
pub struct CareConfig {
    /// Shown as written.
    pub helplines: String,
}

/// The part that moves creations on.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// This process's name among those that share a database; a restart takes the leases of its
    /// name back.
    pub name: String,
}
