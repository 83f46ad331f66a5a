//! The conversation and the photos and the recording before a creation.

mod conversation;
mod cut_outs;
mod incoming;
mod photos;
mod recordings;
