//! The view of the files: the system and what was granted, read-only; a HOME and a TMPDIR of the server's own.
//!
//! It is built below a folder of ours and then becomes the root. Every place to mount on is either there already in what
//! is read-only, or is made by us; links are never followed on the way, as an earlier server may have left one.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive, mount_change, unmount,
};
use rustix::process::{chdir, pivot_root};

use super::{at, files};
use crate::os;
use crate::sandbox::{BAITS, Cage, Network};

/// The layers of a sandbox that has just ended may be in use for a moment.
const BUSY_MAX: Duration = Duration::from_secs(2);
const BUSY_STEP: Duration = Duration::from_millis(20);
/// Devices that any program may use.
const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];
/// What of `/proc` speaks of the whole machine, and can be written to by root.
const WHOLE_MACHINE: [&str; 6] = ["sys", "sysrq-trigger", "irq", "bus", "fs", "acpi"];
/// And what is not to be read.
const HIDDEN: [&str; 5] = ["kcore", "keys", "kmsg", "timer_list", "sched_debug"];

/// Where the new root is while it is built.
struct View<'a> {
    cage: &'a Cage,
    root: PathBuf,
}

/// Builds the view, and makes it ours.
///
/// # Errors
/// With what could not be mounted.
pub(super) fn build(cage: &Cage) -> io::Result<()> {
    at(mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC), "cannot keep", Path::new("/"))?;
    let view = View { cage, root: cage.scratch.join("root") };
    view.new_file_system(Path::new("/"), c"mode=755,size=16m")?;
    view.system()?;
    view.own_folders()?;
    view.grants(false)?;
    let covered = view.cover_hidden()?;
    view.grants(true)?;
    view.baits()?;
    for path in covered {
        at(os::make_read_only(&view.inside(&path), false), "cannot protect", &path)?;
    }
    view.become_root()
}

/// So that what lies in another is mounted over it.
fn shortest_first(paths: &[PathBuf]) -> Vec<&PathBuf> {
    let mut paths: Vec<&PathBuf> = paths.iter().collect();
    paths.sort_by_key(|path| path.as_os_str().len());
    paths
}

