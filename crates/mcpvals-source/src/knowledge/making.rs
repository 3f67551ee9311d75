//! Which function of a library makes what of a text, a path or a URL.

use crate::flow::{Form, Value, bit};
use crate::language::Language;

/// What is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Making {
    /// What it is called on, or given, but for blanks and case.
    Same,
    SameArgument,
    /// The members of an object, each with its name.
    Entries,
    /// The elements of a list, each with its place.
    Numbered,
    /// What it is called on, or given, without some of the harm.
    Without(u32),
    ArgumentWithout(u32),
    Number,
    PathJoin,
    Resolved,
    Relative,
    Url,
    Address,
    Format,
    TextJoin,
    Push,
    /// What it is called on is a text that grows.
    Grow,
    Split,
    Getter,
    NoRedirect,
    /// The folder, or another part, of a path.
    Parent,
}

use Making as M;

const ALL_CHECKED: u32 = bit::CHECKED;

const EXACT: &[(&str, Making)] = &[
    ("shlex.quote", M::ArgumentWithout(bit::COMMAND)),
    ("pipes.quote", M::ArgumentWithout(bit::COMMAND)),
    ("shell-quote.quote", M::ArgumentWithout(bit::COMMAND)),
    ("shlex.join", M::Without(bit::COMMAND)),
    ("shell-escape", M::Without(bit::COMMAND)),
    ("shellescape.Quote", M::Without(bit::COMMAND)),
    ("int", M::Number),
    ("float", M::Number),
    ("bool", M::Number),
    ("Number", M::Number),
    ("parseInt", M::Number),
    ("parseFloat", M::Number),
    ("Number.parseInt", M::Number),
    ("Boolean", M::Number),
    ("len", M::Number),
    ("strconv.Atoi", M::Number),
    ("strconv.ParseInt", M::Number),
    ("strconv.ParseFloat", M::Number),
    ("strconv.ParseBool", M::Number),
    ("uuid.UUID", M::Number),
    ("uuid.Parse", M::Number),
    ("Math.min", M::Without(ALL_CHECKED)),
    ("min", M::Without(ALL_CHECKED)),
    ("Math.max", M::Number),
    ("max", M::Number),
    ("Math.floor", M::Number),
    ("base64.b64encode", M::Without(ALL_CHECKED)),
    ("base64.urlsafe_b64encode", M::Without(ALL_CHECKED)),
    ("btoa", M::Without(ALL_CHECKED)),
    ("ast.literal_eval", M::Without(0)),
    ("yaml.safe_load", M::Without(0)),
    ("json.loads", M::Without(0)),
    ("JSON.parse", M::Without(0)),
    ("json.dumps", M::SameArgument),
    ("JSON.stringify", M::SameArgument),
    ("str", M::SameArgument),
    ("String", M::SameArgument),
    ("repr", M::Without(0)),
    ("list", M::SameArgument),
    ("dict", M::SameArgument),
    ("tuple", M::SameArgument),
    ("set", M::SameArgument),
    ("Array.from", M::SameArgument),
    ("Object.entries", M::Entries),
    ("enumerate", M::Numbered),
    ("Object.values", M::SameArgument),
    ("Object.assign", M::SameArgument),
    ("Set", M::SameArgument),
    ("frozenset", M::SameArgument),
    ("Map", M::SameArgument),
    ("os.path.basename", M::Without(bit::PATH)),
    ("path.basename", M::Without(bit::PATH)),
    ("path.posix.basename", M::Without(bit::PATH)),
    ("path.filepath.Base", M::Without(bit::PATH)),
    ("path.Base", M::Without(bit::PATH)),
    ("werkzeug.utils.secure_filename", M::Without(bit::PATH | bit::OPTION)),
    ("secure_filename", M::Without(bit::PATH | bit::OPTION)),
    ("sanitize-filename", M::Without(bit::PATH)),
    ("encodeURIComponent", M::Without(bit::URL | bit::REDIRECT | bit::SQL | bit::COMMAND | bit::ROOTED)),
    ("urllib.parse.quote", M::Without(bit::URL | bit::REDIRECT | bit::COMMAND)),
    ("urllib.parse.quote_plus", M::Without(bit::URL | bit::REDIRECT)),
    ("urllib.parse.urlencode", M::Without(bit::URL | bit::REDIRECT)),
    ("url.QueryEscape", M::Without(bit::URL | bit::REDIRECT)),
    ("net.url.QueryEscape", M::Without(bit::URL | bit::REDIRECT)),
    ("net.url.PathEscape", M::Without(bit::URL | bit::REDIRECT)),
    ("re.escape", M::Without(bit::REGEX)),
    ("regexp.QuoteMeta", M::Without(bit::REGEX)),
    ("regex.escape", M::Without(bit::REGEX)),
    ("escape-string-regexp", M::Without(bit::REGEX)),
    ("psycopg2.sql.Identifier", M::Without(bit::SQL)),
    ("sql.Identifier", M::Without(bit::SQL)),
    ("psycopg.sql.Identifier", M::Without(bit::SQL)),
    ("Content.text", M::SameArgument),
    ("rmcp.model.Content.text", M::SameArgument),
    ("mcp.types.TextContent", M::Without(0)),
    ("sqlalchemy.text", M::SameArgument),
    ("text", M::SameArgument),
    ("mysql.escape", M::Without(bit::SQL)),
    ("mysql2.escapeId", M::Without(bit::SQL)),
    ("markupsafe.escape", M::Without(bit::TEMPLATE)),
    ("html.escape", M::Without(bit::TEMPLATE)),
    ("os.path.join", M::PathJoin),
    ("path.join", M::PathJoin),
    ("path.posix.join", M::PathJoin),
    ("path.filepath.Join", M::PathJoin),
    ("path.Join", M::PathJoin),
    ("path.resolve", M::Resolved),
    ("os.path.realpath", M::Resolved),
    ("os.path.abspath", M::Resolved),
    ("fs.realpath", M::Resolved),
    ("fs.realpathSync", M::Resolved),
    ("fs.canonicalize", M::Resolved),
    ("path.normalize", M::Resolved),
    ("os.path.normpath", M::Resolved),
    ("path.filepath.Abs", M::Resolved),
    ("path.filepath.Clean", M::Resolved),
    ("path.filepath.EvalSymlinks", M::Resolved),
    ("path.Clean", M::Resolved),
    ("os.path.expanduser", M::SameArgument),
    ("os.path.normcase", M::SameArgument),
    ("os.path.expandvars", M::SameArgument),
    ("os.path.splitext", M::Split),
    ("os.path.dirname", M::Parent),
    ("path.dirname", M::Parent),
    ("path.filepath.Dir", M::Parent),
    ("pathlib.Path", M::PathJoin),
    ("Path", M::PathJoin),
    ("pathlib.PurePath", M::PathJoin),
    ("pathlib.PurePosixPath", M::PathJoin),
    ("std.path.PathBuf.from", M::SameArgument),
    ("std.path.Path.new", M::SameArgument),
    ("PathBuf.from", M::SameArgument),
    ("Path.new", M::SameArgument),
    ("String.from", M::SameArgument),
    ("Arc.new", M::SameArgument),
    ("path.relative", M::Relative),
    ("os.path.relpath", M::Relative),
    ("path.filepath.Rel", M::Relative),
    ("os.path.commonpath", M::Without(0)),
    ("os.path.commonprefix", M::Without(0)),
    ("URL", M::Url),
    ("url.parse", M::Url),
    ("urllib.parse.urlparse", M::Url),
    ("urllib.parse.urlsplit", M::Url),
    ("urllib.parse.urljoin", M::Split),
    ("net.url.Parse", M::Url),
    ("url.URL", M::Url),
    ("reqwest.Url.parse", M::Url),
    ("Url.parse", M::Url),
    ("url.Url.parse", M::Url),
    ("httpx.URL", M::Url),
    ("url.Parse", M::Url),
    ("net.url.ParseRequestURI", M::Url),
    ("ipaddress.ip_address", M::Address),
    ("socket.gethostbyname", M::Address),
    ("socket.getaddrinfo", M::Address),
    ("dns.lookup", M::Address),
    ("dns.promises.lookup", M::Address),
    ("net.LookupIP", M::Address),
    ("net.ParseIP", M::Address),
    ("dns.resolve4", M::Address),
    ("dns.promises.resolve4", M::Address),
    ("dns.promises.resolve", M::Address),
    ("net.DefaultResolver.LookupIPAddr", M::Address),
    ("net.LookupHost", M::Address),
    ("net.isIP", M::Address),
    ("ipaddr.js.parse", M::Address),
    ("tokio.net.lookup_host", M::Address),
    ("append", M::Push),
    ("strings.TrimSpace", M::SameArgument),
    ("strings.ToLower", M::SameArgument),
    ("strings.Join", M::TextJoin),
    ("strings.Split", M::Split),
    ("strings.Fields", M::Split),
    ("shlex.split", M::Split),
    ("strings.Replace", M::Split),
    ("strings.ReplaceAll", M::Split),
    ("strings.TrimPrefix", M::Split),
    ("strings.Trim", M::Split),
    ("Buffer.from", M::SameArgument),
    ("bytes", M::SameArgument),
    ("[]byte", M::SameArgument),
    ("string", M::SameArgument),
    ("asyncio.to_thread", M::Split),
    ("decodeURIComponent", M::SameArgument),
    ("unquote", M::SameArgument),
    ("urllib.parse.unquote", M::SameArgument),
    ("urllib.parse.unquote_plus", M::SameArgument),
    ("urllib.parse.unquote_to_bytes", M::SameArgument),
    ("html.unescape", M::SameArgument),
    ("decodeURI", M::SameArgument),
    ("unescape", M::SameArgument),
    ("querystring.unescape", M::SameArgument),
    ("structuredClone", M::SameArgument),
    ("copy.copy", M::SameArgument),
    ("copy.deepcopy", M::SameArgument),
    ("textwrap.dedent", M::SameArgument),
    ("os.fsdecode", M::SameArgument),
    ("os.fspath", M::SameArgument),
    ("itertools.chain", M::Without(0)),
    ("util.format", M::Without(0)),
    ("js-yaml.load", M::Without(0)),
    ("yaml.parse", M::Without(0)),
    ("unicodedata.normalize", M::Split),
    ("enumerate", M::SameArgument),
    ("sorted", M::SameArgument),
    ("reversed", M::SameArgument),
    ("zip", M::SameArgument),
];

