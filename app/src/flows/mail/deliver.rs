//! Sending what waits: the oldest mail that is due, tried again with growing pauses until
//! it is taken or hopeless.

use std::time::Duration;

use crate::{
    domain::timestamp::Timestamp,
    flows::mail::stop::is_still_wanted,
    mails::opened,
    ports::{ClaimedMail, MailError, Ports, StoreError},
};

/// A mail that nobody took for so long is given up.
const HOPELESS_AFTER: Duration = Duration::from_secs(5 * 24 * 3600);
/// The first pause; each further one is twice as long, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(15);
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);

/// What became of a mail, for the log.
#[derive(Debug)]
pub enum Sent {
    Taken,
    Later(String),
    GivenUp(String),
    /// Its reader has stopped it while it waited, or its day is over.
    NotWanted,
}

/// Sends one claimed mail.
pub async fn send_mail(ports: &Ports, claimed: &ClaimedMail) -> Result<Sent, StoreError> {
    let ClaimedMail { mail: queued, lease } = claimed;
    let Some(mail) = &opened(ports, queued) else {
        let why = "it was sealed with another key than the server has now".to_owned();
        if ports.now().since(queued.at) > HOPELESS_AFTER {
            ports.mails.mail_done(queued.id, lease).await?;
            return Ok(Sent::GivenUp(why));
        }
        // Another server may have the key, or this one after its next start.
        ports.mails.mail_later(queued.id, lease, again(ports.now(), lease.attempt)).await?;
        return Ok(Sent::Later(why));
    };
    let wanted = match &mail.unsubscribe {
        Some(address) => is_still_wanted(ports, address).await,
        None => Ok(true),
    };
    let sent = match wanted {
        Ok(true) => ports.mailer.send(mail).await,
        Ok(false) => {
            ports.mails.mail_done(mail.id, lease).await?;
            return Ok(Sent::NotWanted);
        }
        Err(error) => Err(MailError::Later(error.to_string())),
    };
    match sent {
        Ok(()) => {
            ports.mails.mail_done(mail.id, lease).await?;
            Ok(Sent::Taken)
        }
        Err(MailError::Refused(why)) => {
            ports.mails.mail_done(mail.id, lease).await?;
            Ok(Sent::GivenUp(why))
        }
        Err(MailError::Later(why)) if ports.now().since(mail.at) > HOPELESS_AFTER => {
            ports.mails.mail_done(mail.id, lease).await?;
            Ok(Sent::GivenUp(why))
        }
        Err(MailError::Later(why)) => {
            ports.mails.mail_later(mail.id, lease, again(ports.now(), lease.attempt)).await?;
            Ok(Sent::Later(why))
        }
    }
}

fn again(now: Timestamp, attempt: i64) -> Timestamp {
    let doublings = u32::try_from(attempt - 1).unwrap_or(0).min(16);
    now.after((FIRST_PAUSE * 2_u32.pow(doublings)).min(LONGEST_PAUSE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_an_hour() {
        let pause = |attempt| again(Timestamp(0), attempt).0 / 1000;
        assert_eq!((pause(1), pause(2), pause(5), pause(40)), (15, 30, 240, 3600));
    }
}
