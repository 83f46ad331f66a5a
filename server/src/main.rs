//! The program `evernear`; its commands stand in [`evernear_server::cli`].

use std::{process::ExitCode, time::Duration};

use clap::Parser;
use evernear_app::flows::auth::issue_tokens::write_service_token;
use evernear_server::{
    adapters::photo_decoder,
    admin_password,
    cli::{AdminCommand, Cli, Command, DoctorArgs, LedgerCommand},
    compose::{compose, compose_beside, open_database},
    config::{Config, log_filter, variables},
    doctor,
    operator::{self, Operation},
    private_files, rotate_keys,
    serve::{self, Signals},
};
use tokio_util::sync::CancellationToken;

/// Large blocks go back to the system when they are freed. glibc otherwise raises its own
/// bound with the first large block and keeps what comes after: 232 MB resident after fifty
/// sign-ups at once and 104 MB after a film, against 24 MB and 26 MB (`cargo xtask bench`).
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the only door to this setting; called before any thread starts")]
fn give_memory_back() {
    const BLOCK: libc::c_int = 1024 * 1024;
    // SAFETY: mallopt takes two integers, and no other thread allocates yet. Refused, it
    // answers 0 and changes nothing.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, BLOCK) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_memory_back() {}

/// How long files that are being written may take when all else has ended.
const LAST_WRITES: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    give_memory_back();
    // Without the runtime, the configuration and the log: this one decodes what strangers send.
    if std::env::args().skip(1).eq([photo_decoder::COMMAND]) {
        return photo_decoder::child::run();
    }
    let Cli { command } = Cli::parse();
    private_files::from_now_on();
    match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => {
            let code = runtime.block_on(run(command));
            // A film that is being rendered is rendered anew: nobody waits for its end.
            runtime.shutdown_timeout(LAST_WRITES);
            code
        }
        Err(problem) => failed(&problem.to_string()),
    }
}

async fn run(command: Command) -> ExitCode {
    tracing_subscriber::fmt().with_env_filter(log_filter()).with_writer(std::io::stderr).init();
    match command {
        Command::Serve => configured(async |config| ended(serve_all(config).await)).await,
        Command::Migrate => configured(async |config| ended(migrate(config).await)).await,
        Command::Doctor(DoctorArgs { max_cost, .. }) => {
            configured(async |config| examine(config, max_cost).await).await
        }
        Command::RotateKeys => configured(async |config| ended(rotate_keys(config).await)).await,
        Command::ServiceToken => {
            configured(async |config| ended(service_token(config).await)).await
        }
        Command::Admin(AdminCommand::HashPassword) => ended(admin_password::hash_password()),
        Command::Admin(AdminCommand::Log) => operate(Operation::AdminLog).await,
        Command::Credits(command) => operate(Operation::Credits(command)).await,
        Command::Payments(command) => operate(Operation::Payments(command)).await,
        Command::Costs => operate(Operation::Costs).await,
        Command::Ledger(LedgerCommand::Check) => operate(Operation::CheckLedger).await,
        Command::Settings => {
            print!("{}", variables::markdown());
            ExitCode::SUCCESS
        }
    }
}

/// What needs the configuration.
async fn configured(work: impl AsyncFnOnce(&Config) -> ExitCode) -> ExitCode {
    match Config::from_env() {
        Ok(config) => work(&config).await,
        Err(problem) => failed(&problem.to_string()),
    }
}

async fn operate(operation: Operation) -> ExitCode {
    configured(async |config| ended(operator::run(config, operation).await)).await
}

fn ended(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => failed(&problem),
    }
}

/// What is configured, and with a highest cost what everybody outside answers.
async fn examine(config: &Config, max_cost: Option<i64>) -> ExitCode {
    let Some(most) = max_cost else { return doctor::examine(config).await };
    let mut signals = match Signals::install() {
        Ok(signals) => signals,
        Err(problem) => return failed(&problem.to_string()),
    };
    let stop = CancellationToken::new();
    let told = stop.clone();
    tokio::spawn(async move {
        signals.told().await;
        eprintln!("It ends what it has begun …");
        told.cancel();
    });
    doctor::examine_live(config, most, &stop).await
}

async fn serve_all(config: &Config) -> Result<(), String> {
    // Before anything else: from here on being told to stop is heard, and ends well.
    let mut signals = Signals::install().map_err(|problem| problem.to_string())?;
    for name in Config::unknown_variables() {
        tracing::warn!(name, "there is no such setting; `evernear --help` shows all");
    }
    let composed = tokio::select! {
        composed = compose(config) => composed.map_err(|problem| problem.to_string())?,
        () = signals.told() => return Ok(()),
    };
    serve::serve(config, composed, signals).await.map_err(|problem| problem.to_string())
}

async fn migrate(config: &Config) -> Result<(), String> {
    let db = open_database(config).await.map_err(|problem| problem.to_string())?;
    db.close().await;
    println!("The {} database is up to date.", db.engine());
    Ok(())
}

/// What is sealed is sealed anew, and new keys count from the next start on.
async fn rotate_keys(config: &Config) -> Result<(), String> {
    for line in rotate_keys::rotate_keys(config).await.map_err(|problem| problem.to_string())? {
        println!("{line}");
    }
    Ok(())
}

/// What a program that administers accounts shows; good for a year, or until the key that
/// signed it is taken away.
async fn service_token(config: &Config) -> Result<(), String> {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
    let composed = compose_beside(config).await.map_err(|problem| problem.to_string())?;
    let token = write_service_token(&composed.state.ports, YEAR);
    composed.db.close().await;
    println!("{}", token.map_err(|problem| problem.to_string())?);
    Ok(())
}

fn failed(problem: &str) -> ExitCode {
    eprintln!("{problem}");
    ExitCode::FAILURE
}
