//! Lists of applications that stay fast with a million of them: a page is found in an index
//! alone, from whichever end of it is nearer, and only its 25 rows are read whole. Searches
//! of three signs and more go by trigrams, shorter ones look through the rows. Figures:
//! `examples/waitlist_scale`.

use evernear_app::{
    domain::{
        id::WaitlistId,
        timestamp::Timestamp,
        waitlist::{Listed, status_or_pending},
    },
    ports::{Matches, WaitlistFilter},
};
use evernear_rules::wire::WaitlistSort;
use sqlx::FromRow;

use super::{
    super::{
        db::{Db, DbError},
        parsed,
    },
    query::{Query, order},
};
use crate::values;

/// Where a search stops counting.
const MOST_COUNTED: u32 = 10_000;

/// One entry.
pub(super) async fn one(db: &Db, id: WaitlistId) -> Result<Option<Listed>, DbError> {
    let sql = "SELECT * FROM waitlist_entries WHERE id = $1";
    let found: Option<EntryRecord> = db.find(sql, values![id.to_string()]).await?;
    found.map(Listed::try_from).transpose()
}

/// How many a search finds.
pub(super) async fn matches(db: &Db, filter: &WaitlistFilter) -> Result<Matches, DbError> {
    let mut query = Query::of(db, filter);
    let sql = query.count(MOST_COUNTED + 1);
    let found: Option<(i64,)> = db.built(sql, query.values).await?.pop();
    let count = found.map_or(0, |(count,)| count);
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
    let mut entries = listed(db.built(sql, query.values).await?)?;
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
    let filter = WaitlistFilter { sort: WaitlistSort::Timestamp, ..filter.clone() };
    let mut query = Query::of(db, &filter);
    let sql = query.next(last, take);
    listed(db.built(sql, query.values).await?)
}

/// What is listed of a row of `waitlist_entries`.
#[derive(FromRow)]
struct EntryRecord {
    id: String,
    name: String,
    email: String,
    reason: String,
    #[sqlx(rename = "type")]
    kind: String,
    status: Option<String>,
    created_at: i64,
}

impl TryFrom<EntryRecord> for Listed {
    type Error = DbError;

    fn try_from(row: EntryRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "an application's id")?,
            name: row.name,
            email: row.email,
            reason: row.reason,
            kind: row.kind,
            status: status_or_pending(row.status.as_deref()),
            at: Timestamp(row.created_at),
        })
    }
}

fn listed(rows: Vec<EntryRecord>) -> Result<Vec<Listed>, DbError> {
    rows.into_iter().map(Listed::try_from).collect()
}
