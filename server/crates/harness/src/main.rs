//! The `poker-harness` binary.

use std::process::ExitCode;

/// The same as the server's, so that drives cost what a server costs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    poker_harness::main()
}
