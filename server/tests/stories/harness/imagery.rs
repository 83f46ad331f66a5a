//! Imagery that does what a story tells it to: succeed, fail, refuse, ask, be slow, be
//! silent, forget.

use std::{
    collections::HashMap,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};

use async_trait::async_trait;
use evernear_app::ports::{
    FilmRequest, Imagery, ImageryError, Part, PictureRequest, Submitted, TaskId, TaskState,
};
use evernear_rules::{
    presentation::{Presentation, TouchUp},
    story::Story,
    wire::{Crop, Trim},
};

/// What happens to a request.
#[derive(Clone, Debug, Default)]
pub enum Act {
    #[default]
    Succeed,
    Fail,
    Refuse,
    Ask(&'static str),
    /// Runs until it is told to succeed, without a word of progress.
    Silent,
    /// Is so far (0 to 1) and gets no further by itself.
    At(f32),
    /// So many tasks are forgotten by the provider, the next one succeeds.
    Forget(u32),
    /// The provider cannot be reached for so many calls.
    Unreachable(u32),
    /// The connection breaks after so many orders were sent: nobody knows whether they were taken.
    MaybeTaken(u32),
    /// The provider takes no orders of ours.
    Reject,
    /// So many tasks fail in a way that may pass, the next one succeeds.
    FailAndPass(u32),
    /// Waits for its turn until it is told to succeed.
    Throttle,
}

#[derive(Default)]
pub struct ScriptedImagery {
    image: Mutex<Act>,
    film: Mutex<Act>,
    /// Nothing where no pictures in print size are made.
    large_image: Mutex<Option<Act>>,
    /// Orders cost money, and a model makes what is made.
    paid: AtomicBool,
    /// Something else makes what it cannot.
    falls_back: AtomicBool,
    /// Pictures are composed of the photos.
    composes: AtomicBool,
    /// Its films stay as they come.
    carries_nothing: AtomicBool,
    tasks: Mutex<HashMap<String, (Act, Vec<u8>)>>,
    pub images_requested: AtomicU32,
    pub films_requested: AtomicU32,
    pub large_images_requested: AtomicU32,
    pub photos_seen: AtomicU32,
    /// The parts of the photos that the last picture was asked for with.
    pub crops_seen: Mutex<Vec<(Crop, Option<Crop>)>>,
    /// Length of the keepsake that the last picture was asked for with, and its part.
    pub keepsake_seen: Mutex<Option<(usize, Option<Crop>)>>,
    /// Lengths of the photos that the last picture was asked for with, in their order.
    pub lengths_seen: Mutex<Vec<usize>>,
    /// The story that the last picture was asked for with.
    pub story_seen: Mutex<Story>,
    /// How people were to be shown in it, and the touch-ups of their photos.
    pub presentation_seen: Mutex<Presentation>,
    pub touch_ups_seen: Mutex<Vec<TouchUp>>,
    /// The seeds that pictures, and films, were asked for with.
    pub seeds_seen: Mutex<Vec<u64>>,
    pub film_seeds_seen: Mutex<Vec<u64>>,
    /// The recording that the last film was asked for with, and the part of it.
    pub recording_seen: Mutex<Option<(Vec<u8>, Trim)>>,
    pub discarded: AtomicU32,
    /// How often the provider was asked how far it is.
    pub looks: AtomicU32,
}

impl ScriptedImagery {
    /// What becomes of pictures that are asked for from now on.
    pub fn image(&self, act: Act) {
        *self.image.lock().expect("lock") = act;
    }

    /// What becomes of films that are asked for from now on.
    pub fn film(&self, act: Act) {
        *self.film.lock().expect("lock") = act;
    }

    /// Lets pictures succeed, those that run already too.
    pub fn pictures_succeed(&self) {
        self.image(Act::Succeed);
        self.running_succeed(IMAGE);
    }

    /// Lets films succeed, those that run already too.
    pub fn films_succeed(&self) {
        self.film(Act::Succeed);
        self.running_succeed(FILM);
    }

    fn running_succeed(&self, result: &[u8]) {
        for (act, made) in self.tasks.lock().expect("lock").values_mut() {
            if made == result {
                *act = Act::Succeed;
            }
        }
    }

