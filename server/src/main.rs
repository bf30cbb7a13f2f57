//! The `poker` binary.

use std::process::ExitCode;

/// Every action allocates and frees about a hundred small values, on threads that pass them to one another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    poker_server::cli::main()
}
