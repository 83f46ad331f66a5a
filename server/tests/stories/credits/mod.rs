//! Credits: what they came from and what they were spent on.

mod history;
mod interleaving_checks;
mod memory_lines;
mod random_interleavings;
mod welcome_credits;
