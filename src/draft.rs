//! Files that are written whole or not at all.

use crate::usage::usage;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that takes its name only when it is complete, so that an error leaves nothing half written.
pub struct Draft {
    target: PathBuf,
    /// None if the target is no ordinary file (a pipe, a device), which cannot be replaced and is written to directly.
    temporary: Option<PathBuf>,
    file: BufWriter<File>,
}

impl Draft {
    /// Starts a draft of the file at `path`.
    pub fn create(path: &Path) -> Result<Draft> {
        // A link is followed, so that the file it points to is replaced and not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if target.is_dir() {
            bail!("cannot write {}: it is a directory", path.display());
        }
        let temporary = (!target.exists() || target.is_file()).then(|| {
            let name = target.file_name().unwrap_or_default().to_string_lossy();
            target.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
        });
        let file = File::create(temporary.as_ref().unwrap_or(&target));
        let file = BufWriter::new(file.with_context(|| format!("cannot write {}", path.display()))?);
        Ok(Draft { target, temporary, file })
    }

    /// Adds a line.
    pub fn line(&mut self, text: &str) -> Result<()> {
        writeln!(self.file, "{text}").with_context(|| format!("cannot write {}", self.target.display()))
    }

    /// All lines reach the disk; the file does not have its name yet.
    pub fn flush(&mut self) -> Result<()> {
        let written = self.file.flush().and_then(|()| match &self.temporary {
            Some(_) => self.file.get_ref().sync_all(),
            None => Ok(()),
        });
        written.with_context(|| format!("cannot write {}", self.target.display()))
    }

    /// The draft is complete and takes its name.
    pub fn keep(mut self) -> Result<()> {
        self.flush()?;
        let context = || format!("cannot write {}", self.target.display());
        if let Some(temporary) = &self.temporary {
            fs::rename(temporary, &self.target).with_context(context)?;
            self.temporary = None;
        }
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // Nothing more can be done about a file that cannot be removed.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Refuses to use one file for two things.
pub fn distinct(files: &[(&str, &Path)]) -> Result<()> {
    let resolve = |path: &Path| {
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let beside = fs::canonicalize(folder).ok().and_then(|folder| Some(folder.join(path.file_name()?)));
        fs::canonicalize(path).ok().or(beside).unwrap_or_else(|| path.to_path_buf())
    };
    for (at, (name, path)) in files.iter().enumerate() {
        let same = files[..at].iter().find(|(_, other)| resolve(other) == resolve(path) && *path != Path::new("-"));
        if let Some((other, _)) = same {
            return Err(usage(format!("{other} and {name} are the same file: {}", path.display())));
        }
    }
    Ok(())
}

/// Writes a whole file or nothing.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut draft = Draft::create(path)?;
    draft.file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))?;
    draft.keep()
}

/// The same with text.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let mut draft = Draft::create(path)?;
    draft.line(text.trim_end_matches('\n'))?;
    draft.keep()
}
