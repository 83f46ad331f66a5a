//! Which provider makes a picture or a film, where that is not our own renderer alone.
//!
//! What always holds: a task's name begins with the name of its provider, so that it is looked at and
//! discarded where it was ordered, whatever is configured by then. Our own renderer's tasks bear no name.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use evernear_app::ports::{
    FilmRequest, Imagery, ImageryError, Part, PictureRequest, Submitted, TaskId, TaskState,
};
use evernear_rules::wire::{CreationKind, Mode};

/// Between a provider's name and its own name for a task.
const MARK: char = ':';

/// A provider outside.
#[derive(Clone)]
pub struct Provider {
    /// In names of tasks; never changes.
    pub name: &'static str,
    pub imagery: Arc<dyn Imagery>,
}

/// See the module.
pub struct ImageryRouter {
    embedded: Arc<dyn Imagery>,
    /// Who makes pictures; our own renderer where there is none.
    picture: Option<Provider>,
    film: Option<Provider>,
    /// Our own renderer makes what they cannot.
    falls_back: bool,
}

impl ImageryRouter {
    /// Our own renderer, and who is asked instead of it.
    pub fn new(
        embedded: Arc<dyn Imagery>,
        picture: Option<Provider>,
        film: Option<Provider>,
        falls_back: bool,
    ) -> Self {
        Self { embedded, picture, film, falls_back }
    }

    fn provider(&self, part: Part, fallback: bool) -> Option<&Provider> {
        let provider = match part {
            Part::Image => &self.picture,
            Part::Film => &self.film,
        };
        provider.as_ref().filter(|_| !fallback)
    }

    /// Whose task it is, and its name there; nothing where that provider is configured no more.
    fn whose(&self, task: &TaskId) -> Option<(&Arc<dyn Imagery>, TaskId)> {
        let Some((name, own)) = task.0.split_once(MARK) else {
            return Some((&self.embedded, task.clone()));
        };
        let known = self.picture.iter().chain(&self.film).find(|provider| provider.name == name)?;
        Some((&known.imagery, TaskId(own.to_owned())))
    }
}

/// A task's name with that of its provider.
fn in_full(provider: &Provider, own: &TaskId) -> TaskId {
    TaskId(format!("{}{MARK}{}", provider.name, own.0))
}

fn named(provider: &Provider, submitted: Submitted) -> Submitted {
    match submitted {
        Submitted::Task(own) => Submitted::Task(in_full(provider, &own)),
        asks @ Submitted::FollowUp { .. } => asks,
    }
}

#[async_trait]
impl Imagery for ImageryRouter {
    fn notice(&self) -> String {
        let providers = [&self.picture, &self.film];
        let mut notices: Vec<String> = Vec::new();
        for provider in providers.into_iter().flatten() {
            let notice = provider.imagery.notice();
            if !notices.contains(&notice) {
                notices.push(notice);
            }
        }
        if notices.is_empty() { self.embedded.notice() } else { notices.join(" ") }
    }

    async fn start_picture(&self, request: PictureRequest) -> Result<Submitted, ImageryError> {
        match self.provider(Part::Image, request.fallback) {
            Some(provider) => Ok(named(provider, provider.imagery.start_picture(request).await?)),
            None => self.embedded.start_picture(request).await,
        }
    }

    async fn start_film(&self, request: FilmRequest) -> Result<Submitted, ImageryError> {
        match self.provider(Part::Film, request.picture.fallback) {
            Some(provider) => Ok(named(provider, provider.imagery.start_film(request).await?)),
            None => self.embedded.start_film(request).await,
        }
    }

    fn composes_photos(&self) -> bool {
        self.picture.is_none() && self.embedded.composes_photos()
    }

    /// What a provider makes stays as it came, also where our own renderer may make it instead.
    fn carries_recordings(&self) -> bool {
        self.film.is_none() && self.embedded.carries_recordings()
    }

    /// A model's picture has the size that it has.
    fn makes_large_pictures(&self) -> bool {
        self.picture.is_none() && self.embedded.makes_large_pictures()
    }

    async fn start_large_picture(
        &self,
        request: PictureRequest,
    ) -> Result<Submitted, ImageryError> {
        self.embedded.start_large_picture(request).await
    }

    async fn check(&self, task: &TaskId) -> Result<TaskState, ImageryError> {
        match self.whose(task) {
            Some((imagery, own)) => imagery.check(&own).await,
            None => Ok(TaskState::Lost),
        }
    }

    async fn discard(&self, task: &TaskId) -> Result<(), ImageryError> {
        match self.whose(task) {
            Some((imagery, own)) => imagery.discard(&own).await,
            None => Err(ImageryError::unavailable("its provider is not configured any more")),
        }
    }

    fn task_of(&self, order: &str, part: Part, mode: Mode, fallback: bool) -> Option<TaskId> {
        let provider = self.provider(part, fallback)?;
        let own = provider.imagery.task_of(order, part, mode, false)?;
        Some(in_full(provider, &own))
    }

    fn is_paid(&self, part: Part, fallback: bool) -> bool {
        self.provider(part, fallback).is_some_and(|provider| provider.imagery.is_paid(part, false))
    }

    fn usual_seconds(&self, kind: CreationKind) -> Option<(u32, u32)> {
        let outside = self.picture.is_some() || kind == CreationKind::Video && self.film.is_some();
        if outside { None } else { self.embedded.usual_seconds(kind) }
    }

    fn closing_words(&self, words: &str) -> Option<String> {
        self.embedded.closing_words(words)
    }

    fn has_fallback(&self) -> bool {
        self.falls_back && (self.picture.is_some() || self.film.is_some())
    }

    fn model_of(&self, task: &TaskId) -> Option<&'static str> {
        let (imagery, own) = self.whose(task)?;
        imagery.model_of(&own)
    }

    fn poll_every(&self, task: &TaskId) -> Option<Duration> {
        let (imagery, own) = self.whose(task)?;
        imagery.poll_every(&own)
    }
}
