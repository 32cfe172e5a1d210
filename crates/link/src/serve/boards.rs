//! Our engine as GNU Backgammon's external player: it listens, and answers every board with a move, or about the cube.

use arena::{Player, Turn};
use game::{Dice, Game, Status};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// No line is longer.
const LONGEST: u64 = 1 << 12;
/// Games that are played to judge a double.
const ROLLOUT: u64 = 216;
/// Where the board line says that a double was offered.
const DOUBLED: usize = 40;
/// Who expects to lose more than this, in points without cube, should not take a double.
const TAKE: f64 = -0.5;

/// Answers the boards of one connection until it ends; the number of answers. An error says what was not understood: then
/// the connection must be closed, because GNU Backgammon does not survive an answer that it does not expect.
pub fn answer_boards<G: Game>(stream: TcpStream, player: &mut dyn Player<G>) -> Result<u64, String> {
    let broken = |error: std::io::Error| format!("the connection broke: {error}");
    stream.set_nodelay(true).map_err(broken)?;
    let mut input = BufReader::new(stream);
    player.begin();
    let mut answers = 0;
    loop {
        let mut bytes = Vec::new();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).map_err(broken)? == 0 {
            return Ok(answers);
        }
        // It ends its lines with a zero after the line feed, which then stands before the next one.
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_matches(['\0', ' ', '\r', '\n']);
        if line.is_empty() {
            continue;
        }
        let answer = answer(line, player, answers)?;
        input.get_mut().write_all(format!("{answer}\n").as_bytes()).map_err(broken)?;
        answers += 1;
    }
}

/// A play such as `8/5 6/5`, or `roll`, `take`, `drop`.
fn answer<G: Game>(line: &str, player: &mut dyn Player<G>, number: u64) -> Result<String, String> {
    let position = G::read(line).map_err(|error| format!("'{line}' is no board of {}: {error}", G::NAME))?;
    let mut dice = Dice::new(position.key(), number);
    if line.split(':').nth(DOUBLED) == Some("1") {
        return Ok(if expects(&position, player, &mut dice)? >= TAKE { "take" } else { "drop" }.to_string());
    }
    if position.chance() {
        return Ok("roll".to_string());
    }
    let line = [position];
    let turn = Turn { line: &line, moves: &[], clock: None };
    let mv = player.choose(&turn, &mut dice).map_err(|failure| failure.0)?.mv;
    let written = line[0].write_move(mv);
    // It says nothing where nothing can be played.
    Ok(if written == "pass" { String::new() } else { written })
}

/// Points that the side which was offered a double can expect, by playing the game out with both sides. The other one, which
/// has doubled, is about to roll.
fn expects<G: Game>(position: &G, player: &mut dyn Player<G>, dice: &mut Dice) -> Result<f64, String> {
    let side = position.side().other();
    let mut list = Vec::new();
    let mut sum = 0;
    for _ in 0..ROLLOUT {
        let mut game = position.clone();
        let outcome = loop {
            let mv = match game.status(&mut list) {
                Status::Over(outcome) => break outcome,
                Status::Chance => list[dice.pick(list.iter().map(|roll| game.probability(*roll)))],
                Status::Turn(_) => {
                    let line = [game.clone()];
                    player.choose(&Turn { line: &line, moves: &[], clock: None }, dice).map_err(|failure| failure.0)?.mv
                }
            };
            game.play(mv);
        };
        sum += outcome.points(side);
    }
    Ok(f64::from(sum) / ROLLOUT as f64)
}
