//! Why a run file could not be used, in words that name the file and what was expected.

use rusqlite::{Error as Sql, ErrorCode};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What can go wrong with a run file. The path comes first.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Nothing there.
    #[error("{}: no such run file", .0.display())]
    Missing(PathBuf),
    /// A run is never overwritten.
    #[error("{}: already exists; resume it, remove it or choose another name", .0.display())]
    Exists(PathBuf),
    /// Something else, by what it says about itself.
    #[error("{}: not a tdleaf run file ({why})", .path.display())]
    NotARun {
        /// The file.
        path: PathBuf,
        /// How that was noticed.
        why: String,
    },
    /// Something else than a brain of the game.
    #[error("{}: not a brain file that can be used here ({why})", .path.display())]
    NotABrain {
        /// The file.
        path: PathBuf,
        /// How that was noticed.
        why: String,
    },
    /// Damaged.
    #[error("{}: the run file is damaged ({why})", .path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Made by a later version of this program.
    #[error("{}: run file format {found}, but this tdleaf knows formats up to {known}; a newer tdleaf is needed", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        found: i64,
        /// The newest known.
        known: i64,
    },
    /// The file or its folder may not be written.
    #[error("{}: cannot be written (read-only file or folder)", .0.display())]
    ReadOnly(PathBuf),
    /// The system does not let us in.
    #[error("{}: cannot be opened; check the permissions of the file and its folder", .0.display())]
    Denied(PathBuf),
    /// No room.
    #[error("{}: the disk is full; everything up to the last checkpoint is safe", .0.display())]
    Full(PathBuf),
    /// Another process has it.
    #[error("{}: in use by another process; only one can write a run at a time", .0.display())]
    Busy(PathBuf),
    /// Another process has it for too long.
    #[error("{}: another process is writing it and does not stop", .0.display())]
    Locked(PathBuf),
    /// Games cannot be undone to where nothing is remembered.
    #[error("{}: the run does not remember what it knew after game {games}; only runs of real games (--learn) can be undone game by game", .path.display())]
    Forgotten {
        /// The file.
        path: PathBuf,
        /// The game.
        games: u64,
    },
    /// A row speaks of games that the checkpoint does not count, so resuming would repeat it.
    #[error("{}: a row for game {row}, but the checkpoint is at game {checkpoint}", .path.display())]
    Beyond {
        /// The file.
        path: PathBuf,
        /// The game of the row.
        row: u64,
        /// The games of the checkpoint.
        checkpoint: u64,
    },
    /// Any other trouble with the file system. (A field called `source` would be told twice.)
    #[error("{}: {cause}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        cause: io::Error,
    },
    /// Any other trouble with SQLite.
    #[error("{}: {cause}", .path.display())]
    Sql {
        /// The file.
        path: PathBuf,
        /// The cause.
        cause: Sql,
    },
}

impl StoreError {
    /// Says what an error of SQLite means for a run file.
    pub(crate) fn sql(path: &Path, cause: Sql) -> StoreError {
        let path = path.to_path_buf();
        match cause.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::NotARun { path, why: "not an SQLite file".to_string() },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Corrupt { path, why: cause.to_string() },
            Some(ErrorCode::DiskFull) => StoreError::Full(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(path),
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => StoreError::Denied(path),
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly(path),
            _ => StoreError::Sql { path, cause },
        }
    }

    /// Says what an error of the file system means for a run file.
    pub(crate) fn io(path: &Path, cause: io::Error) -> StoreError {
        let path = path.to_path_buf();
        match cause.kind() {
            io::ErrorKind::NotFound => StoreError::Missing(path),
            io::ErrorKind::AlreadyExists => StoreError::Exists(path),
            io::ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly(path),
            io::ErrorKind::PermissionDenied => StoreError::Denied(path),
            io::ErrorKind::StorageFull => StoreError::Full(path),
            _ => StoreError::Io { path, cause },
        }
    }
}
