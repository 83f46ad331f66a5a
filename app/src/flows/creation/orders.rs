//! Orders at a provider that costs money. Each is written down before it is sent, so that nothing is paid
//! for twice but what may have been taken when a server or a connection ended; that is counted.

use std::time::Duration;

use super::{begin::order_price, outcome::StepOutcome};
use crate::{
    domain::creation::{Creation, Failure, MAX_LOST_ORDERS, MAX_TROUBLES, Order},
    ports::{ImageryError, Lease, Part, Ports, StoreError},
};

/// How soon a step that met trouble outside is tried again.
pub(super) const TROUBLE_PAUSE: Duration = Duration::from_secs(3);
/// The longest pause that a provider may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Writes a paid order down, to be sent by the next step; nothing where the step before this one has,
/// and its price may be spent. Where an earlier step has, the server ended while it was being sent.
pub(super) async fn pay(
    ports: &Ports,
    creation: &mut Creation,
    lease: &Lease,
    part: Part,
) -> Result<Option<StepOutcome>, StoreError> {
    let name = order_name(creation, part);
    if let Some(order) = creation.state.order.take().filter(|order| order.name == name) {
        if order.attempt + 1 == lease.attempt {
            let price = order_price(ports, part, creation.state.fallback);
            let may = ports.costs.spend(creation, price, ports.settings.prices.limits).await?;
            return Ok((!may).then(|| fall_back_or_fail(ports, creation, Failure::Costly)));
        }
        if let Some(outcome) = lose_order(ports, creation, part).await? {
            return Ok(Some(outcome));
        }
    }
    creation.state.order = Some(Order { name, attempt: lease.attempt });
    Ok(Some(StepOutcome::Continue(Duration::ZERO)))
}

/// Counts an order that may have been taken; the outcome where there were too many.
pub(super) async fn lose_order(
    ports: &Ports,
    creation: &mut Creation,
    part: Part,
) -> Result<Option<StepOutcome>, StoreError> {
    ports.costs.lose_order(creation.id).await?;
    creation.state.lost_orders += 1;
    let too_many = creation.state.lost_orders > MAX_LOST_ORDERS;
    Ok(too_many.then(|| fall_back_or_fail(ports, creation, part.failure())))
}

/// What names the order of a part. A part that is made anew is another order.
pub(super) fn order_name(creation: &Creation, part: Part) -> String {
    let part = match part {
        Part::Image => "image",
        Part::Film => "film",
    };
    let number = creation.state.restarts + creation.state.losses + creation.other_pictures();
    format!("{}-{part}-{number}", creation.id)
}

/// Writes down which task the next order becomes, where its provider names tasks by their orders; the order
/// is sent by the next step then. Nothing where it is written down, or nobody knows before.
pub(super) fn expect_task(
    ports: &Ports,
    creation: &mut Creation,
    part: Part,
) -> Option<StepOutcome> {
    let (order, mode) = (order_name(creation, part), creation.brief.mode);
    let expected = ports.imagery.task_of(&order, part, mode, creation.state.fallback);
    let expected = expected.map(|task| task.0);
    if expected == creation.state.expected_task {
        return None;
    }
    creation.state.expected_task = expected;
    Some(StepOutcome::Continue(Duration::ZERO))
}

/// What follows an order that was not placed.
pub(super) async fn trouble(
    ports: &Ports,
    creation: &mut Creation,
    part: Part,
    error: &ImageryError,
) -> Result<StepOutcome, StoreError> {
    let pause = StepOutcome::Continue(pause_after(error));
    let paid = ports.imagery.is_paid(part, creation.state.fallback);
    let taken = matches!(error, ImageryError::MaybeTaken(_));
    if paid && !taken {
        let price = order_price(ports, part, creation.state.fallback);
        ports.costs.take_back(creation.id, price).await?;
    }
    Ok(match error {
        ImageryError::Rejected(_) => fall_back_or_fail(ports, creation, part.failure()),
        ImageryError::MaybeTaken(_) if paid => {
            lose_order(ports, creation, part).await?.unwrap_or(pause)
        }
        // One that costs nothing may be sent again and again.
        ImageryError::MaybeTaken(_) | ImageryError::Unavailable { .. } => {
            creation.state.troubles += 1;
            if creation.state.troubles >= MAX_TROUBLES && may_fall_back(ports, creation) {
                fall_back_or_fail(ports, creation, part.failure())
            } else {
                pause
            }
        }
    })
}

pub(super) fn pause_after(error: &ImageryError) -> Duration {
    match error {
        ImageryError::Unavailable { retry_after: Some(wait), .. } => {
            (*wait).clamp(TROUBLE_PAUSE, LONGEST_PAUSE)
        }
        _ => TROUBLE_PAUSE,
    }
}

fn may_fall_back(ports: &Ports, creation: &Creation) -> bool {
    ports.imagery.has_fallback() && !creation.state.fallback
}

/// Lets the fallback make what the provider cannot; fails where there is none.
pub(super) fn fall_back_or_fail(
    ports: &Ports,
    creation: &mut Creation,
    failure: Failure,
) -> StepOutcome {
    creation.state.task = None;
    creation.state.expected_task = None;
    creation.state.order = None;
    creation.state.waiting = false;
    if !may_fall_back(ports, creation) {
        return StepOutcome::Fail(failure);
    }
    creation.state.fallback = true;
    creation.state.restarts = 0;
    creation.state.losses = 0;
    creation.progressed_at = ports.now();
    StepOutcome::Continue(Duration::ZERO)
}
