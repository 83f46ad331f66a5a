//! What is kept of a person, and what becomes of it.

mod deleted_meanwhile;
mod personal_data;
mod theme;
mod unsent_words;
