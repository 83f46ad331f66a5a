//! Addresses that open something by themselves, for whoever has them.

use evernear_app::domain::{photo_request::REQUEST_PREFIX, sharing::LINK_PREFIX};

/// Whether this is the path of a link: to a memory, or to a request for a photo.
pub fn is_link(path: &str) -> bool {
    path.starts_with(LINK_PREFIX) || path.starts_with(REQUEST_PREFIX)
}

#[cfg(test)]
mod tests {
    use super::is_link;

    #[test]
    fn links_are_told_from_pages_of_the_same_letters() {
        for path in ["/m/0123", "/m/0123/film.mp4", "/p/0123", "/p/0123/photo"] {
            assert!(is_link(path), "{path}");
        }
        for path in ["/", "/memories/1", "/pricing", "/photo-requests", "/profile"] {
            assert!(!is_link(path), "{path}");
        }
    }
}
