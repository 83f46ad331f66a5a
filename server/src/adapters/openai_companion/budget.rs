//! How often the model may be asked: by one account, and by everybody in a day for what that costs.

use std::sync::Arc;

use evernear_app::{
    domain::{id::AccountId, rate_limit::Limit},
    ports::{Clock, CostStore, RateLimiter},
};

/// See the module.
pub struct Budget {
    pub rate_limiter: Arc<dyn RateLimiter>,
    pub costs: Arc<dyn CostStore>,
    pub clock: Arc<dyn Clock>,
    /// What all answers of a day may cost, in millionths of a US dollar. Answers that are under way may
    /// cost a little more.
    pub day_ceiling: i64,
}

impl Budget {
    /// Whether the model may be asked for this account, or for a creation.
    ///
    /// # Errors
    /// Why not.
    pub async fn allows(&self, account: Option<AccountId>) -> Result<(), &'static str> {
        match self.costs.companion_spent(&self.clock.now().date()).await {
            Ok(spent) if spent > 0 && spent >= self.day_ceiling => {
                return Err("its answers cost what they may cost in a day");
            }
            Ok(_) => {}
            // A count that cannot be read holds nobody up.
            Err(error) => {
                tracing::error!(%error, "what the companion's model cost today cannot be read");
            }
        }
        let Some(account) = account else { return Ok(()) };
        let asked = self.rate_limiter.check(Limit::ModelQuestion, &account.to_string());
        asked.map_err(|_| "this account has asked too often lately")
    }
}
