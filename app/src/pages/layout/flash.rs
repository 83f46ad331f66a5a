//! What a form of the signed-in brought about, told once on the page it leads to. It is no
//! part of the address, so that an address from elsewhere claims nothing; the server carries
//! it to the same session's next visit of that page (`server/src/web/response/flash.rs`). To add one:
//! a variant, and a line in each match.

use crate::flows::{account::rename, support::contact};

/// The outcomes that a page tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flash {
    UsernameSaved,
    EmailAsked,
    EmailHalf,
    EmailChanged,
    ProofAsked,
    FactorOff,
    DeviceOut,
    OthersOut,
    WayInRemoved,
    MessageSent,
    PlanKept,
    MemoryDeleted,
    MemoriesDeleted,
    LinkSaved,
    LinkStopped,
    LinksStopped,
    PhotoRequestStopped,
}

impl Flash {
    pub const ALL: [Self; 17] = [
        Self::UsernameSaved,
        Self::EmailAsked,
        Self::EmailHalf,
        Self::EmailChanged,
        Self::ProofAsked,
        Self::FactorOff,
        Self::DeviceOut,
        Self::OthersOut,
        Self::WayInRemoved,
        Self::MessageSent,
        Self::PlanKept,
        Self::MemoryDeleted,
        Self::MemoriesDeleted,
        Self::LinkSaved,
        Self::LinkStopped,
        Self::LinksStopped,
        Self::PhotoRequestStopped,
    ];

    /// As it is carried: letters and dashes.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UsernameSaved => "username-saved",
            Self::EmailAsked => "email-asked",
            Self::EmailHalf => "email-half",
            Self::EmailChanged => "email-changed",
            Self::ProofAsked => "proof-asked",
            Self::FactorOff => "factor-off",
            Self::DeviceOut => "device-out",
            Self::OthersOut => "others-out",
            Self::WayInRemoved => "way-in-removed",
            Self::MessageSent => "message-sent",
            Self::PlanKept => "plan-kept",
            Self::MemoryDeleted => "memory-deleted",
            Self::MemoriesDeleted => "memories-deleted",
            Self::LinkSaved => "link-saved",
            Self::LinkStopped => "link-stopped",
            Self::LinksStopped => "links-stopped",
            Self::PhotoRequestStopped => "photo-request-stopped",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flash| flash.as_str() == name)
    }

    /// The page that tells it.
    pub fn page(self) -> &'static str {
        match self {
            Self::UsernameSaved => "/profile",
            Self::EmailAsked | Self::EmailHalf | Self::EmailChanged => "/profile/email",
            Self::ProofAsked | Self::FactorOff => "/profile/two-factor",
            Self::DeviceOut | Self::OthersOut | Self::WayInRemoved => "/profile/devices",
            Self::MessageSent => "/support",
            Self::PlanKept => "/pricing",
            Self::MemoryDeleted => "/dashboard",
            Self::MemoriesDeleted => "/memories",
            Self::LinkSaved | Self::LinkStopped | Self::LinksStopped => "/shared",
            Self::PhotoRequestStopped => "/photo-requests",
        }
    }

    /// As the person reads it.
    pub fn words(self) -> &'static str {
        match self {
            Self::UsernameSaved => rename::UPDATED,
            Self::EmailAsked => {
                "We have written to both addresses. The change counts when both have agreed."
            }
            Self::EmailHalf => {
                "This address has agreed. Please type the code from the other mail as well."
            }
            Self::EmailChanged => "Your e-mail has changed.",
            Self::ProofAsked => "We have written to you. Please open the link in our mail.",
            Self::FactorOff => "Two-factor is off.",
            Self::DeviceOut => "That device is signed out.",
            Self::OthersOut => "Every other device is signed out.",
            Self::WayInRemoved => "Google no longer opens your account.",
            Self::MessageSent => contact::SENT,
            Self::PlanKept => "Your plan goes on.",
            Self::MemoryDeleted => "The memory is deleted for good.",
            Self::MemoriesDeleted => "These memories are deleted for good.",
            Self::LinkSaved => "The link is changed.",
            Self::LinkStopped => "That link leads nowhere any more.",
            Self::LinksStopped => "None of your links leads anywhere any more.",
            Self::PhotoRequestStopped => "No photo can be added by that link any more.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Flash;

    #[test]
    fn each_is_found_by_its_name_again() {
        for flash in Flash::ALL {
            assert_eq!(Flash::from_name(flash.as_str()), Some(flash));
            assert!(flash.page().starts_with('/') && !flash.words().is_empty());
        }
        assert_eq!(Flash::from_name("1"), None);
    }
}
