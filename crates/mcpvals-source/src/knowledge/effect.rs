//! Which function of a library does what to the world.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::language::Language;

/// What a function does; numbers are places of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Runs a text in a shell.
    Shell(usize),
    /// Python's `subprocess`.
    Process,
    /// Runs a program, which stands there.
    Program(usize),
    Builder,
    BuilderArgument,
    BuilderRun,
    /// A setting, which leaves the program and its arguments as they are.
    BuilderKept,
    Evaluate(usize),
    /// Runs the code of a module, by its name or its path.
    Load(usize),
    /// Runs a text in a shell of another machine.
    Remote(usize),
    /// Runs a text later, where it is one.
    Timer,
    Deserialize,
    Template(usize),
    Regex(usize),
    Read(&'static [usize]),
    Write(&'static [usize]),
    Delete(&'static [usize]),
    Open,
    /// The same of what it is called on.
    OwnRead,
    OwnWrite,
    OwnDelete,
    OwnOpen,
    Extract,
    Fetch(usize),
    Send(usize),
    Request {
        method: usize,
        url: usize,
    },
    FetchOptions,
    /// Opens a stream of bytes to the address that stands there (Go, Rust).
    Dial(usize),
    /// Writes to the stream that it is called on.
    OwnSend,
    /// Writes to the stream that stands there.
    WriteTo(usize),
    /// Opens a connection to a machine, which stands there: its host, or its host and port together.
    Connect(usize),
    /// Sends something over a connection that is open.
    Over,
    /// Sends something to a machine that stands at that place.
    SendTo(usize),
    Mail,
    Sql(usize),
    /// A part of a statement.
    SqlPart(usize),
    Decode,
    Time,
    Random,
    Environment,
    Trace,
    Log,
    Size(usize),
}

use Effect as E;

const EXACT: &[(&str, Effect)] = &[
    // Shells.
    ("os.system", E::Shell(0)),
    ("os.popen", E::Shell(0)),
    ("subprocess.getoutput", E::Shell(0)),
    ("subprocess.getstatusoutput", E::Shell(0)),
    ("asyncio.create_subprocess_shell", E::Shell(0)),
    ("asyncio.subprocess.create_subprocess_shell", E::Shell(0)),
    ("child_process.exec", E::Shell(0)),
    ("child_process.execSync", E::Shell(0)),
    ("shelljs.exec", E::Shell(0)),
    ("execa.execaCommand", E::Shell(0)),
    ("execa.execaCommandSync", E::Shell(0)),
    ("pexpect.spawn", E::Shell(0)),
    ("pexpect.run", E::Shell(0)),
    ("commands.getoutput", E::Shell(0)),
    ("ssh2.Client.exec", E::Remote(0)),
    ("anyio.run_process", E::Process),
    // Programs.
    ("subprocess.run", E::Process),
    ("subprocess.Popen", E::Process),
    ("subprocess.call", E::Process),
    ("subprocess.check_call", E::Process),
    ("subprocess.check_output", E::Process),
    ("asyncio.create_subprocess_exec", E::Program(0)),
    ("asyncio.subprocess.create_subprocess_exec", E::Program(0)),
    ("os.execvp", E::Program(0)),
    ("os.execv", E::Program(0)),
    ("os.spawnlp", E::Program(1)),
    ("pty.spawn", E::Process),
    ("child_process.spawn", E::Program(0)),
    ("child_process.spawnSync", E::Program(0)),
    ("child_process.execFile", E::Program(0)),
    ("child_process.execFileSync", E::Program(0)),
    ("child_process.fork", E::Program(0)),
    ("execa", E::Program(0)),
    ("execa.execa", E::Program(0)),
    ("execa.execaSync", E::Program(0)),
    ("cross-spawn", E::Program(0)),
    ("cross-spawn.sync", E::Program(0)),
    ("Bun.spawn", E::Process),
    ("Deno.Command", E::Program(0)),
    ("os.exec.Command", E::Program(0)),
    ("os.exec.CommandContext", E::Program(1)),
    ("process.Command.new", E::Builder),
    // Code.
    ("eval", E::Evaluate(0)),
    ("Function", E::Evaluate(0)),
    ("vm.runInNewContext", E::Evaluate(0)),
    ("vm.runInThisContext", E::Evaluate(0)),
    ("vm.runInContext", E::Evaluate(0)),
    ("vm.Script", E::Evaluate(0)),
    ("vm.compileFunction", E::Evaluate(0)),
    ("vm2.VM.run", E::Evaluate(0)),
    ("builtins.eval", E::Evaluate(0)),
    ("pandas.eval", E::Evaluate(0)),
    ("builtins.exec", E::Evaluate(0)),
    ("require", E::Load(0)),
    ("import", E::Load(0)),
    ("__import__", E::Load(0)),
    ("importlib.import_module", E::Load(0)),
    ("importlib.util.spec_from_file_location", E::Load(1)),
    ("importlib.machinery.SourceFileLoader", E::Load(1)),
    ("runpy.run_path", E::Load(0)),
    ("runpy.run_module", E::Load(0)),
    ("setTimeout", E::Timer),
    ("setInterval", E::Timer),
    ("pickle.loads", E::Deserialize),
    ("pickle.load", E::Deserialize),
    ("dill.loads", E::Deserialize),
    ("cloudpickle.loads", E::Deserialize),
    ("marshal.loads", E::Deserialize),
    ("jsonpickle.decode", E::Deserialize),
    ("yaml.load", E::Deserialize),
    ("yaml.load_all", E::Deserialize),
    ("yaml.unsafe_load", E::Deserialize),
    ("yaml.full_load", E::Deserialize),
    ("joblib.load", E::Deserialize),
    ("node-serialize.unserialize", E::Deserialize),
    ("pandas.read_pickle", E::Deserialize),
    ("shelve.open", E::Deserialize),
    ("torch.load", E::Deserialize),
    ("jinja2.Template", E::Template(0)),
    ("jinja2.Environment.from_string", E::Template(0)),
    ("flask.render_template_string", E::Template(0)),
    ("mako.template.Template", E::Template(0)),
    ("handlebars.compile", E::Template(0)),
    ("Handlebars.compile", E::Template(0)),
    ("ejs.render", E::Template(0)),
    ("pug.render", E::Template(0)),
    ("pug.compile", E::Template(0)),
    ("nunjucks.renderString", E::Template(0)),
    ("lodash.template", E::Template(0)),
    ("_.template", E::Template(0)),
    ("re.compile", E::Regex(0)),
    ("RegExp", E::Regex(0)),
    ("regexp.MustCompile", E::Regex(0)),
    ("regexp.Compile", E::Regex(0)),
    ("regex.Regex.new", E::Regex(0)),
    ("re.findall", E::Regex(0)),
    ("re.finditer", E::Regex(0)),
    ("re.sub", E::Regex(0)),
    // Files of Python.
    ("open", E::Open),
    ("io.open", E::Open),
    ("codecs.open", E::Open),
    ("os.open", E::Open),
    ("gzip.open", E::Open),
    ("os.remove", E::Delete(&[0])),
    ("os.unlink", E::Delete(&[0])),
    ("os.rmdir", E::Delete(&[0])),
    ("os.removedirs", E::Delete(&[0])),
    ("shutil.rmtree", E::Delete(&[0])),
    ("os.listdir", E::Read(&[0])),
    ("os.scandir", E::Read(&[0])),
    ("os.walk", E::Read(&[0])),
    ("glob.glob", E::Read(&[0])),
    ("os.makedirs", E::Write(&[0])),
    ("os.mkdir", E::Write(&[0])),
    ("os.rename", E::Write(&[0, 1])),
    ("os.replace", E::Write(&[0, 1])),
    ("os.chmod", E::Write(&[0])),
    ("os.symlink", E::Write(&[0, 1])),
    ("os.link", E::Write(&[0, 1])),
    ("shutil.copy", E::Write(&[0, 1])),
    ("shutil.copyfile", E::Write(&[0, 1])),
    ("shutil.copy2", E::Write(&[0, 1])),
    ("shutil.copytree", E::Write(&[0, 1])),
    ("shutil.move", E::Write(&[0, 1])),
    ("pandas.read_csv", E::Read(&[0])),
    ("pandas.read_excel", E::Read(&[0])),
    ("PIL.Image.open", E::Read(&[0])),
    ("numpy.load", E::Read(&[0])),
    ("tarfile.open", E::Read(&[0])),
    ("zipfile.ZipFile", E::Read(&[0])),
    ("docx.Document", E::Read(&[0])),
    ("PyPDF2.PdfReader", E::Read(&[0])),
    ("shutil.unpack_archive", E::Extract),
    // Files of Deno, Go and Rust.
    ("Deno.readTextFile", E::Read(&[0])),
    ("Deno.readFile", E::Read(&[0])),
    ("Deno.writeTextFile", E::Write(&[0])),
    ("Deno.remove", E::Delete(&[0])),
    ("Bun.file", E::Read(&[0])),
    ("Bun.write", E::Write(&[0])),
    ("os.Open", E::Read(&[0])),
    ("os.ReadFile", E::Read(&[0])),
    ("os.ReadDir", E::Read(&[0])),
    ("io.ioutil.ReadFile", E::Read(&[0])),
    ("io.ioutil.ReadDir", E::Read(&[0])),
    ("os.OpenFile", E::Write(&[0])),
    ("os.WriteFile", E::Write(&[0])),
    ("io.ioutil.WriteFile", E::Write(&[0])),
    ("os.Create", E::Write(&[0])),
    ("os.Mkdir", E::Write(&[0])),
    ("os.MkdirAll", E::Write(&[0])),
    ("os.Rename", E::Write(&[0, 1])),
    ("os.Remove", E::Delete(&[0])),
    ("os.RemoveAll", E::Delete(&[0])),
    ("path.filepath.Walk", E::Read(&[0])),
    ("path.filepath.WalkDir", E::Read(&[0])),
    ("fs.read_to_string", E::Read(&[0])),
    ("fs.File.open", E::Read(&[0])),
    ("fs.read_dir", E::Read(&[0])),
    ("fs.File.create", E::Write(&[0])),
    ("fs.create_dir", E::Write(&[0])),
    ("fs.create_dir_all", E::Write(&[0])),
    ("fs.remove_file", E::Delete(&[0])),
    ("fs.remove_dir", E::Delete(&[0])),
    ("fs.remove_dir_all", E::Delete(&[0])),
    // The network.
    ("fetch", E::Fetch(0)),
    ("globalThis.fetch", E::Fetch(0)),
    ("undici.fetch", E::Fetch(0)),
    ("undici.request", E::Fetch(0)),
    ("urllib.request.urlopen", E::Fetch(0)),
    ("urllib.request.urlretrieve", E::Fetch(0)),
    ("urllib.request.Request", E::Fetch(0)),
    ("requests.request", E::Request { method: 0, url: 1 }),
    ("httpx.request", E::Request { method: 0, url: 1 }),
    ("axios", E::FetchOptions),
    ("axios.request", E::FetchOptions),
    ("request", E::FetchOptions),
    ("got", E::Fetch(0)),
    ("needle", E::Fetch(0)),
    ("ky", E::Fetch(0)),
    ("http.request", E::FetchOptions),
    ("https.request", E::FetchOptions),
    ("http.get", E::FetchOptions),
    ("https.get", E::FetchOptions),
    ("net.http.Get", E::Fetch(0)),
    ("net.http.Head", E::Fetch(0)),
    ("net.http.Post", E::Send(0)),
    ("net.http.PostForm", E::Send(0)),
    ("net.http.NewRequest", E::Request { method: 0, url: 1 }),
    ("net.http.NewRequestWithContext", E::Request { method: 1, url: 2 }),
    ("net.Dial", E::Dial(1)),
    ("net.DialTimeout", E::Dial(1)),
    ("net.DialTCP", E::Dial(2)),
    ("net.DialUDP", E::Dial(2)),
    ("crypto.tls.Dial", E::Dial(1)),
    ("net.Dialer.Dial", E::Dial(1)),
    ("net.Dialer.DialContext", E::Dial(2)),
    ("std.net.TcpStream.connect", E::Dial(0)),
    ("std.net.TcpStream.connect_timeout", E::Dial(0)),
    ("tokio.net.TcpStream.connect", E::Dial(0)),
    ("TcpStream.connect", E::Dial(0)),
    ("reqwest.get", E::Fetch(0)),
    ("reqwest.blocking.get", E::Fetch(0)),
    ("ureq.get", E::Fetch(0)),
    ("ureq.post", E::Send(0)),
    ("socket.create_connection", E::Connect(0)),
    ("socket.socket.connect", E::Connect(0)),
    ("socket.socket.sendto", E::SendTo(1)),
    ("asyncio.open_connection", E::Connect(0)),
    ("net.connect", E::Connect(1)),
    ("net.createConnection", E::Connect(1)),
    ("net.Socket.connect", E::Connect(1)),
    ("tls.connect", E::Connect(1)),
    ("dgram.createSocket.send", E::SendTo(2)),
    ("websockets.connect", E::Fetch(0)),
    ("websocket.create_connection", E::Fetch(0)),
    ("WebSocket", E::Fetch(0)),
    ("ws", E::Fetch(0)),
    ("ws.WebSocket", E::Fetch(0)),
    ("smtplib.SMTP.sendmail", E::Mail),
    ("smtplib.SMTP.send_message", E::Mail),
    // Others.
    ("base64.b64decode", E::Decode),
    ("base64.decodebytes", E::Decode),
    ("base64.urlsafe_b64decode", E::Decode),
    ("base64.standard_b64decode", E::Decode),
    ("base64.b32decode", E::Decode),
    ("base64.b16decode", E::Decode),
    ("base64.b85decode", E::Decode),
    ("base64.a85decode", E::Decode),
    ("binascii.a2b_base64", E::Decode),
    ("binascii.a2b_hex", E::Decode),
    ("gzip.decompress", E::Decode),
    ("bz2.decompress", E::Decode),
    ("lzma.decompress", E::Decode),
    ("bytes.fromhex", E::Decode),
    ("codecs.decode", E::Decode),
    ("binascii.unhexlify", E::Decode),
    ("zlib.decompress", E::Decode),
    ("atob", E::Decode),
    ("marshal.load", E::Deserialize),
    ("time.time", E::Time),
    ("datetime.now", E::Time),
    ("datetime.datetime.now", E::Time),
    ("datetime.date.today", E::Time),
    ("date.today", E::Time),
    ("datetime.datetime.utcnow", E::Time),
    ("datetime.utcnow", E::Time),
    ("Date.now", E::Time),
    ("Date", E::Time),
    ("time.Now", E::Time),
    ("std.time.SystemTime.now", E::Time),
    ("SystemTime.now", E::Time),
    ("chrono.Utc.now", E::Time),
    ("Utc.now", E::Time),
    ("random.random", E::Random),
    ("random.randint", E::Random),
    ("random.choice", E::Random),
    ("Math.random", E::Random),
    ("random.choices", E::Random),
    ("math.rand.Int", E::Random),
    ("math.rand.Intn", E::Random),
    ("random.randrange", E::Random),
    ("random.getrandbits", E::Random),
    ("os.getenv", E::Environment),
    ("os.environ.get", E::Environment),
    ("os.environ.copy", E::Environment),
    ("os.environ.items", E::Environment),
    ("os.Getenv", E::Environment),
    ("os.LookupEnv", E::Environment),
    ("os.Environ", E::Environment),
    ("std.env.var", E::Environment),
    ("std.env.vars", E::Environment),
    ("env.var", E::Environment),
    ("env.vars", E::Environment),
    ("Deno.env.toObject", E::Environment),
    ("traceback.format_exc", E::Trace),
    ("traceback.format_exception", E::Trace),
    ("runtime.debug.Stack", E::Trace),
    ("std.backtrace.Backtrace.capture", E::Trace),
    ("std.backtrace.Backtrace.force_capture", E::Trace),
    ("print", E::Log),
    ("console.log", E::Log),
    ("console.error", E::Log),
    ("console.info", E::Log),
    ("console.warn", E::Log),
    ("console.debug", E::Log),
    ("console.dir", E::Log),
    ("console.table", E::Log),
    ("process.stdout.write", E::Log),
    ("sys.stdout.write", E::Log),
    ("fmt.Println", E::Log),
    ("fmt.Printf", E::Log),
    ("println!", E::Log),
    ("log.Printf", E::Log),
    ("log.Println", E::Log),
    ("info!", E::Log),
    ("tracing.info!", E::Log),
    ("debug!", E::Log),
    ("eprintln!", E::Log),
    ("range", E::Size(0)),
    ("Buffer.alloc", E::Size(0)),
    ("itertools.repeat", E::Size(1)),
    ("bytearray", E::Size(0)),
];

/// Functions of Node's `fs`, with and without `Sync`.
const NODE_FILES: &[(&str, Effect)] = &[
    ("readFile", E::Read(&[0])),
    ("createReadStream", E::Read(&[0])),
    ("open", E::Read(&[0])),
    ("readdir", E::Read(&[0])),
    ("opendir", E::Read(&[0])),
    ("readJson", E::Read(&[0])),
    ("read", E::Read(&[0])),
    ("writeFile", E::Write(&[0])),
    ("appendFile", E::Write(&[0])),
    ("createWriteStream", E::Write(&[0])),
    ("mkdir", E::Write(&[0])),
    ("write", E::Write(&[0])),
    ("rename", E::Write(&[0, 1])),
    ("copyFile", E::Write(&[0, 1])),
    ("cp", E::Write(&[0, 1])),
    ("copy", E::Write(&[0, 1])),
    ("move", E::Write(&[0, 1])),
    ("symlink", E::Write(&[0, 1])),
    ("link", E::Write(&[0, 1])),
    ("truncate", E::Write(&[0])),
    ("outputFile", E::Write(&[0])),
    ("writeJson", E::Write(&[0])),
    ("ensureDir", E::Write(&[0])),
    ("unlink", E::Delete(&[0])),
    ("rm", E::Delete(&[0])),
    ("rmdir", E::Delete(&[0])),
    ("remove", E::Delete(&[0])),
    ("emptyDir", E::Delete(&[0])),
];

/// Methods whose names say what they do, whatever they are called on.
const METHODS: &[(&str, Effect)] = &[
    ("read_text", E::OwnRead),
    ("read_bytes", E::OwnRead),
    ("iterdir", E::OwnRead),
    ("rglob", E::OwnRead),
    ("write_text", E::OwnWrite),
    ("write_bytes", E::OwnWrite),
    ("unlink", E::OwnDelete),
    ("extractall", E::Extract),
    ("extract", E::Extract),
    ("extractAllTo", E::Extract),
    ("execute", E::Sql(0)),
    ("executemany", E::Sql(0)),
    ("executescript", E::Sql(0)),
    ("query", E::Sql(0)),
    ("queryRaw", E::Sql(0)),
    ("$queryRawUnsafe", E::Sql(0)),
    ("$executeRawUnsafe", E::Sql(0)),
    ("prepare", E::Sql(0)),
    ("prepare_cached", E::Sql(0)),
    ("Prepare", E::Sql(0)),
    ("PrepareContext", E::Sql(0)),
    ("Preparex", E::Sql(0)),
    ("Select", E::Sql(1)),
    ("SelectContext", E::Sql(2)),
    ("GetContext", E::Sql(2)),
    ("NamedExec", E::Sql(0)),
    ("NamedQuery", E::Sql(0)),
    ("MustExec", E::Sql(0)),
    ("query_scalar", E::Sql(0)),
    ("all", E::Sql(0)),
    ("fetchrow", E::Sql(0)),
    ("fetchval", E::Sql(0)),
    ("fetch_all", E::Sql(0)),
    ("fetch", E::Sql(0)),
    ("exec", E::Sql(0)),
    ("Exec", E::Sql(0)),
    ("Query", E::Sql(0)),
    ("QueryRow", E::Sql(0)),
    ("ExecContext", E::Sql(0)),
    ("QueryContext", E::Sql(0)),
    ("QueryRowContext", E::Sql(0)),
    ("Raw", E::Sql(0)),
    ("raw", E::Sql(0)),
    ("whereRaw", E::Sql(0)),
    ("unsafe", E::Sql(0)),
    ("read_sql", E::Sql(0)),
    ("read_sql_query", E::Sql(0)),
    ("sql", E::Sql(0)),
    ("query_row", E::Sql(0)),
    ("query_map", E::Sql(0)),
    ("execute_batch", E::Sql(0)),
    ("query_as", E::Sql(0)),
    ("run", E::Sql(0)),
    ("each", E::Sql(0)),
    ("fetchall", E::Sql(0)),
    ("exec_command", E::Remote(0)),
    ("execCommand", E::Remote(0)),
    ("exec_run", E::Remote(0)),
    ("renderString", E::Template(0)),
    ("goto", E::Fetch(0)),
    ("urlopen", E::Fetch(0)),
    ("sendMail", E::Mail),
    ("send_message", E::Mail),
    ("sendmail", E::Mail),
    ("send_email", E::Mail),
    ("repeat", E::Size(0)),
];

/// Clients of HTTP: `requests.get`, `client.post`.
const VERBS: &[(&str, bool)] = &[
    ("get", false),
    ("head", false),
    ("options", false),
    ("Get", false),
    ("Head", false),
    ("stream", false),
    ("post", true),
    ("put", true),
    ("patch", true),
    ("delete", true),
    ("Post", true),
    ("PostForm", true),
];

const BUILDER: &[(&str, Effect)] = &[
    ("arg", E::BuilderArgument),
    ("args", E::BuilderArgument),
    ("output", E::BuilderRun),
    ("spawn", E::BuilderRun),
    ("status", E::BuilderRun),
    ("exec", E::BuilderRun),
    ("current_dir", E::BuilderKept),
    ("env", E::BuilderKept),
    ("envs", E::BuilderKept),
    ("env_clear", E::BuilderKept),
    ("env_remove", E::BuilderKept),
    ("stdin", E::BuilderKept),
    ("stdout", E::BuilderKept),
    ("stderr", E::BuilderKept),
    ("kill_on_drop", E::BuilderKept),
    ("process_group", E::BuilderKept),
    ("creation_flags", E::BuilderKept),
    ("arg0", E::BuilderKept),
    ("as_std_mut", E::BuilderKept),
];

static BY_PATH: LazyLock<HashMap<&str, Effect>> = LazyLock::new(|| EXACT.iter().copied().collect());

fn found(table: &'static [(&'static str, Effect)], name: &str) -> Option<Effect> {
    table.iter().find(|(own, _)| *own == name).map(|(_, effect)| *effect)
}

