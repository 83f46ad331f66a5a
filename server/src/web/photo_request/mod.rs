//! Requests for photos: asking, and what their links lead to.

pub mod add;
pub mod ask;
pub mod open;
pub mod request_link;
pub mod stop;
pub mod take_back;
