//! Cancelling, keeping and changing a plan without script.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::billing::{
        cancel_subscription::{CancelSubscriptionError, cancel_subscription},
        change_plan::change_plan,
        keep_plan::keep_plan,
    },
    pages::{Flash, billing::pricing},
    ports::StoreError,
};

use crate::web::{
    billing::checkout::{Choice, refused},
    extract::form::PostedForm,
    response::flash,
    state::{AppState, session::Principal},
};

/// Cancels the subscription.
pub async fn cancel(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
) -> Response {
    match cancel_subscription(&state.ports, who.0.as_ref()).await {
        Ok(_) => Redirect::to("/pricing?cancelled=1").into_response(),
        Err(CancelSubscriptionError::SignedOut) => {
            Redirect::to(&pricing::sign_in("/pricing?cancel=ask")).into_response()
        }
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}

/// Takes a cancelled plan up again, in a task of its own: what the provider has done is written
/// down even when the client goes away in the middle.
pub async fn keep(State(state): State<AppState>, Extension(who): Extension<Principal>) -> Response {
    let (ports, member) = (state.ports.clone(), who.0.clone());
    let kept = tokio::spawn(async move { keep_plan(&ports, member.as_ref()).await });
    let kept = kept.await.unwrap_or_else(|error| Err(StoreError::new(error).into()));
    match kept {
        Ok(_) => match &who.0 {
            Some(member) => flash::tell(&state, member, Flash::PlanKept),
            None => Redirect::to("/pricing").into_response(),
        },
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}

/// Orders a smaller plan for the end of the present one, in a task of its own as well.
pub async fn change(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(choice): PostedForm<Choice>,
) -> Response {
    let (ports, member) = (state.ports.clone(), who.0.clone());
    let change = async move { change_plan(&ports, member.as_ref(), &choice.plan).await };
    let changed = tokio::spawn(change).await;
    match changed.unwrap_or_else(|error| Err(StoreError::new(error).into())) {
        Ok(()) => Redirect::to("/pricing?changed=1").into_response(),
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}
