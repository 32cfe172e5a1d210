//! The games: one file (or folder) each, and [`list`], the one place that names them all.

pub mod backgammon;
pub mod chess;
pub mod connect4;
pub mod list;
pub mod othello;
pub mod shogi;
pub mod walk;
