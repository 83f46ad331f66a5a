//! Lists of applications that stay fast with a million of them: a page is found in an index
//! alone, from whichever end of it is nearer, and only its 25 rows are read whole. Searches
//! of three signs and more go by trigrams, shorter ones look through the rows. Figures:
//! `examples/waitlist_scale`.

use evernear_app::{
    domain::{
        id::WaitlistId,
        moment::Moment,
        waitlist::{Listed, status_name, status_or_pending},
    },
    ports::{Matches, WaitlistFilter},
};
use evernear_rules::wire::WaitlistSort;

use super::super::{
    db::{Db, DbError, Row, Value},
    parsed,
};
use crate::values;

/// Where a search stops counting (decision 32).
const MOST_COUNTED: u32 = 10_000;

const COLUMNS: &str = "e.id, e.name, e.email, e.reason, e.type, e.status, e.created_at";

/// One entry.
pub(super) async fn one(db: &Db, id: WaitlistId) -> Result<Option<Listed>, DbError> {
    let sql = "SELECT id, name, email, reason, type, status, created_at FROM waitlist_entries WHERE id = $1";
    let row = db.row(sql, values![id.to_string()]).await?;
    row.map(|row| listed(&row)).transpose()
}

/// How many a search finds.
pub(super) async fn matches(db: &Db, filter: &WaitlistFilter) -> Result<Matches, DbError> {
    let mut query = Query::of(db, filter);
    let from = query.index_alone();
    let limit = query.bind(MOST_COUNTED + 1);
    let sql = format!("SELECT COUNT(*) FROM (SELECT 1 FROM {from} LIMIT {limit}) AS found");
    let row = db.built(sql, query.values).await?.pop();
    let count = row.map(|row| row.int(0)).transpose()?.unwrap_or(0);
    let total = u32::try_from(count).unwrap_or(u32::MAX);
    Ok(Matches { total: total.min(MOST_COUNTED), more: total > MOST_COUNTED })
}

/// Entries `skip..skip + take` of what the filter finds.
pub(super) async fn page(
    db: &Db,
    filter: &WaitlistFilter,
    skip: u32,
    take: u32,
    found: Matches,
) -> Result<Vec<Listed>, DbError> {
    let take = take.min(found.total.saturating_sub(skip));
    if take == 0 {
        return Ok(Vec::new());
    }
    // From the far end it is the same page backwards. Where counting stopped, that end is
    // not known.
    let from_the_end = !found.more && skip > found.total / 2;
    let skip = if from_the_end { found.total - skip - take } else { skip };
    let (columns, descending) = order(filter);
    let way = if descending == from_the_end { "ASC" } else { "DESC" };
    let mut query = Query::of(db, filter);
    let sql = query.page(columns, way, take, skip, found.more);
    let rows = db.built(sql, query.values).await?;
    let mut entries = rows.iter().map(listed).collect::<Result<Vec<_>, _>>()?;
    if from_the_end {
        entries.reverse();
    }
    Ok(entries)
}

/// The next ones after `last`, newest first.
pub(super) async fn after(
    db: &Db,
    filter: &WaitlistFilter,
    last: Option<&Listed>,
    take: u32,
) -> Result<Vec<Listed>, DbError> {
    let mut query = Query::of(db, filter);
    if let Some(last) = last {
        query.after(last);
    }
    let from = query.from();
    let order = if query.trigrams() { "s.rowid DESC" } else { "e.created_at DESC, e.id DESC" };
    let limit = query.bind(take);
    let sql = format!("SELECT {COLUMNS} FROM {from} ORDER BY {order} LIMIT {limit}");
    db.built(sql, query.values).await?.iter().map(listed).collect()
}

