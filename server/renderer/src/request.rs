//! What is asked of the renderer, and how it can fail.
//!
//! An [`RenderRequest`] is complete: no clock, no randomness and no environment enter beside it.

use crate::photo::{CropBox, PhotoProblem};
use crate::plan::Plan;
use crate::recording::{Recording, RecordingProblem};
use evernear_rules::{
    presentation::{Presence, TouchUp},
    story::Story,
};

/// Everything one film or picture is made from.
#[derive(Clone, Debug)]
pub struct RenderRequest {
    /// Where and when the memory is, and how it feels; chooses and shapes the scene.
    pub story: Story,
    /// One to three photos; more are refused.
    pub photos: Vec<PhotoInput>,
    /// A letter, a drawing or an object, as a print in the place. It is none of the people: no face
    /// is looked for on it, and nothing is cut out.
    pub keepsake: Option<PhotoInput>,
    /// Another seed is another take of the same memory.
    pub seed: u64,
    /// Frame size in pixels.
    pub size: Size,
    /// Frames a second, 24 or 30.
    pub fps: u32,
    /// Length in seconds, 5 to 15.
    pub seconds: f32,
    /// A few words shown during the closing hold.
    pub caption: Option<String>,
    /// How the person wants people shown; nothing leaves it to how certain their outlines are. Where
    /// they cannot stand, they are prints all the same.
    pub people: Option<Presence>,
    /// What is heard over the film's sound; a picture has none.
    pub recording: Option<Recording>,
}

impl RenderRequest {
    /// How its story is drawn and heard.
    pub(crate) fn plan(&self) -> Plan {
        Plan::of(&self.story, self.photos.len(), self.seed)
    }
}

/// One uploaded photo, and what its print shows.
#[derive(Clone, Debug)]
pub struct PhotoInput {
    /// The file as it was uploaded (JPEG, PNG, WebP or HEIC).
    pub bytes: Vec<u8>,
    /// The part that [`Photo::suggested_crop`](crate::Photo::suggested_crop) gave; without one, faces
    /// decide.
    pub suggested: Option<CropBox>,
    /// The part that the person chose instead; nobody is cut out beyond it.
    pub chosen: Option<CropBox>,
    /// Who is meant, and what of the photo belongs to them.
    pub touch_up: TouchUp,
}

impl PhotoInput {
    /// A photo of which nobody said what to show.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, suggested: None, chosen: None, touch_up: TouchUp::default() }
    }
}

/// A film of a finished picture, such as a model makes of people.
#[derive(Clone, Debug)]
pub struct PictureFilm {
    /// The file (JPEG, PNG or WebP), of any size and shape.
    pub picture: Vec<u8>,
    /// How many people are on it, so that nobody is cut off whose face is not found.
    pub people: usize,
    /// What is heard, and how the light and the camera move.
    pub story: Story,
    /// Another seed is another take.
    pub seed: u64,
    /// Frame size in pixels.
    pub size: Size,
    /// Frames a second, 24 or 30.
    pub fps: u32,
    /// Length in seconds, 5 to 15.
    pub seconds: f32,
    /// A few words shown during the closing hold, where no face is.
    pub caption: Option<String>,
    /// What is heard over the film's sound.
    pub recording: Option<Recording>,
}

impl PictureFilm {
    /// What it asks for beside the picture.
    pub(crate) fn request(&self) -> RenderRequest {
        let Self { story, seed, size, fps, seconds, caption, recording, .. } = self.clone();
        RenderRequest {
            story,
            photos: Vec::new(),
            keepsake: None,
            seed,
            size,
            fps,
            seconds,
            caption,
            people: None,
            recording,
        }
    }
}

/// A frame size in pixels; both sides even, 160 to 1920, of a picture to 3000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

impl Size {
    /// 720 x 1280, the default: a phone held upright.
    pub const PORTRAIT: Self = Self { width: 720, height: 1280 };
    /// 1080 x 1920.
    pub const PORTRAIT_LARGE: Self = Self { width: 1080, height: 1920 };
    /// 1280 x 720.
    pub const LANDSCAPE: Self = Self { width: 1280, height: 720 };
    /// 1080 x 1080.
    pub const SQUARE: Self = Self { width: 1080, height: 1080 };
}

