//! Asking somebody for their photo by a link, opening it, and adding or taking back the photo.

pub mod add_requested;
pub mod ask_for_photo;
pub mod list_requests;
pub mod open_request;
pub mod stop_request;
pub mod take_back;
mod token;
