//! The stories' servers of Runway and OpenAI for programs outside: `cargo run --example contract_servers
//! [RUNWAY_PORT [IMAGES_PORT [CHAT_PORT]]]` opens them on these ports of 127.0.0.1, or on free ones, and
//! prints their addresses and keys, one JSON object in a line.
//!
//! Each line of standard input is a JSON object that says what becomes of Runway's tasks, and is answered
//! by `ok`: `stages`, what a task says one after the other before it ends, and `fails`, the code that it
//! ends with if it does not succeed, and `picture`, the file of a JPEG that its pictures are from then on, and ComfyUI's;
//! `says` is what the chat's model answers to everything from then on. ComfyUI's port is always a free one. At the end of the input they end. Whatever a contract did not allow
//! is told then, and is a failure.

use std::{env, error::Error, io::stdin, time::Duration};

use serde_json::{Value, json};
use tokio::net::TcpListener;

use harness::{
    chat_server::{self, ChatServer, Model},
    comfyui_server::{ComfyServer, View},
    images_server::ImagesServer,
    provider,
    runway_server::{End, RunwayServer},
};

#[expect(dead_code, reason = "stories ask for more than this program")]
#[path = "../tests/stories/harness"]
mod harness {
    pub mod chat_server;
    pub mod comfyui_server;
    pub mod images_server;
    pub mod multipart;
    pub mod provider;
    pub mod runway_orders;
    pub mod runway_server;
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut ports = env::args().skip(1).map(|port| port.parse::<u16>());
    let mut listener = async || {
        let port = ports.next().transpose()?.unwrap_or(0);
        Ok::<_, Box<dyn Error>>(TcpListener::bind(("127.0.0.1", port)).await?)
    };
    let runway = RunwayServer::open_on(listener().await?);
    let images = ImagesServer::open_on(listener().await?);
    let chat = ChatServer::open_on(listener().await?);
    let comfyui = ComfyServer::open().await;
    println!(
        "{}",
        json!({
            "runway": { "url": runway.url, "key": provider::KEY },
            "images": { "url": images.url, "key": provider::KEY },
            "chat": { "url": chat.url, "key": chat_server::KEY },
            "comfyui": { "url": comfyui.url },
        })
    );
    let told = runway.clone();
    let (talking, drawing) = (chat.clone(), comfyui.clone());
    tokio::spawn(works(comfyui.clone()));
    tokio::task::spawn_blocking(move || {
        for line in stdin().lines() {
            let tasks: Value = serde_json::from_str(&line?)?;
            let stages = tasks["stages"].as_array().map(Vec::as_slice).unwrap_or_default();
            if let Some(path) = tasks["picture"].as_str() {
                told.pictures(std::fs::read(path)?);
                drawing.shows(View::Bytes(std::fs::read(path)?));
            }
            if let Some(answer) = tasks["says"].as_str() {
                talking.model(Model::Says(answer.to_owned()));
            }
            let code = tasks["fails"].as_str().map(|code| &*code.to_owned().leak());
            told.tasks(stages, code.map_or(End::Succeeds, End::Fails));
            println!("ok");
        }
        Ok::<_, Box<dyn Error + Send + Sync>>(())
    })
    .await?
    .map_err(|error| error.to_string())?;
    let violations = [runway.violations(), images.violations(), comfyui.violations()].concat();
    if violations.is_empty() { Ok(()) } else { Err(violations.join("\n").into()) }
}

/// `ComfyUI` goes on with its queue: everything succeeds, in the node that the example workflows save in.
async fn works(server: ComfyServer) {
    loop {
        tokio::time::sleep(Duration::from_millis(400)).await;
        match server.counts() {
            (_, 1, _) => server.succeeds("11", "images", "picture.jpg"),
            (1.., ..) => server.begins(),
            _ => {}
        }
    }
}