impl View<'_> {
    fn inside(&self, path: &Path) -> PathBuf {
        self.root.join(path.strip_prefix("/").unwrap_or(path))
    }

    fn new_file_system(&self, path: &Path, options: &std::ffi::CStr) -> io::Result<()> {
        let place = self.folder(path)?;
        at(mount("tmpfs", &place, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options), "cannot mount", path)
    }

    /// A folder to mount on.
    fn folder(&self, path: &Path) -> io::Result<PathBuf> {
        let mut place = self.root.clone();
        for part in path.components() {
            let Component::Normal(name) = part else { continue };
            place.push(name);
            match place.symlink_metadata() {
                Ok(there) if there.is_dir() => {}
                Ok(_) => {
                    return Err(io::Error::other(format!(
                        "`{}` is in the way of `{}`",
                        place.display(),
                        path.display()
                    )));
                }
                Err(_) => at(fs::create_dir(&place), "cannot make", path)?,
            }
        }
        Ok(place)
    }

    /// A file to mount on.
    fn file(&self, path: &Path) -> io::Result<PathBuf> {
        let folder = self.folder(path.parent().unwrap_or(Path::new("/")))?;
        let place = folder.join(path.file_name().unwrap_or_default());
        match place.symlink_metadata() {
            Ok(there) if there.is_file() => {}
            Ok(_) => return Err(io::Error::other(format!("`{}` is in the way", path.display()))),
            Err(_) => drop(at(fs::File::create_new(&place), "cannot make", path)?),
        }
        Ok(place)
    }

    /// As it is outside, and read-only.
    fn show(&self, path: &Path) -> io::Result<()> {
        let is_folder = path.is_dir();
        let place = if is_folder { self.folder(path)? } else { self.file(path)? };
        at(mount_bind_recursive(path, &place), "cannot show", path)?;
        at(os::make_read_only(&place, is_folder), "cannot protect", path)
    }

    /// Programs, libraries and settings, but for what is secret.
    fn system(&self) -> io::Result<()> {
        for path in files::system() {
            match fs::read_link(&path) {
                // `/bin` is a link to `usr/bin` nearly everywhere.
                Ok(target) => at(std::os::unix::fs::symlink(target, self.inside(&path)), "cannot link", &path)?,
                Err(_) => self.show(&path)?,
            }
        }
        for path in files::secret_settings() {
            self.hide(&path)?;
        }
        self.devices()?;
        self.processes()?;
        let processors = Path::new("/sys/devices/system/cpu");
        if processors.is_dir() { self.show(processors) } else { Ok(()) }
    }

    /// Nothing is there instead.
    fn hide(&self, path: &Path) -> io::Result<()> {
        let place = self.inside(path);
        if fs::symlink_metadata(&place).is_ok_and(|there| there.is_dir()) {
            let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::RDONLY;
            at(mount("tmpfs", &place, "tmpfs", flags, c"mode=755,size=4k"), "cannot hide", path)
        } else {
            at(mount_bind("/dev/null", &place), "cannot hide", path)
        }
    }

    /// What was granted in what is hidden, or all the rest.
    fn grants(&self, hidden: bool) -> io::Result<()> {
        let is_meant = |path: &Path| self.cage.hidden.iter().any(|covered| path.starts_with(covered)) == hidden;
        for path in shortest_first(&self.cage.reads).into_iter().filter(|path| is_meant(path)) {
            self.show(path)?;
        }
        for (index, path) in self.cage.layers.iter().enumerate().filter(|(_, path)| is_meant(path)) {
            self.layer(path, index)?;
        }
        Ok(())
    }

    /// Empty folders over what is hidden in folders that are shown. They are protected later: the server's own may lie in one.
    fn cover_hidden(&self) -> io::Result<Vec<PathBuf>> {
        let is_shown = |path: &&PathBuf| self.inside(path).symlink_metadata().is_ok();
        let mut covered = Vec::new();
        for path in self.cage.hidden.iter().filter(is_shown) {
            if self.inside(path).is_dir() {
                self.new_file_system(path, c"mode=755,size=16m")?;
                covered.push(path.clone());
            } else {
                self.hide(path)?;
            }
        }
        Ok(covered)
    }

    fn devices(&self) -> io::Result<()> {
        self.new_file_system(Path::new("/dev"), c"mode=755,size=64k")?;
        for name in DEVICES {
            let path = Path::new("/dev").join(name);
            if path.exists() {
                at(mount_bind(&path, &self.file(&path)?), "cannot show", &path)?;
            }
        }
        let links = [("fd", "/proc/self/fd"), ("stdin", "/proc/self/fd/0"), ("stdout", "/proc/self/fd/1")];
        for (name, target) in links.into_iter().chain([("stderr", "/proc/self/fd/2"), ("ptmx", "pts/ptmx")]) {
            std::os::unix::fs::symlink(target, self.inside(Path::new("/dev")).join(name))?;
        }
        // A terminal of its own is for few; where the system refuses it, the server has none.
        let terminals = self.folder(Path::new("/dev/pts"))?;
        let _ = mount(
            "devpts",
            &terminals,
            "devpts",
            MountFlags::NOSUID | MountFlags::NOEXEC,
            c"newinstance,ptmxmode=0666",
        );
        self.new_file_system(Path::new("/dev/shm"), c"mode=1777,size=256m")
    }

    /// Its own processes, and no switches of the machine.
    fn processes(&self) -> io::Result<()> {
        let proc = Path::new("/proc");
        let place = self.folder(proc)?;
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        at(mount("proc", &place, "proc", flags, None), "cannot mount", proc)?;
        for path in WHOLE_MACHINE.map(|name| place.join(name)).iter().filter(|path| path.exists()) {
            at(mount_bind(path, path), "cannot show", path)?;
            at(os::make_read_only(path, false), "cannot protect", path)?;
        }
        for path in HIDDEN.map(|name| proc.join(name)).iter().filter(|path| self.inside(path).exists()) {
            self.hide(path)?;
        }
        Ok(())
    }

    /// HOME and TMPDIR, and the name servers that there are in here.
    fn own_folders(&self) -> io::Result<()> {
        let own = [(self.cage.tmp_source(), Path::new("/tmp")), (self.cage.tmp_source(), Path::new("/var/tmp"))];
        for (source, path) in own
            .iter()
            .map(|(source, path)| (source, *path))
            .chain([(&self.cage.home_source(), self.cage.home.as_path())])
        {
            at(mount_bind(source, self.folder(path)?), "cannot mount", path)?;
        }
        for path in ["/run", "/var/lib", "/var/log", "/var/cache", "/mnt", "/media", "/srv"] {
            self.folder(Path::new(path))?;
        }
        let Some(servers) = files::name_servers() else { return Ok(()) };
        let source = match self.cage.network {
            Network::None => self.cage.scratch.join("resolv.conf"),
            Network::Host => servers.clone(),
        };
        let place = self.file(&servers)?;
        at(mount_bind(source, &place), "cannot mount", &servers)?;
        at(os::make_read_only(&place, false), "cannot protect", &servers)
    }

    /// A folder that can be written to; what is written stays in the scratch folder.
    fn layer(&self, path: &Path, index: usize) -> io::Result<()> {
        let place = self.folder(path)?;
        let over = self.cage.scratch.join("over").join(index.to_string());
        let (upper, work) = (over.join("upper"), over.join("work"));
        for folder in [&upper, &work] {
            at(fs::create_dir_all(folder), "cannot make", folder)?;
        }
        // It takes on the looks of the folder that it covers.
        let _ = fs::metadata(path).and_then(|there| fs::set_permissions(&upper, there.permissions()));
        let words = [path, &upper, &work].map(escaped);
        let options = format!("lowerdir={},upperdir={},workdir={},userxattr", words[0], words[1], words[2]);
        let options = CString::new(options)?;
        let until = Instant::now() + BUSY_MAX;
        loop {
            match mount("overlay", &place, "overlay", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str()) {
                Ok(()) => return Ok(()),
                Err(Errno::BUSY) if Instant::now() < until => std::thread::sleep(BUSY_STEP),
                // Then it can be read at least; and it is told so, as the sandbox was tried with one before.
                Err(_) => return self.show(path),
            }
        }
    }

    /// The baits lie over whatever is in the server's HOME, so that it cannot take them away.
    fn baits(&self) -> io::Result<()> {
        for name in BAITS {
            let source = self.cage.scratch.join("baits").join(name);
            let path = self.cage.home.join(name);
            let place = self.file(&path)?;
            at(mount_bind(&source, &place), "cannot lay out", &path)?;
            at(os::make_read_only(&place, false), "cannot protect", &path)?;
            if let Some(second) = &self.cage.second_home
                && fs::symlink_metadata(self.inside(&second.join(name))).is_err()
                && let Ok(place) = self.file(&second.join(name))
            {
                // What is there already is the user's own.
                at(mount_bind(&source, &place), "cannot lay out", second)?;
            }
        }
        Ok(())
    }

    fn become_root(&self) -> io::Result<()> {
        at(chdir(&self.root), "cannot enter", &self.root)?;
        at(pivot_root(".", "."), "cannot make a root of", &self.root)?;
        at(unmount(".", UnmountFlags::DETACH), "cannot leave", Path::new("/"))?;
        at(os::make_read_only(Path::new("/"), false), "cannot protect", Path::new("/"))?;
        if chdir(&self.cage.cwd).is_err() {
            at(chdir(&self.cage.home), "cannot enter", &self.cage.home)?;
        }
        Ok(())
    }
}

/// What the options of an overlay take for a path.
fn escaped(path: &Path) -> String {
    let text = String::from_utf8_lossy(path.as_os_str().as_bytes());
    text.replace('\\', "\\\\").replace(',', "\\,").replace(':', "\\:")
}
