//! The three monthly plans. Data: pages show it, payments charge by it, receipts and tests
//! read it.

use std::time::Duration;

use evernear_rules::pricing::CREATION_COST;

use super::{Money, Order};

/// A monthly plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub name: &'static str,
    /// Whole dollars a month.
    pub price_usd: u32,
    /// Whole rands a month.
    pub price_zar: u32,
    /// Credits a month.
    pub credits: u32,
    /// What comes on top.
    pub extras: &'static [&'static str],
    /// Its call to action.
    pub cta: &'static str,
    /// How much longer its creations count as having waited: who pays for speed is
    /// fetched first, and nobody waits for ever.
    pub head_start: Duration,
    /// Its messages to us come before those of lower numbers.
    pub support: u32,
}

/// All plans, smallest first.
pub static PLANS: [Plan; 3] = [
    Plan {
        name: "Starter",
        price_usd: 8,
        price_zar: 150,
        credits: 400,
        extras: &[],
        cta: "Choose Starter",
        head_start: Duration::ZERO,
        support: 0,
    },
    Plan {
        name: "Pro",
        price_usd: 12,
        price_zar: 220,
        credits: 700,
        extras: &["Priority processing", "Email support"],
        cta: "Choose Pro",
        head_start: Duration::from_secs(10 * 60),
        support: 1,
    },
    Plan {
        name: "Premium",
        price_usd: 29,
        price_zar: 550,
        credits: 2000,
        extras: &["Fastest queue", "Priority email and chat support"],
        cta: "Choose Premium",
        head_start: Duration::from_secs(20 * 60),
        support: 2,
    },
];

/// What a plan is paid in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Currency {
    Usd,
    Zar,
}

impl Currency {
    pub const ALL: [Self; 2] = [Self::Usd, Self::Zar];

    /// By its code in any case; dollars for everything else.
    pub fn named(code: &str) -> Self {
        if code.trim().eq_ignore_ascii_case("ZAR") { Self::Zar } else { Self::Usd }
    }

    /// By its exact code, as providers write it.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|currency| currency.code() == code)
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::Usd => "USD",
            Self::Zar => "ZAR",
        }
    }

    pub fn sign(self) -> &'static str {
        match self {
            Self::Usd => "$",
            Self::Zar => "R",
        }
    }
}

impl Plan {
    /// The price of a month as people read it: `$8`, `R150`.
    pub fn price(&self, currency: Currency) -> String {
        format!("{}{}", currency.sign(), self.units(currency))
    }

    /// A month of this plan: its price times 100.
    pub fn order(&'static self, currency: Currency) -> Order {
        let cents = i64::from(self.units(currency)) * 100;
        Order { plan: self, amount: Money { cents, currency } }
    }

    fn units(&self, currency: Currency) -> u32 {
        match currency {
            Currency::Usd => self.price_usd,
            Currency::Zar => self.price_zar,
        }
    }

    /// The plan of this name; case does not matter.
    pub fn named(name: &str) -> Option<&'static Self> {
        PLANS.iter().find(|plan| plan.name.eq_ignore_ascii_case(name.trim()))
    }

    /// Those that give more than this one.
    pub fn larger(&self) -> impl Iterator<Item = &'static Self> {
        let credits = self.credits;
        PLANS.iter().filter(move |plan| plan.credits > credits)
    }

    /// How many memories a month's credits are good for.
    pub fn memories(&self) -> u32 {
        self.credits / CREATION_COST
    }
}

#[cfg(test)]
mod tests {
    use super::{Currency, PLANS, Plan};

    #[test]
    fn a_price_is_in_dollars_unless_rands_are_asked_for() {
        let prices = |code| PLANS.each_ref().map(|plan| plan.price(Currency::named(code)));
        assert_eq!(prices("zar"), ["R150", "R220", "R550"]);
        assert_eq!(prices(""), ["$8", "$12", "$29"]);
        assert_eq!(prices("EUR"), ["$8", "$12", "$29"]);
    }

    #[test]
    fn plans_are_those_of_the_price_list() {
        let list =
            PLANS.each_ref().map(|plan| (plan.name, plan.price_usd, plan.price_zar, plan.credits));
        assert_eq!(
            list,
            [("Starter", 8, 150, 400), ("Pro", 12, 220, 700), ("Premium", 29, 550, 2000)]
        );
    }

    #[test]
    fn an_amount_is_the_price_times_a_hundred() {
        let cents = |currency| PLANS.each_ref().map(|plan| plan.units(currency) * 100);
        assert_eq!(cents(Currency::Usd), [800, 1200, 2900]);
        assert_eq!(cents(Currency::Zar), [15_000, 22_000, 55_000]);
        let order = Plan::named("pro").expect("Pro").order(Currency::Zar);
        assert_eq!(order.amount.cents, 22_000);
    }

    #[test]
    fn credits_make_whole_memories() {
        assert_eq!(PLANS.each_ref().map(Plan::memories), [16, 28, 80]);
    }

    #[test]
    fn a_plan_is_found_by_its_name_in_any_case() {
        assert_eq!(Plan::named(" pro ").map(|plan| plan.name), Some("Pro"));
        assert_eq!(Plan::named("PREMIUM").map(|plan| plan.credits), Some(2000));
        assert_eq!(Plan::named("Basic"), None);
        assert_eq!(Plan::named(""), None);
    }
}
