//! `evernear serve | migrate | doctor`.

use std::process::ExitCode;

use evernear_server::{
    compose::{compose, open_database},
    config::Config,
    doctor, serve,
};
use tracing_subscriber::EnvFilter;

const USAGE: &str = "Usage: evernear serve | migrate | doctor";

#[tokio::main]
async fn main() -> ExitCode {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next();
    let config = match Config::from_env() {
        Ok(config) => config,
        Err(problem) => return failed(&problem.to_string()),
    };
    let outcome = match command.as_deref() {
        Some("serve") => serve_all(&config).await,
        Some("migrate") => migrate(&config).await,
        Some("doctor") => return doctor::examine(&config).await,
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => failed(&problem),
    }
}

async fn serve_all(config: &Config) -> Result<(), String> {
    let composed = compose(config).await.map_err(|problem| problem.to_string())?;
    serve::serve(config, composed).await.map_err(|problem| problem.to_string())
}

async fn migrate(config: &Config) -> Result<(), String> {
    let db = open_database(config).await.map_err(|problem| problem.to_string())?;
    db.close().await;
    println!("The {} database is up to date.", db.engine());
    Ok(())
}

fn failed(problem: &str) -> ExitCode {
    eprintln!("{problem}");
    ExitCode::FAILURE
}
