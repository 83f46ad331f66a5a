//! SQL whose values have names, `:owner`, instead of numbers: they are given with
//! [`named!`](crate::named), in any order.

use std::sync::OnceLock;

use crate::store::db::Value;

/// Values with their names.
pub struct NamedValues {
    pub names: &'static [&'static str],
    pub values: Vec<Value>,
}

/// `named![owner: "somebody", at: 5]`: [`NamedValues`].
#[macro_export]
macro_rules! named {
    ($($name:ident: $value:expr),* $(,)?) => {
        $crate::store::batch::NamedValues {
            names: &[$(stringify!($name)),*],
            values: $crate::values![$($value),*],
        }
    };
}

/// A text of one or more statements. It is always given the same names, because one place runs it.
pub struct NamedSql {
    before: &'static str,
    named: &'static str,
    numbered: OnceLock<String>,
}

impl NamedSql {
    /// `before` is sent in the same message as the text; it holds no values.
    pub const fn new(before: &'static str, named: &'static str) -> Self {
        Self { before, named, numbered: OnceLock::new() }
    }

    /// With numbers in place of the names, as both engines take values. The database refuses what no
    /// value is given for.
    pub fn numbered(&'static self, names: &[&str]) -> &'static str {
        self.numbered.get_or_init(|| self.before.to_owned() + &numbered(self.named, names))
    }
}

fn numbered(sql: &str, names: &[&str]) -> String {
    let mut written = String::with_capacity(sql.len());
    let mut rest = sql;
    while let Some((before, after)) = rest.split_once(':') {
        written += before;
        // Before a type.
        if let Some(after) = after.strip_prefix(':') {
            written += "::";
            rest = after;
            continue;
        }
        let is_in_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
        let (name, left) = after.split_at(after.find(|l| !is_in_name(l)).unwrap_or(after.len()));
        match names.iter().position(|one| *one == name) {
            Some(index) => written.extend(["$", &(index + 1).to_string()]),
            None => written.extend([":", name]),
        }
        rest = left;
    }
    written + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_the_numbers_of_their_values() {
        let sql = "SELECT :at, :owner::text[], 'a: b', :owner_key FROM g WHERE x = :owner";
        let wanted = "SELECT $2, $1::text[], 'a: b', :owner_key FROM g WHERE x = $1";
        assert_eq!(numbered(sql, &["owner", "at"]), wanted);
        assert_eq!(numbered("x::text = :text", &["text"]), "x::text = $1");
    }
}
