//! What administrators and operators do.

mod debug_console;
mod operator_commands;
pub mod review_applications;
