//! Two plies with dice between them: the reply that leaves the other side with the least, on the average of all rolls.
//!
//! This is equation (12) of Baxter, Tridgell and Weaver's paper on TDLeaf(lambda). The value does not come from one leaf but from
//! the best answers to all rolls, each with its probability.

use eval::network::{Bench, Judge, Outlook, Reply, best};
use game::{Encoding, Turns};

/// A search of two plies, with its memory.
#[derive(Clone, Debug)]
pub struct Expectimax<B> {
    /// Only so many replies are looked at further: the best by one ply. `None`: all, which is exact.
    pub filter: Option<usize>,
    /// True if replies are left alone as soon as it is certain that they are not better than the best. It changes nothing but the
    /// speed.
    pub pruning: bool,
    bench: Bench<B>,
    /// The answers to all rolls, and where those to each roll begin.
    answers: Vec<Reply<B>>,
    starts: Vec<usize>,
}

/// What such a search finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation<B> {
    /// The chosen board, seen by the side that has just moved.
    pub board: B,
    /// What that side may expect after two plies.
    pub outlook: Outlook,
    /// Its equity.
    pub value: f32,
    /// Where that comes from: the best answer to each roll with the roll's probability, seen by the side that answers. Empty if
    /// the chosen board ends the game.
    pub leaves: Vec<(f32, Reply<B>)>,
}

impl<B: Turns> Expectation<B> {
    /// What the leaves are worth together by the judge's word: the leaf law says that it is [`Expectation::outlook`].
    pub fn verify<E: Encoding<B>>(&self, judge: &Judge<B, E>) -> Outlook {
        if let Some(points) = self.board.points() {
            return Outlook::of(points);
        }
        let mut sum = Outlook::default();
        for (share, leaf) in &self.leaves {
            let outlook = leaf.board.points().map_or_else(|| judge.outlook(&leaf.board), Outlook::of);
            sum.add(*share, &outlook.flipped());
        }
        sum
    }
}

impl<B: Turns> Expectimax<B> {
    /// A search that looks at the best `filter` replies, or at all.
    pub fn new(filter: Option<usize>) -> Expectimax<B> {
        Expectimax { filter, pruning: true, bench: Bench::default(), answers: Vec::new(), starts: Vec::new() }
    }

    /// Boards that networks have judged so far.
    pub fn judged(&self) -> u64 {
        self.bench.judged
    }

    /// The best reply to a roll on a board that is seen by the side to move. Among equal ones the better by one ply.
    pub fn think<E: Encoding<B>>(&mut self, judge: &Judge<B, E>, board: &B, roll: B::Roll) -> Expectation<B> {
        judge.replies(board, roll, &mut self.bench);
        let mut replies = self.bench.replies.clone();
        // Stable, so that the order of replies decides between equal ones.
        replies.sort_by(|a, b| b.outlook.equity().total_cmp(&a.outlook.equity()));
        replies.truncate(self.filter.unwrap_or(usize::MAX).max(1));
        let mut found: Option<Expectation<B>> = None;
        for reply in &replies {
            let most = found.as_ref().map_or(f32::NEG_INFINITY, |found| found.value);
            let next = if reply.over {
                let (board, outlook, value) = (reply.board, reply.outlook, reply.outlook.equity());
                Expectation { board, outlook, value, leaves: Vec::new() }
            } else {
                let other = reply.board.swapped();
                self.list(&other);
                let guide = found.as_ref().filter(|found| self.pruning && found.leaves.len() == B::rolls().len());
                if guide.is_some_and(|guide| self.bounded(judge, &other, guide) <= most) {
                    continue;
                }
                self.bench.replies.clone_from(&self.answers);
                judge.judge(&other, &mut self.bench);
                self.expected(reply.board)
            };
            if next.value > most {
                found = Some(next);
            }
        }
        found.expect("there is always a reply, if only the board itself")
    }

    /// Lists the answers to all rolls.
    fn list(&mut self, other: &B) {
        self.answers.clear();
        self.starts.clear();
        for (roll, _) in B::rolls() {
            self.starts.push(self.answers.len());
            let answers = &mut self.answers;
            other.replies(*roll, |board| answers.push(Reply { board, outlook: Outlook::default(), over: false }));
        }
        self.starts.push(self.answers.len());
    }

    /// More than this a reply cannot be worth: the other side may always answer as it would answer the best reply so far. Where it
    /// cannot, all its answers are looked at.
    fn bounded<E: Encoding<B>>(&mut self, judge: &Judge<B, E>, other: &B, guide: &Expectation<B>) -> f32 {
        self.bench.replies.clear();
        let mut ends = [0; 64];
        for (at, (_, leaf)) in guide.leaves.iter().enumerate() {
            let answers = &self.answers[self.starts[at]..self.starts[at + 1]];
            match answers.iter().find(|answer| answer.board.alike(&leaf.board)) {
                Some(answer) => self.bench.replies.push(*answer),
                None => self.bench.replies.extend(answers),
            }
            ends[at] = self.bench.replies.len();
        }
        judge.judge(other, &mut self.bench);
        let (mut sum, mut first) = (0.0, 0);
        for ((_, share), end) in B::rolls().iter().zip(ends) {
            sum += share * best(&self.bench.replies[first..end]).outlook.equity();
            first = end;
        }
        -sum
    }

    /// What the judged answers say of a reply. The sum has the order of [`Expectimax::bounded`], so that rounding cannot put a
    /// value above its bound.
    fn expected(&self, board: B) -> Expectation<B> {
        let (mut sum, mut outlook) = (0.0, Outlook::default());
        let mut leaves = Vec::with_capacity(B::rolls().len());
        for ((_, share), ends) in B::rolls().iter().zip(self.starts.windows(2)) {
            let answer = best(&self.bench.replies[ends[0]..ends[1]]);
            sum += share * answer.outlook.equity();
            outlook.add(*share, &answer.outlook.flipped());
            leaves.push((*share, answer));
        }
        Expectation { board, outlook, value: -sum, leaves }
    }
}
