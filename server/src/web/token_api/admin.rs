//! Administration of accounts by programs with the service role. No user's token ever gets
//! here: see [`Admin`].

use std::time::Duration;

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderValue, header},
};
use evernear_app::{
    domain::{auth::api_session::Metadata, id::AccountId, timestamp::Timestamp},
    flows::{
        account::delete::remove_account,
        auth::{
            administer_users::{
                LinkForm, UserForm, change_user, create_user, generate_link as make_link,
                invite as send_invitation, load,
            },
            issue_tokens::AUDIENCE,
            verify_factor::unenroll_factor,
        },
    },
    ports::UserPage,
    refusal::Refusal,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    bearer::Admin,
    disabled,
    factors::{factor_id, missing},
    input::{Input, OptionalBody, Target, e164, given},
    limits,
    mail_options::MailOptions,
    result::ApiResult,
    wire,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// Most people of one page, and the last page that is looked for.
const MOST: u32 = 1000;
const LAST_PAGE: u32 = 1_000_000;
/// Longest ban: a later end could not be written down.
const LONGEST_BAN: Duration = Duration::from_secs(1000 * 365 * 24 * 3600);

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

/// What programs send about a person.
#[derive(Deserialize)]
pub struct AdminBody {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    email_confirm: Option<bool>,
    user_metadata: Option<Metadata>,
    app_metadata: Option<Metadata>,
    ban_duration: Option<String>,
}

impl AdminBody {
    fn form(&self, now: Timestamp) -> Result<UserForm<'_>, Refusal> {
        if let Some(phone) = given(self.phone.as_ref()) {
            e164(phone)?;
            // It could not be kept.
            return Err(disabled::phone_code());
        }
        let banned_until = match given(self.ban_duration.as_ref()) {
            None => None,
            Some("none") => Some(None),
            Some(text) => {
                let span = duration(text).ok_or_else(|| {
                    Refusal::invalid("invalid format for ban duration: time: invalid duration")
                })?;
                Some(Some(now.after(span)))
            }
        };
        Ok(UserForm {
            email: given(self.email.as_ref()),
            password: given(self.password.as_ref()),
            confirm_email: self.email_confirm.unwrap_or(false),
            user_metadata: self.user_metadata.as_ref(),
            app_metadata: self.app_metadata.as_ref(),
            banned_until,
        })
    }
}

