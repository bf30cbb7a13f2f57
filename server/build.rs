//! Builds again when a migration is added: `migrate!` only watches those that it found.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
