//! `random-eval` (thesis, appendix E): look-ahead on random values of leaves against look-ahead on the constant zero.
//!
//! Both players search full-width to the same depth and know the value of a game that has ended within it. One of them adds a
//! random number to the value of each other leaf; it is too small to outweigh a change of material. Equal moves at the root
//! are chosen from at random. The zero player thus chooses at random between all moves that its material, or the end of the
//! game, does not tell apart.
//!
//! The appendix says that an end on the horizon itself is seen: at depth 1 mates in one are played. Its figures say that it
//! is not: at depth 1 it has 54 % draws between LR and LZ and 87 % between MR and MZ. In 200 games here these are 50 % and
//! 94 % if that end is not seen, in 100 games 10 % and 56 % if it is. So there are both ([`Horizon`]).
//!
//! Where the appendix is silent, our choices are:
//! - Random numbers are even over one pawn and centred on 0, the value of a draw, as in its figure E.3.
//! - A position has one number for a whole search, however it is reached, and another one in the next search.
//! - The random number is added once, to what the capture tree returns, and not to the leaves of that tree.
//! - Quicker mates are better.
//! - That nobody can mate any more is for the referee to see; the players do not know. Bishops that all stand on one colour
//!   are such a draw, too. If the players know, LR has 69.8 % at depth 3, and 63.6 % if they do not; published are 61.3 %.

use cozy_chess::{Color, Piece};
use eval::{Evaluator, Inputs, Linear, SCALE, Value};
use game::{Dice, Game, Outcome, Root, Sets, Side, Status};
use games::chess::{Chess, Material, PieceSquares};
use search::{Options, Quiescence, Searcher};

/// Games end after 200 moves of each side.
const LONGEST: usize = 400;

/// What both players know beside the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing: LR and LZ, table E.1.
    Plain,
    /// Material after all captures: CR and CZ, table E.2.
    Captures,
    /// Material as it stands: MR and MZ, table E.3.
    Material,
}

impl Kind {
    /// All, in the order of the tables.
    pub const ALL: [Kind; 3] = [Kind::Plain, Kind::Captures, Kind::Material];

    /// The two players as the tables call them.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Kind::Plain => ["LR", "LZ"],
            Kind::Captures => ["CR", "CZ"],
            Kind::Material => ["MR", "MZ"],
        }
    }
}

/// Whether players see that a game has ended by mate or stalemate on their last ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// They do: what the appendix says.
    Seen,
    /// They see only that a side within the horizon has no move: what its figures look like.
    Unseen,
}

/// A board at which games of one kind and depth are played, one after another, without making new memory for each.
pub struct Board {
    kind: Kind,
    horizon: Horizon,
    searcher: Searcher<Chess>,
    material: Balance,
}

type Balance = Linear<PieceSquares<Material>>;

impl Board {
    /// A board.
    pub fn new(kind: Kind, depth: u32, horizon: Horizon) -> Board {
        let horizon_mate = horizon == Horizon::Seen;
        let options = Options { quiescence: Quiescence::Off, horizon_mate, repetition: false, ..Options::exact(depth) };
        let material = Linear::new::<Chess>(PieceSquares::new(), Sets::One, &[1.0, 3.0, 3.0, 5.0, 9.0]);
        Board { kind, horizon, searcher: Searcher::new(options), material }
    }

    /// The points of the random side in game `number`: 1, 0.5 or 0. It has White in games of even number. What was played
    /// before changes nothing.
    pub fn game(&mut self, number: u64, seed: u64) -> f64 {
        let random = if number.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut dice = Dice::new(seed, number);
        let outcome = self.play(random, &mut dice);
        f64::from(1 + outcome.points(random)) / 2.0
    }

