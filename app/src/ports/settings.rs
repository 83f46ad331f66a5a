//! The places that a memory can be in.

use async_trait::async_trait;
use evernear_rules::{
    story::{Hour, Season, Weather},
    wire::SettingView,
};

use super::StoreError;

/// A setting at some hour, in some weather and season.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SettingPicture {
    /// Its name.
    pub setting: String,
    /// The setting that is seen from there.
    pub view: Option<String>,
    /// Nothing is what is usual there; the same below.
    pub hour: Option<Hour>,
    pub weather: Option<Weather>,
    pub season: Option<Season>,
}

/// Knows every setting.
#[async_trait]
pub trait SettingCatalog: Send + Sync {
    /// All of them, by title.
    fn all(&self) -> &[SettingView];
    /// The one of this name.
    fn find(&self, name: &str) -> Option<&SettingView>;
    /// A small picture without people, JPEG; nothing where there is no such setting.
    async fn picture(&self, wanted: &SettingPicture) -> Result<Option<Vec<u8>>, StoreError>;
}