const METHODS: &[(&str, Making)] = &[
    ("collect", M::Same),
    ("NewToolResultText", M::SameArgument),
    ("NewTextContent", M::SameArgument),
    ("NewToolResultJSON", M::SameArgument),
    ("success", M::SameArgument),
    ("structured", M::SameArgument),
    ("strip", M::Same),
    ("lower", M::Same),
    ("upper", M::Same),
    ("trim", M::Same),
    ("toLowerCase", M::Same),
    ("toUpperCase", M::Same),
    ("toString", M::Same),
    ("to_string", M::Same),
    ("String", M::Same),
    ("to_owned", M::Same),
    ("as_str", M::Same),
    ("clone", M::Same),
    ("unwrap", M::Same),
    ("unwrap_or_default", M::Same),
    ("unwrap_or", M::Same),
    ("expect", M::Same),
    ("as_ref", M::Same),
    ("as_deref", M::Same),
    ("into", M::Same),
    ("to_lowercase", M::Same),
    ("encode", M::Same),
    ("decode", M::Same),
    ("rstrip", M::Same),
    ("lstrip", M::Same),
    ("as_path", M::Same),
    ("to_path_buf", M::Same),
    ("map_err", M::Same),
    ("context", M::Same),
    ("with_context", M::Same),
    ("ok_or_else", M::Same),
    ("ok_or", M::Same),
    ("ok", M::Same),
    ("iter", M::Same),
    ("into_iter", M::Same),
    ("cloned", M::Same),
    ("as_bytes", M::Same),
    ("to_str", M::Same),
    ("to_string_lossy", M::Same),
    ("display", M::Same),
    ("unwrap_or_else", M::Same),
    ("as_object", M::Same),
    ("as_array", M::Same),
    ("expanduser", M::Same),
    ("as_posix", M::Same),
    ("copy", M::Same),
    ("values", M::Same),
    ("items", M::Same),
    ("entries", M::Same),
    ("model_dump", M::Same),
    ("dict", M::Same),
    ("as_mut", M::Same),
    ("format", M::Format),
    ("join", M::TextJoin),
    ("push", M::Push),
    ("push_str", M::Grow),
    ("WriteString", M::Grow),
    ("append", M::Push),
    ("extend", M::Push),
    ("unshift", M::Push),
    ("insert", M::Push),
    ("add", M::Push),
    ("split", M::Split),
    ("rsplit", M::Split),
    ("splitlines", M::Split),
    ("partition", M::Split),
    ("substring", M::Split),
    ("substr", M::Split),
    ("get", M::Getter),
    ("pop", M::Getter),
    ("GetString", M::Getter),
    ("RequireString", M::Getter),
    ("GetInt", M::Getter),
    ("RequireInt", M::Getter),
    ("GetFloat", M::Getter),
    ("GetBool", M::Getter),
    ("RequireFloat", M::Getter),
    ("GetStringSlice", M::Getter),
    ("GetArguments", M::Same),
    ("get_str", M::Getter),
    ("as_u64", M::Number),
    ("as_i64", M::Number),
    ("as_bool", M::Number),
    ("as_f64", M::Number),
    ("parse", M::Number),
    ("count", M::Number),
    ("resolve", M::Resolved),
    ("absolute", M::Resolved),
    ("canonicalize", M::Resolved),
    ("joinpath", M::PathJoin),
    ("with_suffix", M::Split),
    ("file_name", M::Without(bit::PATH)),
    ("redirect", M::NoRedirect),
    ("read", M::Split),
    ("concat", M::Push),
    ("hexdigest", M::Without(ALL_CHECKED)),
];