    fn play(&mut self, random: Side, dice: &mut Dice) -> Outcome {
        let mut position = Chess::start().played_on();
        let mut list = Vec::new();
        for _ in 0..LONGEST {
            if let Status::Over(outcome) = position.status(&mut list) {
                return outcome;
            }
            if no_mate(&position) {
                return Outcome::DRAW;
            }
            let noise = (position.side() == random).then(|| dice.bits());
            let leaves = Leaves { kind: self.kind, horizon: self.horizon, noise, material: &self.material };
            // Values of the search before mean nothing now.
            self.searcher.forget();
            let thought = self.searcher.think(&leaves, std::slice::from_ref(&position), dice);
            let Some(thought) = thought else { return Outcome::DRAW };
            position.play(thought.best);
        }
        if let Status::Over(outcome) = position.status(&mut list) {
            return outcome;
        }
        if no_mate(&position) {
            return Outcome::DRAW;
        }
        match Evaluator::<Chess>::fresh(&self.material, &position, &self.material.root(&position)) {
            0 => Outcome::DRAW,
            ahead if ahead > 0 => Outcome::win(Side::First),
            _ => Outcome::win(Side::Second),
        }
    }
}

/// The appendix' cases of insufficient material: what the game calls dead, and two knights against a bare king.
fn no_mate(position: &Chess) -> bool {
    let board = position.board();
    let knights = board.pieces(Piece::Knight);
    let two_knights = board.occupied().len() == 4
        && knights.len() == 2
        && Color::ALL.into_iter().any(|color| knights.is_subset(board.colors(color)));
    two_knights || position.dead()
}

/// The values of one player's leaves in one search.
struct Leaves<'a> {
    kind: Kind,
    horizon: Horizon,
    /// What the random numbers depend on beside the position; `None` for the zero player.
    noise: Option<u64>,
    material: &'a Balance,
}

impl Leaves<'_> {
    /// The material for the side to move when it may capture as long as it likes. `balance` is that of the position, from
    /// the first player's view.
    fn captures(&self, position: &Chess, balance: Value, root: &Root, mut alpha: Value, beta: Value) -> Value {
        let side = position.side();
        let mut best = side.view(balance);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut list = Vec::new();
        position.noisy(|mv| {
            let after = self.material.advance(position, mv, &balance, root);
            // The opponent need not capture back, so a capture is worth at most what it wins at once.
            if side.view(after) > alpha {
                list.push((side.view(after), position.rank(mv), after, mv));
            }
        });
        list.sort_unstable_by_key(|(most, rank, ..)| (-most, -rank));
        for (most, _, after, mv) in list {
            if most <= alpha {
                break;
            }
            let value = -self.captures(&position.after(mv), after, root, -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }
}

impl Evaluator<Chess> for Leaves<'_> {
    /// The material.
    type State = Value;

    fn root(&self, game: &Chess) -> Root {
        self.material.root(game)
    }

    fn fresh(&self, game: &Chess, root: &Root) -> Value {
        self.material.fresh(game, root)
    }

    #[inline]
    fn advance(&self, before: &Chess, mv: <Chess as Game>::Move, state: &Value, root: &Root) -> Value {
        self.material.advance(before, mv, state, root)
    }

    fn value(&self, game: &Chess, state: &Value, root: &Root) -> Value {
        // The search has looked for mate. Where 0 is the only value anyway, stalemate makes no difference.
        let differs = self.kind != Kind::Plain || self.noise.is_some();
        if self.horizon == Horizon::Seen && differs && !game.in_check() && !game.can_move() {
            return 0;
        }
        let known = match self.kind {
            Kind::Plain => 0,
            Kind::Material => *state,
            Kind::Captures => game.side().view(self.captures(game, *state, root, -Value::MAX, Value::MAX)),
        };
        known + self.noise.map_or(0, |noise| random(game.key() ^ noise))
    }

    fn inputs(&self, _: &Chess, _: &Root) -> Inputs {
        Inputs { pairs: Vec::new(), set: 0 }
    }

    fn yardstick(&self) -> Value {
        SCALE as Value
    }
}

