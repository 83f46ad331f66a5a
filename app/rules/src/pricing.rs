//! What a creation costs, and what a new account starts with.

/// What one creation costs, in credits.
pub const CREATION_COST: u32 = 25;
/// What a new account starts with, in credits.
pub const WELCOME_CREDITS: u32 = 50;
