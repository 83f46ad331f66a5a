//! The statements behind the lists, put together from constants and numbered places: what
//! people typed is bound. Each engine is told, or knows, the index that makes it fast.

use evernear_app::{
    domain::waitlist::{Listed, status_name},
    ports::WaitlistFilter,
};
use evernear_rules::wire::WaitlistSort;

use super::super::db::{Db, Value};

const COLUMNS: &str = "e.id, e.name, e.email, e.reason, e.type, e.status, e.created_at";

/// The columns of an order, each an index's, and whether it usually descends.
pub(super) fn order(filter: &WaitlistFilter) -> (&'static [&'static str], bool) {
    let (columns, descending): (&[&str], bool) = match filter.sort {
        WaitlistSort::Timestamp => (&["created_at", "id"], true),
        WaitlistSort::Name => (&["search", "id"], false),
        WaitlistSort::Email => (&["email", "id"], false),
        WaitlistSort::Status => (&["status", "created_at", "id"], false),
    };
    (columns, descending != filter.reverse)
}

/// The index that has the entries of a status, or all, in this order.
fn index(filter: &WaitlistFilter) -> &'static str {
    match (filter.status, filter.sort) {
        (None, WaitlistSort::Timestamp) => "waitlist_entries_age",
        (None, WaitlistSort::Name) => "waitlist_entries_name",
        (None, WaitlistSort::Email) => "waitlist_entries_email",
        (Some(_), WaitlistSort::Name) => "waitlist_entries_state_name",
        (Some(_), WaitlistSort::Email) => "waitlist_entries_state_email",
        (_, WaitlistSort::Status) | (Some(_), WaitlistSort::Timestamp) => "waitlist_entries_state",
    }
}

/// A statement in the making: only its constants and numbered places are text, what people
/// typed is bound.
pub(super) struct Query {
    sqlite: bool,
    /// Letters of the search.
    letters: usize,
    index: &'static str,
    conditions: Vec<String>,
    pub(super) values: Vec<Value>,
}

impl Query {
    pub(super) fn of(db: &Db, filter: &WaitlistFilter) -> Self {
        let sqlite = db.is_sqlite();
        let letters = filter.search.chars().count();
        let (conditions, values) = (Vec::new(), Vec::new());
        let mut query = Self { sqlite, letters, index: index(filter), conditions, values };
        if query.trigrams() {
            // Phrases: every sign counts as itself. A status has a trigram of its own.
            let words = format!("search : \"{}\"", filter.search.replace('"', "\"\""));
            let wanted = match filter.status {
                None => words,
                Some(status) => {
                    let start: String = status_name(status).chars().take(3).collect();
                    format!("{words} AND status : \"{start}\"")
                }
            };
            let place = query.bind(wanted);
            query.conditions.push(format!("s.waitlist_search MATCH {place}"));
            return query;
        }
        if letters > 0 && sqlite {
            let place = query.bind(like(&filter.search));
            query.conditions.push(format!("e.search LIKE {place} ESCAPE '\\'"));
        } else if letters > 0 {
            let place = query.bind(format!("%{}%", folded(&filter.search)));
            query.conditions.push(format!("e.folded LIKE {place}"));
        }
        if let Some(status) = filter.status {
            let place = query.bind(status_name(status));
            query.conditions.push(format!("e.status = {place}"));
        }
        query
    }

    /// Whether SQLite's own index of trigrams is asked.
    fn trigrams(&self) -> bool {
        self.sqlite && self.letters >= 3
    }

    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// Only what is older than `last`.
    fn after(&mut self, last: &Listed) {
        let id = self.bind(last.id.to_string());
        let condition = if self.trigrams() {
            format!("s.rowid < (SELECT number FROM waitlist_entries WHERE id = {id})")
        } else {
            let at = self.bind(last.at);
            format!("(e.created_at, e.id) < ({at}, {id})")
        };
        self.conditions.push(condition);
    }

    /// What is found; the rows themselves are `e`.
    fn from(&self) -> String {
        if !self.trigrams() {
            return self.index_alone();
        }
        let tables = "waitlist_search s CROSS JOIN waitlist_entries e";
        let conditions = self.conditions.iter().map(String::as_str).chain(["e.number = s.rowid"]);
        narrowed(tables, conditions)
    }

    /// The same where no row is needed.
    fn index_alone(&self) -> String {
        let conditions = self.conditions.iter().map(String::as_str);
        if self.trigrams() {
            return narrowed("waitlist_search s", conditions);
        }
        if self.sqlite && self.letters == 0 {
            // SQLite knows little about its rows, or what was true long ago.
            return narrowed(&format!("waitlist_entries e INDEXED BY {}", self.index), conditions);
        }
        narrowed("waitlist_entries e", conditions)
    }