/// What a function makes; `None` where nothing is known.
pub(crate) fn making(path: &str, name: &str, language: Language) -> Option<Making> {
    if let Some((_, making)) = EXACT.iter().find(|(own, _)| *own == path) {
        return Some(*making);
    }
    if super::is_slug_name(name) {
        return Some(M::Without(ALL_CHECKED));
    }
    if language == Language::Rust && name == "join" {
        return Some(M::PathJoin);
    }
    if matches!(name, "parse") && language != Language::Rust {
        return None;
    }
    if name == "normalize" || path == "append" {
        return None;
    }
    METHODS.iter().find(|(own, _)| *own == name).map(|(_, making)| *making)
}

/// Does a call of this name answer with what its callback answers?
pub(crate) fn answers_for_callback(name: &str) -> bool {
    matches!(name, "map" | "then" | "to_thread" | "run_in_executor" | "withRetry" | "wrap" | "catch")
}

/// Does a call of this name call the function that it is given with what stands behind it?
pub(crate) fn hands_on(name: &str) -> bool {
    matches!(
        name,
        "to_thread" | "run_in_executor" | "run_sync" | "submit" | "call_soon" | "partial" | "run_in_threadpool"
    )
}

/// Does a call of this name answer with what its callback makes of each element?
pub(crate) fn answers_one_by_one(name: &str) -> bool {
    matches!(name, "map" | "flatMap" | "flat_map" | "filter_map" | "filterMap" | "and_then")
}

/// Does a call of this name answer with those elements that its callback says yes to?
pub(crate) fn keeps_what_fits(name: &str) -> bool {
    matches!(name, "filter" | "find" | "findLast")
}

/// A part of what was taken apart: the host of a URL, the name of a path.
pub(crate) fn part_of_form(form: Form, name: &str, mut value: Value) -> Value {
    match (form, name) {
        (Form::ParsedUrl, "hostname" | "host" | "netloc" | "Host" | "Hostname" | "host_str" | "domain") => {
            value.form = Form::Host;
        }
        (Form::ParsedUrl, "href") => value.form = Form::ParsedUrl,
        (Form::ParsedUrl, _) => value.form = Form::UrlPart,
        (Form::Host | Form::Address, _) => value.form = form,
        (Form::Resolved, "name" | "stem") => return value.without(bit::PATH),
        (Form::Resolved, _) => value.form = Form::Resolved,
        (_, "name" | "stem") if value.taints.iter().all(|taint| taint.bits & bit::WHOLE == 0) => {}
        _ => {}
    }
    value
}
