//! A statement that the engines need in different words.

/// A statement in each engine's words, where one text cannot serve both.
#[derive(Clone, Copy)]
pub(in crate::store) struct Dialects {
    pub sqlite: &'static str,
    pub postgres: &'static str,
}
