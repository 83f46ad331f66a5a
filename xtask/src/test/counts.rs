//! How many tests there were, read from what the four runners report.

use std::fmt;
use std::ops::AddAssign;

use serde_json::Value;

/// Tests, not assertions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
    /// Browser tests that passed when they were tried again.
    pub flaky: u64,
}

impl Counts {
    /// A line of `cargo test`; nothing unless it is a `test result:`.
    pub fn of_cargo(line: &str) -> Self {
        let Some((_, result)) = line.split_once("test result: ") else {
            return Self::default();
        };
        let number = |word: &str| {
            result
                .split([';', '.'])
                .filter_map(|part| part.trim().split_once(' '))
                .find(|(_, name)| *name == word)
                .and_then(|(count, _)| count.parse().ok())
                .unwrap_or(0)
        };
        Self {
            passed: number("passed"),
            failed: number("failed"),
            skipped: number("ignored"),
            flaky: 0,
        }
    }

    /// A line of Node's own runner in TAP; nothing unless it is one of the last that add up.
    pub fn of_node(line: &str) -> Self {
        let sum = line.strip_prefix("# ").and_then(|sum| sum.split_once(' '));
        let Some((name, number)) = sum.and_then(|(name, n)| Some((name, n.parse().ok()?))) else {
            return Self::default();
        };
        match name {
            "pass" => Self { passed: number, ..Self::default() },
            "fail" | "cancelled" => Self { failed: number, ..Self::default() },
            "skipped" | "todo" => Self { skipped: number, ..Self::default() },
            _ => Self::default(),
        }
    }

    /// Vitest's JSON report. A file that does not load holds no tests and fails once.
    pub fn of_vitest(report: &Value) -> Self {
        let number = |name: &str| report[name].as_u64().unwrap_or(0);
        let unloaded = report["testResults"].as_array().map_or(0, |files| {
            let broken = |file: &&Value| {
                file["status"] == "failed"
                    && file["assertionResults"].as_array().is_none_or(Vec::is_empty)
            };
            files.iter().filter(broken).count() as u64
        });
        Self {
            passed: number("numPassedTests"),
            failed: number("numFailedTests") + unloaded,
            skipped: number("numPendingTests") + number("numTodoTests"),
            flaky: 0,
        }
    }

    /// Playwright's JSON report.
    pub fn of_playwright(report: &Value) -> Self {
        let number = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
        Self {
            passed: number("expected"),
            failed: number("unexpected"),
            skipped: number("skipped"),
            flaky: number("flaky"),
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Self) {
        self.passed += more.passed;
        self.failed += more.failed;
        self.skipped += more.skipped;
        self.flaky += more.flaky;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(out, ", {} skipped", self.skipped)?;
        }
        if self.flaky > 0 {
            write!(out, ", {} flaky", self.flaky)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn counts(passed: u64, failed: u64, skipped: u64) -> Counts {
        Counts { passed, failed, skipped, flaky: 0 }
    }

    #[test]
    fn every_test_result_line_of_cargo_counts_and_no_other() {
        let mut all = Counts::default();
        for line in [
            "running 7 tests",
            "test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test a_test_that_says_3 passed ... ok",
            "test result: FAILED. 2 passed; 3 failed; 1 ignored; 0 measured; 9 filtered out; finished in 1.20s",
        ] {
            all += Counts::of_cargo(line);
        }
        assert_eq!(all, counts(9, 3, 1));
    }

    #[test]
    fn the_sums_of_nodes_runner_count_and_nothing_before_them() {
        let mut all = Counts::default();
        for line in [
            "# Subtest: images",
            "ok 1 - images",
            "# tests 9",
            "# suites 0",
            "# pass 4",
            "# fail 2",
            "# cancelled 1",
            "# skipped 1",
            "# todo 1",
            "# duration_ms 8021.5",
        ] {
            all += Counts::of_node(line);
        }
        assert_eq!(all, counts(4, 3, 2));
    }

    #[test]
    fn a_vitest_file_that_does_not_load_is_a_failure() {
        let report = json!({
            "numPassedTests": 4, "numFailedTests": 1, "numPendingTests": 2, "numTodoTests": 1,
            "testResults": [
                { "status": "failed", "assertionResults": [] },
                { "status": "failed", "assertionResults": [{ "status": "failed" }] },
                { "status": "passed", "assertionResults": [{ "status": "passed" }] },
            ],
        });
        assert_eq!(Counts::of_vitest(&report), counts(4, 2, 3));
    }

    #[test]
    fn a_flaky_browser_test_is_counted_apart() {
        let report =
            json!({ "stats": { "expected": 5, "unexpected": 1, "flaky": 3, "skipped": 2 } });
        assert_eq!(Counts::of_playwright(&report), Counts { flaky: 3, ..counts(5, 1, 2) });
    }

    #[test]
    fn skipped_and_flaky_tests_are_only_named_when_there_are_any() {
        assert_eq!(counts(12, 0, 0).to_string(), "12 passed, 0 failed");
        assert_eq!(counts(12, 1, 3).to_string(), "12 passed, 1 failed, 3 skipped");
        let flaky = Counts { flaky: 2, ..counts(12, 0, 0) };
        assert_eq!(flaky.to_string(), "12 passed, 0 failed, 2 flaky");
    }
}
