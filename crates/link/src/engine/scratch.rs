//! A temporary directory for a program: some write books, logs or what they have learnt to wherever they are.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io, process};

/// A directory that is removed with all its contents when this is dropped.
pub(super) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// Makes a new directory.
    pub fn new() -> io::Result<Scratch> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = env::temp_dir().join(format!("tdleaf-engine-{}-{number}", process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch { path }),
                // Left over by a program with the same id that was killed.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_differ_and_disappear() {
        let (a, b) = (Scratch::new().unwrap(), Scratch::new().unwrap());
        assert_ne!(a.path(), b.path());
        fs::write(a.path().join("learnt"), "x").unwrap();
        let path = a.path().to_path_buf();
        drop(a);
        assert!(!path.exists() && b.path().exists());
    }
}
