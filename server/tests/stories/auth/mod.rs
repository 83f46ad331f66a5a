//! Getting in, and staying the only one who can.

mod google;
mod guess_limits;
mod held_requests;
mod mail_links;
mod reset_password;
mod session_protection;
mod sign_up_and_in;
mod takeover;
mod two_factor;
pub mod unproven_addresses;
