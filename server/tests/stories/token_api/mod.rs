//! What client programs ask for under `/auth/v1`.

mod body_types;
mod calls;
mod contract;
mod fuzz;
mod links;
mod mails;
mod metadata_bounds;
mod providers;
mod second_factors;