/// How the caller follows a rendering and ends it early. Called from several threads.
pub trait Watch: Sync {
    /// The finished fraction, 0 to 1, never falling.
    fn progress(&self, fraction: f32);
    /// Asked many times a second; once it says `true`, the rendering ends with
    /// [`RenderProblem::Cancelled`] within 100 ms, whatever it is doing.
    fn cancelled(&self) -> bool;
}

/// Nobody follows the rendering, and nobody ends it.
pub struct Unwatched;

impl Watch for Unwatched {
    fn progress(&self, _: f32) {}

    fn cancelled(&self) -> bool {
        false
    }
}

/// Why there is no film.
#[derive(Debug, thiserror::Error)]
pub enum RenderProblem {
    /// A photo cannot be used; `index` counts from 0 in the request's photos.
    #[error("photo {index} cannot be used: {source}")]
    Photo {
        /// Which photo.
        index: usize,
        /// What is wrong with it.
        source: PhotoProblem,
    },
    /// The keepsake cannot be used.
    #[error("the keepsake cannot be used: {0}")]
    Keepsake(#[source] PhotoProblem),
    /// The picture of a film cannot be used.
    #[error("the picture cannot be used: {0}")]
    Picture(#[source] PhotoProblem),
    /// The recording cannot be used.
    #[error("the recording cannot be used: {0}")]
    Recording(#[source] RecordingProblem),
    /// There must be someone to remember.
    #[error("a request needs at least one photo")]
    NoPhotos,
    /// More people than the frame can hold.
    #[error("a request holds at most 3 photos, not {0}")]
    TooManyPhotos(usize),
    /// A frame that cannot be encoded, or is too large.
    #[error("width and height must be even and 160 to {longest} pixels, not {} x {}", .size.width, .size.height)]
    Size {
        /// As asked for.
        size: Size,
        /// Most pixels of a side.
        longest: u32,
    },
    /// Another frame rate than films have.
    #[error("a film has 24 or 30 frames a second, not {0}")]
    Rate(u32),
    /// Too short or too long.
    #[error("a film lasts 5 to 15 seconds, not {0}")]
    Length(f32),
    /// The caller said stop.
    #[error("the rendering was cancelled")]
    Cancelled,
    /// Encoder or container failed; the text is for logs.
    #[error("the film could not be encoded: {0}")]
    Encode(String),
}

impl RenderRequest {
    /// Refuses what cannot be rendered before any work is done.
    pub(crate) fn check(&self) -> Result<(), RenderProblem> {
        self.check_photos()?;
        self.check_frames()
    }

    /// Like [`Self::check`], for a film without photos.
    pub(crate) fn check_frames(&self) -> Result<(), RenderProblem> {
        if let Some(recording) = &self.recording {
            recording.check().map_err(RenderProblem::Recording)?;
        }
        self.check_to(1920)
    }

    /// Like [`Self::check`], for a picture alone.
    pub(crate) fn check_picture(&self) -> Result<(), RenderProblem> {
        self.check_photos()?;
        self.check_to(3000)
    }

    fn check_photos(&self) -> Result<(), RenderProblem> {
        match self.photos.len() {
            0 => Err(RenderProblem::NoPhotos),
            n if n > 3 => Err(RenderProblem::TooManyPhotos(n)),
            _ => Ok(()),
        }
    }

    /// `longest`: most pixels of a side.
    fn check_to(&self, longest: u32) -> Result<(), RenderProblem> {
        let Size { width, height } = self.size;
        let side = |s: u32| s.is_multiple_of(2) && (160..=longest).contains(&s);
        if !side(width) || !side(height) {
            Err(RenderProblem::Size { size: self.size, longest })
        } else if !matches!(self.fps, 24 | 30) {
            Err(RenderProblem::Rate(self.fps))
        } else if !(5.0..=15.0).contains(&self.seconds) {
            Err(RenderProblem::Length(self.seconds))
        } else {
            Ok(())
        }
    }

    /// Frames in the film.
    pub(crate) fn frames(&self) -> usize {
        (self.seconds * self.fps as f32).round() as usize
    }
}
