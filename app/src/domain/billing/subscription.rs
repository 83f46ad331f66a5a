//! A subscription: a plan that is paid month by month. Benefits (the place in the queue)
//! last while it lasts; credits that were granted stay.

use std::time::Duration;

use super::{Plan, calendar};
use crate::domain::{
    id::{AccountId, SubscriptionId},
    timestamp::Timestamp,
};

/// How long after a month that was paid the next charge may come.
pub const GRACE: Duration = Duration::from_secs(3 * 24 * 3600);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscriptionStatus {
    /// A smaller plan, ordered for the end of the one that lasts.
    Planned,
    /// Renews.
    Active,
    /// Lasts until its end date.
    Cancelled,
    /// Another plan took its place.
    Replaced,
    /// Over.
    Expired,
}

impl SubscriptionStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Active => "active",
            Self::Cancelled => "cancelled",
            Self::Replaced => "replaced",
            Self::Expired => "expired",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Planned, Self::Active, Self::Cancelled, Self::Replaced, Self::Expired]
            .into_iter()
            .find(|status| status.as_str() == name)
    }
}

/// What becomes of the standing order by which a subscription renews.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderState {
    /// The plan does not renew by itself.
    None,
    /// The provider is to be asked for it.
    Wanted,
    /// It charges month by month.
    Active,
    /// The provider is to be asked to let it go on.
    Resuming,
    /// The provider is to be told to stop it.
    Stopping,
    /// It charges no more.
    Stopped,
}

impl OrderState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Wanted => "wanted",
            Self::Active => "active",
            Self::Resuming => "resuming",
            Self::Stopping => "stopping",
            Self::Stopped => "stopped",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::None, Self::Wanted, Self::Active, Self::Resuming, Self::Stopping, Self::Stopped]
            .into_iter()
            .find(|state| state.as_str() == name)
    }
}

/// A subscription as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    pub id: SubscriptionId,
    pub owner: AccountId,
    pub plan: &'static Plan,
    pub currency: String,
    pub status: SubscriptionStatus,
    pub provider: String,
    pub customer: Option<String>,
    pub plan_code: Option<String>,
    /// Its name for what was charged last: another account may have become the same customer.
    pub authorization: Option<String>,
    pub anchor: Timestamp,
    /// The last period that was paid, from 0.
    pub period: u32,
    pub paid_through: Timestamp,
    /// `YYYY-MM-DD`, once it is cancelled.
    pub end_date: Option<String>,
    pub order_state: OrderState,
}

impl Subscription {
    /// Whether its provider charges the next month by itself.
    pub fn renews(&self) -> bool {
        self.order_state != OrderState::None
    }

    /// When it is over if nothing more is paid.
    pub fn lapses(&self) -> Timestamp {
        self.paid_through.after(GRACE)
    }

    /// When a smaller plan can begin: this one's benefits end then.
    pub fn ends_for_successor(&self) -> Timestamp {
        let end = self.end_date.as_deref().and_then(calendar::day).map(calendar::over);
        end.map_or(self.paid_through, |end| end.max(self.paid_through))
    }

    /// Whether another plan gives less than this one.
    pub fn is_larger_than(&self, other: &Plan) -> bool {
        self.plan.credits > other.credits
    }

    /// Whether the paid month of this plan has to end before a smaller one begins.
    pub fn blocks_until_end(&self, other: &Plan, now: Timestamp) -> bool {
        self.is_larger_than(other) && self.ends_for_successor() > now
    }

    /// Whether a cancelled plan can go on as if it had not been cancelled.
    pub fn can_be_kept(&self, now: Timestamp) -> bool {
        self.status == SubscriptionStatus::Cancelled && self.paid_through > now
    }

    /// Whether a month of the same plan can be paid for now. What renews by itself takes none;
    /// otherwise no more than one month is sold ahead, so that pressing twice buys no year.
    pub fn may_prepay(&self, now: Timestamp) -> bool {
        self.status != SubscriptionStatus::Active
            || (!self.renews() && self.paid_through <= calendar::months_later(now, 1))
    }

    /// The last day of benefits as people read it: as it was said when it was cancelled,
    /// else the day on which it lapses.
    pub fn last_day(&self) -> String {
        match &self.end_date {
            Some(day) => calendar::spoken(day),
            None => self.lapses().day(),
        }
    }
}

/// Until when a period is paid.
pub fn paid_through(anchor: Timestamp, period: u32) -> Timestamp {
    calendar::months_later(anchor, period + 1)
}