/// What a function does, by all of its name, by its own name, and by what it is called on.
pub(crate) fn effect(path: &str, name: &str, receiver: &str, language: Language) -> Option<Effect> {
    if let Some(effect) = BY_PATH.get(path) {
        return Some(*effect);
    }
    if path == "exec" || path == "compile" {
        return (language == Language::Python && receiver.is_empty()).then_some(E::Evaluate(0));
    }
    if name == "eval" && receiver.starts_with("pandas.") {
        return Some(E::Evaluate(0));
    }
    if name == "push" && super::is_statement_builder(receiver) {
        return Some(E::SqlPart(0));
    }
    if name == "Parse" && (receiver.starts_with("text.template.") || receiver.starts_with("html.template.")) {
        return Some(E::Template(0));
    }
    if is_stream(receiver) && matches!(name, "Write" | "write" | "write_all" | "write_fmt" | "send" | "send_to") {
        return Some(E::OwnSend);
    }
    if matches!(path, "io.Copy" | "io.WriteString" | "fmt.Fprint" | "fmt.Fprintf" | "fmt.Fprintln") {
        return Some(E::WriteTo(0));
    }
    if matches!(path, "std.io.copy" | "io.copy" | "tokio.io.copy") {
        return Some(E::WriteTo(1));
    }
    if matches!(path, "write!" | "writeln!") {
        return Some(E::WriteTo(0));
    }
    if is_connection(receiver) && SENDINGS.contains(&name) {
        return Some(E::Over);
    }
    if receiver == "process.Command" {
        return found(BUILDER, name);
    }
    // `import { readFile } from "node:fs/promises"` leaves nothing that it is called on.
    let imported = receiver.is_empty() && path.strip_prefix("fs.") == Some(name);
    if receiver == "fs" || imported {
        let plain = name.strip_suffix("Sync").unwrap_or(name);
        return found(NODE_FILES, plain);
    }
    if receiver.starts_with("pathlib.Path") || receiver == "Path" {
        match name {
            "open" => return Some(E::OwnOpen),
            "mkdir" | "touch" | "rename" | "replace" | "symlink_to" => return Some(E::OwnWrite),
            "rmdir" => return Some(E::OwnDelete),
            "glob" => return Some(E::OwnRead),
            _ => {}
        }
    }
    if is_http_client(receiver) {
        if let Some((_, sends)) = VERBS.iter().find(|(verb, _)| *verb == name) {
            let at = usize::from(name == "stream");
            return Some(if *sends { E::Send(at) } else { E::Fetch(at) });
        }
        if matches!(name, "request" | "build_request") {
            return Some(E::Request { method: 0, url: 1 });
        }
        return None;
    }
    if is_log(receiver)
        && matches!(name, "info" | "debug" | "warning" | "warn" | "error" | "log" | "exception" | "Printf" | "Println")
    {
        return Some(E::Log);
    }
    by_method(name, receiver, path)
}

