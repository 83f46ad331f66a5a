//! What pages reach as parts of what axum reaches with the same bytes, kept in a file and compared with it: a
//! machine is slower at one hour than at another, and these parts change little with that.
//!
//! A file has a line for each: its name, a tab, and the part. `#` begins a line of words.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use xtask::progress;

/// What is worse by more than this part is named.
const WORSE: f64 = 0.1;

/// One measured part; more is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratio {
    pub name: String,
    pub value: f64,
}

/// Writes them into a file.
pub fn keep(ratios: &[Ratio], file: &Path) -> Result<()> {
    let lines = ratios.iter().map(|Ratio { name, value }| format!("{name}\t{value:.3}\n"));
    let head = "# `cargo xtask bench --keep FILE`: requests a second as a part of axum's.\n";
    let text = std::iter::once(head.to_owned()).chain(lines).collect::<String>();
    fs::write(file, text).with_context(|| file.display().to_string())
}

/// Prints them beside those of a file; the names of what got worse.
pub fn compare(ratios: &[Ratio], file: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let kept = read(&text).with_context(|| format!("{} holds no ratios", file.display()))?;
    let mut worse = Vec::new();
    for Ratio { name, value } in ratios {
        let Some(before) = kept.iter().find(|one| one.name == *name) else {
            progress::say(&format!("{name}: {value:.3}, not measured before"));
            continue;
        };
        let change = value / before.value - 1.0;
        let is_worse = change < -WORSE;
        let mark = if is_worse { '✗' } else { '✓' };
        let change = change * 100.0;
        progress::say(&format!(
            "{mark} {name}: {value:.3}, {:.3} before ({change:+.0} %)",
            before.value
        ));
        if is_worse {
            worse.push(name.clone());
        }
    }
    for gone in kept.iter().filter(|one| ratios.iter().all(|now| now.name != one.name)) {
        progress::say(&format!("{}: not measured any more, {:.3} before", gone.name, gone.value));
    }
    Ok(worse)
}

fn read(text: &str) -> Option<Vec<Ratio>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let one = |line: &str| {
        let (name, value) = line.split_once('\t')?;
        let value = value.trim().parse().ok().filter(|value: &f64| *value > 0.0)?;
        Some(Ratio { name: name.to_owned(), value })
    };
    lines.map(one).collect::<Option<Vec<_>>>().filter(|found| !found.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worse_by_more_than_a_tenth_is_named() {
        let file = std::env::temp_dir().join(format!("evernear-ratios-{}", std::process::id()));
        let of = |parts: &[(&str, f64)]| -> Vec<Ratio> {
            parts
                .iter()
                .map(|(name, value)| Ratio { name: (*name).to_owned(), value: *value })
                .collect()
        };
        keep(&of(&[("/ br", 0.9), ("/dashboard br", 0.5), ("gone", 0.4)]), &file).unwrap();
        let now = of(&[("/ br", 0.82), ("/dashboard br", 0.44), ("new", 0.1)]);
        let worse = compare(&now, &file).unwrap();
        fs::remove_file(&file).unwrap();
        assert_eq!(worse, ["/dashboard br"]);
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        for text in ["", "# words\n", "/ br 0.9\n", "/ br\tfast\n", "/ br\t-1\n"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
