//! The finished memories of a person, by the words that they are found by, what they are, and when.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        creation::{Creation, GalleryFilter, GalleryPosition, OwnWords, SEARCH_WORDS, YearCount},
        id::{AccountId, CreationId},
        timestamp::Timestamp,
    },
    ports::{GalleryStore, StoreError},
};

use super::creations::{CreationRecord, kind_name};
use crate::{
    store::{
        Store,
        db::{Dialects, Value},
        small,
    },
    values,
};

/// What the filter leaves, by its kind (`$2`), its words (`$3` to `$6`) and a time at which it is shared (`$7`;
/// -1: shared or not).
macro_rules! filtered {
    () => {
        "account_id = $1 AND status = 'finished' AND ($2 = '' OR kind = $2)
         AND search_text LIKE $3 ESCAPE '~' AND search_text LIKE $4 ESCAPE '~'
         AND search_text LIKE $5 ESCAPE '~' AND search_text LIKE $6 ESCAPE '~'
         AND ($7 < 0 OR EXISTS (SELECT 1 FROM shares WHERE shares.creation_id = creations.id
              AND shares.ended_at IS NULL AND (shares.expires_at IS NULL OR shares.expires_at > $7)))"
    };
}

const PAGE: &str = concat!(
    "SELECT * FROM creations WHERE ",
    filtered!(),
    " AND ended_at >= $8 AND ended_at < $9 AND (ended_at, id) < ($10, $11)
    ORDER BY ended_at DESC, id DESC LIMIT $12"
);

macro_rules! years {
    ($year:literal) => {
        concat!(
            "SELECT CAST(",
            $year,
            " AS BIGINT) AS year, COUNT(*) FROM creations WHERE ",
            filtered!(),
            " GROUP BY 1 ORDER BY 1 DESC"
        )
    };
}

#[async_trait]
impl GalleryStore for Store {
    async fn gallery_page(
        &self,
        owner: AccountId,
        filter: &GalleryFilter,
        before: Option<GalleryPosition>,
        limit: u32,
    ) -> Result<Vec<Creation>, StoreError> {
        let (from, until) = filter.span();
        // No id comes after the last letter.
        let (at, id) = before.map_or((Timestamp(i64::MAX), "z".to_owned()), |before| {
            (before.ended_at, before.id.to_string())
        });
        let mut values = filter_values(owner, filter);
        values.extend(values![from, until, at, id, limit]);
        let found: Vec<CreationRecord> = self.db.list(PAGE, values).await?;
        Ok(found.into_iter().map(Creation::try_from).collect::<Result<_, _>>()?)
    }

    async fn gallery_years(
        &self,
        owner: AccountId,
        filter: &GalleryFilter,
    ) -> Result<Vec<YearCount>, StoreError> {
        let sql = self.db.dialect(Dialects {
            sqlite: years!("strftime('%Y', ended_at / 1000, 'unixepoch')"),
            postgres: years!("EXTRACT(YEAR FROM to_timestamp(ended_at / 1000) AT TIME ZONE 'UTC')"),
        });
        let found: Vec<(i64, i64)> = self.db.list(sql, filter_values(owner, filter)).await?;
        let count = |(year, memories): (i64, i64)| {
            let year = u16::try_from(year).unwrap_or_default();
            Ok(YearCount { year, memories: small(memories)? })
        };
        found.into_iter().map(count).collect()
    }

    async fn set_own_words(
        &self,
        owner: AccountId,
        id: CreationId,
        words: &OwnWords,
        search_text: &str,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE creations SET title = $3, note = $4, search_text = $5
                   WHERE id = $1 AND account_id = $2 AND status = 'finished'";
        let kept = |text: Option<&str>| text.map(str::to_owned);
        let values = values![
            id.to_string(),
            owner.to_string(),
            kept(words.title()),
            kept(words.note()),
            search_text,
        ];
        Ok(self.db.execute(sql, values).await? == 1)
    }
}

fn filter_values(owner: AccountId, filter: &GalleryFilter) -> Vec<Value> {
    let mut values = values![owner.to_string(), filter.kind.map_or("", kind_name)];
    let words = filter.search.words();
    values.extend((0..SEARCH_WORDS).map(|at| Value::from(pattern(words.get(at)))));
    values.extend(values![filter.shared_at.unwrap_or(Timestamp(-1))]);
    values
}

/// Finds a word wherever it stands; everything where there is none.
fn pattern(word: Option<&String>) -> String {
    let Some(word) = word else { return "%".to_owned() };
    let word = word.replace('~', "~~").replace('%', "~%").replace('_', "~_");
    format!("%{word}%")
}
