//! `cargo xtask bench books`: settled payments, holds and token refreshes beside bare durable
//! transactions of one row, on SQLite and on a PostgreSQL of our own, and the CPU of signing
//! in beside argon2 alone (`server/examples/books.rs`, `server/examples/access_speed.rs`).

use anyhow::Result;

use xtask::test::{
    packages::{self, Need},
    postgres::Postgres,
};
use xtask::{progress, shell, workspace};

pub fn run() -> Result<()> {
    packages::bring(&[Need::Postgres])?;
    let example = |name: &str, databases: &[&str]| {
        let mut measure = workspace::cargo();
        measure.args(["run", "--release", "--quiet", "--package", "evernear-server", "--example"]);
        shell::run(measure.arg(name).arg("--").args(databases))
    };
    let folder = workspace::cargo_target()?.join("books");
    let files = ["books", "access"]
        .map(|name| format!("sqlite://{}", folder.join(name).with_extension("sqlite").display()));
    // Empty each time.
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let postgres = progress::step("starting PostgreSQL", Postgres::start)?;
    example("books", &[&files[0], postgres.url()])?;
    example("access_speed", &[&files[1], postgres.url()])
}
