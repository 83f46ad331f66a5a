//! A picture of two drawn faces by the configured provider, and a film that begins as it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use evernear_app::{
    domain::{creation::Prompt, id::CreationId, media::WHOLE},
    ports::{
        Chunks, Clock as _, FilmRequest, Imagery, ImageryError, Part, PhotoFile, PictureRequest,
        RequestPhoto, StoreError, Submitted, TaskId, TaskState,
    },
};
use evernear_rules::{
    presentation::{Presentation, TouchUp},
    story::{Hour, Story},
    wire::{Crop, Mode},
};
use futures::TryStreamExt as _;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::{Finding, Pace, WORDS, id_entropy, is_outside, live_finding, portrait, seconds};
use crate::{
    adapters::{
        provider_download::image_type,
        system::{SystemClock, SystemEntropy},
    },
    compose::imagery,
    config::{ImageryConfig, imagery::Provider},
    operator::dollars,
};

/// How soon a task is looked at again, where its provider does not say.
const POLL_EVERY: Duration = Duration::from_secs(2);
/// Longest wait for a task to be deleted.
const DELETION: Duration = Duration::from_secs(20);
const DELETION_PAUSE: Duration = Duration::from_secs(1);

/// What is made, and by whom.
struct Maker<'a> {
    imagery: Arc<dyn Imagery>,
    config: &'a ImageryConfig,
    pace: Pace,
    stop: &'a CancellationToken,
}

/// Why a task gave no file.
enum NoFile {
    /// It was no task after all.
    NotTaken(ImageryError),
    /// It may have cost what it costs.
    Paid(String),
}

/// Orders a picture and a film of whoever outside makes them. Where our own renderer makes the picture
/// of a film, it makes it here too.
pub async fn call(
    config: &ImageryConfig,
    pace: Pace,
    stop: &CancellationToken,
    tell: &mut (dyn FnMut(Finding) + Send),
) {
    if stop.is_cancelled() || !(is_outside(config.picture) || is_outside(config.film)) {
        return;
    }
    let imagery = match imagery(config, Arc::new(SystemEntropy)) {
        Ok(imagery) => imagery,
        Err(problem) => return tell(live_finding("Live picture", Err(problem.to_string()))),
    };
    let maker = Maker { imagery, config, pace, stop };
    let request = match request() {
        Ok(request) => request,
        Err(problem) => return tell(live_finding("Live picture", Err(problem))),
    };
    let picture = maker.make(Part::Image, maker.imagery.start_picture(request.clone())).await;
    let (picture, said) = apart(picture);
    tell(live_finding("Live picture", said));
    if !is_outside(config.film) {
        return;
    }
    let Some(picture) = picture.filter(|_| !stop.is_cancelled()) else {
        let why = "not called: there is no picture that it could begin as.".to_owned();
        return tell(live_finding("Live film", Err(why)));
    };
    let image_by_model = is_outside(config.picture);
    let film = FilmRequest {
        picture: request,
        image: Arc::new(Drawn(picture)),
        image_by_model,
        recording: None,
    };
    let film = maker.make(Part::Film, maker.imagery.start_film(film)).await;
    tell(live_finding("Live film", apart(film).1));
}

/// What was made, and what is said of it.
fn apart(made: Result<(Vec<u8>, String), String>) -> (Option<Vec<u8>>, Result<String, String>) {
    match made {
        Ok((bytes, said)) => (Some(bytes), Ok(said)),
        Err(why) => (None, Err(why)),
    }
}

