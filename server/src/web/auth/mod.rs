//! Ways in and out, for people in browsers.

pub mod forms;
pub mod google;
pub mod link;
pub mod reset_password;
pub mod second_factor;
pub mod session;
pub mod sign_out;
pub mod step_up;
