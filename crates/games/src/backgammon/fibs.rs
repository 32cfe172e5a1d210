//! The board line of FIBS, the First Internet Backgammon Server, by which GNU Backgammon talks with other programs.
//!
//! `board:You:Them:length:scores:26 places:turn:dice of both:cube:...`: "You" is our first player when it is read; when it is
//! written, whoever is to move.

use super::Backgammon;
use super::board::{BAR, Board, Men};
use super::roll::Roll;
use game::Side;

/// Where things are in the line, split at the colons.
const PLACES: usize = 6;
const TURN: usize = 32;
const DICE: usize = 33;
const COLOUR: usize = 41;
const DIRECTION: usize = 42;

/// Writes a position of a single game without cube, seen by the side to move: its men are positive and move from 24 to 1.
pub(super) fn write(game: &Backgammon) -> String {
    let Board { own, other } = *game.board();
    let place = |at: usize| match at {
        0 => -i32::from(other.bar()),
        BAR => i32::from(own.bar()),
        _ => i32::from(own.count(at)) - i32::from(other.count(BAR - at)),
    };
    let places: Vec<String> = (0..=BAR).map(|at| place(at).to_string()).collect();
    let (high, low) = game.roll().map_or((0, 0), |roll| (roll.high(), roll.low()));
    // A game for money; whose turn; the dice of both; the cube, and who may double (if nobody may, GNU Backgammon believes that
    // somebody has); whether somebody has; colour, direction, home and bar; men off
    // and on the bar; how many can move, forced moves, Crawford, redoubles.
    format!(
        "board:You:Them:0:0:0:{}:1:{high}:{low}:{high}:{low}:1:1:1:0:1:-1:0:25:{}:{}:{}:{}:0:0:0:0",
        places.join(":"),
        own.off(),
        other.off(),
        own.bar(),
        other.bar(),
    )
}

/// Reads a line. The men off are those that are on no point and not on the bar.
pub(super) fn read(text: &str) -> Result<Backgammon, String> {
    let fields: Vec<&str> = text.split(':').collect();
    if fields.len() <= DIRECTION {
        let count = fields.len();
        return Err(format!("a board line of FIBS has 53 fields between colons, this one only {count}"));
    }
    let number = |at: usize, what: &str| {
        let field = fields.get(at).copied().unwrap_or_default();
        field
            .trim()
            .parse::<i32>()
            .map_err(|_| format!("field {at} ({what}) of the board line is '{field}', no number"))
    };
    let (turn, colour, direction) = (number(TURN, "turn")?, number(COLOUR, "colour")?, number(DIRECTION, "direction")?);
    if colour.abs() != 1 || direction.abs() != 1 || turn.abs() != 1 {
        return Err(format!(
            "turn, colour and direction of the board line are 1 or -1, not {turn}, {colour} and {direction}"
        ));
    }
    // Men of "You" are positive, and move from 24 to 1.
    let mut places = [0; BAR + 1];
    for (at, men) in places.iter_mut().enumerate() {
        let from = if direction == -1 { at } else { BAR - at };
        *men = colour * number(PLACES + from, "men")?;
    }
    let men = |count: i32| u8::try_from(count.max(0)).unwrap_or(u8::MAX);
    if places[0] > 0 || places[BAR] < 0 {
        return Err("a man in the board line is on the other side's bar".to_string());
    }
    let you = Men::new(|place| men(places[place])).ok_or("the board line has more than 15 men of a side")?;
    let them = Men::new(|place| men(-places[BAR - place])).ok_or("the board line has more than 15 men of a side")?;
    let (side, own, other, dice) =
        if turn == colour { (Side::First, you, them, DICE) } else { (Side::Second, them, you, DICE + 2) };
    let roll = match (number(dice, "a die")?, number(dice + 1, "a die")?) {
        (0, 0) => None,
        (one, two) => {
            let roll = u8::try_from(one).ok().zip(u8::try_from(two).ok()).and_then(|(one, two)| Roll::new(one, two));
            Some(roll.ok_or_else(|| format!("the board line has the impossible dice {one} and {two}"))?)
        }
    };
    Backgammon::new(Board { own, other }, side, roll)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;

    /// Lines that GNU Backgammon 1.07 has sent, and positions that they stand for.
    #[test]
    fn lines_of_another_program_are_understood() {
        let start = "board:gnubg:root:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:3:5:3:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
        assert_eq!(Backgammon::read(start).unwrap().to_string(), "4HPwATDgc/ABMA:53");
        // The same with the other colour and direction, and with the other one's turn.
        let mirrored = "board:a:b:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:6:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:0:0:0:1";
        assert_eq!(Backgammon::read(mirrored).unwrap().to_string(), "4HPwATDgc/ABMA:61");
        let theirs = start.replace(":2:0:1:5:3:5:3:", ":2:0:-1:0:0:6:4:");
        assert_eq!(Backgammon::read(&theirs).unwrap().to_string(), "4HPwATDgc/ABMA:o64");
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in
            ["4HPwATDgc/ABMA", "4HPwATDgc/ABMA:31", "3xcAAAx3dwAABA:66", "AwAAKAAAAAAAAA:21", "tZmDAQD4HHwAGA:42"]
        {
            let game = Backgammon::read(text).unwrap();
            assert_eq!(Backgammon::read(&write(&game)).unwrap(), game, "{text}");
            // For the second player the same line is written: "You" is whoever moves.
            assert_eq!(write(&game.mirrored().unwrap()), write(&game));
        }
    }

    #[test]
    fn broken_lines_say_what_is_wrong() {
        let good = write(&Backgammon::read("4HPwATDgc/ABMA:31").unwrap());
        for (from, to, part) in [
            (":0:25:", ":x:25:", ""),
            (":1:3:1:", ":2:3:1:", "1 or -1"),
            (":1:3:1:", ":1:3:7:", "dice 3 and 7"),
            (":5:", ":50:", "more than 15"),
            (":5:", ":y:", "'y', no number"),
        ] {
            let read = Backgammon::read(&good.replacen(from, to, 1));
            assert!(part.is_empty() == read.is_ok() && read.err().unwrap_or_default().contains(part), "{to}");
        }
        assert!(
            Backgammon::read("board:You:Them:1").unwrap_err().contains("53 fields between colons, this one only 4")
        );
    }
}
