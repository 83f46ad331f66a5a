//! The binary carries the built assets: when they change, it is built again.

fn main() {
    println!("cargo:rerun-if-changed=../target/site");
    println!("cargo:rerun-if-changed=../migrations");
}