    /// From now on pictures are made in print size too.
    pub fn large_image(&self, act: Act) {
        *self.large_image.lock().expect("lock") = Some(act);
    }

    /// From now on orders cost money, and a model makes what is made.
    pub fn costs_money(&self) {
        self.paid.store(true, Ordering::SeqCst);
    }

    /// From now on something else makes what it cannot.
    pub fn falls_back(&self) {
        self.falls_back.store(true, Ordering::SeqCst);
    }

    /// Whether pictures are composed of the photos from now on.
    pub fn composes(&self, composes: bool) {
        self.composes.store(composes, Ordering::SeqCst);
    }

    /// From now on its films carry no recordings.
    pub fn carries_nothing(&self) {
        self.carries_nothing.store(true, Ordering::SeqCst);
    }

    /// Lets everything that runs get so far.
    pub fn reaches(&self, share: f32) {
        for (act, _) in self.tasks.lock().expect("lock").values_mut() {
            *act = Act::At(share);
        }
    }

    /// Lets everything that is silent succeed.
    pub fn speak(&self) {
        self.image(Act::Succeed);
        self.film(Act::Succeed);
        if let Some(act) = &mut *self.large_image.lock().expect("lock") {
            *act = Act::Succeed;
        }
        for (act, _) in self.tasks.lock().expect("lock").values_mut() {
            *act = Act::Succeed;
        }
    }

    fn made_instead(&self, result: &[u8], number: u32) -> Submitted {
        let id = format!("{INSTEAD}{}-{number}", result.len());
        self.tasks.lock().expect("lock").insert(id.clone(), (Act::Succeed, result.to_vec()));
        Submitted::Task(TaskId(id))
    }

    fn submit(&self, act: &mut Act, result: &[u8], number: u32) -> Result<Submitted, ImageryError> {
        let act = match act {
            Act::Ask(question) => {
                let question = (!question.is_empty()).then(|| (*question).to_owned());
                return Ok(Submitted::FollowUp { question });
            }
            Act::Reject => return Err(ImageryError::Rejected("revoked".to_owned())),
            Act::MaybeTaken(left @ 1..) => {
                *left -= 1;
                return Err(ImageryError::MaybeTaken("cut".to_owned()));
            }
            Act::Unreachable(left @ 1..) => {
                *left -= 1;
                return Err(ImageryError::unavailable("cut"));
            }
            other => other,
        };
        let id = format!("{}-{number}", result.len());
        let kept = act.clone();
        match act {
            Act::Forget(0 | 1) | Act::FailAndPass(0 | 1) => *act = Act::Succeed,
            Act::Forget(left) | Act::FailAndPass(left) => *left -= 1,
            _ => {}
        }
        self.tasks.lock().expect("lock").insert(id.clone(), (kept, result.to_vec()));
        Ok(Submitted::Task(TaskId(id)))
    }
}

/// Begins the names of tasks of what makes it instead.
const INSTEAD: &str = "instead-";

/// What the scripted provider answers with.
pub const IMAGE: &[u8] = b"a picture of two people";
pub const FILM: &[u8] = b"a film of two people, ten seconds long";
pub const LARGE_IMAGE: &[u8] = b"a picture of two people that is large enough to be printed";

#[async_trait]
impl Imagery for ScriptedImagery {
    fn closing_words(&self, words: &str) -> Option<String> {
        (!self.paid.load(Ordering::SeqCst)).then(|| words.to_owned())
    }

    fn notice(&self) -> String {
        "A scripted provider receives your photos.".to_owned()
    }

