//! The binary `poker`.

use std::process::ExitCode;

fn main() -> ExitCode {
    poker_server::cli::main()
}
