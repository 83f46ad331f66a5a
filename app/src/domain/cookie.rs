//! The cookies of this site: what each is called and where it is sent. The server sets them,
//! and /cookies names them. To add one: a variant, and a line in each match.

/// A cookie of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookie {
    /// Who is signed in.
    Session,
    /// The administrator's browser.
    Admin,
    /// The sentence that the page after a form shows.
    Said,
    /// An application that was sent a moment ago.
    Applied,
    /// An invitation that was opened.
    Invitation,
    /// Somebody is away at Google.
    Google,
    /// The viewer of a shared memory, at the address of its link alone.
    Viewer,
    /// A request for a photo that was opened, at the address of its link alone.
    Request,
    /// Photos that a phone handed on, at the address where they wait.
    Incoming,
}

impl Cookie {
    fn plain(self) -> &'static str {
        match self {
            Self::Session => "evernear_session",
            Self::Admin => "evernear_admin",
            Self::Said => "evernear_said",
            Self::Applied => "evernear_applied",
            Self::Invitation => "evernear_invitation",
            Self::Google => "evernear_google",
            Self::Viewer => "evernear_viewer",
            Self::Request => "evernear_request",
            Self::Incoming => "evernear_incoming",
        }
    }

    /// Where the browser sends it; nothing where that differs.
    pub fn path(self) -> &'static str {
        match self {
            Self::Said | Self::Viewer | Self::Request | Self::Incoming => "",
            Self::Applied => "/register",
            Self::Session | Self::Admin | Self::Invitation | Self::Google => "/",
        }
    }

    /// Its name. On an https site browsers keep those with a prefix only when they came by
    /// https; `__Host-` also keeps other hosts of the same domain from planting one, and wants
    /// the path `/`.
    pub fn name(self, https: bool) -> String {
        let prefix = match (https, self.path()) {
            (false, _) => "",
            (true, "/") => "__Host-",
            (true, _) => "__Secure-",
        };
        format!("{prefix}{}", self.plain())
    }

    /// Whether a cookie's name is one of ours, on any kind of site.
    pub fn is_ours(name: &str) -> bool {
        let plain = ["__Host-", "__Secure-"].iter().find_map(|prefix| name.strip_prefix(prefix));
        plain.unwrap_or(name).starts_with("evernear_")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_sites_have_names_that_nobody_else_can_set() {
        assert_eq!(Cookie::Session.name(false), "evernear_session");
        assert_eq!(Cookie::Session.name(true), "__Host-evernear_session");
        assert_eq!(Cookie::Google.name(true), "__Host-evernear_google");
        assert_eq!(Cookie::Applied.name(true), "__Secure-evernear_applied");
        for name in ["evernear_session", "__Host-evernear_admin", "__Secure-evernear_some_day"] {
            assert!(Cookie::is_ours(name), "{name}");
        }
        assert!(!Cookie::is_ours("theme") && !Cookie::is_ours("__Host-theme"));
    }
}
