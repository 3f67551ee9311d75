//! Says which sandbox this machine gives, and what of it holds.

use std::process::ExitCode;

use mcpvals_wire::{Network, Sandbox, SandboxSetting};

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1).peekable();
    if args.peek().is_some_and(|first| first == "__guard") {
        return mcpvals_wire::guard::run(args.skip(1));
    }
    let level = args.next().and_then(|word| word.to_str()?.parse().ok());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be built");
    let setting = SandboxSetting { level, required: None, network: Network::None };
    let guard = std::env::current_exe().ok();
    let prepared = runtime.block_on(Sandbox::prepare(setting, guard.as_deref(), &std::env::vars().collect()));
    #[expect(clippy::print_stdout, reason = "an example")]
    match prepared {
        Ok(sandbox) => println!("{:#?}", sandbox.facts()),
        Err(problem) => println!("{problem}"),
    }
    ExitCode::SUCCESS
}
