//! The commands of `evernear` and their words.

use clap::{Args, Parser, Subcommand};
use evernear_app::domain::account::Email;

use crate::config::{
    money::{MONEY, micros},
    variables,
};

/// Most credits given at once: a slip of the finger is no fortune.
const MOST_CREDITS: i64 = 100_000;

/// A picture and a short film of two people together, from a memory and their photos.
#[derive(Debug, Parser)]
#[command(name = "evernear", version, after_long_help = variables::help())]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the site until told to stop
    Serve,
    /// Bring the database's schema up to date
    Migrate,
    /// Say what is configured, what falls back to an embedded default, and what is wrong
    Doctor(DoctorArgs),
    /// Seal what is sealed anew with the secret of now, and make new keys
    RotateKeys,
    /// Print a token with which a program administers accounts, good for a year
    ServiceToken,
    /// The administrator's password and log
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Credits of an account
    #[command(subcommand)]
    Credits(CreditsCommand),
    /// Payments, and those that must be looked at
    #[command(subcommand)]
    Payments(PaymentsCommand),
    /// What providers of pictures and films, and the companion's model cost, day by day
    Costs,
    /// The entries of all accounts
    #[command(subcommand)]
    Ledger(LedgerCommand),
    /// Print the table of docs/configuration.md
    #[command(hide = true)]
    Settings,
}

#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Call everybody outside who is configured once, for real: the companion's model, who makes pictures
    /// and films, Paystack with a test key, and a mail to `EVERNEAR_ENTERPRISE_MAIL`
    #[arg(long, requires = "max_cost")]
    pub live: bool,
    /// US dollars that these calls may cost at most; where they may cost more, nobody is called
    #[arg(long, value_name = "USD", requires = "live", value_parser = dollars)]
    pub max_cost: Option<i64>,
}

fn dollars(text: &str) -> Result<i64, String> {
    micros(text).ok_or_else(|| format!("it needs {MONEY}"))
}

#[derive(Debug, Subcommand)]
pub enum AdminCommand {
    /// Read a password and print its hash for the configuration
    HashPassword,
    /// What administrators changed, when and from where, newest first
    Log,
}

#[derive(Debug, Subcommand)]
pub enum CreditsCommand {
    /// Give credits, once under each reference
    Grant {
        email: Email,
        #[arg(value_parser = clap::value_parser!(u32).range(1..=MOST_CREDITS))]
        credits: u32,
        reference: String,
    },
    /// Every ledger entry, newest first
    History { email: Email },
}

#[derive(Debug, Subcommand)]
pub enum PaymentsCommand {
    /// The latest payments
    List {
        /// What is to be looked at
        #[command(subcommand)]
        flagged: Option<Flagged>,
    },
    /// Ask the provider: grant what was paid, flag what was taken back
    Verify(Reference),
    /// Take back what a flagged payment granted; what is spent is owed
    Revoke(Reference),
    /// Settle a flagged payment and leave everything as it is
    Resolve(Reference),
}

#[derive(Debug, Subcommand)]
pub enum Flagged {
    /// Only what is to be looked at
    Flagged,
}

#[derive(Debug, Args)]
pub struct Reference {
    /// As the payment's receipt names it
    pub reference: String,
}

#[derive(Debug, Subcommand)]
pub enum LedgerCommand {
    /// Prove that ledger, balances, holds and payments agree
    Check,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn commands_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_real_call_needs_a_highest_cost() {
        let read = |words: &[&str]| Cli::try_parse_from([&["evernear", "doctor"], words].concat());
        for refused in [
            &["--live"][..],
            &["--max-cost", "1"],
            &["--live", "--max-cost", "-1"],
            &["--live", "--max-cost", "much"],
        ] {
            assert!(read(refused).is_err(), "{refused:?}");
        }
        assert!(read(&[]).is_ok());
        let Command::Doctor(DoctorArgs { live: true, max_cost: Some(most) }) =
            read(&["--live", "--max-cost", "0.60"]).expect("read").command
        else {
            panic!("the doctor")
        };
        assert_eq!(most, 600_000);
    }

    #[test]
    fn help_shows_every_setting() {
        let help = Cli::command().render_long_help().to_string();
        for variable in variables::VARIABLES {
            assert!(help.contains(variable.name), "{}", variable.name);
        }
    }
}
