//! A PostgreSQL of our own for the stories: a fresh cluster in a temporary folder, on a
//! free port of this machine only. It does not wait for the disk, because no story cuts the power,
//! and each makes a database. It is stopped and removed when dropped, also after a failure or
//! Ctrl-C; what a killed run left behind is removed by the next one.

use std::fs;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use rustix::io::Errno;
use rustix::process::{Pid, geteuid, test_kill_process};

use crate::shell::on_path;

const PREFIX: &str = "evernear-postgres-";
/// PostgreSQL refuses to run as root; this account comes with its package.
const OWNER: &str = "postgres";

/// A running cluster with an empty database `postgres`.
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    url: String,
}

impl Postgres {
    /// Starts one; ready when this returns.
    pub fn start() -> Result<Self> {
        let programs =
            programs().context("PostgreSQL's initdb and pg_ctl are not on this machine")?;
        remove_abandoned(&programs);
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let folder = std::env::temp_dir().join(format!("{PREFIX}{}", std::process::id()));
        let cluster =
            Self { programs, folder, url: format!("postgres://{OWNER}@127.0.0.1:{port}/postgres") };
        cluster.create()?;
        cluster.listen(port)?;
        Ok(cluster)
    }

    /// `postgres://…`, for its owner, who may create databases.
    pub fn url(&self) -> &str {
        &self.url
    }

    fn create(&self) -> Result<()> {
        fs::create_dir(&self.folder).with_context(|| self.folder.display().to_string())?;
        if geteuid().is_root() {
            quiet(Command::new("chown").arg(OWNER).arg(&self.folder))?;
        }
        let data = self.folder.join("data");
        quiet(
            as_owner(&self.programs.join("initdb"), &self.folder)
                .args([
                    "--username",
                    OWNER,
                    "--auth=trust",
                    "--encoding=UTF8",
                    "--locale=C",
                    "--pgdata",
                ])
                .arg(data),
        )
    }

    fn listen(&self, port: u16) -> Result<()> {
        // Each story has its own database and connections; the default of 100 is too few. Nothing lives
        // long enough to be vacuumed, and the launcher would visit hundreds of databases a minute.
        let settings = format!(
            "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c max_connections=400 \
             -c fsync=off -c full_page_writes=off -c autovacuum=off",
            self.folder.display()
        );
        let log = self.folder.join("log");
        let mut start = pg_ctl(&self.programs, &self.folder, "start");
        quiet(start.args(["--wait", "--options", &settings, "--log"]).arg(&log))
            .with_context(|| fs::read_to_string(&log).unwrap_or_default())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        remove(&self.programs, &self.folder);
    }
}

/// The folder with `initdb` and `pg_ctl`: Debian's newest version, or what is on the path.
pub fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<(u32, PathBuf)> = versions
        .filter_map(|version| {
            let number = version.file_name().to_str()?.parse().ok()?;
            Some((number, version.path().join("bin")))
        })
        .filter(|(_, folder)| has_programs(folder))
        .collect();
    found.sort();
    found.pop().map(|(_, folder)| folder).or_else(|| {
        let folder = on_path("pg_ctl")?.canonicalize().ok()?.parent()?.to_owned();
        has_programs(&folder).then_some(folder)
    })
}

fn has_programs(folder: &Path) -> bool {
    ["initdb", "pg_ctl", "postgres"].iter().all(|program| folder.join(program).is_file())
}

fn remove_abandoned(programs: &Path) {
    for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse().ok());
        if let Some(maker) = maker.and_then(Pid::from_raw)
            && test_kill_process(maker) == Err(Errno::SRCH)
        {
            remove(programs, &entry.path());
        }
    }
}

/// Best effort, as there is nobody to tell: the next run tries again.
fn remove(programs: &Path, folder: &Path) {
    if folder.join("data/postmaster.pid").exists() {
        let _ = quiet(pg_ctl(programs, folder, "stop").args(["--mode", "immediate", "--wait"]));
    }
    let _ = fs::remove_dir_all(folder);
}

fn pg_ctl(programs: &Path, folder: &Path, verb: &str) -> Command {
    let mut command = as_owner(&programs.join("pg_ctl"), folder);
    command.arg(verb).arg("--pgdata").arg(folder.join("data"));
    command
}

fn as_owner(program: &Path, folder: &Path) -> Command {
    let mut command = if geteuid().is_root() {
        let mut command = Command::new("runuser");
        command.args(["--user", OWNER, "--"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir(folder);
    command
}

/// Runs to the end even when we are asked to stop: a cluster half made or half removed
/// helps nobody. The server does not inherit a pipe, so this waits for `pg_ctl` only.
fn quiet(command: &mut Command) -> Result<()> {
    let status = command.process_group(0).stdin(Stdio::null()).stdout(Stdio::null()).status();
    let program = || command.get_program().to_string_lossy().into_owned();
    let status = status.with_context(program)?;
    if !status.success() {
        bail!("{} failed ({status})", program());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpStream;

    #[test]
    fn a_cluster_answers_while_it_lives_and_leaves_nothing_behind() {
        let cluster = Postgres::start().unwrap();
        let (_, address) = cluster.url().split_once('@').unwrap();
        let address = address.strip_suffix("/postgres").unwrap().to_owned();
        assert!(TcpStream::connect(&address).is_ok());
        let folder = cluster.folder.clone();
        drop(cluster);
        assert!(TcpStream::connect(&address).is_err());
        assert!(!folder.exists());
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_a_living_one_uses_stays() {
        let mut ended = Command::new("true").spawn().unwrap();
        ended.wait().unwrap();
        let folder = |maker: u32| std::env::temp_dir().join(format!("{PREFIX}{maker}"));
        let (abandoned, used) = (folder(ended.id()), folder(1));
        fs::create_dir(&abandoned).unwrap();
        fs::create_dir(&used).unwrap();
        remove_abandoned(&programs().unwrap());
        assert!(!abandoned.exists());
        assert!(used.exists());
        fs::remove_dir(used).unwrap();
    }
}
