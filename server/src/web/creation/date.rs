//! The day of the year that belongs to a memory.

use axum::{
    Extension,
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::creation::MemoryDate,
    flows::creation::memory_dates::{remove_memory_date, set_memory_date},
    pages::creation::memory::{DayFields, MemoryForm},
    problem::Problem,
};
use serde::Deserialize;

use crate::web::{
    creation::own_memory::{own_memory, refused_form},
    extract::form::PostedForm,
    state::{AppState, session::Principal},
};

/// The fields of the form on a memory's page.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct DateForm {
    occasion: String,
    month: String,
    day: String,
    time_zone: String,
    action: String,
}

/// Keeps the day, or removes it.
pub async fn choose(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
    PostedForm(form): PostedForm<DateForm>,
) -> Response {
    let (member, id) = match own_memory(who.clone(), &id) {
        Ok(own) => own,
        Err(answer) => return answer,
    };
    let ports = &state.ports;
    let outcome = if form.action == "remove" {
        remove_memory_date(ports, &member, id).await
    } else {
        match MemoryDate::parse(&form.occasion, &form.month, &form.day, &form.time_zone) {
            Ok(date) => set_memory_date(ports, &member, id, &date).await,
            Err(error) => Err(Problem::from(error)),
        }
    };
    match outcome {
        Ok(()) => Redirect::to(&format!("/memories/{id}")).into_response(),
        Err(problem) => {
            let DateForm { occasion, day, month, time_zone, .. } = form;
            let fields = MemoryForm::Day(DayFields { occasion, day, month, time_zone });
            refused_form(&state, who, &member, id, &problem, fields).await
        }
    }
}
