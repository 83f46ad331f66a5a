//! The program itself: what it says of its configuration, and how it stops.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Output, Stdio},
};

fn evernear(folder: &Path, variables: &[(&str, &str)], command: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_evernear"));
    program.arg(command).env("EVERNEAR_DATA_DIR", folder).env("EVERNEAR_LISTEN", "127.0.0.1:0");
    for name in ["EVERNEAR_MODE", "DATABASE_URL", "EVERNEAR_PUBLIC_URL"] {
        program.env_remove(name);
    }
    program.envs(variables.iter().copied());
    program
}

fn run(folder: &Path, variables: &[(&str, &str)], command: &str) -> (Output, String) {
    let output = evernear(folder, variables, command).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (output, said)
}

#[test]
fn the_doctor_names_each_embedded_default() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, said) = run(folder.path(), &[], "doctor");
    for word in ["development", "SQLite (embedded default)", "embedded renderer", "writable"] {
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn the_doctor_says_what_is_wrong_and_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = [("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")];
    let (output, said) = run(folder.path(), &wrong, "doctor");
    assert!(!output.status.success());
    assert!(said.contains("WRONG  The database cannot be used"), "{said}");
}

#[test]
fn production_does_not_start_on_development_defaults() {
    let folder = tempfile::tempdir().expect("a folder");
    let (output, said) = run(folder.path(), &[("EVERNEAR_MODE", "production")], "serve");
    assert!(!output.status.success());
    assert!(said.contains("EVERNEAR_PUBLIC_URL must be set in production"), "{said}");
}

#[test]
fn migrating_twice_is_migrating_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (output, said) = run(folder.path(), &[], "migrate");
    assert!(output.status.success(), "{said}");
    assert!(said.contains("up to date"), "{said}");
    let (output, said) = run(folder.path(), &[], "migrate");
    assert!(output.status.success(), "twice is once: {said}");
}

#[test]
fn it_says_where_it_is_and_stops_well_when_told_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server =
        evernear(folder.path(), &[], "serve").stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines =
        BufReader::new(server.stdout.take().expect("its words")).lines().map_while(Result::ok);
    let address = lines.next().expect("where it is");
    assert!(address.starts_with("Evernear is at http://127.0.0.1:"), "{address}");
    let data = lines.next().expect("where its data is");
    assert!(data.contains(&folder.path().display().to_string()), "{data}");
    let told =
        Command::new("kill").args(["-TERM", &server.id().to_string()]).status().expect("told");
    assert!(told.success());
    assert!(server.wait().expect("it ends").success(), "SIGTERM is a good end");
}
