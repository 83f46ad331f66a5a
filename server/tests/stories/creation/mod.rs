//! From the first click to the memory, whatever happens meanwhile.

mod crash;
mod large_images;
mod lifecycle;
mod retake;
mod slow_providers;
mod story;