    /// How many are found, up to `most`.
    pub(super) fn count(&mut self, most: u32) -> String {
        let from = self.index_alone();
        let limit = self.bind(most);
        format!("SELECT COUNT(*) FROM (SELECT 1 FROM {from} LIMIT {limit}) AS found")
    }

    /// The next ones after `last`, newest first.
    pub(super) fn next(&mut self, last: Option<&Listed>, take: u32) -> String {
        if let Some(last) = last {
            self.after(last);
        }
        let from = self.from();
        let order = if self.trigrams() { "s.rowid DESC" } else { "e.created_at DESC, e.id DESC" };
        let limit = self.bind(take);
        format!("SELECT {COLUMNS} FROM {from} ORDER BY {order} LIMIT {limit}")
    }

    /// A page; `many` when counting stopped.
    pub(super) fn page(
        &mut self,
        columns: &[&str],
        way: &str,
        take: u32,
        skip: u32,
        many: bool,
    ) -> String {
        let ordered = |table: &str| {
            let columns = columns.iter().map(|column| format!("{table}{column} {way}"));
            columns.collect::<Vec<_>>().join(", ")
        };
        let limit = format!("LIMIT {} OFFSET {}", self.bind(take), self.bind(skip));
        if self.trigrams() && columns[0] == "created_at" {
            // Numbers rise with time, and the index gives them in order.
            return format!(
                "SELECT {COLUMNS} FROM (SELECT s.rowid AS number FROM {} ORDER BY s.rowid {way} {limit}) AS page
                 CROSS JOIN waitlist_entries e WHERE e.number = page.number ORDER BY e.number {way}",
                self.index_alone()
            );
        }
        let from = self.from();
        if self.letters > 0 && !self.sqlite && !many {
            // Few are found and sorted: walking all rows in order for them would take long.
            // Only what they are sorted by is carried along.
            let carried = columns.iter().map(|column| format!("e.{column}"));
            return format!(
                "WITH found AS MATERIALIZED (SELECT {} FROM {from})
                 SELECT {COLUMNS} FROM (SELECT id FROM found ORDER BY {} {limit}) AS page
                 CROSS JOIN waitlist_entries e WHERE e.id = page.id ORDER BY {}",
                carried.collect::<Vec<_>>().join(", "),
                ordered(""),
                ordered("e.")
            );
        }
        // Found in an index alone, read whole afterwards.
        format!(
            "SELECT {COLUMNS} FROM (SELECT e.id FROM {from} ORDER BY {} {limit}) AS page
             CROSS JOIN waitlist_entries e WHERE e.id = page.id ORDER BY {}",
            ordered("e."),
            ordered("e.")
        )
    }
}

fn narrowed<'a>(tables: &str, conditions: impl Iterator<Item = &'a str>) -> String {
    let conditions = conditions.collect::<Vec<_>>();
    if conditions.is_empty() {
        return tables.to_owned();
    }
    format!("{tables} WHERE {}", conditions.join(" AND "))
}

/// Signs that are neither letter nor digit, in the order of PostgreSQL's migration 0012.
const SIGNS: &str = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\n";
/// The letter that the first of them stands for in PostgreSQL's `folded`.
const FIRST_LETTER: u32 = 0x2C30;

/// The search as PostgreSQL's `folded` is written: no sign of a pattern is left in it.
fn folded(search: &str) -> String {
    let letter = |sign| {
        let place = SIGNS.chars().position(|one| one == sign);
        let letter = place.and_then(|place| u32::try_from(place).ok());
        letter.and_then(|place| char::from_u32(FIRST_LETTER + place)).unwrap_or(sign)
    };
    search.chars().map(letter).collect()
}

/// The search as a pattern in which every sign counts as itself.
fn like(search: &str) -> String {
    let mut pattern = String::from("%");
    for sign in search.chars() {
        if matches!(sign, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(sign);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::{folded, like};

    #[test]
    fn signs_are_written_as_postgres_writes_them() {
        let migration = include_str!("../../../../migrations/postgres/0012_waitlist.sql");
        let (_, letters) = migration.split_once("\\n', '").expect("signs, then letters");
        let (letters, _) = letters.split_once('\'').expect("an end");
        assert_eq!(folded(super::SIGNS), letters);
        assert_eq!(folded("nana שרה 9"), "nanaⰰשרהⰰ9");
    }

    #[test]
    fn wildcards_are_signs_like_any_other() {
        assert_eq!(like("50%_\\"), "%50\\%\\_\\\\%");
    }
}
