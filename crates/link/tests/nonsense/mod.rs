//! Input as no sane program would send it: valid commands, broken ones, binary, endless lines, positions from random games.

use game::{Dice, Game};
use games::chess::Chess;

/// Positions to begin with, some of them without a move, some of them no positions at all.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/P6k/8/8/8/8/p6K/8 w - - 99 80",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 120 90",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK w KQkq e3 0 1",
];

/// Commands of UCI. Searches are small, or are soon ended by what follows.
pub const UCI: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "d",
    "register later",
    "go",
    "go nodes 50",
    "go depth 2",
    "go movetime 2",
    "go wtime 20 btime 20",
    "go wtime 5 btime 5 winc 1 binc 1 movestogo 1",
    "go infinite",
    "go ponder wtime 10 btime 10",
    "go mate 1",
    "go perft 2",
    "go searchmoves e2e4 d2d4 nodes 20",
    "go infinite ponder",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Ponder value true",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name Clear Hash",
    "setoption name Move Overhead value 1",
    "setoption name Weights value textbook",
    "setoption name Weights value half",
    "setoption name Weights value /nowhere/x.tdw",
    "setoption name Hash value 1",
    "setoption name Hash value 2",
    "setoption name Threads value 1",
    "setoption name Nothing value 7",
    "setoption",
    "position",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves e2e5",
    "position fen",
];

/// Commands of xboard.
pub const XBOARD: &[&str] = &[
    "xboard",
    "protover 2",
    "accepted ping",
    "rejected san",
    "new",
    "variant normal",
    "variant fischerandom",
    "variant crazyhouse",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "level 40 5 0",
    "level 0 0:01 0",
    "level 0 2:30 12.5",
    "st 0.01",
    "st 1",
    "sd 3",
    "nps 100",
    "time 100",
    "otim 100",
    "usermove e2e4",
    "usermove e7e5",
    "usermove O-O",
    "e2e4",
    "Nf3",
    "d7d8q",
    "?",
    "ping 1",
    "draw",
    "result 1-0 {White mates}",
    "result *",
    "edit",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "name someone",
    "rating 2000 1900",
    "ics -",
    "computer",
    "pause",
    "resume",
    "memory 1",
    "memory 2",
    "cores 1",
    "egtpath syzygy /nowhere",
    "option MultiPV=2",
    "option MultiPV=1",
    "option Clear Hash",
    "option Move Overhead=3",
    "option Weights=textbook",
    "option Weights=half",
    "option Nothing=1",
    "random",
    "setboard",
    "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
];

/// A stream of lines.
pub struct Nonsense {
    dice: Dice,
    commands: &'static [&'static str],
    uci: bool,
}

impl Nonsense {
    /// The same lines for the same seed.
    pub fn new(seed: u64, uci: bool) -> Nonsense {
        Nonsense { dice: Dice::new(seed, u64::from(uci)), commands: if uci { UCI } else { XBOARD }, uci }
    }

    /// The next line, without its end. Never asks to quit, for much memory, or to switch what the test relies on.
    pub fn line(&mut self) -> Vec<u8> {
        loop {
            let line = self.any();
            let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
            let intact = self.commands.iter().any(|command| command.as_bytes() == line);
            let touchy = ["quit", "hash", "memory", "threads", "cores", "debug"];
            if !line.contains(&b'\n') && (intact || !touchy.iter().any(|word| text.contains(word))) {
                return line;
            }
        }
    }

    fn any(&mut self) -> Vec<u8> {
        let count = self.commands.len();
        match self.dice.below(100) {
            0..45 => self.commands[self.dice.below(count)].as_bytes().to_vec(),
            45..60 => self.position(),
            60..80 => {
                let line = self.commands[self.dice.below(count)].as_bytes().to_vec();
                self.broken(line)
            }
            80..85 => {
                let line = self.position();
                self.broken(line)
            }
            85..92 => (0..self.dice.below(60)).map(|_| self.dice.below(256) as u8).collect(),
            92..97 => {
                let signs = ['é', '王', '🙂', '\u{202e}', '\u{0}', ' ', '\u{a0}', 'x', '\u{301}', '\t'];
                (0..self.dice.below(40)).map(|_| signs[self.dice.below(signs.len())]).collect::<String>().into_bytes()
            }
            // Two commands on one line.
            97..99 => {
                [self.commands[self.dice.below(count)], self.commands[self.dice.below(count)]].join(" ").into_bytes()
            }
            _ => {
                let length = if self.dice.below(20) == 0 { 600_000 } else { 5_000 };
                vec![b"x 7\xff/"[self.dice.below(5)]; self.dice.below(length)]
            }
        }
    }

    fn broken(&mut self, mut line: Vec<u8>) -> Vec<u8> {
        for _ in 0..=self.dice.below(4) {
            let at = self.dice.below(line.len() + 1);
            match self.dice.below(4) {
                0 if at < line.len() => line[at] = self.dice.below(256) as u8,
                1 if at < line.len() => drop(line.remove(at)),
                2 => line.insert(at, b"0123456789 -aeqKN./"[self.dice.below(19)]),
                _ => line.truncate(at),
            }
        }
        line
    }

    /// A position after random moves.
    fn position(&mut self) -> Vec<u8> {
        let start = POSITIONS[self.dice.below(POSITIONS.len())];
        let mut moves = String::new();
        let mut last = start.to_string();
        if let Ok(mut position) = Chess::read(start) {
            for _ in 0..self.dice.below(40) {
                let list = position.move_list();
                if list.is_empty() {
                    break;
                }
                let mv = list[self.dice.below(list.len())];
                moves = format!("{moves} {}", position.write_move(mv));
                position.play(mv);
            }
            last = position.to_string();
        }
        if self.uci { format!("position fen {start} moves{moves}") } else { format!("setboard {last}") }.into_bytes()
    }
}

/// Looks at all that a UCI program said with `debug on`: each move must be legal where its search began. Returns how many
/// there were.
pub fn check_uci(output: &str) -> usize {
    let (mut position, mut moves) = (None, 0);
    for line in output.lines() {
        if let Some((fen, _)) = line.strip_prefix("info string ").and_then(|rest| rest.split_once(" budget ")) {
            position = Some(Chess::read(fen).unwrap_or_else(|error| panic!("{fen}: {error}")));
        } else if let Some(rest) = line.strip_prefix("bestmove ") {
            let position = position.take().unwrap_or_else(|| panic!("two moves for one search: {line}"));
            check(&position, rest.split_whitespace().next().unwrap_or_default());
            moves += 1;
        }
    }
    moves
}

/// The move must be legal in the position, in ordinary chess or in Chess960; `0000` only where there is none.
pub fn check(position: &Chess, text: &str) {
    let mut list = Vec::new();
    position.moves(|mv| list.push(mv));
    let named = |variant: Option<&str>| {
        let position = position.in_variant(variant).unwrap();
        list.iter().any(|mv| position.write_move(*mv) == text || position.record_move(*mv) == text)
    };
    let legal = if list.is_empty() { text == "0000" } else { named(None) || named(Some("chess960")) };
    assert!(legal, "'{text}' is illegal in {position}");
}
