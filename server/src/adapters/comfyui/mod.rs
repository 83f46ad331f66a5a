//! Pictures and films by models that run in ComfyUI, on a server of the operator's own. What its nodes do
//! is the operator's: a workflow and a map of it ([`workflow`]).
//!
//! What always holds: an order has an id of its own there, derived from its name, and is looked for by it
//! before it is sent, so that the same one placed again is not made twice. A task that is discarded is taken
//! out of the queue and the history, with the words in it; uploaded photos and made files stay in
//! ComfyUI's folders, because its API deletes none.

mod client;
mod examine;
mod map;
mod node;
mod task;
mod workflow;

use std::{path::PathBuf, time::Duration};

use async_trait::async_trait;
use evernear_app::ports::{
    FilmRequest, Imagery, ImageryError, Part, PictureRequest, Submitted, TaskId, TaskState,
};
use evernear_rules::wire::Mode;
use serde_json::{Value, json};

use self::{
    client::{CallError, MadeFile, Server, word},
    task::{Product, prompt_id},
    workflow::{Values, Workflow},
};
use super::{
    provider_download::DownloadError,
    provider_photo::{for_provider, picture_for_provider},
    provider_prompt::{film_prompt, picture_prompt},
};
use crate::config::imagery::ComfyUiConfig;

/// Pixels of a photo or picture on its long side.
const PHOTO_EDGE: u32 = 2048;
/// How soon a task may be looked at again.
const POLL_EVERY: Duration = Duration::from_secs(2);
/// What no picture or film should show, where a workflow asks for that.
const NEGATIVE: &str =
    "other people, changed faces, smoothed skin, extra limbs or fingers, text, watermark, blur";
/// What a seed may be at most: some nodes take no more than 32 bits.
const LARGEST_SEED: u64 = 0xffff_ffff;

/// See the module.
pub struct ComfyUi {
    server: Server,
    picture: Option<Workflow>,
    film: Option<Workflow>,
}

/// How ComfyUI knows a task.
enum Found {
    Waiting {
        ahead: u32,
    },
    Running,
    /// Its entry in the history.
    Ended(Value),
    Nowhere,
}

impl ComfyUi {
    /// Makes what the configured workflows make.
    ///
    /// # Errors
    /// What is wrong with the address, the header or a workflow, for people.
    pub fn new(config: &ComfyUiConfig) -> Result<Self, String> {
        let read = |folder: &Option<PathBuf>, part| {
            folder.as_deref().map(|folder| Workflow::read(folder, part)).transpose()
        };
        let picture = read(&config.picture, Part::Image)?;
        let film = read(&config.film, Part::Film)?;
        Ok(Self { server: Server::new(config)?, picture, film })
    }

    fn workflow(&self, product: Product) -> Option<&Workflow> {
        match product {
            Product::Two => self.picture.as_ref(),
            Product::Three => self.picture.as_ref()?.three.as_deref(),
            Product::Film => self.film.as_ref(),
        }
    }

    /// The workflow of a product that is ordered.
    fn ordered(&self, product: Product) -> Result<&Workflow, ImageryError> {
        self.workflow(product).ok_or_else(|| {
            let what = match product {
                Product::Two => "pictures",
                Product::Three => "pictures of three people",
                Product::Film => "films",
            };
            ImageryError::Rejected(format!("no ComfyUI workflow for {what} is configured"))
        })
    }

    /// Looks for a task. The queue is asked first: what ends between both questions is in the history.
    async fn find(&self, id: &str) -> Result<Found, CallError> {
        let queue = self.server.get(&["queue"]).await?;
        let lists = (queue["queue_running"].as_array(), queue["queue_pending"].as_array());
        let (Some(running), Some(pending)) = lists else { return Err(CallError::Unusable) };
        let is_it = |entry: &&Value| entry[1].as_str() == Some(id);
        if running.iter().any(|entry| is_it(&entry)) {
            return Ok(Found::Running);
        }
        if let Some(entry) = pending.iter().find(is_it) {
            // The list is a heap: those with smaller numbers come first, wherever they stand in it.
            let number = |entry: &Value| entry[0].as_f64().unwrap_or(f64::MAX);
            let own = number(entry);
            let before = pending.iter().filter(|other| number(other) < own).count();
            let ahead = u32::try_from(running.len() + before).unwrap_or(u32::MAX);
            return Ok(Found::Waiting { ahead });
        }
        let mut history = self.server.get(&["history", id]).await?;
        Ok(history.get_mut(id).map_or(Found::Nowhere, |entry| Found::Ended(entry.take())))
    }

