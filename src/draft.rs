//! Files that are written whole or not at all.

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

    /// The draft is complete and takes its name.
    pub fn keep(mut self) -> Result<()> {
        let context = || format!("cannot write {}", self.target.display());
        self.file.flush().with_context(context)?;
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

/// Writes a whole file or nothing.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let mut draft = Draft::create(path)?;
    draft.line(text.trim_end_matches('\n'))?;
    draft.keep()
}