/// The columns of an order, each an index's, and whether it usually descends.
fn order(filter: &WaitlistFilter) -> (&'static [&'static str], bool) {
    let (columns, descending): (&[&str], bool) = match filter.sort {
        WaitlistSort::Timestamp => (&["created_at", "id"], true),
        WaitlistSort::Name => (&["search", "id"], false),
        WaitlistSort::Email => (&["email", "id"], false),
        WaitlistSort::Status => (&["status", "created_at", "id"], false),
    };
    (columns, descending != filter.reverse)
}

/// A statement in the making: only its constants and numbered places are text, what people
/// typed is bound.
struct Query {
    sqlite: bool,
    /// Letters of the search.
    letters: usize,
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl Query {
    fn of(db: &Db, filter: &WaitlistFilter) -> Self {
        let sqlite = matches!(db, Db::Sqlite { .. });
        let letters = filter.search.chars().count();
        let mut query = Self { sqlite, letters, conditions: Vec::new(), values: Vec::new() };
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
        let mut conditions = self.conditions.clone();
        let tables = if self.trigrams() {
            conditions.push("e.number = s.rowid".to_owned());
            "waitlist_search s CROSS JOIN waitlist_entries e"
        } else {
            "waitlist_entries e"
        };
        narrowed(tables, &conditions)
    }

    /// The same where no row is needed.
    fn index_alone(&self) -> String {
        let tables = if self.trigrams() { "waitlist_search s" } else { "waitlist_entries e" };
        narrowed(tables, &self.conditions)
    }

    fn page(&mut self, columns: &[&str], way: &str, take: u32, skip: u32, many: bool) -> String {
        let ordered = |table: &str| {
            let columns = columns.iter().map(|column| format!("{table}{column} {way}"));
            columns.collect::<Vec<_>>().join(", ")
        };
        let from = self.from();
        let limit = format!("LIMIT {} OFFSET {}", self.bind(take), self.bind(skip));
        if self.letters == 0 {
            // Found in the index alone, read whole afterwards.
            return format!(
                "SELECT {COLUMNS} FROM (SELECT e.id FROM {from} ORDER BY {} {limit}) AS page
                 CROSS JOIN waitlist_entries e WHERE e.id = page.id ORDER BY {}",
                ordered("e."),
                ordered("e.")
            );
        }
        if self.trigrams() && columns[0] == "created_at" {
            // Numbers rise with time, and the index gives them in order.
            return format!(
                "SELECT {COLUMNS} FROM (SELECT s.rowid AS number FROM {} ORDER BY s.rowid {way} {limit}) AS page
                 CROSS JOIN waitlist_entries e WHERE e.number = page.number ORDER BY e.number {way}",
                self.index_alone()
            );
        }
        if self.sqlite || many {
            return format!("SELECT {COLUMNS} FROM {from} ORDER BY {} {limit}", ordered("e."));
        }
        // Few are found and sorted: walking all rows in order for them would take long.
        format!(
            "WITH e AS MATERIALIZED (SELECT * FROM {from}) SELECT {COLUMNS} FROM e ORDER BY {} {limit}",
            ordered("e.")
        )
    }
}

fn narrowed(tables: &str, conditions: &[String]) -> String {
    if conditions.is_empty() {
        return tables.to_owned();
    }
    format!("{tables} WHERE {}", conditions.join(" AND "))
}

/// Signs that are neither letter nor digit, in the order of PostgreSQL's migration 0016.
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

fn listed(row: &Row) -> Result<Listed, DbError> {
    Ok(Listed {
        id: parsed(&row.text(0)?, "an application's id")?,
        name: row.text(1)?,
        email: row.text(2)?,
        reason: row.text(3)?,
        kind: row.text(4)?,
        status: status_or_pending(row.maybe_text(5)?.as_deref()),
        at: Moment(row.int(6)?),
    })
}

#[cfg(test)]
mod tests {
    use super::{folded, like};

    #[test]
    fn signs_are_written_as_postgres_writes_them() {
        let migration = include_str!("../../../../migrations/postgres/0016_waitlist_search.sql");
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
