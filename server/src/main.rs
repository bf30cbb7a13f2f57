//! The binary `poker`.

use std::process::ExitCode;

/// Every action makes and drops some hundred small values, on threads that hand them to one another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    poker_server::cli::main()
}
