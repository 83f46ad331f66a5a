//! How variables are read, once for all of them.

use std::str::FromStr;

use super::{
    ConfigProblem, Secret,
    variables::{Variable, Without},
};

/// Where values come from: the process, or a test.
pub(super) struct Environment<'a>(pub &'a dyn Fn(&str) -> Option<String>);

impl Environment<'_> {
    /// What it is set to, without the spaces around it; blank is as if it were not set.
    pub(super) fn given(&self, variable: &Variable) -> Option<String> {
        let value = (self.0)(variable.name)?.trim().to_owned();
        (!value.is_empty()).then_some(value)
    }

    /// The same of something that nobody may see.
    pub(super) fn secret(&self, variable: &Variable) -> Option<Secret> {
        self.given(variable).map(Secret)
    }

    /// What it is set to, or what holds without; of what only words tell, nothing.
    pub(super) fn text(&self, variable: &Variable) -> String {
        self.given(variable).unwrap_or_else(|| match variable.without {
            Without::Value(value) => value.to_owned(),
            Without::Words(_) => String::new(),
        })
    }

    /// Entries between commas, without the spaces around them; blank ones are none.
    pub(super) fn entries(&self, variable: &Variable) -> Vec<String> {
        entries(&self.text(variable)).map(str::to_owned).collect()
    }

    /// Whatever can be read from its text.
    ///
    /// # Errors
    ///
    /// With what it `needs`, where it cannot be read.
    pub(super) fn parsed<T: FromStr>(
        &self,
        variable: &Variable,
        needs: &str,
    ) -> Result<T, ConfigProblem> {
        let text = self.text(variable);
        text.parse().map_err(|_| variable.wrong(&text, needs))
    }

    /// One of several words.
    ///
    /// # Errors
    ///
    /// Where it is another.
    pub(super) fn one_of<T: Copy>(
        &self,
        variable: &Variable,
        (first, second): ((&str, T), (&str, T)),
    ) -> Result<T, ConfigProblem> {
        match self.text(variable) {
            text if text == first.0 => Ok(first.1),
            text if text == second.0 => Ok(second.1),
            text => {
                let name = variable.name;
                let (first, second) = (first.0, second.0);
                problem(format!("{name} is '{text}'; it can be {first} or {second}."))
            }
        }
    }

    /// `yes` or `no`.
    ///
    /// # Errors
    ///
    /// Where it is something else.
    pub(super) fn yes_or_no(&self, variable: &Variable) -> Result<bool, ConfigProblem> {
        self.one_of(variable, (("yes", true), ("no", false)))
    }

    /// The same where what holds without it depends on something else.
    ///
    /// # Errors
    ///
    /// Where it is something else.
    pub(super) fn yes_or_no_else(
        &self,
        variable: &Variable,
        otherwise: bool,
    ) -> Result<bool, ConfigProblem> {
        match self.given(variable) {
            Some(_) => self.yes_or_no(variable),
            None => Ok(otherwise),
        }
    }
}

impl Variable {
    pub(super) fn wrong(&self, value: &str, needs: &str) -> ConfigProblem {
        ConfigProblem(format!("{} is '{value}'; it needs {needs}.", self.name))
    }

    pub(super) fn wrong_entry(&self, entry: &str, needs: &str) -> ConfigProblem {
        ConfigProblem(format!("{} has '{entry}'; it needs {needs}.", self.name))
    }
}

pub(super) fn problem<T>(text: impl Into<String>) -> Result<T, ConfigProblem> {
    Err(ConfigProblem(text.into()))
}

/// Entries between commas, without the spaces around them; blank ones are none.
pub(super) fn entries(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|entry| !entry.is_empty())
}

/// Whether what is sent to this address is read by nobody on the way: https, or this machine.
pub(super) fn is_private_address(url: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(url) else { return false };
    match url.scheme() {
        "https" => true,
        "http" => ["127.0.0.1", "localhost", "[::1]"].contains(&url.host_str().unwrap_or_default()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_this_machine_are_private() {
        for url in
            ["https://a.example", "http://127.0.0.1:1", "http://localhost", "http://[::1]:1/x"]
        {
            assert!(is_private_address(url), "{url}");
        }
        for url in [
            "http://a.example",
            "http://localhost.a.example",
            "http://127.0.0.1.a.example",
            "http://localhost@a.example",
            "ftp://localhost",
            "localhost",
            "",
        ] {
            assert!(!is_private_address(url), "{url}");
        }
    }
}
