//! Stories: people use the product through the real router, on SQLite and on PostgreSQL.
//! Each story is a sentence; `both_engines!` makes two tests of it. One binary, so that
//! it links once.

mod support;

mod access_story;
mod account_story;
mod admin_story;
mod books_story;
mod changing_story;
mod contact_story;
mod crash_story;
mod creation_story;
mod creator_story;
mod credits_story;
mod debug_story;
mod flash_story;
mod gone_story;
mod google_story;
mod guard_story;
mod health_story;
mod held_request_story;
mod kept_story;
mod limits_story;
mod load_story;
mod mail_story;
mod markup_story;
mod monthly_story;
mod operator_story;
mod owned_story;
mod pages_story;
mod patience_story;
mod payment_crash_story;
mod payment_story;
mod paystack_story;
mod plan_choice_story;
mod plan_trouble_story;
mod proven_story;
mod quota_story;
mod relay_story;
mod renewal_story;
mod retake_story;
mod rotation_story;
mod route_story;
mod safety_story;
mod site_story;
mod smtp_story;
mod stopping_story;
mod style_story;
mod support_story;
mod taken_back_story;
mod takeover_story;
mod together_story;
mod token_api_story;
mod token_bounds_story;
mod token_factor_story;
mod token_fuzz_story;
mod token_link_story;
mod token_mail_story;
mod token_provider_story;
mod token_table_story;
mod trouble_story;
mod two_factor_story;
mod unsent_story;
mod upload_story;
mod waitlist_story;
mod welcome_story;

/// A test of each story on each engine.
macro_rules! both_engines {
    ($($story:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $story() { super::$story(crate::support::Engine::Sqlite).await; })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $story() { super::$story(crate::support::Engine::Postgres).await; })+
        }
    };
}
pub(crate) use both_engines;
