//! Our mails: three files each (subject, text, html) in a folder named for their purpose,
//! in one frame of the light look. What people wrote is escaped in html, and a value that
//! is missing is an error, never a gap. To add one: a folder with its three files, a line
//! in `mails!`, and a function that gives it its values.

mod auth;
mod billing;
mod creation;
mod sharing;
mod support;
mod waitlist;

use std::sync::LazyLock;

use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::{Deserialize, Serialize};

use crate::{
    domain::{
        account::Email,
        id::MailId,
        mail::{Mail, QueuedMail, Subject},
    },
    ports::{Ports, StoreError},
};

pub use billing::{Paid, payment_revoked, receipt};
pub use creation::{memory_date, memory_failed, memory_ready};
pub use sharing::{LinkDecision, ReportAnswer, link_decided, report_decided, report_received};
pub use support::{contact_message, support_answer, support_message};
pub use waitlist::{application_approved, application_received};

pub use auth::{
    MailLink, already_member, codes_guessed, confirm_email, email_change, email_change_asked,
    invite, magic_link, new_sign_in, password_changed, reauthentication, recovery,
    second_factor_guessed, security_change,
};

macro_rules! mails {
    ($($(#[$meta:meta])* $purpose:ident => $noun:literal / $name:literal),+ $(,)?) => {
        /// What a mail is for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Purpose { $($(#[$meta])* $purpose),+ }

        impl Purpose {
            /// As it is kept with the mail.
            fn name(self) -> &'static str {
                match self { $(Self::$purpose => $name),+ }
            }

            fn folder(self) -> &'static str {
                match self { $(Self::$purpose => concat!($noun, "/", $name)),+ }
            }
        }

        const FILES: &[(&str, &str)] = &[
            ("frame.html", include_str!("frame.html")),
            $(
                (concat!($noun, "/", $name, "/subject.txt"), include_str!(concat!($noun, "/", $name, "/subject.txt"))),
                (concat!($noun, "/", $name, "/text.txt"), include_str!(concat!($noun, "/", $name, "/text.txt"))),
                (concat!($noun, "/", $name, "/page.html"), include_str!(concat!($noun, "/", $name, "/page.html"))),
            )+
        ];
    };
}

mails! {
    /// An application has arrived.
    ApplicationReceived => "waitlist" / "application_received",
    /// The address of a new account.
    ConfirmEmail => "auth" / "confirm_email",
    /// An account was made by an administrator.
    Invite => "auth" / "invite",
    /// Someone with an account signs up again.
    AlreadyMember => "auth" / "already_member",
    MagicLink => "auth" / "magic_link",
    Recovery => "auth" / "recovery",
    /// To both addresses.
    EmailChange => "auth" / "email_change",
    /// To the present address, where it is not asked.
    EmailChangeAsked => "auth" / "email_change_asked",
    Reauthentication => "auth" / "reauthentication",
    /// From a browser that was not seen before.
    NewSignIn => "auth" / "new_sign_in",
    PasswordChanged => "auth" / "password_changed",
    /// A second factor or a way to sign in came or went.
    SecurityChange => "auth" / "security_change",
    /// Too many wrong codes of a second factor.
    SecondFactorGuessed => "auth" / "second_factor_guessed",
    /// Too many wrong codes of mails.
    CodesGuessed => "auth" / "codes_guessed",
    /// An application was approved: the invitation.
    ApplicationApproved => "waitlist" / "application_approved",
    /// A message from /contact, to ourselves.
    ContactMessage => "support" / "contact_message",
    /// A message from /support, to ourselves.
    SupportMessage => "support" / "support_message",
    /// Our answer to a message.
    SupportAnswer => "support" / "support_answer",
    /// A shared memory was reported, to ourselves.
    ReportReceived => "sharing" / "report_received",
    /// A link was paused or removed, or works again.
    LinkDecided => "sharing" / "link_decided",
    /// What came of a report.
    ReportDecided => "sharing" / "report_decided",
    /// A plan was paid.
    Receipt => "billing" / "receipt",
    /// A memory is finished, and its maker has left the page.
    MemoryReady => "creation" / "memory_ready",
    /// A memory could not be made.
    MemoryFailed => "creation" / "memory_failed",
    /// The day of a memory.
    MemoryDate => "creation" / "memory_date",
    /// A payment was taken back, and its credits with it.
    PaymentRevoked => "billing" / "payment_revoked",
}

