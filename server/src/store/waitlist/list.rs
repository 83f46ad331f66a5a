//! Lists of applications that stay fast with a million of them: a page is found in an index
//! alone, from whichever end of it is nearer, and only its 25 rows are read whole. Searches
//! of three signs and more go by trigrams, shorter ones look through the rows. Figures:
//! `examples/waitlist_scale`.

use evernear_app::{
    domain::{
        id::WaitlistId,
        moment::Moment,
        waitlist::{Listed, status_or_pending},
    },
    ports::{Matches, WaitlistFilter},
};
use evernear_rules::wire::WaitlistSort;

use super::{
    super::{
        db::{Db, DbError, Row},
        parsed,
    },
    query::{Query, order},
};
use crate::values;

/// Where a search stops counting.
const MOST_COUNTED: u32 = 10_000;

/// One entry.
pub(super) async fn one(db: &Db, id: WaitlistId) -> Result<Option<Listed>, DbError> {
    let sql = "SELECT id, name, email, reason, type, status, created_at FROM waitlist_entries WHERE id = $1";
    let row = db.row(sql, values![id.to_string()]).await?;
    row.map(|row| listed(&row)).transpose()
}

/// How many a search finds.
pub(super) async fn matches(db: &Db, filter: &WaitlistFilter) -> Result<Matches, DbError> {
    let mut query = Query::of(db, filter);
    let sql = query.count(MOST_COUNTED + 1);
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
    let filter = WaitlistFilter { sort: WaitlistSort::Timestamp, ..filter.clone() };
    let mut query = Query::of(db, &filter);
    let sql = query.next(last, take);
    db.built(sql, query.values).await?.iter().map(listed).collect()
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
