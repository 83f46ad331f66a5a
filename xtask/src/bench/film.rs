//! What a film costs: the release renderer on two photographs of the tests, ten seconds at
//! 720x1280, from files to a file. CPU seconds, because wall time depends on who else is
//! at work.

use std::process::Command;

use anyhow::{Context, Result};

use super::Measure;
use crate::{shell, workspace};

const PHOTOS: [&str; 2] = ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"];
/// The prompts, so that more than one kind of scene is measured.
const PROMPTS: [(&str, &str); 3] = [
    ("film of ten seconds, beach", "Walking along the beach with Grandpa at sunset"),
    ("film of ten seconds, mountains", "Hiking in the mountains with Grandpa"),
    ("film of ten seconds, city night", "City lights at night with Grandpa"),
];

/// One measure a scene.
pub fn measures() -> Result<Vec<Measure>> {
    // Without nasm the encoder is compiled without its assembly.
    let budget = if Command::new("nasm").arg("-v").output().is_ok() { 5.5 } else { 7.5 };
    let measure = |(what, prompt)| Ok(Measure::new(what, cpu_seconds(prompt)?, "CPU s", budget));
    PROMPTS.into_iter().map(measure).collect()
}

fn cpu_seconds(prompt: &str) -> Result<f64> {
    let film = std::env::temp_dir().join(format!("evernear-bench-{}.mp4", std::process::id()));
    let mut command = workspace::cargo();
    command.args(["run", "--release", "--quiet", "--package", "evernear-renderer", "--"]);
    for photo in PHOTOS {
        command.arg("--photo").arg(workspace::at("server/tests/photos").join(photo));
    }
    let said = shell::capture(command.args(["--prompt", prompt, "--out"]).arg(&film))?;
    std::fs::remove_file(&film).context("the film")?;
    figure(&said).with_context(|| format!("the renderer does not say what it took: {said}"))
}

/// From `… 1 threads, 5.17 CPU s, 11.69 wall s`.
fn figure(said: &str) -> Option<f64> {
    said.split(',').find_map(|part| part.trim().strip_suffix(" CPU s")?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::figure;

    #[test]
    fn the_figure_is_found_among_the_others() {
        assert_eq!(figure("1669715 bytes, 1 threads, 5.17 CPU s, 11.69 wall s"), Some(5.17));
        assert_eq!(figure("1669715 bytes, 1 threads"), None);
    }
}
