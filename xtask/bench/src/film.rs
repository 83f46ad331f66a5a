//! What films cost: the renderer's own measurement of every scene (two photographs of the
//! tests, ten seconds at 720x1280, from files to a file). CPU seconds, because wall time depends
//! on who else is at work.

use std::process::{Child, Command};

use anyhow::{Result, bail};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::Measure;
use xtask::{
    progress,
    shell::{self, Group},
    workspace,
};

/// One measure a scene.
pub fn measures() -> Result<Vec<Measure>> {
    // Without nasm the encoder is compiled without its assembly.
    let budget = if Command::new("nasm").arg("-v").output().is_ok() { 4.5 } else { 6.5 };
    let mut command = workspace::cargo();
    command.args(["run", "--release", "--quiet", "--package", "evernear-renderer"]);
    let table = shell::capture(command.args(["--example", "measure"]))?;
    progress::say(&table);
    let figures = figures(&table);
    if figures.is_empty() {
        bail!("the renderer does not say what films took");
    }
    let measure = |(scene, cpu): (String, f64)| {
        Measure::new(format!("film of ten seconds, {scene}"), cpu, "CPU s", budget)
    };
    Ok(figures.into_iter().map(measure).collect())
}

/// Two renderers at work; ended when dropped.
pub struct Busy(Vec<(Child, Group)>);

impl Busy {
    /// For a minute at most.
    pub fn start() -> Result<Self> {
        let one = |_| {
            let mut command = workspace::cargo();
            command.args(["run", "--release", "--quiet", "--package", "evernear-renderer"]);
            shell::start(command.args(["--example", "measure", "--", "--keep", "60"]))
        };
        Ok(Self((0..2).map(one).collect::<Result<_>>()?))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for (child, _) in &mut self.0 {
            // Cargo and what it runs.
            let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
            let _ = child.wait();
        }
    }
}

/// Scene and CPU seconds from lines such as `city night     3.74    8.88   2.21      104`: the
/// scene's name is made of words, and the first figure behind it is what is meant.
fn figures(table: &str) -> Vec<(String, f64)> {
    let figure = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| word.parse::<f64>().is_ok())?;
        Some((words[..at].join(" "), words[at].parse().ok()?))
    };
    table.lines().filter_map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::figures;

    #[test]
    fn the_figure_of_every_scene_is_found() {
        let table = "scene          CPU s  wall s     MB  peak MB\n\
                     beach           3.30    4.19   2.41      104\n\
                     city night      3.74    8.88   2.21       98\n";
        let expected = [("beach".to_owned(), 3.30), ("city night".to_owned(), 3.74)];
        assert_eq!(figures(table), expected);
    }
}
