//! Networks that judge boards: an outlook for each, and the best reply to a roll.

use super::{Candidates, Gammons, Network, Outlook};
use crate::FileError;
use crate::network::NetworkFile;
use game::{Encoding, Turns};
use std::marker::PhantomData;

/// Networks and what they see: one for each class of boards.
#[derive(Clone, Debug, PartialEq)]
pub struct Judge<B, E> {
    /// What the networks see.
    pub encoding: E,
    /// The network of each class.
    pub networks: Vec<Network>,
    board: PhantomData<fn() -> B>,
}

/// A reply to a roll and what the side that makes it may expect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reply<B> {
    /// The board, seen by the side that has just moved.
    pub board: B,
    /// Its outlook for that side; exact if the game is over.
    pub outlook: Outlook,
    /// True if the game is over.
    pub over: bool,
}

/// Memory for judging many boards at a time. It changes nothing but the speed.
#[derive(Clone, Debug)]
pub struct Bench<B> {
    /// The replies judged last.
    pub replies: Vec<Reply<B>>,
    /// Boards that networks have judged, in all.
    pub judged: u64,
    classes: Vec<Class>,
}

#[derive(Clone, Debug, Default)]
struct Class {
    candidates: Candidates,
    /// Which replies they are.
    places: Vec<usize>,
    outlooks: Vec<Outlook>,
    common: Vec<(u32, f32)>,
}

impl<B> Default for Bench<B> {
    fn default() -> Bench<B> {
        Bench { replies: Vec::new(), judged: 0, classes: Vec::new() }
    }
}

/// Which gammons a board still allows.
#[inline]
fn gammons<B: Turns>(board: &B) -> Gammons {
    let (won, lost) = board.gammons();
    Gammons { won, lost }
}

impl<B: Turns, E: Encoding<B>> Judge<B, E> {
    /// Networks that fit the encoding: as many as it has classes, all with its inputs.
    pub fn new(encoding: E, networks: Vec<Network>) -> Judge<B, E> {
        let fits = networks.iter().all(|network| network.inputs() == encoding.count());
        assert!(fits && networks.len() == encoding.classes(), "networks for other inputs");
        Judge { encoding, networks, board: PhantomData }
    }

    /// New networks with random weights; `hidden` units for each class, the last number for the rest of them.
    pub fn random(encoding: E, hidden: &[usize], seed: u64) -> Judge<B, E> {
        let size = |class: usize| hidden[class.min(hidden.len() - 1)];
        let one =
            |class| Network::random(encoding.count(), size(class), seed.wrapping_mul(10).wrapping_add(class as u64));
        let networks = (0..encoding.classes()).map(one).collect();
        Judge::new(encoding, networks)
    }

    /// The networks of a file, unless they were made for something else.
    pub fn read(encoding: E, file: NetworkFile) -> Result<Judge<B, E>, FileError> {
        let networks = file.fit(B::NAME, &encoding.name(), encoding.count(), encoding.classes())?;
        Ok(Judge::new(encoding, networks))
    }

    /// As a file.
    pub fn file(&self, lineage: String) -> NetworkFile {
        let (game, inputs) = (B::NAME.to_string(), self.encoding.name());
        NetworkFile { game, inputs, lineage, networks: self.networks.clone() }
    }

    /// The class of a board, its inputs (in `pairs`), and the gammons it allows.
    #[inline]
    pub fn inputs(&self, board: &B, pairs: &mut Vec<(u32, f32)>) -> (usize, Gammons) {
        pairs.clear();
        self.encoding.all(board, pairs);
        (self.encoding.class(board), gammons(board))
    }

    /// What the side that has just moved may expect on a board where the game is not over.
    pub fn outlook(&self, board: &B) -> Outlook {
        let mut pairs = Vec::new();
        let (class, gammons) = self.inputs(board, &mut pairs);
        self.networks[class].outlook(&pairs, gammons)
    }

    /// The best reply to a roll on a board that is seen by the side to move, by what the networks say at once (one ply). The first
    /// of equally good ones.
    pub fn choose(&self, board: &B, roll: B::Roll, bench: &mut Bench<B>) -> Reply<B> {
        self.replies(board, roll, bench);
        best(&bench.replies)
    }

    /// Judges all replies to a roll; they are in the bench.
    pub fn replies(&self, board: &B, roll: B::Roll, bench: &mut Bench<B>) {
        bench.replies.clear();
        let replies = &mut bench.replies;
        board.replies(roll, |board| replies.push(Reply { board, outlook: Outlook::default(), over: false }));
        self.judge(board, bench);
    }

    /// Judges the replies in the bench, all of them to rolls on `board`.
    pub fn judge(&self, board: &B, bench: &mut Bench<B>) {
        bench.classes.resize_with(self.networks.len(), Class::default);
        for class in &mut bench.classes {
            class.candidates.clear();
            class.places.clear();
        }
        let prepared = self.encoding.prepare(board);
        for (place, reply) in bench.replies.iter_mut().enumerate() {
            if let Some(points) = reply.board.points() {
                (reply.outlook, reply.over) = (Outlook::of(points), true);
                continue;
            }
            let class = &mut bench.classes[self.encoding.class(&reply.board)];
            class.places.push(place);
            let differ = |pairs: &mut Vec<_>| self.encoding.change(board, &prepared, &reply.board, pairs);
            class.candidates.add(gammons(&reply.board), differ);
        }
        for (class, network) in
            bench.classes.iter_mut().zip(&self.networks).filter(|(class, _)| !class.places.is_empty())
        {
            class.common.clear();
            self.encoding.all(board, &mut class.common);
            network.outlooks(&class.common, &class.candidates, &mut class.outlooks);
            bench.judged += class.places.len() as u64;
            for (place, outlook) in class.places.iter().zip(&class.outlooks) {
                bench.replies[*place].outlook = *outlook;
            }
        }
    }

    /// Moves all networks a share of the way to those of another.
    pub fn approach(&mut self, other: &Judge<B, E>, share: f32) {
        self.networks.iter_mut().zip(&other.networks).for_each(|(own, other)| own.approach(other, share));
    }
}

/// The reply with the highest equity, the first of equal ones.
#[inline]
pub fn best<B: Copy>(replies: &[Reply<B>]) -> Reply<B> {
    let (mut most, mut at) = (f32::NEG_INFINITY, 0);
    for (place, reply) in replies.iter().enumerate() {
        let equity = reply.outlook.equity();
        if equity > most {
            (most, at) = (equity, place);
        }
    }
    replies[at]
}
