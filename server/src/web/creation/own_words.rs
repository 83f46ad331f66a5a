//! A title and a note of a memory.

use axum::{
    Extension,
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::creation::set_own_words::set_own_words, pages::creation::memory::MemoryForm,
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
pub struct OwnWordsForm {
    title: Option<String>,
    note: Option<String>,
}

/// Keeps both.
pub async fn keep(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
    PostedForm(form): PostedForm<OwnWordsForm>,
) -> Response {
    let (member, id) = match own_memory(who.clone(), &id) {
        Ok(own) => own,
        Err(answer) => return answer,
    };
    let (title, note) = (form.title.as_deref(), form.note.as_deref());
    match set_own_words(&state.ports, &member, id, title, note).await {
        Ok(()) => Redirect::to(&format!("/memories/{id}")).into_response(),
        Err(problem) => {
            let fields = MemoryForm::OwnWords {
                title: form.title.unwrap_or_default(),
                note: form.note.unwrap_or_default(),
            };
            refused_form(&state, who, &member, id, &problem, fields).await
        }
    }
}
