//! Ways in and out: signing up and in, one-time codes, second factors, sessions, and the tokens of client programs.

pub mod administer_users;
pub mod answer_challenge;
pub mod authenticate;
pub mod authenticate_bearer;
pub mod guess_code;
pub mod issue_tokens;
pub mod oauth_flow;
pub mod open_session;
pub mod pkce_flow;
pub mod reauthenticate;
pub mod recovery_codes;
pub mod refresh_tokens;
pub mod request_one_time;
pub mod reset_password;
pub mod send_one_time;
pub mod sign_in;
pub mod sign_in_by_page;
pub mod sign_in_with_google;
pub mod sign_in_with_id_token;
pub mod sign_out;
pub mod sign_up;
pub mod unlink_identity;
pub mod update_user;
pub mod verify_factor;
pub mod verify_mail_code;
pub mod verify_one_time;
