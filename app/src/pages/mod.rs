//! What people see, rendered by Leptos on the server. A page is a function from a
//! [`Visit`] to an [`Answer`]: it loads what it shows through flows, then builds its view.
//! To add one: a file here, and a line in [`PAGES`] under who may see it.

mod credits;

pub mod account;
pub mod admin;
pub mod auth;
pub mod billing;
pub mod creation;
pub mod draft;
pub mod layout;
pub mod mail;
pub mod photo_request;
pub mod sharing;
pub mod site;
pub mod support;
pub mod system;
pub mod waitlist;

use std::{collections::BTreeMap, future::Future, pin::Pin, sync::Arc};

use leptos::prelude::AnyView;

pub use layout::{document::render, flash::Flash};

use crate::{
    domain::{account::ReturnPath, admin::Admin, auth::session::Member},
    ports::Ports,
    problem::Problem,
};

/// Who came, where to, and what the page may ask.
#[derive(Clone)]
pub struct Visit {
    pub ports: Ports,
    pub member: Option<Member>,
    /// Somebody whose second factor is still to come.
    pub pending_second_factor: Option<Member>,
    /// An unlocked browser of the administrator.
    pub admin: Option<Admin>,
    /// For example `/profile`.
    pub path: String,
    pub query: BTreeMap<String, String>,
    /// What the form that led here brought about.
    pub flash: Option<Flash>,
    pub site: Arc<Site>,
}

impl Visit {
    /// A value of the query, if it is there and not blank.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(String::as_str).filter(|value| !value.trim().is_empty())
    }

    /// Its path with its query, to come back to.
    pub fn address(&self) -> String {
        if self.query.is_empty() {
            return self.path.clone();
        }
        let query =
            form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.query).finish();
        format!("{}?{query}", self.path)
    }

    /// What a page to read may run: nothing for visitors.
    pub fn reading_scripts(&self) -> Scripts {
        if self.member.is_some() { Scripts::Small } else { Scripts::None }
    }

    /// The sign-in page, which comes back here.
    pub fn to_sign_in(&self) -> Answer {
        if self.pending_second_factor.is_some() {
            let next = ReturnPath::parse(Some(&self.path));
            return Answer::Away(format!("/auth/second-factor?next={next}"));
        }
        Answer::Away(format!("/auth?mode=signin&next={}", ReturnPath::parse(Some(&self.path))))
    }

    /// The same for a page whose query says what it is about.
    pub fn to_sign_in_with_query(&self) -> Answer {
        let way = if self.pending_second_factor.is_some() {
            "/auth/second-factor?"
        } else {
            "/auth?mode=signin&"
        };
        let next = ReturnPath::parse(Some(&self.address())).to_string();
        let mut query = form_urlencoded::Serializer::new(String::new());
        let next = query.append_pair("next", &next).finish().replace("%2F", "/");
        Answer::Away(format!("{way}{next}"))
    }
}

/// What is the same for every visit.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Without a slash at its end: `https://evernear.example`.
    pub public_url: String,
    pub assets: Assets,
    /// Development mode: sandbox and file mail are at work.
    pub development: bool,
    /// Name and address of each configured social page.
    pub social: Vec<(String, String)>,
    /// Leaving the tab signs this browser out.
    pub sign_out_when_hidden: bool,
    /// The host of the mail server; `None` where mails are written to files.
    pub mail_host: Option<String>,
}

impl Site {
    /// Whether people reach it by https.
    pub fn https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// Addresses of the built assets.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    pub style: String,
    /// What pages other than the creator are drawn with besides.
    pub site_style: String,
    /// Both stylesheets again, with states as classes, for /style.
    pub states: String,
    /// The small module of forms and signed-in pages.
    pub page_script: String,
    /// What it imports.
    pub page_preload: Vec<String>,
    /// The script that registers the service worker, and the worker's own without what it keeps.
    pub installed_script: String,
    pub service_worker: String,
    /// The module that mounts islands.
    pub islands_script: String,
    /// What the creator loads next, scripts and wasm.
    pub creator_preload: Vec<String>,
    /// What the administrator's island loads next.
    pub admin_preload: Vec<String>,
    pub fonts: Vec<String>,
    pub mark: String,
    /// The mark and our name together.
    pub logo: String,
    pub favicon: String,
    /// The same in the forms that phones and old programs want, by their names in
    /// `style/brand`.
    pub icons: BTreeMap<String, String>,
    /// Examples and cards by their names in `style/pictures`, for example `concert-360.avif`.
    pub pictures: BTreeMap<String, String>,
}

impl Assets {
    /// Where a picture is, if it was built.
    pub fn picture(&self, name: &str) -> Option<String> {
        self.pictures.get(name).cloned()
    }
}

/// What a page answers.
pub enum Answer {
    Page(Page),
    /// Go there instead: a path on this site.
    Away(String),
}

/// A page, ready to be put into its document.
pub struct Page {
    /// Without the product's name.
    pub title: String,
    pub description: String,
    pub scripts: Scripts,
    pub layout: Layout,
    /// What stands in `main`.
    pub body: AnyView,
    /// The class of `main`.
    pub main_class: &'static str,
}