    /// Whether an order was placed before.
    async fn is_known(&self, id: &str) -> Result<bool, ImageryError> {
        let found = self.find(id).await.map_err(|error| error.preparing())?;
        Ok(!matches!(found, Found::Nowhere))
    }

    async fn order(
        &self,
        product: Product,
        id: &str,
        workflow: &Value,
    ) -> Result<Submitted, ImageryError> {
        match self.server.order(id, workflow).await {
            // Versions that give ids of their own are asked by those.
            Ok(given) => Ok(Submitted::Task(product.task(&given))),
            Err(error) => {
                let error = error.ordering();
                tracing::warn!(%error, "an order of ComfyUI was not taken as it should be");
                Err(error)
            }
        }
    }

    /// Takes a task out of the queue or the history; what runs is interrupted, and comes into the history
    /// once it has stopped.
    async fn delete(&self, id: &str) -> Result<(), ImageryError> {
        let tell = async |path: &str, body: Value| {
            self.server.tell(&[path], &body).await.map_err(|error| error.looking())
        };
        let find = async || self.find(id).await.map_err(|error| error.looking());
        // Out of the queue first, so that it does not begin meanwhile.
        tell("queue", json!({ "delete": [id] })).await?;
        let mut found = find().await?;
        if matches!(found, Found::Running) {
            // Versions that know no ids here interrupt whatever runs, which is this.
            tell("interrupt", json!({ "prompt_id": id })).await?;
            found = find().await?;
        }
        match found {
            Found::Running => Err(ImageryError::unavailable("it is being interrupted")),
            Found::Ended(_) => tell("history", json!({ "delete": [id] })).await,
            Found::Waiting { .. } => Err(ImageryError::unavailable("it is still in the queue")),
            Found::Nowhere => Ok(()),
        }
    }

    /// What a task that ended has made.
    async fn made(
        &self,
        product: Product,
        workflow: &Workflow,
        entry: &Value,
    ) -> Result<TaskState, ImageryError> {
        let status = &entry["status"];
        if status["status_str"].as_str().is_some_and(|status| status != "success") {
            report_failure(status);
            return Ok(TaskState::Failed { retryable: false });
        }
        let output = &workflow.map.output;
        let Some(file) = made_file(&entry["outputs"][&output.node][output.kind.name()][0]) else {
            let node = &output.node;
            tracing::warn!(%workflow, node, "a ComfyUI workflow ended without its result");
            return Ok(TaskState::Failed { retryable: false });
        };
        match self.server.receive(&file, product.part()).await {
            Ok(chunks) => Ok(TaskState::Succeeded(chunks)),
            // Somebody has cleared the folder: it is to be made again.
            Err(DownloadError::Expired) => Ok(TaskState::Failed { retryable: true }),
            Err(DownloadError::Unusable(why)) => {
                tracing::warn!(%workflow, why, "what ComfyUI made cannot be used");
                Ok(TaskState::Failed { retryable: false })
            }
            Err(DownloadError::Unavailable { reason, retry_after }) => {
                Err(ImageryError::Unavailable { reason, retry_after })
            }
        }
    }
}

/// Text in which nothing is an instruction to ComfyUI's text encoders: parentheses weigh words, and
/// `embedding:` reads a file.
fn plain(text: &str) -> String {
    text.replace(['(', ')'], " ").replace("embedding:", "embedding ")
}

fn made_file(entry: &Value) -> Option<MadeFile> {
    let text = |name: &str| Some(entry[name].as_str()?.to_owned());
    Some(MadeFile {
        filename: text("filename")?,
        subfolder: text("subfolder").unwrap_or_default(),
        kind: text("type").unwrap_or_else(|| "output".to_owned()),
    })
}

/// Logs which node failed, and with what kind of error. Its message is left out: it may hold words and
/// paths.
fn report_failure(status: &Value) {
    let ends = ["execution_error", "execution_interrupted"];
    let failure = status["messages"]
        .as_array()
        .into_iter()
        .flatten()
        .rfind(|message| message[0].as_str().is_some_and(|kind| ends.contains(&kind)));
    let failure = failure.unwrap_or(&Value::Null);
    tracing::warn!(
        what = word(&failure[0]),
        node = word(&failure[1]["node_type"]),
        error = word(&failure[1]["exception_type"]),
        "a ComfyUI workflow failed"
    );
}

