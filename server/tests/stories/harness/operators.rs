//! What an operator types, without starting the program for it.

use clap::Parser;
use evernear_app::ports::Ports;
use evernear_server::{
    cli::{AdminCommand, Cli, Command, LedgerCommand},
    operator::{Operation, operate},
};

/// How a command ended, and what it printed.
pub async fn types(ports: &Ports, words: &[&str]) -> (Result<(), String>, String) {
    let cli = match Cli::try_parse_from(["evernear"].iter().chain(words)) {
        Ok(cli) => cli,
        Err(refused) => return (Err(refused.to_string()), String::new()),
    };
    let operation = match cli.command {
        Command::Credits(command) => Operation::Credits(command),
        Command::Payments(command) => Operation::Payments(command),
        Command::Ledger(LedgerCommand::Check) => Operation::CheckLedger,
        Command::Costs => Operation::Costs,
        Command::Admin(AdminCommand::Log) => Operation::AdminLog,
        other => panic!("{other:?} is none of the operator's"),
    };
    let mut said = Vec::new();
    let done = operate(ports, operation, &mut said).await;
    (done, String::from_utf8(said).expect("text"))
}

/// What a command printed, or why it was refused.
pub async fn says(ports: &Ports, words: &[&str]) -> Result<String, String> {
    let (done, said) = types(ports, words).await;
    done.map(|()| said)
}
