//! The conversation, the photos, the keepsake and the recording before a creation.

mod conversation;
mod cut_outs;
mod incoming;
mod keepsake;
mod photos;
mod recordings;
