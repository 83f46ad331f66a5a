//! A person's own pictures and films, whole or in ranges.

pub mod archive;
pub mod cut_out;
pub mod range;
pub mod serve;
pub mod setting;
pub mod stream;