impl Maker<'_> {
    /// What the order gave, and what is said of it; or why it gave nothing.
    async fn make(
        &self,
        part: Part,
        order: impl Future<Output = Result<Submitted, ImageryError>> + Send,
    ) -> Result<(Vec<u8>, String), String> {
        let began = Instant::now();
        let (name, cost) = (self.provider(part), self.cost(part));
        let submitted = tokio::select! {
            submitted = order => submitted,
            () = self.stop.cancelled() => {
                return Err(format!(
                    "It was interrupted while it was ordered. Look at {name} whether there is a task; {cost} if it goes on."
                ));
            }
        };
        let task = match submitted {
            Ok(Submitted::Task(task)) => task,
            Ok(Submitted::FollowUp { .. }) => return Err(format!("{name} asks something first.")),
            Err(error @ ImageryError::MaybeTaken(_)) => {
                return Err(format!(
                    "{error}. Look at {name} whether there is a task; {cost} if there is."
                ));
            }
            Err(error) => return Err(not_taken(name, &error)),
        };
        let made = tokio::select! {
            made = timeout(self.pace.patience, self.made(&task)) => made.unwrap_or_else(|_| {
                Err(NoFile::Paid(format!("nothing came within {} s", self.pace.patience.as_secs())))
            }),
            () = self.stop.cancelled() => Err(NoFile::Paid("it was interrupted".to_owned())),
        };
        // What runs is interrupted first, and deleted once it has stopped.
        let deleted = timeout(DELETION, async {
            while self.imagery.discard(&task).await.is_err() {
                sleep(DELETION_PAUSE).await;
            }
        });
        let deleted = deleted.await.is_ok();
        match made {
            Ok(bytes) => {
                let kind = image_type(&bytes).unwrap_or("video/mp4");
                let kept = if deleted { "" } else { " Its task is still there." };
                let said = format!(
                    "{kind} of {} KB by {name} in {}, {cost}.{kept}",
                    bytes.len().div_ceil(1024),
                    seconds(began)
                );
                Ok((bytes, said))
            }
            Err(NoFile::NotTaken(error)) => Err(not_taken(name, &error)),
            Err(NoFile::Paid(why)) => {
                let told = if deleted {
                    "was told to delete it"
                } else {
                    "did not answer when it was told to delete it"
                };
                Err(format!(
                    "{why}. It was the task {} at {name}, which {told}; {cost} unless {name} gives it back.",
                    task.0
                ))
            }
        }
    }

    /// Looks at a task until it ends.
    async fn made(&self, task: &TaskId) -> Result<Vec<u8>, NoFile> {
        let paid = |why: &str| Err(NoFile::Paid(why.to_owned()));
        loop {
            let pause = self.pace.poll_every.or_else(|| self.imagery.poll_every(task));
            let pause = pause.unwrap_or(POLL_EVERY);
            sleep(pause).await;
            let wait = match self.imagery.check(task).await {
                Ok(TaskState::Succeeded(chunks)) => return whole(chunks).await,
                Ok(TaskState::Failed { .. }) => return paid("it failed there"),
                Ok(TaskState::Refused) => return paid("its rules refuse the words or the faces"),
                Ok(TaskState::Lost) => return paid("the task is not known there any more"),
                Ok(TaskState::NotTaken(error)) => return Err(NoFile::NotTaken(error)),
                Err(error @ ImageryError::Rejected(_)) => return paid(&error.to_string()),
                Err(ImageryError::Unavailable { retry_after, .. }) => retry_after,
                Ok(TaskState::Waiting { .. } | TaskState::Running { .. })
                | Err(ImageryError::MaybeTaken(_)) => None,
            };
            if let Some(wait) = wait.filter(|_| self.pace.poll_every.is_none()) {
                sleep(wait).await;
            }
        }
    }

    fn provider(&self, part: Part) -> &'static str {
        let provider = match part {
            Part::Image => self.config.picture,
            Part::Film => self.config.film,
        };
        match provider {
            Provider::Embedded => "our own renderer",
            Provider::Runway => "Runway",
            Provider::OpenAi => "OpenAI",
            Provider::ComfyUi => "ComfyUI",
        }
    }

    /// What it costs there, as configured.
    fn cost(&self, part: Part) -> String {
        let (provider, price) = match part {
            Part::Image => (self.config.picture, self.config.prices.image),
            Part::Film => (self.config.film, self.config.prices.film),
        };
        let price = if is_outside(provider) { price } else { 0 };
        format!("it costs {} USD", dollars(price))
    }
}

fn not_taken(name: &str, error: &ImageryError) -> String {
    format!("{name} did not take the order, and nothing was paid: {error}.")
}

async fn whole(chunks: Chunks) -> Result<Vec<u8>, NoFile> {
    let broken = |error| NoFile::Paid(format!("what it made did not come whole: {error}"));
    let chunks: Vec<bytes::Bytes> = chunks.try_collect().await.map_err(broken)?;
    Ok(chunks.concat())
}

/// A file in memory.
struct Drawn(Vec<u8>);

#[async_trait]
impl PhotoFile for Drawn {
    async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
        Ok(self.0.clone())
    }
}

/// Two drawn people at tea.
fn request() -> Result<PictureRequest, String> {
    let photo = |who| {
        let drawn = portrait::draw(who).ok_or("a face cannot be drawn")?;
        Ok::<_, &str>(RequestPhoto {
            file: Arc::new(Drawn(drawn)),
            suggested: Crop { x: 0, y: 0, width: WHOLE, height: WHOLE },
            chosen: None,
            touch_up: TouchUp::default(),
        })
    };
    let photos = vec![photo(portrait::Who::Older)?, photo(portrait::Who::Younger)?];
    let (now, entropy) = (SystemClock.now(), id_entropy());
    Ok(PictureRequest {
        creation: CreationId::new(now, &entropy),
        mode: Mode::Couple,
        prompt: Prompt::parse(WORDS),
        story: Story {
            setting: Some("garden".to_owned()),
            hour: Some(Hour::Day),
            ..Story::default()
        },
        presentation: Presentation::default(),
        photos,
        keepsake: None,
        seed: 1,
        order: format!("doctor-{}", hex::encode(entropy)),
        fallback: false,
        since: now,
    })
}
