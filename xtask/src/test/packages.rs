//! The programs the tests need beside Rust and Node, brought from Debian's packages where
//! they are missing. As root or with sudo that needs no password; otherwise it says exactly
//! what to install. Nothing is skipped for want of a program.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::postgres;
use crate::{
    progress,
    shell::{self, on_path},
    workspace,
};

/// What a part of the tests cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    Chromium,
    Postgres,
    /// With ffprobe.
    Ffmpeg,
    Wrk,
}

impl Need {
    fn package(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Postgres => "postgresql",
            Self::Ffmpeg => "ffmpeg",
            Self::Wrk => "wrk",
        }
    }

    fn is_met(self) -> bool {
        match self {
            Self::Chromium => chromium().is_some(),
            Self::Postgres => postgres::programs().is_some(),
            Self::Ffmpeg => on_path("ffmpeg").is_some() && on_path("ffprobe").is_some(),
            Self::Wrk => on_path("wrk").is_some(),
        }
    }
}

/// Makes sure that everything needed is there.
pub fn bring(needs: &[Need]) -> Result<()> {
    let missing = missing(needs);
    match plan(&missing, on_path("apt-get").is_some(), privilege(&missing)) {
        Plan::Ready => Ok(()),
        Plan::Refuse(advice) => bail!(advice),
        Plan::Install(commands) => {
            progress::step(&format!("Debian packages: {}", names(&missing)), || {
                install(&commands)
            })?;
            match self::missing(needs).as_slice() {
                [] => Ok(()),
                still => bail!("{} installed, but not found afterwards", names(still)),
            }
        }
    }
}

/// The browser of the end-to-end tests: `CHROMIUM`, or the first of its usual names.
pub fn chromium() -> Option<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "xtask's own setting; the server never sees it")]
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from).filter(|path| path.exists());
    named
        .or_else(|| ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(on_path))
}

/// Each once, though several parts may need it.
fn missing(needs: &[Need]) -> Vec<Need> {
    let mut missing = needs.to_vec();
    missing.retain(|need| !need.is_met());
    missing.sort_unstable();
    missing.dedup();
    missing
}

/// Who we may be while installing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Privilege {
    Root,
    Sudo,
    None,
}

fn privilege(missing: &[Need]) -> Privilege {
    if rustix::process::geteuid().is_root() {
        return Privilege::Root;
    }
    let may =
        || shell::capture(workspace::tool("sudo", Path::new("/")).args(["-n", "true"])).is_ok();
    if !missing.is_empty() && on_path("sudo").is_some() && may() {
        Privilege::Sudo
    } else {
        Privilege::None
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Plan {
    Ready,
    /// Commands to run, in order.
    Install(Vec<Vec<&'static str>>),
    /// What the person has to do.
    Refuse(String),
}

fn plan(missing: &[Need], has_apt: bool, privilege: Privilege) -> Plan {
    if missing.is_empty() {
        return Plan::Ready;
    }
    let prefix: &[&str] = match privilege {
        Privilege::Root if has_apt => &["env", "DEBIAN_FRONTEND=noninteractive"],
        Privilege::Sudo if has_apt => &["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive"],
        _ if has_apt => {
            let names = names(missing);
            return Plan::Refuse(format!(
                "the tests need {names}: `sudo apt-get update && sudo apt-get install {names}`"
            ));
        }
        _ => {
            return Plan::Refuse(format!(
                "the tests need these programs installed: {}",
                names(missing)
            ));
        }
    };
    let command = |words: &[&'static str]| [prefix, words].concat();
    let mut install = command(&["apt-get", "install", "--yes", "--no-install-recommends"]);
    install.extend(missing.iter().map(|need| need.package()));
    Plan::Install(vec![command(&["apt-get", "update"]), install])
}

fn install(commands: &[Vec<&'static str>]) -> Result<()> {
    for words in commands {
        let Some((program, arguments)) = words.split_first() else {
            continue;
        };
        shell::capture(workspace::tool(program, Path::new("/")).args(arguments))
            .with_context(|| format!("`{}` repeats just this", words.join(" ")))?;
    }
    Ok(())
}

fn names(needs: &[Need]) -> String {
    let names: Vec<&str> = needs.iter().map(|need| need.package()).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_has_everything_is_left_alone() {
        assert_eq!(plan(&[], true, Privilege::Root), Plan::Ready);
        assert_eq!(plan(&[], false, Privilege::None), Plan::Ready);
    }

    #[test]
    fn root_installs_exactly_what_is_missing_after_one_update() {
        let Plan::Install(commands) = plan(&[Need::Chromium, Need::Ffmpeg], true, Privilege::Root)
        else {
            panic!("root can install");
        };
        let commands: Vec<String> = commands.iter().map(|words| words.join(" ")).collect();
        assert_eq!(
            commands,
            [
                "env DEBIAN_FRONTEND=noninteractive apt-get update",
                "env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium ffmpeg",
            ]
        );
    }

    #[test]
    fn sudo_is_never_asked_for_a_password() {
        let Plan::Install(commands) = plan(&[Need::Postgres], true, Privilege::Sudo) else {
            panic!("sudo can install");
        };
        assert!(commands.iter().all(|words| words.starts_with(&["sudo", "-n"])));
    }

    #[test]
    fn anyone_else_is_told_the_exact_command() {
        let advice = "the tests need postgresql ffmpeg: \
                      `sudo apt-get update && sudo apt-get install postgresql ffmpeg`";
        let missing = [Need::Postgres, Need::Ffmpeg];
        assert_eq!(plan(&missing, true, Privilege::None), Plan::Refuse(advice.into()));
    }

    #[test]
    fn without_apt_the_programs_are_named() {
        for privilege in [Privilege::Root, Privilege::Sudo, Privilege::None] {
            let Plan::Refuse(advice) = plan(&[Need::Chromium], false, privilege) else {
                panic!("nothing can be installed without apt");
            };
            assert!(advice.ends_with(": chromium"));
        }
    }
}