#[async_trait]
impl Imagery for ComfyUi {
    fn notice(&self) -> String {
        "Your photos and words are sent to another server of our own, where models in ComfyUI work with them; no other company receives them."
            .to_owned()
    }

    async fn start_picture(&self, request: PictureRequest) -> Result<Submitted, ImageryError> {
        let product = Product::for_people(Part::Image, request.photos.len());
        let workflow = self.ordered(product)?;
        let id = prompt_id(&request.order);
        if self.is_known(&id).await? {
            return Ok(Submitted::Task(product.task(&id)));
        }
        let mut photos = Vec::with_capacity(request.photos.len());
        for (photo, number) in request.photos.iter().zip(1..) {
            let bytes = for_provider(photo, PHOTO_EDGE).await.map_err(|error| {
                ImageryError::unavailable(format!("a photo cannot be read: {error}"))
            })?;
            let name = format!("{id}-{number}.jpg");
            let file = self.server.upload(name, bytes).await;
            photos.push(file.map_err(|error| error.preparing())?);
        }
        let name = |photo: usize| format!("the person in Picture {}", photo + 1);
        let filled = workflow.filled(&Values {
            prompt: &plain(&picture_prompt(&request, name)),
            negative: NEGATIVE,
            photos: &photos,
            picture: None,
            seed: request.seed & LARGEST_SEED,
            shape: request.presentation.shape,
        });
        self.order(product, &id, &filled).await
    }

    async fn start_film(&self, request: FilmRequest) -> Result<Submitted, ImageryError> {
        let FilmRequest { picture: request, image, .. } = request;
        let workflow = self.ordered(Product::Film)?;
        let id = prompt_id(&request.order);
        if self.is_known(&id).await? {
            return Ok(Submitted::Task(Product::Film.task(&id)));
        }
        let unread =
            |error| ImageryError::unavailable(format!("the picture cannot be read: {error}"));
        let bytes = image.bytes().await.map_err(unread)?;
        let bytes = picture_for_provider(bytes, PHOTO_EDGE).await.map_err(unread)?;
        let file = self.server.upload(format!("{id}-0.jpg"), bytes).await;
        let file = file.map_err(|error| error.preparing())?;
        let filled = workflow.filled(&Values {
            prompt: &plain(&film_prompt(&request)),
            negative: NEGATIVE,
            photos: &[],
            picture: Some(&file),
            seed: request.seed & LARGEST_SEED,
            shape: request.presentation.shape,
        });
        self.order(Product::Film, &id, &filled).await
    }

    async fn check(&self, task: &TaskId) -> Result<TaskState, ImageryError> {
        let Some((product, id)) = Product::of(task) else { return Ok(TaskState::Lost) };
        let Some(workflow) = self.workflow(product) else { return Ok(TaskState::Lost) };
        match self.find(id).await.map_err(|error| error.looking())? {
            Found::Waiting { ahead } => Ok(TaskState::Waiting { ahead: Some(ahead) }),
            Found::Running => Ok(TaskState::Running { fraction: None }),
            Found::Ended(entry) => self.made(product, workflow, &entry).await,
            Found::Nowhere => Ok(TaskState::Lost),
        }
    }

    async fn discard(&self, task: &TaskId) -> Result<(), ImageryError> {
        let Some((_, id)) = Product::of(task) else { return Ok(()) };
        self.delete(id).await.inspect_err(|error| {
            tracing::warn!(%error, "a task of ComfyUI could not be discarded");
        })
    }

    fn task_of(&self, order: &str, part: Part, mode: Mode, _: bool) -> Option<TaskId> {
        Some(Product::for_people(part, mode.photo_count()).task(&prompt_id(order)))
    }

    fn model_of(&self, _: &TaskId) -> Option<&'static str> {
        Some("ComfyUI")
    }

    fn poll_every(&self, _: &TaskId) -> Option<Duration> {
        Some(POLL_EVERY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_no_instructions_to_a_text_encoder() {
        assert_eq!(plain("Nan (so dear:1.9), embedding:x"), "Nan  so dear:1.9 , embedding x");
    }
}