/// Does it write to standard output?
pub(crate) fn prints(path: &str) -> bool {
    const PRINTING: [&str; 11] = [
        "print",
        "sys.stdout.write",
        "console.log",
        "console.info",
        "console.debug",
        "console.dir",
        "console.table",
        "process.stdout.write",
        "fmt.Println",
        "fmt.Printf",
        "println!",
    ];
    PRINTING.contains(&path)
}

/// How something is sent over a connection.
const SENDINGS: [&str; 6] = ["send", "sendall", "write", "end", "send_text", "send_json"];

/// Is it an open connection, by what made it?
fn is_connection(receiver: &str) -> bool {
    matches!(
        receiver,
        "socket.create_connection"
            | "socket.socket"
            | "socket.socket.connect"
            | "net.Socket.connect"
            | "asyncio.open_connection"
            | "net.connect"
            | "net.createConnection"
            | "net.Socket"
            | "tls.connect"
            | "websockets.connect"
            | "websocket.create_connection"
            | "WebSocket"
            | "ws"
            | "ws.WebSocket"
    )
}

fn by_method(name: &str, receiver: &str, path: &str) -> Option<Effect> {
    if !path.contains('.') && receiver.is_empty() && !matches!(name, "unlink" | "extractall") {
        // A function of that name is no method.
        return None;
    }
    if matches!(
        receiver.split('.').next(),
        Some("console" | "process" | "asyncio" | "Promise" | "re" | "Math" | "mcp" | "uvicorn" | "anyio")
    ) {
        return None;
    }
    found(METHODS, name)
}

