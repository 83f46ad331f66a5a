//! The standing orders by which plans renew. The provider is asked for one when the first month is
//! paid, told to stop it when the plan ends, and asked to let it go on where the plan is kept: until it
//! has answered, each time later. Whoever is cut off between its answer and our row leaves an order
//! that belongs to no subscription: a webhook tells of it, or the provider's list of the customer's
//! orders does, and it is stopped.

use std::{sync::Arc, time::Duration};

use crate::{
    domain::{
        billing::{Currency, OrderState, PLANS, StandingOrder, subscription::GRACE},
        id::{RequestId, SubscriptionId},
        timestamp::Timestamp,
    },
    ports::{
        LaterOrder, OrderDue, OrderFailure, OrderRequest, PaymentProvider, Ports, ProviderError,
        StoreError, UnownedOrder,
    },
};

/// How soon a provider that could not be asked is asked again: at first, and at last.
const AGAIN: Duration = Duration::from_secs(300);
const AGAIN_AT_LAST: Duration = Duration::from_secs(24 * 3600);
/// How long one worker has for asking a provider before another one tries.
const LEASE: Duration = Duration::from_secs(300);
/// How long a question that was not answered may still arrive at the provider. Until then nothing
/// that contradicts it is asked.
const QUIET: Duration = Duration::from_secs(60);
/// How often a provider refuses an order before the plan is taken to be paid month by month: about
/// a day, for an order of before may have to be stopped first.
const REFUSALS: u32 = 9;
/// How often it refuses to let an order go on before another one is made.
const RESUME_REFUSALS: u32 = 2;
/// How long an order that was told may belong to nobody: whoever asked for it is still writing it down.
const UNOWNED_FOR: Duration = Duration::from_secs(600);

/// Subscriptions whose provider is due to be asked about their order.
pub(super) async fn due(ports: &Ports, provider: &str) -> Result<Vec<SubscriptionId>, StoreError> {
    ports.standing_orders.due(provider, ports.now()).await
}

/// Makes, stops or resumes the order of one of them, where no other worker does: two questions that
/// contradict each other could arrive there in another order.
pub(super) async fn attend(
    ports: &Ports,
    provider: &Arc<dyn PaymentProvider>,
    subscription: SubscriptionId,
) -> Result<usize, StoreError> {
    let now = ports.now();
    let due = ports.standing_orders.take(subscription, now, now.after(LEASE)).await?;
    let Some(due) = due else { return Ok(0) };
    match (due.subscription.order_state, &due.order) {
        (OrderState::Wanted, _) => make(ports, provider, &due).await?,
        (OrderState::Resuming, Some(order)) => resume(ports, provider, &due, order).await?,
        (OrderState::Stopping, Some(order)) => {
            settle(ports, &due, provider.stop(order).await).await?;
        }
        // There is none to stop; one that is being made meanwhile will be nobody's.
        _ => settle(ports, &due, Ok(())).await?,
    }
    Ok(1)
}

/// What was due is done, or is due later.
async fn settle(
    ports: &Ports,
    due: &OrderDue,
    result: Result<(), ProviderError>,
) -> Result<(), StoreError> {
    match result {
        Ok(()) => ports.standing_orders.confirmed(due, ports.now()).await,
        Err(error) => failed(ports, due, &error).await,
    }
}

/// Lets an order go on. One that would charge for another month than the first that is not paid is
/// replaced, as one that the provider does not let go on.
async fn resume(
    ports: &Ports,
    provider: &Arc<dyn PaymentProvider>,
    due: &OrderDue,
    order: &StandingOrder,
) -> Result<(), StoreError> {
    let paid_through = due.subscription.paid_through;
    let misses =
        |next: Timestamp| next > paid_through.after(GRACE) || next.after(GRACE) < paid_through;
    match provider.resume(order).await {
        Ok(next) if next.is_some_and(misses) => {
            ports.standing_orders.replace(due, ports.now()).await
        }
        Err(ProviderError::Refused(_)) if due.refusals + 1 >= RESUME_REFUSALS => {
            ports.standing_orders.replace(due, ports.now()).await
        }
        resumed => settle(ports, due, resumed.map(|_| ())).await,
    }
}

/// An order that the provider has made, and the question for it.
pub(super) struct MadeOrder {
    pub request: RequestId,
    pub order: StandingOrder,
}

/// Asks for an order, and writes the question down first: where the answer is lost, or whoever asks
/// is cut off, the provider is asked which orders there are (`find_unanswered`). Before another
/// question of the same customer and plan that is asked as well, or there would be two orders.
///
/// Whoever has written the order down ends the question by `StandingOrderStore::answered`.
pub(super) async fn request_order(
    ports: &Ports,
    provider: &dyn PaymentProvider,
    later: &LaterOrder,
) -> Result<Result<MadeOrder, ProviderError>, StoreError> {
    let request = new_request(ports, provider.name(), &later.customer, &later.plan_code);
    let unanswered = ports.standing_orders.request(&request, ports.now().after(LEASE)).await?;
    if unanswered && let Err(error) = fetch_live_orders(ports, provider, &request).await? {
        // It was not asked for the order: that is no refusal of it.
        return Ok(Err(ProviderError::Unavailable(error.to_string())));
    }
    let order = provider.subscribe(later).await;
    Ok(order.map(|order| MadeOrder { request: request.id, order }))
}

