//! A payment: written down before the provider hears of it, granted once when the
//! provider says that exactly this was paid.

use std::{
    borrow::Cow,
    fmt::{self, Write},
};

use super::{Money, Plan};
use crate::domain::{
    id::{AccountId, IdEntropy, PaymentId},
    timestamp::Timestamp,
};

/// Begins every reference. 'pro' must not be in it, so that no reference seems to name a
/// plan; hexadecimal digits cannot spell it.
const PREFIX: &str = "EVN";

/// Our name for a payment: prefix, time, randomness (letters, digits and `-`).
pub fn new_reference(now: Timestamp, entropy: &IdEntropy) -> String {
    let mut reference = format!("{PREFIX}-{}-", now.0);
    for byte in entropy {
        // Writing to a String cannot fail.
        let _ = write!(reference, "{byte:02x}");
    }
    reference
}

/// Why a payment is not simply paid: what the provider said last, or what is wrong with it. Those
/// that decide something have a variant; the others are for operators to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentNote {
    /// The provider has not decided.
    Processing,
    /// The window was left.
    Abandoned,
    /// The account that it was charged for is deleted.
    AccountDeleted,
    /// The money went back. What it granted before stays: some of it may be spent, and a person
    /// decides (`evernear payments list flagged`).
    Reversed,
    Other(Cow<'static, str>),
}

impl PaymentNote {
    /// As it is stored and operators read it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Processing => "underway",
            Self::Abandoned => "the window was left",
            Self::AccountDeleted => "charged for an account that is gone; refund",
            Self::Reversed => "reversed",
            Self::Other(text) => text,
        }
    }
}

impl From<&'static str> for PaymentNote {
    fn from(text: &'static str) -> Self {
        Self::from(Cow::Borrowed(text))
    }
}

impl From<String> for PaymentNote {
    fn from(text: String) -> Self {
        Self::from(Cow::Owned(text))
    }
}

impl From<Cow<'static, str>> for PaymentNote {
    fn from(text: Cow<'static, str>) -> Self {
        [Self::Processing, Self::Abandoned, Self::AccountDeleted, Self::Reversed]
            .into_iter()
            .find(|note| note.as_str() == text)
            .unwrap_or(Self::Other(text))
    }
}

impl fmt::Display for PaymentNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How a payment stands with us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentStatus {
    /// The window was opened; nothing is known yet.
    Pending,
    /// Paid and granted.
    Paid,
    /// Given up: nothing was paid.
    Failed,
    /// Something is wrong with it. Nothing was granted; a person has to look.
    Flagged,
}

impl PaymentStatus {
    /// The name it is stored under.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Flagged => "flagged",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Pending, Self::Paid, Self::Failed, Self::Flagged]
            .into_iter()
            .find(|status| status.as_str() == name)
    }
}

/// How an operator has settled a payment that was flagged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// What it granted was taken back.
    Revoked,
    /// Looked at; everything stays as it is.
    Resolved,
}

impl Resolution {
    /// The name it is stored under.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Revoked => "revoked",
            Self::Resolved => "resolved",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Revoked, Self::Resolved].into_iter().find(|one| one.as_str() == name)
    }
}

/// What a payment did for the plan that its owner has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanChange {
    /// A plan where there was none, or a larger one.
    Upgraded,
    /// Another month of the same plan.
    Continued,
    /// A plan that is not larger than the one before it.
    Begun,
    /// Credits alone: a larger plan is paid for and goes on.
    Kept,
}

/// What is bought: a plan at its price in a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub plan: &'static Plan,
    pub amount: Money,
}

/// A payment as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    pub id: PaymentId,
    pub provider: String,
    pub reference: String,
    /// `None` where a charge names no account of ours.
    pub owner: Option<AccountId>,
    /// A plan's name, or what the charge called it.
    pub plan: String,
    pub credits: u32,
    pub cents: i64,
    /// A currency's code, as the provider writes it.
    pub currency: String,
    pub status: PaymentStatus,
    pub note: Option<PaymentNote>,
    pub created_at: Timestamp,
    pub paid_at: Option<Timestamp>,
    pub resolution: Option<Resolution>,
}

impl Payment {
    /// Whether money may be on its way: pending, and not known to be declined or left.
    pub fn awaited(&self) -> bool {
        self.status == PaymentStatus::Pending
            && self.note.as_ref().is_none_or(|note| *note == PaymentNote::Processing)
    }

    /// Whether it was paid and granted, and the money went back since.
    pub fn taken_back(&self) -> bool {
        let reversed = self.note == Some(PaymentNote::Reversed);
        let stands = self.resolution == Some(Resolution::Resolved);
        self.status == PaymentStatus::Paid && !stands && (reversed || self.revoked())
    }

    /// Whether its credits were taken back.
    pub fn revoked(&self) -> bool {
        self.resolution == Some(Resolution::Revoked)
    }

    /// Whether an operator has to look at it: it was flagged, and nobody has settled that.
    pub fn open(&self) -> bool {
        let wrong = match self.status {
            PaymentStatus::Flagged => true,
            PaymentStatus::Paid => self.note.is_some(),
            PaymentStatus::Pending | PaymentStatus::Failed => false,
        };
        wrong && self.resolution.is_none()
    }

    /// The amount as people read it.
    pub fn amount(&self) -> String {
        match super::Currency::from_code(&self.currency) {
            Some(currency) => Money { cents: self.cents, currency }.to_string(),
            None => format!("{}.{:02} {}", self.cents / 100, self.cents % 100, self.currency),
        }
    }
}

/// What `process_secure_payment` is given, with the ids it writes under.
#[derive(Clone, Debug)]
pub struct SecurePayment {
    pub provider: String,
    pub user: AccountId,
    pub credits_to_add: u32,
    pub payment_reference: String,
    /// In the smallest unit of the currency.
    pub amount: i64,
    pub plan: &'static Plan,
    pub currency: String,
}

/// What it answers with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentResult {
    pub credits_added: u32,
    pub new_total_credits: u32,
    pub previous_credits: u32,
    pub plan: String,
    pub payment_reference: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_never_looks_like_a_plan() {
        for byte in 0..=255 {
            let reference = new_reference(Timestamp(1_795_219_200_000), &[byte; 10]);
            assert!(!reference.to_ascii_lowercase().contains("pro"), "{reference}");
            assert!(reference.chars().all(|c| c.is_ascii_alphanumeric() || "-.=".contains(c)));
        }
    }
}
