//! A real PostgreSQL of a test's own: started from Debian's package, ended with the test.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long it may take until it answers.
const PATIENCE: Duration = Duration::from_secs(30);

/// A cluster in a folder of its own.
#[derive(Debug)]
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    user: Option<(u32, u32)>,
    child: Child,
}

impl Postgres {
    /// Makes a cluster in this folder, and starts it.
    ///
    /// # Panics
    /// Where PostgreSQL is not installed, or does not start: the test cannot be played then, and must not pass.
    pub fn start(folder: &Path) -> Self {
        let programs = programs().expect("PostgreSQL is not installed: `apt-get install postgresql`");
        let user = unprivileged();
        if let Some((uid, gid)) = user {
            chown(folder, Some(uid), Some(gid)).expect("the folder can be given away");
        }
        let data = folder.join("data");
        let mut initdb = command(&programs.join("initdb"), user);
        initdb.args(["--auth=trust", "--username=mcpvals", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"]);
        let made = initdb.arg(&data).output().expect("initdb starts");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let port = free_port();
        let child = started(&programs, folder, port, user);
        let mut cluster = Self { folder: folder.to_owned(), programs, port, user, child };
        cluster.wait();
        cluster
    }

    /// Makes a database, and returns its address.
    ///
    /// # Panics
    /// Where the cluster refuses.
    pub fn database(&self, name: &str) -> String {
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        format!("postgres://mcpvals@127.0.0.1:{}/{name}", self.port)
    }

    /// Runs a statement, and returns what `psql` prints.
    ///
    /// # Panics
    /// Where the cluster refuses.
    pub fn sql(&self, database: &str, statement: &str) -> String {
        let output = self.psql(database, statement).output().expect("psql starts");
        assert!(output.status.success(), "{statement}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Ends it at once, as a crash of the machine would, and starts it again.
    ///
    /// # Panics
    /// Where it does not start again.
    pub fn restart(&mut self) {
        self.signal("QUIT");
        self.child.wait().expect("it can be waited for");
        self.child = started(&self.programs, &self.folder, self.port, self.user);
        self.wait();
    }

    /// Ends it at once, until [`Self::restart`].
    ///
    /// # Panics
    /// Where it cannot be waited for.
    pub fn stop(&mut self) {
        self.signal("QUIT");
        self.child.wait().expect("it can be waited for");
    }

    fn psql(&self, database: &str, statement: &str) -> Command {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-h", "127.0.0.1", "-U", "mcpvals", "-d", database, "-Atqc", statement]);
        psql.args(["-p", &self.port.to_string()]).env("PGCONNECT_TIMEOUT", "2");
        psql
    }

    fn wait(&mut self) {
        let until = Instant::now() + PATIENCE;
        while !self.psql("postgres", "SELECT 1").output().is_ok_and(|output| output.status.success()) {
            let ended = self.child.try_wait().expect("it can be looked at");
            assert!(ended.is_none(), "PostgreSQL ended: {}", self.log());
            assert!(Instant::now() < until, "PostgreSQL does not answer: {}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        drop(Command::new("kill").args([format!("-{name}"), pid]).status());
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.signal("INT");
        drop(self.child.wait());
    }
}

/// The newest version that is installed.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(io::Result::ok);
    let mut programs: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    programs.sort();
    programs.into_iter().rev().find(|programs| programs.join("initdb").is_file())
}

/// It refuses to run for root: then it runs for the user that Debian made for it.
fn unprivileged() -> Option<(u32, u32)> {
    let mine = fs::metadata("/proc/self").ok().map(|facts| std::os::unix::fs::MetadataExt::uid(&facts))?;
    if mine != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let of = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut numbers = line.split(':').skip(2).map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    of("postgres").or_else(|| of("nobody"))
}

fn command(program: &Path, user: Option<(u32, u32)>) -> Command {
    let mut command = Command::new(program);
    if let Some((uid, gid)) = user {
        command.uid(uid).gid(gid);
    }
    command.current_dir("/").env("LC_ALL", "C");
    command
}

fn started(programs: &Path, folder: &Path, port: u16, user: Option<(u32, u32)>) -> Child {
    let log = fs::File::create(folder.join("log")).expect("the log can be written");
    let mut postgres = command(&programs.join("postgres"), user);
    postgres.arg("-D").arg(folder.join("data")).args(["-p", &port.to_string()]);
    // `fsync` off: a test does not survive a power cut anyway. A crash of PostgreSQL itself loses nothing.
    let settings = ["fsync=off", "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"];
    for setting in settings {
        postgres.args(["-c", setting]);
    }
    postgres.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().expect("postgres starts")
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    listener.local_addr().expect("it has an address").port()
}
