//! The companion behind a model's server.

mod openai;
