//! The calls of client programs that make pictures and films (`/functions/v1`). They run over the same
//! durable creations as the page: a picture is a creation that waits for its film, and credits are held until
//! then.

pub mod generate_film;
pub mod generate_picture;
pub mod request_key;
pub mod task;
