//! The three monthly plans (spec §3 'Plan', §9). Data: a page shows it, a payment will
//! charge by it.

use evernear_rules::rules::CREATION_COST;

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
}

/// All plans, smallest first.
pub const PLANS: [Plan; 3] = [
    Plan { name: "Starter", price_usd: 8, price_zar: 150, credits: 400, extras: &[] },
    Plan {
        name: "Pro",
        price_usd: 12,
        price_zar: 220,
        credits: 700,
        extras: &["Priority processing", "Email support"],
    },
    Plan {
        name: "Premium",
        price_usd: 29,
        price_zar: 550,
        credits: 2000,
        extras: &["Fastest queue", "Priority email and chat support"],
    },
];

/// What a plan is paid in (spec §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Currency {
    Usd,
    Zar,
}

impl Currency {
    /// By its code in any case; dollars for everything else.
    pub fn named(code: &str) -> Self {
        if code.trim().eq_ignore_ascii_case("ZAR") { Self::Zar } else { Self::Usd }
    }
}

impl Plan {
    /// The price of a month as people read it: `$8`, `R150`.
    pub fn price(&self, currency: Currency) -> String {
        match currency {
            Currency::Usd => format!("${}", self.price_usd),
            Currency::Zar => format!("R{}", self.price_zar),
        }
    }

    /// The plan of this name; case does not matter (spec §5).
    pub fn named(name: &str) -> Option<&'static Self> {
        PLANS.iter().find(|plan| plan.name.eq_ignore_ascii_case(name.trim()))
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
        let prices = |code| PLANS.map(|plan| plan.price(Currency::named(code)));
        assert_eq!(prices("zar"), ["R150", "R220", "R550"]);
        assert_eq!(prices(""), ["$8", "$12", "$29"]);
        assert_eq!(prices("EUR"), ["$8", "$12", "$29"]);
    }

    #[test]
    fn plans_are_those_of_the_price_list() {
        let list = PLANS.map(|plan| (plan.name, plan.price_usd, plan.price_zar, plan.credits));
        assert_eq!(
            list,
            [("Starter", 8, 150, 400), ("Pro", 12, 220, 700), ("Premium", 29, 550, 2000)]
        );
    }

    #[test]
    fn credits_make_whole_memories() {
        assert_eq!(PLANS.map(|plan| plan.memories()), [16, 28, 80]);
    }

    #[test]
    fn a_plan_is_found_by_its_name_in_any_case() {
        assert_eq!(Plan::named(" pro ").map(|plan| plan.name), Some("Pro"));
        assert_eq!(Plan::named("PREMIUM").map(|plan| plan.credits), Some(2000));
        assert_eq!(Plan::named("Basic"), None);
        assert_eq!(Plan::named(""), None);
    }
}
