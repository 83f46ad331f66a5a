//! Every environment variable: its name, what it decides and what holds without it, written here
//! and nowhere else. `evernear --help` prints them, `cargo xtask docs` writes them into
//! docs/configuration.md, and the readers of this folder take names and defaults from here.

/// One environment variable. Texts are Markdown.
#[derive(Debug)]
pub struct Variable {
    pub name: &'static str,
    pub decides: &'static str,
    pub without: Without,
}

/// What holds where a variable is not set.
#[derive(Clone, Copy, Debug)]
pub enum Without {
    /// As if it had been set to this.
    Value(&'static str),
    /// Something that stands in no variable, in words.
    Words(&'static str),
}

/// A constant for each, and all of them in order.
macro_rules! variables {
    ($($constant:ident $name:literal $kind:ident($without:literal): $decides:literal;)*) => {
        $(pub(super) const $constant: Variable =
            Variable { name: $name, decides: $decides, without: Without::$kind($without) };)*

        /// All of them, in the order in which they are shown.
        pub const VARIABLES: &[Variable] = &[$($constant),*];
    };
}

variables! {
    MODE "EVERNEAR_MODE" Value("development"):
        "`development` or `production`. Production refuses to start without an https address, a \
         place for its files and a mail server";
    LISTEN "EVERNEAR_LISTEN" Value("127.0.0.1:3000"): "address and port";
    DEVELOPMENT_REMOTE "EVERNEAR_DEVELOPMENT_REMOTE" Value("no"):
        "`yes` lets development mode answer on other than this machine";
    PUBLIC_URL "EVERNEAR_PUBLIC_URL" Words("`http://` and the listening address"):
        "the site's address as people type it; https in production";
    DATA_DIR "EVERNEAR_DATA_DIR" Value("data"):
        "folder of the embedded database and of photos, pictures and films; production needs one";
    DISK_RESERVE "EVERNEAR_DISK_RESERVE" Value("512"):
        "megabytes of its disk that are left for the database and for creations under way; below, \
         no photos are taken and nothing is begun";
    LARGE_PICTURES "EVERNEAR_LARGE_PICTURES" Value("yes"):
        "`yes` or `no`: whether finished pictures are made again with 3,000 pixels on the long side, \
         to be printed. It takes about 420 MB of memory while one is made";
    IMAGERY "EVERNEAR_IMAGERY" Value("embedded"):
        "who makes pictures: `embedded`, our own renderer on this machine; `runway`; `openai`, a model behind \
         OpenAI's API; `comfyui`, a ComfyUI of one's own";
    FILM "EVERNEAR_FILM" Value("same"):
        "who makes films: `same` (our own camera films a picture of OpenAI), `embedded` (our own camera films \
         whatever picture there is), `runway` or `comfyui`";
    IMAGERY_FALLBACK "EVERNEAR_IMAGERY_FALLBACK" Value("none"):
        "with `embedded` our own renderer makes what a provider cannot, and the person is told";
    RUNWAY_KEY "EVERNEAR_RUNWAY_KEY" Words("Runway is not asked"): "Runway's key";
    RUNWAY_URL "EVERNEAR_RUNWAY_URL" Value("https://api.dev.runwayml.com"): "Runway's API";
    RUNWAY_PICTURE_MODEL "EVERNEAR_RUNWAY_PICTURE_MODEL" Value("gen4_image"):
        "its model for pictures";
    RUNWAY_FILM_MODEL "EVERNEAR_RUNWAY_FILM_MODEL" Value("gen4_turbo"): "its model for films";
    OPENAI_IMAGE_MODEL "EVERNEAR_OPENAI_IMAGE_MODEL" Words("needed with `EVERNEAR_IMAGERY=openai`"):
        "the model for pictures; address and key are those of the companion's server";
    COMFYUI_URL "EVERNEAR_COMFYUI_URL" Value("http://127.0.0.1:8188"):
        "ComfyUI's address, inside one's own network: it asks nobody who they are";
    COMFYUI_HEADER "EVERNEAR_COMFYUI_HEADER" Words("none is sent"):
        "a header that a proxy before it asks for, as `Name: value`";
    COMFYUI_PICTURE "EVERNEAR_COMFYUI_PICTURE" Words("needed where ComfyUI makes pictures"):
        "folder with the workflow of pictures and its map (docs/comfyui.md)";
    COMFYUI_FILM "EVERNEAR_COMFYUI_FILM" Words("needed where ComfyUI makes films"):
        "the same of films";
    COST_PICTURE "EVERNEAR_COST_PICTURE" Words("0.05 of Runway, 0.25 of OpenAI"):
        "what one picture costs there, in US dollars; other pictures have no price";
    COST_FILM "EVERNEAR_COST_FILM" Words("0.50"):
        "what one film of Runway costs, in US dollars; other films have no price";
    COST_CREATION "EVERNEAR_COST_CREATION" Value("2"):
        "US dollars that one memory may cost at most, whatever has to be made again";
    COST_ACCOUNT_DAY "EVERNEAR_COST_ACCOUNT_DAY" Value("5"):
        "US dollars that the memories one account begins on one day (UTC) may cost at most";
    COST_SITE_DAY "EVERNEAR_COST_SITE_DAY" Value("50"):
        "US dollars that all memories begun on one day may cost at most";
    COST_CANCELLED_DAY "EVERNEAR_COST_CANCELLED_DAY" Value("1"):
        "US dollars that memories which one account begins on one day and cancels may have cost before it has \
         to wait until the next";
    COMPANION "EVERNEAR_COMPANION" Value("embedded"):
        "who answers in the conversation: `embedded`, or `openai`, a model behind any server that speaks \
         OpenAI's chat completions API (OpenAI, Ollama, llama.cpp, vLLM)";
    COMPANION_FALLBACK "EVERNEAR_COMPANION_FALLBACK" Value("embedded"):
        "`embedded` answers where that server does not, or not well; with `none` people read that it failed";
    OPENAI_URL "EVERNEAR_OPENAI_URL" Value("https://api.openai.com/v1"):
        "that server's API, such as `http://127.0.0.1:11434/v1` of Ollama; https, or on this machine";
    OPENAI_KEY "EVERNEAR_OPENAI_KEY" Words("no key is sent"): "its key";
    OPENAI_MODEL "EVERNEAR_OPENAI_MODEL" Value("gpt-4o"):
        "the model that is asked; OpenAI ends `gpt-4o` on 2027-01-14";
    OPENAI_TOKEN_LIMIT "EVERNEAR_OPENAI_TOKEN_LIMIT" Words("by the model's name"):
        "the field that bounds answers: `max_tokens` or `max_completion_tokens`; of both the server's \
         refusals are heeded";
    OPENAI_EFFORT "EVERNEAR_OPENAI_EFFORT" Words("`none` for models that reason, nothing for others"):
        "sent as `reasoning_effort`";
    OPENAI_TIMEOUT "EVERNEAR_OPENAI_TIMEOUT" Value("8"):
        "seconds to wait for an answer, retries included";
    COST_TOKENS_IN "EVERNEAR_COST_TOKENS_IN" Value("0"):
        "what a million tokens cost that this model reads, in US dollars";
    COST_TOKENS_OUT "EVERNEAR_COST_TOKENS_OUT" Value("0"):
        "what a million tokens cost that it writes";
    COST_COMPANION_DAY "EVERNEAR_COST_COMPANION_DAY" Value("10"):
        "what all its answers of a day may cost, in US dollars; the embedded companion answers the rest of that day";
    DATABASE_URL "DATABASE_URL" Words("SQLite in the data folder"):
        "`postgres://…` or `sqlite://…`";
    SMTP_URL "EVERNEAR_SMTP_URL"
        Words("files in the data folder, shown at `/dev/mail`; production needs one"):
        "the mail server: `smtps://user:password@host`, or \
         `smtp://user:password@host:587?tls=required`. Without encryption only on this machine";
    SMTP_AUTHORITY "EVERNEAR_SMTP_AUTHORITY" Words("the public authorities alone"):
        "a PEM file with certificates (or its text) that may vouch for the mail server";
    MAIL_FROM "EVERNEAR_MAIL_FROM" Value("Evernear <hello@evernear.example>"):
        "the sender of mails";
    TRUSTED_PROXIES "EVERNEAR_TRUSTED_PROXIES" Words("none"):
        "addresses and networks whose `X-Forwarded-For` is believed, separated by commas";
    LIMIT_FACTOR "EVERNEAR_LIMIT_FACTOR" Value("1"):
        "how many times as often as usual one client may ask, and make accounts (five a day)";
    CONNECTIONS "EVERNEAR_CONNECTIONS" Value("1024"):
        "how many connections are held at once; fewer where the limit of open files is lower";
    CONNECTIONS_PER_CLIENT "EVERNEAR_CONNECTIONS_PER_CLIENT" Value("128"):
        "how many of them one client may hold; a trusted proxy may hold all";
    BETA_GATE "EVERNEAR_BETA_GATE" Value("open"):
        "`open`, or `approved`, which admits those whose proven address is approved on the \
         waitlist, or who came by an invitation";
    ADMIN_PASSWORD_HASH "EVERNEAR_ADMIN_PASSWORD_HASH"
        Words("development makes a password at each start and prints it; production lets nobody in"):
        "what `evernear admin hash-password` printed; opens `/admin/waitlist` and \
         `/debug-supabase`. In a shell it stands in single quotes";
    FORM_COLLECTOR "EVERNEAR_FORM_COLLECTOR" Words("nowhere"):
        "where applications are handed on to, as JSON, after they were stored";
    ENTERPRISE_MAIL "EVERNEAR_ENTERPRISE_MAIL" Value("enterprise@evernear.example"):
        "where messages from `/contact` go";
    METRICS_TOKEN "EVERNEAR_METRICS_TOKEN" Words("there is no `/metrics`"):
        "opens `/metrics` (Prometheus) as a bearer token";
    SECRET "EVERNEAR_SECRET" Words("made once and kept in the data folder"):
        "the server's own key for links, codes, second factors and refresh tokens, at least 32 \
         characters; servers on one database need the same";
    SECRET_PREVIOUS "EVERNEAR_SECRET_PREVIOUS" Words("none"):
        "the secret of before, while it is replaced: what was made with it is still read. Start \
         every server with both, run `evernear rotate-keys`, take it away. A secret that nobody \
         configured is replaced by `rotate-keys`, a restart, and `rotate-keys` again";
    CONFIRM_EMAIL "EVERNEAR_CONFIRM_EMAIL" Words("`yes` where a mail server is configured"):
        "`yes` or `no`: whether new addresses are confirmed by a mail. Production takes no `no` \
         together with Google or `EVERNEAR_BETA_GATE=approved`";
    ARGON2 "EVERNEAR_ARGON2" Value("m=19456,t=2,p=1"):
        "cost of a password hash, in KiB, passes and lanes; hashes of before are made anew at the \
         next sign-in";
    SIGN_OUT_WHEN_HIDDEN "EVERNEAR_SIGN_OUT_WHEN_HIDDEN" Value("yes"):
        "`yes` or `no`: whether leaving the tab signs this browser out";
    GOOGLE_CLIENT_ID "EVERNEAR_GOOGLE_CLIENT_ID" Words("off"):
        "signing in with Google; its return addresses are `/auth/google/return` and, for client \
         programs, `/auth/v1/callback`. More ids after a comma: other programs whose id tokens \
         count";
    GOOGLE_CLIENT_SECRET "EVERNEAR_GOOGLE_CLIENT_SECRET" Words("off"): "the secret of that id";
    GOOGLE_URL "EVERNEAR_GOOGLE_URL" Words("Google"): "another party in Google's place, for tests";
    WORKER "EVERNEAR_WORKER" Words("the machine's name and the listening address"):
        "this process's name among several on one database, of which no two may be the same; a \
         restart takes back the leases of its name";
    PAYSTACK_SECRET_KEY "EVERNEAR_PAYSTACK_SECRET_KEY"
        Words("a sandbox in development, nothing to buy in production"):
        "plans are paid through Paystack (`sk_…`; production takes no test key); its webhook goes \
         to `/webhooks/paystack`";
    PAYSTACK_URL "EVERNEAR_PAYSTACK_URL" Value("https://api.paystack.co"): "Paystack's API";
    PAYSTACK_PLANS "EVERNEAR_PAYSTACK_PLANS" Words("none"):
        "codes of plans that renew there, as `Pro/USD=PLN_…,Pro/ZAR=PLN_…`; others are paid month \
         by month";
    HELPLINES "EVERNEAR_HELPLINES"
        Value("South Africa: SADAG 0800 567 567 (free, day and night), Lifeline 0861 322 322\n\
               Elsewhere: findahelpline.com lists free lines in your country"):
        "shown when a message speaks of distress; in the conversation addresses with `https://` and \
         numbers that begin with 0 or + can be pressed";
    SOCIAL "EVERNEAR_SOCIAL" Words("none"):
        "footer links, `Name=https://…`, separated by commas";
    AUTH_KEYS "EVERNEAR_AUTH_KEYS" Words("made once in the data folder"):
        "keys of access tokens: a PEM file (or its text) with P-256 private keys in PKCS#8; the \
         first signs, all are published";
    AUTH_ORIGINS "EVERNEAR_AUTH_ORIGINS" Words("none"):
        "web origins that may call the token API, separated by commas";
    AUTH_REDIRECTS "EVERNEAR_AUTH_REDIRECTS" Words("none"):
        "addresses beside our own that links in mails of the token API may lead to, with `*` for \
         anything but a dot or slash, `**` for anything";
    AUTH_LIMITS "EVERNEAR_AUTH_LIMITS" Words("GoTrue's"):
        "other rates for the token API, such as `token=150/300/30,mails=1000/3600` (so many in so \
         many seconds, at most so many at once): token, verify, otp, magiclink, recover, resend, \
         signup, user, anonymous, sso, web3, passkey, factor, mails, mailbox, accounts";
    AUTH_MAIL_SECONDS "EVERNEAR_AUTH_MAIL_SECONDS" Value("86400"):
        "how long codes and links in mails of the token API last";
    AUTH_SECURE_EMAIL_CHANGE "EVERNEAR_AUTH_SECURE_EMAIL_CHANGE" Value("yes"):
        "`no` asks only the new address of changes that client programs ask for: whoever has a stolen session can then take the account to an address of their own";
    AUTH_REAUTHENTICATE "EVERNEAR_AUTH_REAUTHENTICATE" Value("no"):
        "`yes` wants a code before a client's session older than a day sets a password";
    AUTH_CURRENT_PASSWORD "EVERNEAR_AUTH_CURRENT_PASSWORD" Value("no"):
        "`yes` wants the old password with a new one from client programs";
    AUTH_TOTP "EVERNEAR_AUTH_TOTP" Value("yes"): "`no` lets client programs make no second factors";
    AUTH_MANUAL_LINKING "EVERNEAR_AUTH_MANUAL_LINKING" Value("no"):
        "`yes` lets client programs link and unlink ways to sign in; what that means stands in \
         [token-api.md](token-api.md#what-answers-tell-about-an-address)";
    AUTH_ANONYMOUS "EVERNEAR_AUTH_ANONYMOUS" Value("no"):
        "a way in that GoTrue knows and this server has not built: it answers its 'disabled' \
         error, and `yes` refuses to start";
    AUTH_PHONE "EVERNEAR_AUTH_PHONE" Value("no"): "the same";
    AUTH_SSO "EVERNEAR_AUTH_SSO" Value("no"): "the same";
    AUTH_WEB3 "EVERNEAR_AUTH_WEB3" Value("no"): "the same";
    AUTH_PASSKEYS "EVERNEAR_AUTH_PASSKEYS" Value("no"): "the same";
    AUTH_SIGNUP "EVERNEAR_AUTH_SIGNUP" Words("`yes` where origins or redirects are configured"):
        "`yes` or `no`: whether client programs make new accounts. Their passwords count as soon \
         as the mail is opened, whoever chose them";
    AUTH_EMAIL "EVERNEAR_AUTH_EMAIL" Value("yes"): "`no` refuses e-mail addresses of client programs";
    AUTH_ACCESS_SECONDS "EVERNEAR_AUTH_ACCESS_SECONDS" Value("3600"):
        "how long an access token lasts";
    AUTH_REUSE_SECONDS "EVERNEAR_AUTH_REUSE_SECONDS" Value("0"):
        "how long after a renewal older refresh tokens still count";
    AUTH_TIMEBOX_SECONDS "EVERNEAR_AUTH_TIMEBOX_SECONDS" Words("none"):
        "longest life of a client program's session";
    AUTH_INACTIVITY_SECONDS "EVERNEAR_AUTH_INACTIVITY_SECONDS" Words("none"):
        "longest pause of a client program's session";
    LOG "RUST_LOG" Value("info,sqlx=warn"): "what is logged";
}

impl Variable {
    /// What holds without it, on one line; a value as it would be typed.
    fn default(&self, mark: &str) -> String {
        match self.without {
            Without::Value(value) => format!("{mark}{}{mark}", value.replace('\n', " / ")),
            Without::Words(words) => words.to_owned(),
        }
    }
}

/// The table in docs/configuration.md.
pub fn markdown() -> String {
    let head = "| variable | what it decides | without it |\n|---|---|---|\n".to_owned();
    let row = |variable: &Variable| {
        format!("| `{}` | {} | {} |\n", variable.name, variable.decides, variable.default("`"))
    };
    head + &VARIABLES.iter().map(row).collect::<String>()
}

/// The same for a terminal.
pub fn help() -> String {
    let head = "Settings (environment variables):\n".to_owned();
    let entry = |variable: &Variable| {
        let Variable { name, decides, .. } = variable;
        format!("  {name}\n      {decides}\n      [without it: {}]\n", variable.default(""))
    };
    (head + &VARIABLES.iter().map(entry).collect::<String>()).replace('`', "")
}

/// Names in the environment that look like ours and are not: most likely slips of the pen.
pub fn unknown(names: impl Iterator<Item = String>) -> Vec<String> {
    let is_known = |name: &str| VARIABLES.iter().any(|variable| variable.name == name);
    let mut unknown: Vec<_> =
        names.filter(|name| name.starts_with("EVERNEAR_") && !is_known(name)).collect();
    unknown.sort();
    unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_page_shows_them_all() {
        let page = include_str!("../../../docs/configuration.md");
        assert!(page.contains(&markdown()), "run: cargo xtask docs");
    }

    #[test]
    fn names_are_unique_and_slips_are_found() {
        for (index, variable) in VARIABLES.iter().enumerate() {
            let again = VARIABLES[index + 1..].iter().any(|other| other.name == variable.name);
            assert!(!again, "{}", variable.name);
        }
        let names = ["EVERNEAR_SMPT_URL", "EVERNEAR_MODE", "PATH"].map(str::to_owned);
        assert_eq!(unknown(names.into_iter()), ["EVERNEAR_SMPT_URL"]);
    }

    #[test]
    fn help_tells_names_and_defaults() {
        let help = help();
        assert!(
            help.contains(
                "EVERNEAR_LISTEN\n      address and port\n      [without it: 127.0.0.1:3000]"
            ),
            "{help}"
        );
        assert!(!help.contains('`'));
    }
}