/// A number that looks random, even from half a pawn below 0 to just under half a pawn above it.
#[inline]
fn random(bits: u64) -> Value {
    // Any mixing in which each bit changes all others will do: these are the last steps of SplitMix64 (Steele et al. 2014).
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let pawn = SCALE as u64;
    (((bits >> 32) * pawn) >> 32) as Value - pawn as Value / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(kind: Kind, depth: u32, horizon: Horizon, number: u64, seed: u64) -> f64 {
        Board::new(kind, depth, horizon).game(number, seed)
    }

    fn value(kind: Kind, noise: Option<u64>, text: &str) -> Value {
        let material = Board::new(kind, 1, Horizon::Seen).material;
        let leaves = Leaves { kind, horizon: Horizon::Seen, noise, material: &material };
        let position = Chess::read(text).unwrap();
        let root = leaves.root(&position);
        leaves.value(&position, &leaves.fresh(&position, &root), &root)
    }

    #[test]
    fn leaves_are_worth_what_their_kind_says() {
        // Black may take a rook with a pawn, but then loses the pawn.
        let text = "4k3/8/8/4p3/3R4/2P5/8/4K3 b - - 0 1";
        assert_eq!(Kind::ALL.map(|kind| value(kind, None, text)), [0, 10_000, 50_000]);
        // Taking the guarded pawn would lose the rook: one need not.
        assert_eq!(value(Kind::Captures, None, "4k3/8/5p2/4p3/8/8/4R3/4K3 w - - 0 1"), 30_000);
        for kind in Kind::ALL {
            let plain = value(kind, None, text);
            let noisy: Vec<Value> = (0..200).map(|noise| value(kind, Some(noise), text) - plain).collect();
            assert!(noisy.iter().all(|noise| (-5000..5000).contains(noise)), "below any change of material");
            assert!(noisy.iter().any(|noise| *noise < -4000) && noisy.iter().any(|noise| *noise > 4000));
            assert_eq!(value(kind, Some(7), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 0, "stalemate");
        }
    }

    #[test]
    fn mates_are_seen_where_they_should() {
        let position = Chess::read("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let mates = |kind, horizon, depth, noise| {
            let mut board = Board::new(kind, depth, horizon);
            let leaves = Leaves { kind, horizon, noise, material: &board.material };
            let thought = board.searcher.think(&leaves, std::slice::from_ref(&position), &mut Dice::new(1, 1)).unwrap();
            position.write_move(thought.best) == "a1a8"
        };
        for (kind, noise) in Kind::ALL.map(|kind| [(kind, None), (kind, Some(3))]).concat() {
            assert!(mates(kind, Horizon::Seen, 1, noise), "{kind:?} {noise:?}");
            assert!(!mates(kind, Horizon::Unseen, 1, noise), "{kind:?} {noise:?}: one of many moves");
            assert!(
                mates(kind, Horizon::Unseen, 2, noise),
                "{kind:?} {noise:?}: the mated side is found to have no move"
            );
        }
    }

    #[test]
    fn the_drawing_rules_are_those_of_the_appendix() {
        let read = |text| Chess::read(text).unwrap().played_on();
        assert!(no_mate(&read("4k3/8/8/8/8/8/8/1N2K1N1 w - - 70 90")));
        assert!(!no_mate(&read("1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1")), "they can mate");
        // Taking the last rook, or the hundredth ply, ends nothing for the players.
        let kings = read("4k3/8/8/8/8/8/3r4/4K3 w - - 99 90");
        let mut board = Board::new(Kind::Plain, 2, Horizon::Seen);
        let leaves = Leaves { kind: Kind::Plain, horizon: Horizon::Seen, noise: Some(5), material: &board.material };
        let thought = board.searcher.think(&leaves, std::slice::from_ref(&kings), &mut Dice::new(1, 1)).unwrap();
        assert_ne!(thought.value, 0, "a number, not a draw");
    }

    #[test]
    fn a_game_depends_on_its_number_and_seed_only() {
        let mut board = Board::new(Kind::Plain, 2, Horizon::Seen);
        let list: Vec<f64> = (0..12).map(|number| board.game(number, 5)).collect();
        let alone: Vec<f64> =
            (0..12).rev().map(|number| game(Kind::Plain, 2, Horizon::Seen, number, 5)).rev().collect();
        assert_eq!(list, alone);
        let other: Vec<f64> = (0..12).map(|number| board.game(number, 6)).collect();
        assert_ne!(list, other);
    }

    #[test]
    fn random_leaves_beat_zero() {
        let points = |kind, depth, games: u64| {
            let mut board = Board::new(kind, depth, Horizon::Seen);
            (0..games).map(|number| board.game(number, 1)).sum::<f64>() / games as f64
        };
        assert!(points(Kind::Captures, 3, 8) > 0.6, "published: 85.5 %");
        assert!((0.2..0.8).contains(&points(Kind::Plain, 1, 40)), "at depth 1 the two are the same");
    }
}
