//! The release server as a stranger meets it: an empty data folder, a free port.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

use crate::http::Connection;
use xtask::shell::{self, Group};

const PATIENCE: Duration = Duration::from_secs(20);
const STARTS: usize = 5;

/// A running server; stopped and its data removed when dropped.
pub struct Server {
    child: Child,
    _group: Group,
    address: SocketAddr,
    data: PathBuf,
    /// From its start to the first answer, in milliseconds.
    start: f64,
}

impl Server {
    /// Ready when this returns.
    pub fn start(binary: &Path) -> Result<Self> {
        let address = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?;
        let data = std::env::temp_dir().join(format!(
            "evernear-bench-{}-{}",
            std::process::id(),
            address.port()
        ));
        fs::create_dir(&data)?;
        let mut command = Command::new(binary);
        command
            .arg("serve")
            .current_dir(&data)
            .env("EVERNEAR_LISTEN", address.to_string())
            .env("EVERNEAR_PUBLIC_URL", format!("http://{address}"))
            .env("EVERNEAR_DATA_DIR", &data)
            // Fifty people come from one address.
            .env("EVERNEAR_LIMIT_FACTOR", "10000")
            .stdout(Stdio::null());
        let began = Instant::now();
        let (child, group) = shell::start(&mut command)?;
        let mut server = Self { child, _group: group, address, data, start: 0.0 };
        while !matches!(Connection::open(address).and_then(|mut open| open.get("/")), Ok(200)) {
            if let Some(status) = server.child.try_wait()? {
                bail!("the server ended while it was awaited ({status})");
            }
            if began.elapsed() > PATIENCE {
                bail!("the server does not answer 200 on / within {} s", PATIENCE.as_secs());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        server.start = began.elapsed().as_secs_f64() * 1e3;
        Ok(server)
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The file of its database.
    pub fn database(&self) -> PathBuf {
        self.data.join("evernear.sqlite")
    }

    /// Resident memory in MB, as Linux counts it.
    pub fn resident(&self) -> Result<f64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(&path).with_context(|| format!("{path} (Linux only)"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
        Ok(kilobytes.context("no VmRSS")? / 1024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(id) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process(id, Signal::TERM);
        }
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.data);
    }
}

/// The middle one of several first starts, in milliseconds, migrations included.
pub fn typical_start(binary: &Path) -> Result<f64> {
    let mut starts =
        (0..STARTS).map(|_| Ok(Server::start(binary)?.start)).collect::<Result<Vec<_>>>()?;
    starts.sort_by(f64::total_cmp);
    Ok(starts[STARTS / 2])
}

/// Long enough for what was busy to give memory back and be called idle.
pub fn settle() {
    std::thread::sleep(Duration::from_secs(5));
}