static TEMPLATES: LazyLock<Result<Environment<'static>, minijinja::Error>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.set_auto_escape_callback(|name| {
        let text = name.rsplit('.').next() == Some("txt");
        if text { AutoEscape::None } else { AutoEscape::Html }
    });
    for (name, text) in FILES {
        templates.add_template(name, text)?;
    }
    Ok(templates)
});

/// 'Hello Nana,', or 'Hello,' where the name could be meant as a message or a link.
fn hello(name: &str) -> String {
    let is_name = name.chars().count() <= 40
        && !name
            .chars()
            .any(|sign| matches!(sign, '.' | ':' | '/' | '@' | '!' | '?') || sign.is_numeric());
    if is_name { format!("Hello {name},") } else { "Hello,".to_owned() }
}

fn mail(
    ports: &Ports,
    purpose: Purpose,
    to: &Email,
    reply_to: Option<Email>,
    values: &minijinja::Value,
) -> Result<QueuedMail, StoreError> {
    optional_mail(ports, purpose, to, reply_to, values, None)
}

/// A mail that `unsubscribe` stops, with all of its kind.
fn optional_mail(
    ports: &Ports,
    purpose: Purpose,
    to: &Email,
    reply_to: Option<Email>,
    values: &minijinja::Value,
    unsubscribe: Option<String>,
) -> Result<QueuedMail, StoreError> {
    let (at, parts) = ports.id_parts();
    let [subject, text, html] = render(purpose, values).map_err(StoreError::new)?;
    let content = Content { subject, text, html, unsubscribe };
    let json = serde_json::to_vec(&content).map_err(StoreError::new)?;
    Ok(QueuedMail {
        id: MailId::new(at, &parts),
        purpose: purpose.name().to_owned(),
        to: to.clone(),
        reply_to,
        sealed: ports.secrets.seal(&json),
        at,
    })
}

/// What a mail says.
#[derive(Serialize, Deserialize)]
struct Content {
    subject: String,
    text: String,
    html: String,
    #[serde(default)]
    unsubscribe: Option<String>,
}

/// A mail that waited, as it is sent; nothing when it was sealed with a key that is not here.
pub fn opened(ports: &Ports, queued: &QueuedMail) -> Option<Mail> {
    let QueuedMail { id, purpose, to, reply_to, sealed, at } = queued.clone();
    // Those that were queued before mails were sealed are the JSON itself.
    let json = ports.secrets.open(&sealed).unwrap_or_else(|| sealed.into_bytes());
    let Content { subject, text, html, unsubscribe } = serde_json::from_slice(&json).ok()?;
    let subject = Subject::new(&subject);
    Some(Mail { id, purpose, to, reply_to, subject, text, html, unsubscribe, at })
}

fn render(purpose: Purpose, values: &minijinja::Value) -> Result<[String; 3], String> {
    let file = |name: &str| {
        let templates = TEMPLATES.as_ref().map_err(ToString::to_string)?;
        let template = templates.get_template(&format!("{}/{name}", purpose.folder()));
        template.and_then(|template| template.render(values)).map_err(|error| error.to_string())
    };
    Ok([file("subject.txt")?, file("text.txt")?, file("page.html")?])
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;

    #[test]
    fn what_people_wrote_is_escaped_in_html_and_plain_in_text() {
        let values =
            context! { hello => hello("<b>Nana & Co"), site => "https://evernear.example" };
        let [subject, text, html] =
            render(Purpose::ApplicationReceived, &values).expect("it can be written");
        assert_eq!(subject.trim(), "We have your application");
        assert!(
            html.contains("Hello &lt;b&gt;Nana &amp; Co,") && html.contains("</html>"),
            "{html}"
        );
        assert!(text.starts_with("Hello <b>Nana & Co,"), "{text}");
    }

    #[test]
    fn a_name_that_could_be_a_message_is_left_out() {
        assert_eq!(hello("Nana Mbeki"), "Hello Nana Mbeki,");
        for name in ["Win at www.example.com", "You won 500 euros", &"a".repeat(41)] {
            assert_eq!(hello(name), "Hello,");
        }
    }

    #[test]
    fn a_value_that_is_missing_is_an_error() {
        let missing = render(Purpose::ApplicationReceived, &context! { hello => "Hello," });
        assert!(missing.is_err(), "{missing:?}");
    }
}
