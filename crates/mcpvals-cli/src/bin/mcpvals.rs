//! The binary `mcpvals`.

fn main() -> std::process::ExitCode {
    mcpvals_cli::main(mcpvals_cli::Door::Mcpvals)
}
