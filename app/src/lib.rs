//! evernear-app