/// What a page may run (`docs/decisions.md`, 'Pages to read carry no script'). Decides its
/// content security policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripts {
    None,
    /// Nothing, and the answer to its form may lead anywhere: browsers hold the targets of
    /// forms to the policy even behind a redirect, and client programs may redirect again.
    Leaving,
    /// The small module.
    Small,
    /// The small module and the creator's island.
    Island,
    /// The small module, and the sandbox's window in a frame.
    SandboxCheckout,
    /// The small module, and Paystack's popup.
    PaystackCheckout,
    /// The small module of a page that our own pages may frame.
    Window,
    /// The small module and the administrator's island.
    Admin,
}

/// Which parts of the shell stand around a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Header, sidebar and footer.
    Full,
    /// As `Full`, the footer without its large link blocks (/dashboard).
    SmallFooter,
    /// Header and sidebar (/create, /video-generator, /couple).
    NoFooter,
    /// Nothing around it (/ai-creator, /virtual-hangout, /virtual-hangout-image, /auth).
    Bare,
    /// Nothing around it, and dark whatever the device says, as while a film is watched (/m/{token}).
    Lamplight,
}

/// A page function; failures become the page with the global text ([`layout::error_page`]).
pub type PageFn = fn(Visit) -> Pin<Box<dyn Future<Output = Result<Answer, Problem>> + Send>>;

macro_rules! pages {
    ($($path:literal => $page:path),+ $(,)?) => {
        &[$(($path, |visit| Box::pin($page(visit)))),+]
    };
}

/// The pages that search engines may show; every other page asks them not to.
pub const FINDABLE: &[&str] = &[
    "/",
    "/about",
    "/careers",
    "/pricing",
    "/register",
    "/contact",
    "/terms",
    "/privacy",
    "/cookies",
];

/// The pages that depend on nothing but their address for whoever shows no cookie: they are
/// rendered once. Another query is another address.
pub const PRERENDERED: &[(&str, PageFn)] = pages! {
    "/" => site::home::page,
    "/about" => site::about::page,
    "/careers" => site::careers::page,
    "/pricing" => billing::pricing::page,
    "/pricing?currency=USD" => billing::pricing::page,
    "/pricing?currency=ZAR" => billing::pricing::page,
    "/register" => waitlist::register::page,
    "/contact" => support::contact::page,
    "/terms" => site::legal::terms,
    "/privacy" => site::legal::privacy,
    "/cookies" => site::legal::cookies,
    "/auth" => auth::page,
    "/auth?mode=signin" => auth::page,
    "/auth?mode=signup" => auth::page,
};

/// Every page by its path. What is for signed-in people says so itself.
pub const PAGES: &[(&str, PageFn)] = pages! {
    // everyone
    "/" => site::home::page,
    "/about" => site::about::page,
    "/careers" => site::careers::page,
    "/pricing" => billing::pricing::page,
    "/success" => billing::payment_result::page,
    "/terms" => site::legal::terms,
    "/privacy" => site::legal::privacy,
    "/cookies" => site::legal::cookies,
    "/auth" => auth::page,
    "/auth/link" => auth::link::page,
    "/auth/program" => auth::program::page,
    "/auth/arrived" => auth::program::arrived,
    "/auth/second-factor" => auth::step_up::second_factor_page,
    "/reset-password" => auth::reset::page,
    "/contact" => support::contact::page,
    "/mail/stop" => mail::stop::page,
    "/offline" => site::offline::page,
    // developers; leads to the start otherwise
    "/style" => site::style::page,
    "/sandbox/checkout/{code}" => billing::sandbox::page,
    // the signed-in
    "/dashboard" => creation::dashboard::page,
    "/profile" => account::profile::page,
    "/profile/email" => account::email::page,
    "/profile/password" => account::password::page,
    "/profile/two-factor" => account::two_factor::page,
    "/profile/devices" => account::devices::page,
    "/profile/data" => account::data::page,
    "/auth/again" => auth::step_up::page,
    "/credits" => credits::page,
    "/support" => support::threads::page,
    "/receipts/{reference}" => billing::receipt::page,
    "/memories" => creation::gallery::page,
    "/memories/delete" => creation::delete_several::page,
    "/memories/{id}" => creation::memory::page,
    "/memories/{id}/share" => sharing::share::page,
    "/shared" => sharing::links::page,
    "/shared/{id}" => sharing::edit::page,
    "/photo-requests" => photo_request::list::page,
    // the administrator
    "/admin/waitlist" => admin::waitlist::page,
    "/admin/payments" => admin::payments::page,
    "/admin/reports" => admin::reports::page,
    "/debug-supabase" => admin::debug::page,
    // the creator and its five further names
    "/ai-creator" => draft::creator::page,
    "/create" => draft::creator::page,
    "/video-generator" => draft::creator::page,
    "/couple" => draft::creator::page,
    "/virtual-hangout" => draft::creator::page,
    "/virtual-hangout-image" => draft::creator::page,
};
