//! Tasks and their ids.

use evernear_app::ports::{Part, TaskId};
use sha2::{Digest, Sha256};

/// What a task makes. It stands in the task's id, because it says which workflow's output to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// A picture of two people.
    Two,
    Three,
    Film,
}

impl Product {
    const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Film];

    fn name(self) -> &'static str {
        match self {
            Self::Two => "two",
            Self::Three => "three",
            Self::Film => "film",
        }
    }

    pub fn part(self) -> Part {
        match self {
            Self::Two | Self::Three => Part::Image,
            Self::Film => Part::Film,
        }
    }

    /// What such a part of a memory of so many people is.
    pub fn for_people(part: Part, people: usize) -> Self {
        match part {
            Part::Image if people == 3 => Self::Three,
            Part::Image => Self::Two,
            Part::Film => Self::Film,
        }
    }

    pub fn task(self, id: &str) -> TaskId {
        TaskId(format!("{}-{id}", self.name()))
    }

    /// What a task makes, and its id at ComfyUI.
    pub fn of(task: &TaskId) -> Option<(Self, &str)> {
        let (name, id) = task.0.split_once('-')?;
        let product = Self::ALL.into_iter().find(|product| product.name() == name)?;
        Some((product, id))
    }
}

/// The id of an order at ComfyUI: the same for the same order.
pub fn prompt_id(order: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(format!("evernear {order}")).into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_the_same_id_again_and_another_one_another() {
        let id = prompt_id("a-image-0");
        assert_eq!(id, prompt_id("a-image-0"));
        assert_ne!(id, prompt_id("a-image-1"));
        assert!(uuid::Uuid::parse_str(&id).is_ok_and(|id| id.get_version_num() == 8), "{id}");
        assert_eq!(Product::of(&Product::Film.task(&id)), Some((Product::Film, id.as_str())));
        assert_eq!(Product::of(&TaskId("another-1".to_owned())), None);
    }
}
