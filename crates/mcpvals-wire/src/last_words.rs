//! What a process leaves behind when it crashes.

/// From now on this process leaves no image of its memory, in which the tokens and secrets of the run would be, and other
/// processes of the same user cannot read it. Processes that it starts are as they were.
///
/// # Errors
/// Where the system refuses.
#[cfg(target_os = "linux")]
pub fn leave_no_core() -> std::io::Result<()> {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    // The mark is the process's own: exec takes it away.
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Nothing, on systems where it is not known how.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub fn leave_no_core() -> std::io::Result<()> {
    Ok(())
}
