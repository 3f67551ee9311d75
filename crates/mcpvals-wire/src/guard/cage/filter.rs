//! Which system calls the server may not make. What is refused fails with EPERM, as for anybody without rights; `clone3`, whose
//! arguments cannot be looked at, fails as on an older kernel, and libraries take `clone` instead.

use std::collections::BTreeMap;
use std::io;

use mcpvals_model::SandboxLevel;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Op, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};

use crate::sandbox::{Cage, Network};

/// Looking into others, mounting, loading code into the kernel, keys of the user's, clocks, and what exploits are made of.
const REFUSED: &[i64] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_personality,
    libc::SYS_fanotify_init,
];
/// Only on this processor.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[i64] = &[libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt, libc::SYS_kexec_file_load];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[i64] = &[];

/// Kinds of sockets that a server may have: those that list network devices,
const DEVICES: [i32; 1] = [libc::AF_NETLINK];
/// those of other programs on this machine, where it sees none of them (Docker's would give it the machine; pairs of sockets are made
/// in another way),
const LOCAL: [i32; 1] = [libc::AF_UNIX];
/// and these, where it may speak to the network, or to our sinkhole.
const INTERNET: [i32; 2] = [libc::AF_INET, libc::AF_INET6];
/// No kind of socket has a larger number than this.
const FAMILY_MAX: u64 = 1 << 16;

/// Restricts us and whatever we start; needs `no_new_privs`.
///
/// # Errors
/// Where the kernel has no such filters, or this processor is not known.
pub(super) fn take_on(cage: &Cage) -> io::Result<()> {
    let wrong = |error: &dyn std::fmt::Display| super::told(error, "seccomp");
    let clone3 = compiled(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), libc::ENOSYS).map_err(|e| wrong(&e))?;
    let refused = compiled(refused(cage).map_err(|e| wrong(&e))?, libc::EPERM).map_err(|e| wrong(&e))?;
    apply_filter(&clone3).map_err(|e| wrong(&e))?;
    apply_filter(&refused).map_err(|e| wrong(&e))
}

fn refused(cage: &Cage) -> Result<BTreeMap<i64, Vec<SeccompRule>>, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().chain(REFUSED_HERE).map(|call| (*call, Vec::new())).collect();
    let namespaces = (libc::CLONE_NEWUSER
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS
        | libc::CLONE_NEWCGROUP)
        .cast_unsigned();
    for bit in (0..u32::BITS).map(|bit| 1_u32 << bit).filter(|bit| namespaces & bit != 0) {
        let set = SeccompCondition::new(0, Width::Qword, Op::MaskedEq(bit.into()), bit.into())?;
        rules.entry(libc::SYS_clone).or_default().push(SeccompRule::new(vec![set])?);
    }
    // Typing into the terminal of whoever started us.
    let terminal = SeccompCondition::new(1, Width::Dword, Op::Eq, libc::TIOCSTI)?;
    rules.entry(libc::SYS_ioctl).or_default().push(SeccompRule::new(vec![terminal])?);
    rules.insert(libc::SYS_socket, sockets(cage)?);
    Ok(rules)
}

/// All kinds but those that are allowed.
fn sockets(cage: &Cage) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let is_apart = cage.level == SandboxLevel::L3;
    let speaks = is_apart || cage.network == Network::Host;
    let allowed = DEVICES.iter().chain(LOCAL.iter().filter(|_| is_apart)).chain(INTERNET.iter().filter(|_| speaks));
    let others = allowed
        .map(|family| SeccompCondition::new(0, Width::Dword, Op::Ne, u64::from(family.cast_unsigned()) % FAMILY_MAX));
    Ok(vec![SeccompRule::new(others.collect::<Result<Vec<_>, _>>()?)?])
}

fn compiled(rules: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Result<BpfProgram, seccompiler::BackendError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let action = SeccompAction::Errno(error.cast_unsigned());
    let program: BpfProgram = SeccompFilter::new(rules, SeccompAction::Allow, action, arch)?.try_into()?;
    Ok(without_x32(program))
}

/// On x86-64, the kernel may know every call by a second number, which no rule above has: those are refused as a whole.
fn without_x32(program: BpfProgram) -> BpfProgram {
    if !cfg!(target_arch = "x86_64") {
        return program;
    }
    let load_number = sock_filter { code: 0x20, jt: 0, jf: 0, k: 0 };
    let next_unless_x32 = sock_filter { code: 0x35, jt: 0, jf: 1, k: 0x4000_0000 };
    let refuse = sock_filter { code: 0x06, jt: 0, jf: 0, k: 0x0005_0000 | libc::ENOSYS.cast_unsigned() };
    [load_number, next_unless_x32, refuse].into_iter().chain(program).collect()
}