    async fn start_picture(&self, request: PictureRequest) -> Result<Submitted, ImageryError> {
        *self.crops_seen.lock().expect("lock") =
            request.photos.iter().map(|photo| (photo.suggested, photo.chosen)).collect();
        *self.story_seen.lock().expect("lock") = request.story.clone();
        *self.presentation_seen.lock().expect("lock") = request.presentation;
        *self.touch_ups_seen.lock().expect("lock") =
            request.photos.iter().map(|photo| photo.touch_up.clone()).collect();
        let mut lengths = Vec::new();
        for photo in &request.photos {
            lengths.push(photo.file.bytes().await.expect("it is there").len());
        }
        *self.lengths_seen.lock().expect("lock") = lengths;
        let keepsake = match &request.keepsake {
            Some(photo) => {
                Some((photo.file.bytes().await.expect("it is there").len(), photo.chosen))
            }
            None => None,
        };
        *self.keepsake_seen.lock().expect("lock") = keepsake;
        self.photos_seen.store(u32::try_from(request.photos.len()).expect("few"), Ordering::SeqCst);
        self.seeds_seen.lock().expect("lock").push(request.seed);
        let number = self.images_requested.fetch_add(1, Ordering::SeqCst);
        if request.fallback {
            return Ok(self.made_instead(IMAGE, number));
        }
        self.submit(&mut self.image.lock().expect("lock"), IMAGE, number)
    }

    async fn start_film(&self, request: FilmRequest) -> Result<Submitted, ImageryError> {
        let image = request.image.bytes().await.expect("it is there");
        assert_eq!(image, IMAGE, "a film begins as the finished picture");
        let recording = match request.recording {
            Some(heard) => Some((heard.file.bytes().await.expect("it is there"), heard.trim)),
            None => None,
        };
        *self.recording_seen.lock().expect("lock") = recording;
        self.film_seeds_seen.lock().expect("lock").push(request.picture.seed);
        let number = self.films_requested.fetch_add(1, Ordering::SeqCst);
        if request.picture.fallback {
            return Ok(self.made_instead(FILM, number));
        }
        self.submit(&mut self.film.lock().expect("lock"), FILM, number)
    }

    fn composes_photos(&self) -> bool {
        self.composes.load(Ordering::SeqCst)
    }

    fn carries_recordings(&self) -> bool {
        !self.carries_nothing.load(Ordering::SeqCst)
    }

    fn makes_large_pictures(&self) -> bool {
        self.large_image.lock().expect("lock").is_some()
    }

    async fn start_large_picture(
        &self,
        request: PictureRequest,
    ) -> Result<Submitted, ImageryError> {
        for photo in &request.photos {
            photo.file.bytes().await.expect("it is there");
        }
        let number = self.large_images_requested.fetch_add(1, Ordering::SeqCst);
        let mut act = self.large_image.lock().expect("lock");
        self.submit(act.as_mut().expect("they are made"), LARGE_IMAGE, number)
    }

    async fn check(&self, task: &TaskId) -> Result<TaskState, ImageryError> {
        self.looks.fetch_add(1, Ordering::SeqCst);
        let tasks = self.tasks.lock().expect("lock");
        Ok(match tasks.get(&task.0) {
            None | Some((Act::Forget(_), _)) => TaskState::Lost,
            Some((Act::Fail, _)) => TaskState::Failed { retryable: false },
            Some((Act::FailAndPass(_), _)) => TaskState::Failed { retryable: true },
            Some((Act::Throttle, _)) => TaskState::Waiting { ahead: None },
            Some((Act::Refuse, _)) => TaskState::Refused,
            Some((Act::At(share), _)) => TaskState::Running { fraction: Some(*share) },
            Some((Act::Silent, _)) => TaskState::Running { fraction: Some(0.0) },
            Some((_, bytes)) => TaskState::made(bytes.clone()),
        })
    }

    fn is_paid(&self, _: Part, fallback: bool) -> bool {
        self.paid.load(Ordering::SeqCst) && !fallback
    }

    fn has_fallback(&self) -> bool {
        self.falls_back.load(Ordering::SeqCst)
    }

    fn model_of(&self, task: &TaskId) -> Option<&'static str> {
        let own = task.0.starts_with(INSTEAD);
        (self.paid.load(Ordering::SeqCst) && !own).then_some("Scripted")
    }

    async fn discard(&self, task: &TaskId) -> Result<(), ImageryError> {
        if self.tasks.lock().expect("lock").remove(&task.0).is_some() {
            self.discarded.fetch_add(1, Ordering::SeqCst);
        }
        Ok(())
    }
}
