//! Input as no sane program would send it: valid commands, broken ones, binary, endless lines, positions from random games.

use game::{Dice, Game};
use games::chess::Chess;
use games::shogi::Shogi;

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

/// The same in shogi. In one of them the side to move has won as soon as it says so.
const SHOGI: [&str; 9] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
    "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1",
    "+R+BSSGGK2/PPPPP4/9/9/9/9/9/9/k8 b RP3L 1",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "9/9/9/9/9/9/9/9/9 b - 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2P 1",
    "kkkkkkkkk/9/9/9/9/9/9/9/KKKKKKKKK b 99P 1",
];

/// Commands of USI.
pub const USI: &[&str] = &[
    "usi",
    "isready",
    "usinewgame",
    "stop",
    "ponderhit",
    "d",
    "go",
    "go nodes 50",
    "go depth 2",
    "go movetime 2",
    "go btime 20 wtime 20",
    "go btime 0 wtime 0 byoyomi 3",
    "go btime 5 wtime 5 binc 1 winc 1",
    "go infinite",
    "go ponder btime 10 wtime 10 byoyomi 1",
    "go mate infinite",
    "go mate 1000",
    "go perft 1",
    "go searchmoves 7g7f 2g2f nodes 20",
    "go infinite ponder",
    "gameover win",
    "gameover lose",
    "gameover draw",
    "gameover",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name USI_Ponder value true",
    "setoption name USI_Hash value 1",
    "setoption name Clear_Hash",
    "setoption name Move_Overhead value 1",
    "setoption name Weights value yss",
    "setoption name Weights value kings",
    "setoption name Weights value /nowhere/x.tdw",
    "setoption name Threads value 1",
    "setoption name Nothing value 7",
    "setoption",
    "position",
    "position startpos",
    "position startpos moves 7g7f 3c3d 8h2b+",
    "position startpos moves 7g7e",
    "position sfen",
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
    protocol: Protocol,
}

/// What is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Uci,
    Usi,
    Xboard,
}

impl Nonsense {
    /// The same lines for the same seed.
    pub fn new(seed: u64, protocol: Protocol) -> Nonsense {
        let commands = match protocol {
            Protocol::Uci => UCI,
            Protocol::Usi => USI,
            Protocol::Xboard => XBOARD,
        };
        Nonsense { dice: Dice::new(seed, protocol as u64), commands, protocol }
    }

    /// The next line, without its end. Never asks to quit, for much memory, or to switch what the test relies on.
    pub fn line(&mut self) -> Vec<u8> {
        loop {
            let line = self.any();
            let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
            let intact = self.commands.iter().any(|command| command.as_bytes() == line);
            let touchy = ["quit", "hash", "memory", "threads", "cores", "debug", "resign"];
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
        let (start, moves, last) = match self.protocol {
            Protocol::Usi => self.game::<Shogi>(&SHOGI),
            _ => self.game::<Chess>(&POSITIONS),
        };
        let text = match self.protocol {
            Protocol::Uci => format!("position fen {start} moves{moves}"),
            Protocol::Usi => format!("position sfen {start} moves{moves}"),
            Protocol::Xboard => format!("setboard {last}"),
        };
        text.into_bytes()
    }

    /// One of `starts`, random moves from there, and where they lead to.
    fn game<G: Game>(&mut self, starts: &[&'static str]) -> (&'static str, String, String) {
        let start = starts[self.dice.below(starts.len())];
        let (mut moves, mut last) = (String::new(), start.to_string());
        if let Ok(mut position) = G::read(start) {
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
        (start, moves, last)
    }
}

/// Looks at all that a program said with `debug on`: `check` sees each move with the position where its search began. Returns how
/// many there were.
pub fn check_all<G: Game>(output: &str, check: impl Fn(&G, &str)) -> usize {
    let (mut position, mut moves) = (None, 0);
    for line in output.lines() {
        if let Some((text, _)) = line.strip_prefix("info string ").and_then(|rest| rest.split_once(" budget ")) {
            position = Some(G::read(text).unwrap_or_else(|error| panic!("{text}: {error}")));
        } else if let Some(rest) = line.strip_prefix("bestmove ") {
            let position = position.take().unwrap_or_else(|| panic!("two moves for one search: {line}"));
            check(&position, rest.split_whitespace().next().unwrap_or_default());
            moves += 1;
        }
    }
    moves
}

/// In USI `resign` is said only where there is no move, and `win` only where that is true.
pub fn check_usi(position: &Shogi, text: &str) {
    let legal = position.move_list().into_iter().any(|mv| position.write_move(mv) == text);
    let right = match text {
        "resign" => position.move_list().is_empty(),
        "win" => position.may_declare(),
        _ => legal,
    };
    assert!(right, "'{text}' is wrong in {position}");
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
