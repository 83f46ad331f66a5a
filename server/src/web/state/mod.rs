//! What requests share: the application state and its parts. Nothing here knows a handler.

pub mod app_state;
pub mod background;
pub mod exports;
pub mod page_cache;
pub mod readiness;
pub mod redirects;
pub mod session;
pub mod slot_seconds;
pub mod uploads;

pub use app_state::{AppState, BODY_BYTES, Shared};
