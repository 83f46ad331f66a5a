//! From the first click to the memory, whatever happens meanwhile.

mod crash;
mod gallery;
mod large_images;
mod lifecycle;
mod memory_dates;
pub mod outcome_mails;
mod paid_providers;
mod retake;
mod review;
mod seen;
mod slow_providers;
mod story;
