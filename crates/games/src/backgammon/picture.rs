//! A board for the terminal: the first player's men are X and go round to the lower right, the second player's are O.

use super::board::{BAR, MEN};
use super::{Backgammon, Men};
use game::{Game, Side};

/// Rows of a half of the board.
const ROWS: u8 = 5;

/// Draws the board. The points are numbered for the side whose turn it is.
pub(super) fn draw(game: &Backgammon) -> String {
    let mut lines = vec![edge(game, 13)];
    lines.extend((0..ROWS).map(|row| half(game, 13, row)));
    lines.push(format!("|{:18}|BAR|{:18}|", "", ""));
    lines.extend((0..ROWS).rev().map(|row| half(game, 12, row)));
    lines.push(edge(game, 12));
    let told = [(0, Side::Second), (lines.len() - 1, Side::First)];
    for (line, side) in told {
        lines[line] += &format!("  {}", about(game, side));
    }
    lines[usize::from(ROWS) + 1] += &format!("  {}", turn(game));
    lines.join("\n")
}

fn letter(side: Side) -> char {
    ['X', 'O'][side.index()]
}

/// The points of a half from the left, as the first player counts: 13 to 24, or 12 to 1.
fn points(left: usize) -> impl Iterator<Item = usize> {
    (0..12).map(move |at| if left == 13 { 13 + at } else { 12 - at })
}

fn edge(game: &Backgammon, left: usize) -> String {
    let mut line = "+".to_string();
    for (at, point) in points(left).enumerate() {
        if at == 6 {
            line += "+---+";
        }
        let number = if game.side() == Side::First { point } else { 25 - point };
        line += &format!("{number:->2}-");
    }
    line + "+"
}

fn half(game: &Backgammon, left: usize, row: u8) -> String {
    let [first, second] = [Side::First, Side::Second].map(|side| game.men(side));
    let mut line = "|".to_string();
    for (at, point) in points(left).enumerate() {
        if at == 6 {
            // Men on the bar stand on the side of the opponent's home, where they come in.
            let (men, side) = if left == 13 { (first, Side::First) } else { (second, Side::Second) };
            line += &format!("|{}|", man(men, BAR, side, row));
        }
        let here = match (first.count(point), second.count(25 - point)) {
            (0, 0) => "   ".to_string(),
            (0, _) => man(second, 25 - point, Side::Second, row),
            _ => man(first, point, Side::First, row),
        };
        line += &here;
    }
    line + "|"
}

/// What is seen of the men on a place in a row; the row of the edge is 0, and the last one tells how many there are if they
/// do not find room.
fn man(men: Men, place: usize, side: Side, row: u8) -> String {
    let count = men.count(place);
    if row == ROWS - 1 && count > ROWS {
        format!("{count:^3}")
    } else if row < count {
        format!(" {} ", letter(side))
    } else {
        "   ".to_string()
    }
}

fn about(game: &Backgammon, side: Side) -> String {
    let men = game.men(side);
    let off = match men.off() {
        0 => String::new(),
        MEN => ", all off".to_string(),
        off => format!(", {off} off"),
    };
    format!("{}: {} pips{off}", letter(side), men.pips())
}

fn turn(game: &Backgammon) -> String {
    let side = letter(game.side());
    match (game.over(), game.roll()) {
        (Some(outcome), _) => {
            let winner = if outcome.0 > 0 { Side::First } else { Side::Second };
            let how = ["", "", " a gammon", " a backgammon"][outcome.0.unsigned_abs() as usize];
            format!("{} has won{how}", letter(winner))
        }
        (None, Some(roll)) => format!("{side} rolls {}-{}", roll.high(), roll.low()),
        (None, None) => format!("{side} to roll"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_drawn() {
        let game = Backgammon::read("4HPwATDgc/ABMA:31").unwrap();
        let expected = "\
+13-14-15-16-17-18-+---+19-20-21-22-23-24-+  O: 167 pips
| X           O    |   | O              X |
| X           O    |   | O              X |
| X           O    |   | O                |
| X                |   | O                |
| X                |   | O                |
|                  |BAR|                  |  X rolls 3-1
| O                |   | X                |
| O                |   | X                |
| O           X    |   | X                |
| O           X    |   | X              O |
| O           X    |   | X              O |
+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+  X: 167 pips";
        assert_eq!(game.picture(), expected);
        let second = Backgammon::read("4HPwATDgc/ABMA:o31").unwrap().picture();
        assert!(second.starts_with("+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+"), "{second}");
        assert!(second.contains("O rolls 3-1"));
    }
}
