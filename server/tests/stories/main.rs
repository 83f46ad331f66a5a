//! Stories: people use the product through the real router, on SQLite and on PostgreSQL.
//! Each story is a sentence; `both_engines!` makes two tests of it. One binary, so that
//! it links once.

mod harness;

mod account;
mod admin;
mod auth;
mod billing;
mod companion;
mod creation;
mod credits;
mod draft;
mod functions;
mod imagery;
mod mail;
mod photo_request;
mod providers;
mod sharing;
mod site;
mod support;
mod system;
mod token_api;
mod waitlist;

/// A test of each story on each engine.
macro_rules! both_engines {
    ($($story:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $story() { super::$story(crate::harness::Engine::Sqlite).await; })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $story() { super::$story(crate::harness::Engine::Postgres).await; })+
        }
    };
}
pub(crate) use both_engines;
