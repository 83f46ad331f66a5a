//! Recordings are decoded where photos are, one at a time: each counts as heavy, because nothing that
//! a file says of itself bounds what it takes.

use std::time::Duration;

use async_trait::async_trait;
use evernear_app::ports::{
    CpuSpent, PhotoFile, ReadRecording, RecordingReadError, RecordingReader, StoreError,
};
use evernear_renderer::Weight;
use tokio::time::{Instant, timeout_at};

use super::{
    super::recording_reader::refusal,
    LATER_FOR_EACH, Meter, PhotoDecoders, QUEUE_TIMEOUT, UNFORESEEN_FACTOR,
    clients::Client,
    protocol::{Answer, Medium},
    timestamp,
};

/// What three minutes take at most: their samples at the file's rate, while the list of them grows, and
/// at the film's.
const MEMORY: u64 = 160 << 20;
/// CPU time that a recording is reckoned to take, and takes at most: three minutes of Opus at a rate that
/// is converted take three seconds.
const RECKONED_CPU: Duration = Duration::from_secs(1);
const MOST_CPU: Duration = Duration::from_secs(12);

#[async_trait]
impl RecordingReader for PhotoDecoders {
    async fn read_recording(
        &self,
        client: &str,
        file: &dyn PhotoFile,
        spent: CpuSpent<'_>,
    ) -> Result<ReadRecording, RecordingReadError> {
        let (_place, client) = self.clients.enter(client)?;
        let since = self.virtual_arrival(&client, Duration::ZERO);
        let since = since + LATER_FOR_EACH * client.others_here();
        let mut stays = self.here.enter(timestamp(since)).ok_or(RecordingReadError::Busy)?;
        tokio::select! {
            read = self.recording_of(&client, file, spent) => read,
            () = stays.sent_away() => Err(RecordingReadError::Busy),
        }
    }
}

impl PhotoDecoders {
    async fn recording_of(
        &self,
        client: &Client,
        file: &dyn PhotoFile,
        spent: CpuSpent<'_>,
    ) -> Result<ReadRecording, RecordingReadError> {
        let weight = Weight { pixels: 0, memory: MEMORY, cpu: RECKONED_CPU };
        let deadline = Instant::now() + QUEUE_TIMEOUT;
        let turn = timeout_at(deadline, client.turn(true)).await;
        let _turn = turn.map_err(|_| RecordingReadError::Busy)??;
        let since = self.virtual_arrival(client, weight.cpu);
        let permits = timeout_at(deadline, self.permits(weight, true, since)).await;
        let _permits = permits.map_err(|_| RecordingReadError::Busy)??;
        let bytes = file.bytes().await?;
        let spent = |cpu: Duration| {
            client.spend(cpu + cpu.saturating_sub(weight.cpu) * UNFORESEEN_FACTOR);
            spent(cpu);
        };
        let mut meter = Meter::new(&spent);
        match self.decode((Medium::Recording, &bytes), weight, MOST_CPU, &mut meter).await? {
            Answer::Recording(read) => read.map_err(refusal),
            Answer::Photo(_) => Err(StoreError::new("a photo for a recording").into()),
        }
    }
}
