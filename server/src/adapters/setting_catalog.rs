//! The settings of this build, and small pictures of them: rendered when they are first asked for,
//! one at a time, and kept in memory.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use evernear_app::ports::{SettingCatalog, SettingPicture, StoreError};
use evernear_renderer::{RenderRequest, Size, Story, Unwatched, scenery};
use evernear_rules::wire::{SettingKind, SettingView};
use evernear_settings::{Kind, SETTINGS, Setting};
use tokio::sync::Semaphore;

/// Pixels, half as many again as the list shows.
const SIZE: Size = Size { width: 180, height: 240 };
/// How far into the film the picture is.
const SHARE: f32 = 0.7;
const QUALITY: u8 = 80;
const SEED: u64 = 7;
/// Most pictures that are kept, of about 9 KB each.
const KEPT: usize = 1_000;

/// See the module.
pub struct BuiltInSettings {
    views: Vec<SettingView>,
    by_name: HashMap<String, usize>,
    pictures: Mutex<HashMap<SettingPicture, Arc<[u8]>>>,
    renderer: Arc<Semaphore>,
}

impl Default for BuiltInSettings {
    fn default() -> Self {
        let mut views: Vec<_> = SETTINGS.iter().map(view).collect();
        views.sort_by(|one, other| one.title.cmp(&other.title));
        let names = views.iter().enumerate().map(|(at, view)| (view.name.clone(), at));
        Self {
            by_name: names.collect(),
            views,
            pictures: Mutex::default(),
            renderer: Arc::new(Semaphore::new(1)),
        }
    }
}

fn view(setting: &Setting) -> SettingView {
    SettingView {
        name: setting.name.to_owned(),
        title: setting.title.clone(),
        seen: setting.seen.clone(),
        kind: match setting.kind {
            Kind::Indoors => SettingKind::Indoors,
            Kind::Outdoors => SettingKind::Outdoors,
            Kind::Water => SettingKind::Water,
            Kind::Way => SettingKind::Way,
            Kind::Hall => SettingKind::Hall,
        },
        hour: setting.hour,
        weather: setting.weather,
    }
}

impl BuiltInSettings {
    fn kept(&self, wanted: &SettingPicture) -> Option<Vec<u8>> {
        let pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        pictures.get(wanted).map(|picture| picture.to_vec())
    }

    fn keep(&self, wanted: SettingPicture, picture: &[u8]) {
        let mut pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        if pictures.len() >= KEPT {
            pictures.clear();
        }
        pictures.insert(wanted, picture.into());
    }
}

#[async_trait]
impl SettingCatalog for BuiltInSettings {
    fn all(&self) -> &[SettingView] {
        &self.views
    }

    fn find(&self, name: &str) -> Option<&SettingView> {
        self.by_name.get(name).map(|&at| &self.views[at])
    }

    async fn picture(&self, wanted: &SettingPicture) -> Result<Option<Vec<u8>>, StoreError> {
        if self.find(&wanted.setting).is_none() {
            return Ok(None);
        }
        if let Some(picture) = self.kept(wanted) {
            return Ok(Some(picture));
        }
        let turn = self.renderer.clone().acquire_owned().await.map_err(StoreError::new)?;
        // Whoever waited for the same one finds it now.
        if let Some(picture) = self.kept(wanted) {
            return Ok(Some(picture));
        }
        let request = request(wanted);
        // Whoever asked may be gone before it is rendered.
        let rendered = tokio::task::spawn_blocking(move || {
            let _until_rendered = turn;
            scenery(&request, SHARE, &Unwatched)
        });
        let rendered = rendered.await;
        let picture = rendered.map_err(StoreError::new)?.map_err(StoreError::new)?.to_jpeg(QUALITY);
        self.keep(wanted.clone(), &picture);
        Ok(Some(picture))
    }
}

fn request(wanted: &SettingPicture) -> RenderRequest {
    RenderRequest {
        story: Story {
            setting: Some(wanted.setting.clone()),
            view: wanted.view.clone(),
            hour: wanted.hour,
            weather: wanted.weather,
            season: wanted.season,
            ..Story::default()
        },
        photos: Vec::new(),
        keepsake: None,
        seed: SEED,
        size: SIZE,
        fps: 24,
        seconds: 10.0,
        caption: None,
        people: None,
        recording: None,
    }
}
