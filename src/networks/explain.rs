//! `tdleaf explain backgammon`: what networks expect of a position, and of each play of a roll.

use super::{Backgammoner, load, title};
use crate::perft::position;
use crate::say;
use anyhow::Result;
use eval::network::{Bench, Outlook};
use game::{Diced, Game};
use games::backgammon::{Backgammon, Roll};

/// Plays that are shown, the best first.
const PLAYS: usize = 10;

/// Prints it.
pub fn explain(text: &str, networks: &str) -> Result<()> {
    let game: Backgammon = position(text)?;
    let judge = load(networks)?;
    say!("{}\n{game}\n{}, networks {networks}", game.picture(), title(&judge));
    if let Some(outcome) = game.over() {
        say!("\nthe game is over: {:+} points for the first player", outcome.0);
        return Ok(());
    }
    say!(
        "\n{:<24} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}",
        "side to move",
        "equity",
        "wins",
        "gammon",
        "backg.",
        "gammon",
        "backg."
    );
    say!("{:<24} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}", "", "", "", "won", "won", "lost", "lost");
    match game.thrown() {
        Some(roll) => plays(&game, roll, &judge),
        // Networks judge boards after a turn: this one is the other side's doing.
        None => row("before the roll", &judge.outlook(&game.seen().swapped()).flipped()),
    }
    Ok(())
}

/// Each play of the roll, by what the networks expect after it.
fn plays(game: &Backgammon, roll: Roll, judge: &Backgammoner) {
    let mut bench = Bench::default();
    judge.replies(&game.seen(), roll, &mut bench);
    let mut replies = bench.replies;
    replies.sort_by(|a, b| b.outlook.equity().total_cmp(&a.outlook.equity()));
    for reply in replies.iter().take(PLAYS) {
        let mv = game.leading_to(&reply.board).expect("it is one of the plays");
        row(&game.write_move(mv), &reply.outlook);
    }
    if replies.len() > PLAYS {
        say!("and {} plays that are worse", replies.len() - PLAYS);
    }
}

fn row(what: &str, outlook: &Outlook) {
    let [win, gammon, backgammon, lost_gammon, lost_backgammon] =
        outlook.0.map(|share| format!("{:.1} %", 100.0 * share));
    let equity = format!("{:+.3}", outlook.equity());
    say!("{what:<24} {equity:>7} {win:>7} {gammon:>7} {backgammon:>7} {lost_gammon:>7} {lost_backgammon:>7}");
}
