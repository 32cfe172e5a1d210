//! A board as a picture for pages: SVG, seen by the side that has just moved, whose men are light and go to the lower right.

use super::{BAR, Board, Men};
use std::fmt::Write;

/// The side of a square in which a man fits.
const SIZE: usize = 20;
/// Men drawn one above the other; more of them are told by a number.
const ROWS: u8 = 5;

/// Draws the board.
pub fn svg(board: &Board) -> String {
    let (width, height) = (14 * SIZE, 12 * SIZE);
    let mut out = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"a backgammon board\"><rect width=\"{width}\" height=\"{height}\" fill=\"#dcc9a3\"/>"
    );
    let write = "a string takes all";
    write!(out, "<rect x=\"{}\" width=\"{SIZE}\" height=\"{height}\" fill=\"#8a6d3b\"/>", 6 * SIZE).expect(write);
    for point in 1..BAR {
        let (x, top) = place(point);
        let (base, tip) = if top { (0, 5 * SIZE) } else { (height, height - 5 * SIZE) };
        let fill = if point % 2 == 0 { "#b98d5a" } else { "#c9ab7c" };
        let (middle, right) = (x + SIZE / 2, x + SIZE);
        write!(out, "<path d=\"M{x} {base}L{middle} {tip}L{right} {base}Z\" fill=\"{fill}\"/>").expect(write);
    }
    for (men, own) in [(board.own, true), (board.other, false)] {
        for point in 1..=BAR {
            // Men on the bar stand where they come in.
            let (x, top) = if point == BAR { (6 * SIZE, own) } else { place(if own { point } else { 25 - point }) };
            stack(&mut out, men.count(point), x, top, own);
        }
        off(&mut out, men, own);
    }
    out + "</svg>"
}

/// Where a point is, as the side that has just moved counts: its left edge, and whether it is above.
fn place(point: usize) -> (usize, bool) {
    let (column, top) = if point > 12 { (point - 13, true) } else { (12 - point, false) };
    ((column + usize::from(column >= 6)) * SIZE, top)
}

fn stack(out: &mut String, count: u8, x: usize, top: bool, own: bool) {
    let (fill, text) = if own { ("#fffdf5", "#222") } else { ("#3b2a20", "#fff") };
    for row in 0..count.min(ROWS) {
        let at = usize::from(row) * SIZE + SIZE / 2;
        let (x, y) = (x + SIZE / 2, if top { at } else { 12 * SIZE - at });
        let radius = SIZE / 2 - 1;
        *out += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#222\"/>");
        if row + 1 == ROWS && count > ROWS {
            *out += &format!(
                "<text x=\"{x}\" y=\"{}\" font-size=\"11\" text-anchor=\"middle\" fill=\"{text}\">{count}</text>",
                y + 4
            );
        }
    }
}

/// Tells how many men are off.
fn off(out: &mut String, men: Men, own: bool) {
    if men.off() > 0 {
        let y = if own { 12 * SIZE - 6 } else { 14 };
        *out += &format!(
            "<text x=\"{}\" y=\"{y}\" font-size=\"11\" text-anchor=\"middle\">{}</text>",
            13 * SIZE + SIZE / 2,
            men.off()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_men_are_drawn() {
        let drawn = svg(&Board::START);
        assert_eq!(drawn.matches("<circle").count(), 30);
        assert_eq!(drawn.matches("<path").count(), 24);
        let men = Men::new(|place| if place == 3 { 9 } else { 0 }).unwrap();
        let drawn = svg(&Board { own: men, other: Men::START });
        assert!(drawn.contains(">9</text>") && drawn.contains(">6</text>"), "a high stack and men off");
    }
}
