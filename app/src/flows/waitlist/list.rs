//! The list of applications: filtered, searched, sorted, a page at a time.

use evernear_rules::wire::{Pagination, WaitlistEntry, WaitlistPage, WaitlistQuery, WaitlistSort};

use crate::{
    domain::waitlist::Listed,
    ports::{Matches, Ports, StoreError, WaitlistFilter},
};

/// The page size where none is asked for.
pub const DEFAULT_PAGE_SIZE: u32 = 50;
const MAX_PAGE_SIZE: u32 = 200;
/// Longest text that is searched for, in characters.
const MAX_SEARCH_CHARS: usize = 100;

/// A page of the list. A page that does not exist is answered with the nearest that does.
pub async fn list_waitlist(
    ports: &Ports,
    query: &WaitlistQuery,
) -> Result<WaitlistPage, StoreError> {
    let mut filter = filter(query);
    let found = ports.waitlist.matches(&filter).await?;
    let unsorted = found.more && filter.sort != WaitlistSort::Timestamp;
    if unsorted {
        filter.sort = WaitlistSort::Timestamp;
        filter.reverse = false;
    }
    let pagination = paginate(query.page, query.page_size, found);
    let skip = pagination.from.saturating_sub(1);
    let data = ports.waitlist.entries(&filter, skip, pagination.page_size, found).await?;
    let data = data.iter().map(entry_view).collect();
    Ok(WaitlistPage { success: true, data, pagination, error: None, unsorted })
}

/// What a query asks of the store.
pub fn filter(query: &WaitlistQuery) -> WaitlistFilter {
    let search: String =
        query.search.trim().to_lowercase().chars().take(MAX_SEARCH_CHARS).collect();
    WaitlistFilter {
        // A zero byte ends a text in one engine and is refused by the other.
        search: search.replace('\0', ""),
        status: query.status,
        sort: query.sort,
        reverse: query.reverse,
    }
}

/// Brings page and size into what there is.
pub fn paginate(page: Option<i32>, size: Option<i32>, found: Matches) -> Pagination {
    let Matches { total, more } = found;
    let size = size.map_or(DEFAULT_PAGE_SIZE, |size| u32::try_from(size).unwrap_or(1));
    let page_size = size.clamp(1, MAX_PAGE_SIZE);
    let total_pages = total.div_ceil(page_size);
    let page = page.map_or(1, |page| u32::try_from(page).unwrap_or(1));
    let page = page.clamp(1, total_pages.max(1));
    let before = (page - 1) * page_size;
    Pagination {
        page,
        page_size,
        total,
        total_pages,
        from: if total == 0 { 0 } else { before + 1 },
        to: (before + page_size).min(total),
        more,
    }
}

/// An entry as it travels.
pub fn entry_view(entry: &Listed) -> WaitlistEntry {
    WaitlistEntry {
        id: entry.id.to_string(),
        name: entry.name.clone(),
        email: entry.email.clone(),
        reason: entry.reason.clone(),
        kind: entry.kind.clone(),
        status: entry.status,
        timestamp: entry.at.iso(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_does_not_exist_is_the_nearest_that_does() {
        let found = |total| Matches { total, more: false };
        let at = |page| paginate(Some(page), Some(25), found(60));
        let shown = |p: Pagination| (p.page, p.from, p.to, p.total_pages);
        assert_eq!(shown(at(0)), (1, 1, 25, 3));
        assert_eq!(shown(at(-1)), (1, 1, 25, 3));
        assert_eq!(shown(at(3)), (3, 51, 60, 3));
        assert_eq!(shown(at(1_000_000_000)), (3, 51, 60, 3));
        assert_eq!(shown(paginate(None, None, found(0))), (1, 0, 0, 0));
        assert_eq!(paginate(None, None, found(60)).page_size, 50);
        assert_eq!(paginate(None, Some(100_000), found(60)).page_size, 200);
    }
}