fn new_request(ports: &Ports, provider: &str, customer: &str, plan_code: &str) -> OrderRequest {
    let (at, parts) = ports.id_parts();
    OrderRequest {
        id: RequestId::new(at, &parts),
        provider: provider.to_owned(),
        customer: customer.to_owned(),
        plan_code: plan_code.to_owned(),
        tries: 0,
    }
}

/// Asks which orders there are for a customer and a plan. One that was made without an answer, and
/// of which no webhook tells, is known from here: it belongs to no subscription, and is stopped.
async fn fetch_live_orders(
    ports: &Ports,
    provider: &dyn PaymentProvider,
    request: &OrderRequest,
) -> Result<Result<(), ProviderError>, StoreError> {
    let orders = match provider.orders_of(&request.customer).await {
        Ok(orders) => orders,
        Err(error) => return Ok(Err(error)),
    };
    let now = ports.now();
    for order in orders.iter().filter(|order| order.plan_code == request.plan_code) {
        ports.standing_orders.charges(provider.name(), order, now, now).await?;
    }
    Ok(Ok(()))
}

/// Finds the orders of a question that was not answered; later again where it cannot be asked which
/// there are.
pub(super) async fn find_unanswered(
    ports: &Ports,
    provider: &Arc<dyn PaymentProvider>,
    request: &OrderRequest,
) -> Result<usize, StoreError> {
    match fetch_live_orders(ports, provider.as_ref(), request).await? {
        Ok(()) => ports.standing_orders.answered(request.id).await.map(|()| 1),
        Err(error) => {
            let next = ports.now().after(again(request.tries));
            ports.standing_orders.postpone_request(request.id, next).await?;
            Err(StoreError::new(error))
        }
    }
}

/// Something charges this customer for a plan and is not known: it is asked which orders there are.
pub(super) async fn schedule_search(
    ports: &Ports,
    provider: &str,
    customer: &str,
    plan_code: &str,
) -> Result<(), StoreError> {
    let request = new_request(ports, provider, customer, plan_code);
    ports.standing_orders.request(&request, ports.now()).await.map(|_| ())
}

async fn failed(ports: &Ports, due: &OrderDue, error: &ProviderError) -> Result<(), StoreError> {
    let now = ports.now();
    let refused = matches!(error, ProviderError::Refused(_));
    let failure = OrderFailure {
        problem: &error.to_string(),
        refused,
        quiet_until: if refused { now } else { now.after(QUIET) },
        next: now.after(again(due.tries)),
    };
    ports.standing_orders.failed(due, failure).await
}

/// Twice as long after each time, a day at most: it is never given up, and an operator sees
/// it until the provider has confirmed.
fn again(tries: u32) -> Duration {
    AGAIN.saturating_mul(2_u32.saturating_pow(tries)).min(AGAIN_AT_LAST)
}

/// The next month is charged when the one that is paid ends.
async fn make(
    ports: &Ports,
    provider: &Arc<dyn PaymentProvider>,
    due: &OrderDue,
) -> Result<(), StoreError> {
    let of = &due.subscription;
    let (Some(customer), Some(plan_code), Some(authorization)) =
        (of.customer.clone(), of.plan_code.clone(), of.authorization.clone())
    else {
        return ports.standing_orders.give_up(due).await;
    };
    let wanted = LaterOrder {
        customer,
        plan_code,
        authorization,
        user: of.owner,
        order: of.plan.order(Currency::named(&of.currency)),
        from: of.paid_through.max(ports.now()),
    };
    match request_order(ports, provider.as_ref(), &wanted).await? {
        Ok(answer) => {
            // Where it is not wanted any more, it is nobody's.
            ports.standing_orders.made(due, &answer.order, ports.now()).await?;
            ports.standing_orders.answered(answer.request).await
        }
        Err(ProviderError::Refused(_)) if due.refusals + 1 >= REFUSALS => {
            ports.standing_orders.give_up(due).await
        }
        Err(error) => failed(ports, due, &error).await,
    }
}

/// Orders for our plans that belong to no subscription, for whoever stops them.
pub(super) async fn unowned(
    ports: &Ports,
    provider: &Arc<dyn PaymentProvider>,
) -> Result<Vec<UnownedOrder>, StoreError> {
    let (now, name) = (ports.now(), provider.name());
    let (before, until) = (now.before(UNOWNED_FOR), now.after(LEASE));
    let orders = PLANS.iter().flat_map(|plan| Currency::ALL.map(|currency| plan.order(currency)));
    let mut unowned = Vec::new();
    for plan_code in orders.filter_map(|order| provider.plan_code(order)) {
        let taken =
            ports.standing_orders.take_unowned(name, &plan_code, before, until, now).await?;
        unowned.extend(taken);
    }
    Ok(unowned)
}

/// Stops one of them; again later until the provider has confirmed.
pub(super) async fn stop_unowned(
    ports: &Ports,
    provider: &Arc<dyn PaymentProvider>,
    unowned: &UnownedOrder,
) -> Result<usize, StoreError> {
    let (name, now) = (provider.name(), ports.now());
    match provider.stop(&unowned.order).await {
        Ok(()) => ports.standing_orders.unowned_stopped(name, unowned, now).await?,
        Err(error) => {
            let (problem, next) = (error.to_string(), now.after(again(unowned.tries)));
            ports.standing_orders.postpone_unowned(name, unowned, &problem, next).await?;
        }
    }
    Ok(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_that_does_not_answer_is_asked_less_and_less_often() {
        let minutes = [0, 1, 2, 8, 9, 40].map(|tries| again(tries).as_secs() / 60);
        assert_eq!(minutes, [5, 10, 20, 1280, 1440, 1440]);
    }
}
