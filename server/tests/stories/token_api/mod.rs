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

/// A token of a program that administers.
pub fn service_token(world: &crate::harness::World) -> String {
    let year = std::time::Duration::from_secs(365 * 24 * 3600);
    evernear_app::flows::auth::issue_tokens::write_service_token(&world.ports, year)
        .expect("signed")
}
