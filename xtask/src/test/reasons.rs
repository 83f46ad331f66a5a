//! Why tests failed, said once more at the end: in what a whole run prints, the place is hard to find.

use serde_json::Value;

/// A panic's message and place; what a test has logged comes after them.
const LINES: usize = 12;

/// What was printed of each test that failed.
#[derive(Default)]
pub struct Reasons {
    all: Vec<String>,
    /// Lines that still belong to the last of them.
    left: usize,
}

impl Reasons {
    /// A line of `cargo test`, which prints `---- name stdout ----` and then what that test has printed.
    pub fn cargo_line(&mut self, line: &str) {
        let name = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"));
        if let Some(name) = name {
            self.all.push(format!("✗ {name}"));
            self.left = LINES;
        } else if line == "failures:" {
            self.left = 0;
        } else if self.left > 0 && !line.is_empty() {
            self.left -= 1;
            if let Some(last) = self.all.last_mut() {
                last.extend(["\n  ", line]);
            }
        }
    }

    /// Playwright's JSON report: suites in suites, in them the tests with each try.
    pub fn playwright_report(&mut self, report: &Value) {
        for suite in items(&report["suites"]) {
            self.playwright_suite(suite);
        }
    }

    fn playwright_suite(&mut self, suite: &Value) {
        items(&suite["suites"]).for_each(|inner| self.playwright_suite(inner));
        for spec in items(&suite["specs"]) {
            for test in items(&spec["tests"]) {
                let errors = items(&test["results"]).flat_map(|result| items(&result["errors"]));
                let errors: Vec<_> = errors.map(|error| text(&error["message"])).collect();
                if !errors.is_empty() {
                    let (project, file) = (text(&test["projectName"]), text(&spec["file"]));
                    let (line, title) = (&spec["line"], text(&spec["title"]));
                    let head = format!("✗ [{project}] {file}:{line} {title}");
                    let said = errors.iter().flat_map(|error| error.lines().take(LINES));
                    self.all.push(said.fold(head, |all, line| all + "\n  " + line));
                }
            }
        }
    }

    pub fn list(&self) -> &[String] {
        &self.all
    }
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_test_of_cargo_that_failed_is_told_with_the_first_lines_it_printed() {
        let mut reasons = Reasons::default();
        let logged: Vec<_> = (0..30).map(|number| format!("INFO line {number}")).collect();
        let before = ["test a::b ... FAILED", "", "failures:", "", "---- a::b stdout ----"];
        let panic = ["thread 'a::b' panicked at a.rs:7:9:", "not in time"];
        let after = ["", "---- c stdout ----", "it was 3", "", "failures:", "    a::b", "    c"];
        let lines = before.into_iter().chain(panic).chain(logged.iter().map(String::as_str));
        lines.chain(after).for_each(|line| reasons.cargo_line(line));
        let [first, second] = reasons.list() else { panic!("{:?}", reasons.list()) };
        assert!(
            first.starts_with("✗ a::b\n  thread 'a::b' panicked at a.rs:7:9:\n  not in time\n")
        );
        assert!(first.ends_with("INFO line 9"), "{first}");
        assert_eq!(second, "✗ c\n  it was 3");
    }

    #[test]
    fn each_browser_test_that_failed_is_told_with_its_error() {
        let test =
            |errors: Value| json!({ "projectName": "phone", "results": [{ "errors": errors }] });
        let failed = json!({ "file": "a.spec.ts", "line": 9, "title": "it is seen",
            "tests": [test(json!([{ "message": "Error: hidden\nReceived: 0" }]))] });
        let passed =
            json!({ "file": "a.spec.ts", "line": 3, "title": "else", "tests": [test(json!([]))] });
        let suite = json!({ "specs": [passed], "suites": [{ "specs": [failed] }] });
        let mut reasons = Reasons::default();
        reasons.playwright_report(&json!({ "suites": [suite] }));
        assert_eq!(
            reasons.list(),
            ["✗ [phone] a.spec.ts:9 it is seen\n  Error: hidden\n  Received: 0"]
        );
    }
}
