//! The conversation and the photos before a creation.

mod conversation;
mod cut_outs;
mod incoming;
mod photos;
