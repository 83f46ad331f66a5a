//! People, page by page.

use axum::{
    Json,
    extract::{Query, State},
    http::{HeaderMap, HeaderValue, header},
};
use evernear_app::{flows::auth::issue_tokens::AUDIENCE, ports::UserPage, refusal::Refusal};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::web::{
    state::AppState,
    token_api::{bearer::Admin, input::given, result::ApiResult, wire},
};

/// Most people of one page, and the last page that is looked for.
const MOST: u32 = 1000;
const LAST_PAGE: u32 = 1_000_000;

/// Which page.
#[derive(Deserialize)]
pub struct PageQuery {
    page: Option<String>,
    per_page: Option<String>,
}

/// People, newest first.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
    Query(query): Query<PageQuery>,
) -> ApiResult<(HeaderMap, Json<Value>)> {
    let number = |text: Option<&String>, default: u32, most: u32| match given(text) {
        None => Ok(default),
        Some(text) => {
            text.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(|| {
                Refusal::invalid(format!(
                    "Bad Pagination Parameters: {:?}",
                    text.chars().take(20).collect::<String>()
                ))
            })
        }
    };
    let page = number(query.page.as_ref(), 1, LAST_PAGE)?;
    let limit = number(query.per_page.as_ref(), 50, MOST)?;
    let offset = (page - 1) * limit;
    let (ids, total) = state.ports.people.people(UserPage { offset, limit }).await?;
    let mut users = Vec::with_capacity(ids.len());
    for id in ids {
        // Somebody may go while the page is put together.
        if let Some(known) = state.ports.tokens.api_account(id).await? {
            users.push(wire::user(&known));
        }
    }
    let mut headers = HeaderMap::new();
    headers.insert("x-total-count", HeaderValue::from(total));
    let last = total.div_ceil(limit).max(1);
    let link = |page: u32, rel: &str| {
        format!("</admin/users?page={page}&per_page={limit}>; rel=\"{rel}\"")
    };
    let mut links = Vec::new();
    if page < last {
        links.push(link(page + 1, "next"));
    }
    links.push(link(last, "last"));
    if let Ok(links) = HeaderValue::try_from(links.join(", ")) {
        headers.insert(header::LINK, links);
    }
    Ok((headers, Json(json!({ "users": users, "aud": AUDIENCE }))))
}