/// Spans such as `24h` or `1h30m`.
fn duration(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut whole = Duration::ZERO;
    while !rest.is_empty() {
        let digits = rest.find(|sign: char| !sign.is_ascii_digit())?;
        let (number, after) = rest.split_at(digits);
        let unit = after.find(|sign: char| sign.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(unit);
        let seconds = match unit {
            "h" => 3600,
            "m" => 60,
            "s" => 1,
            _ => return None,
        };
        let seconds = number.parse::<u64>().ok()?.checked_mul(seconds)?;
        whole = whole.checked_add(Duration::from_secs(seconds))?;
        rest = after;
    }
    (!text.is_empty() && whole <= LONGEST_BAN).then_some(whole)
}

/// A new account.
pub async fn create(
    State(state): State<AppState>,
    _: Admin,
    Input(body): Input<AdminBody>,
) -> ApiResult {
    if given(body.email.as_ref()).is_none() && given(body.phone.as_ref()).is_none() {
        let message = "Cannot create a user without either an email or phone";
        return Err(Refusal::invalid(message).into());
    }
    let known = create_user(&state.ports, &body.form(state.ports.now())?).await?;
    Ok(Json(wire::user(&known)))
}

/// One person.
pub async fn get(State(state): State<AppState>, _: Admin, Path(id): Path<String>) -> ApiResult {
    Ok(Json(wire::user(&load(&state.ports, user_id(&id)?).await?)))
}

/// Changes what is given.
pub async fn put(
    State(state): State<AppState>,
    _: Admin,
    Path(id): Path<String>,
    Input(body): Input<AdminBody>,
) -> ApiResult {
    let id = user_id(&id)?;
    load(&state.ports, id).await?;
    let known = change_user(&state.ports, id, &body.form(state.ports.now())?).await?;
    Ok(Json(wire::user(&known)))
}

/// How an account shall be deleted.
#[derive(Deserialize)]
pub struct RemoveBody {
    should_soft_delete: Option<bool>,
}

/// Deletes an account with everything it owns, as its owner could.
pub async fn remove(
    State(state): State<AppState>,
    _: Admin,
    Path(id): Path<String>,
    OptionalBody(body): OptionalBody<RemoveBody>,
) -> ApiResult {
    if body.and_then(|body| body.should_soft_delete).unwrap_or(false) {
        // Whoever wants to keep it must not lose it for good.
        return Err(Refusal::not_found("feature_disabled", "Soft deletion is disabled").into());
    }
    let known = load(&state.ports, user_id(&id)?).await?;
    remove_account(&state.ports, &known.account, None).await?;
    Ok(Json(json!({})))
}

/// A person's second factors.
pub async fn factors(State(state): State<AppState>, _: Admin, Path(id): Path<String>) -> ApiResult {
    let known = load(&state.ports, user_id(&id)?).await?;
    Ok(Json(known.factors.iter().map(wire::factor).collect()))
}

/// Takes one away, for somebody who lost it.
pub async fn remove_factor(
    State(state): State<AppState>,
    _: Admin,
    RequestOrigin(origin): RequestOrigin,
    Path((id, factor)): Path<(String, String)>,
) -> ApiResult {
    let account = load(&state.ports, user_id(&id)?).await?.account.id;
    let factor = factor_id(&factor)?;
    if !unenroll_factor(&state.ports, account, None, factor, &origin).await? {
        return Err(missing().into());
    }
    Ok(Json(json!({ "id": factor })))
}

/// What programs send about a mail.
#[derive(Deserialize)]
pub struct LinkBody {
    #[serde(rename = "type")]
    kind: Option<String>,
    email: Option<String>,
    password: Option<String>,
    new_email: Option<String>,
    data: Option<Metadata>,
    redirect_to: Option<String>,
}

/// A link that is handed over instead of being mailed.
pub async fn generate_link(
    State(state): State<AppState>,
    _: Admin,
    Query(mut target): Query<Target>,
    headers: HeaderMap,
    Input(body): Input<LinkBody>,
) -> ApiResult {
    if given(body.redirect_to.as_ref()).is_some() {
        target.redirect_to = body.redirect_to;
    }
    let options = MailOptions::new(&state, &target, &headers, None);
    let form = LinkForm {
        kind: body.kind.as_deref().unwrap_or_default(),
        email: body.email.as_deref().unwrap_or_default(),
        password: given(body.password.as_ref()),
        new_email: given(body.new_email.as_ref()),
        data: body.data.as_ref(),
        redirect_to: options.redirect_to(),
    };
    let link = make_link(&state.ports, form, options.via()).await?;
    let mut answer = wire::user(&link.known);
    answer["action_link"] = json!(link.action_link);
    answer["email_otp"] = json!(link.email_otp);
    answer["hashed_token"] = json!(link.hashed_token);
    answer["verification_type"] = json!(link.verification_type);
    answer["redirect_to"] = json!(options.redirect_to());
    Ok(Json(answer))
}

/// An account and a mail that leads into it.
pub async fn invite(
    State(state): State<AppState>,
    _: Admin,
    RequestOrigin(origin): RequestOrigin,
    Query(target): Query<Target>,
    headers: HeaderMap,
    Input(body): Input<LinkBody>,
) -> ApiResult {
    let options = MailOptions::new(&state, &target, &headers, None);
    let email = body.email.as_deref().unwrap_or_default();
    limits::check_mail(&state, &origin)?;
    let known = send_invitation(&state.ports, email, body.data.as_ref(), options.via()).await?;
    Ok(Json(wire::user(&known)))
}

fn user_id(text: &str) -> Result<AccountId, Refusal> {
    text.parse().map_err(|_| Refusal::not_found("validation_failed", "user_id must be an UUID"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_ends_at_a_time_that_can_be_written_down() {
        assert_eq!(duration("876000h"), Some(Duration::from_secs(876_000 * 3600)));
        assert!(duration("999999h999999h999999h").is_some(), "the longest of the document");
        assert_eq!(duration("9000000h"), None);
    }

    #[test]
    fn spans_are_read_as_go_writes_them() {
        assert_eq!(duration("24h"), Some(Duration::from_secs(86_400)));
        assert_eq!(duration("1h30m5s"), Some(Duration::from_secs(5405)));
        for wrong in
            ["", "h", "5", "1d", "-1h", "1h ", "99999999999999999999h", "18446744073709551615h"]
        {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }
}
