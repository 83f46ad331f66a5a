//! The companion behind a model's server.

mod costs;
mod openai;
