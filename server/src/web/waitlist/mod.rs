//! Applying for the beta, and the link of an invitation.

pub mod invitation;
pub mod register;