fn is_http_client(receiver: &str) -> bool {
    let last = receiver.rsplit('.').next().unwrap_or(receiver);
    matches!(
        receiver,
        "requests"
            | "httpx"
            | "axios"
            | "got"
            | "superagent"
            | "needle"
            | "ky"
            | "undici"
            | "aiohttp"
            | "axios.create"
            | "got.extend"
            | "ky.create"
            | "ky.extend"
    ) || matches!(
        last,
        "AsyncClient" | "ClientSession" | "Session" | "session" | "PoolManager" | "AxiosInstance" | "APIRequestContext"
    ) || receiver.starts_with("httpx.") && last == "Client"
        || receiver.starts_with("reqwest.") && matches!(last, "Client" | "new" | "build" | "builder")
        || matches!(receiver, "net.http.Client" | "http.Client" | "net.http.DefaultClient")
}

/// A connection of Go or Rust, by how it was made or by its type.
pub(crate) fn is_stream(receiver: &str) -> bool {
    let made = matches!(BY_PATH.get(receiver), Some(E::Dial(_)));
    made || matches!(receiver, "net.Conn" | "net.TCPConn" | "std.net.TcpStream" | "tokio.net.TcpStream")
}

fn is_log(receiver: &str) -> bool {
    let first = receiver.split('.').next().unwrap_or(receiver);
    matches!(first, "logging" | "logger" | "log" | "winston" | "pino" | "slog" | "loguru" | "structlog")
}
