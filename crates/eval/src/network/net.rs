//! The network itself: its numbers in one list, and how positions go through it, alone or many that differ little.

#![allow(clippy::needless_range_loop)]

use super::lanes::{LANES, Lanes, Simd, Work, add_product, eights, eights_mut, sigmoid, sum, widely};
use super::{Gammons, OUTPUTS, Outlook};
use game::Dice;

/// Sparse inputs, one hidden layer of sigmoids, five sigmoids out.
///
/// The weights are one list of eights: a row of the hidden layer's size for each input, the hidden layer's thresholds, then for
/// every eight hidden units their five rows of output weights, and last the five thresholds of the outputs. Where the hidden layer
/// is no multiple of eight the rest are zeros, and stay so.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    inputs: usize,
    hidden: usize,
    weights: Vec<Lanes>,
}

/// Positions that differ little from a common one: for each, the inputs that differ and by how much.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    pairs: Vec<(u32, f32)>,
    ends: Vec<(usize, Gammons)>,
}

impl Candidates {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.pairs.clear();
        self.ends.clear();
    }

    /// Adds a position: `differ` pushes the inputs that differ from the common position, and by how much.
    #[inline]
    pub fn add(&mut self, gammons: Gammons, differ: impl FnOnce(&mut Vec<(u32, f32)>)) {
        differ(&mut self.pairs);
        self.ends.push((self.pairs.len(), gammons));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl Network {
    /// A network with small random weights, and gammons and backgammons believed to be rare.
    pub fn random(inputs: usize, hidden: usize, seed: u64) -> Network {
        let mut network = Network::zero(inputs, hidden);
        let mut dice = Dice::new(seed, u64::MAX);
        let mut small = |spread: f64| ((2.0 * dice.unit() - 1.0) * spread) as f32;
        for row in 0..inputs {
            for unit in 0..hidden {
                *network.hidden_weight(row, unit) = small(0.1);
            }
        }
        for unit in 0..hidden {
            for output in 0..OUTPUTS {
                *network.output_weight(output, unit) = small(0.1);
            }
        }
        let last = network.weights.len() - 1;
        network.weights[last] = [0.0, -1.0, -3.0, -1.0, -3.0, 0.0, 0.0, 0.0];
        network
    }

    /// A network of zeros.
    pub fn zero(inputs: usize, hidden: usize) -> Network {
        assert!(hidden > 0, "a hidden layer has at least one unit");
        let chunks = hidden.div_ceil(LANES);
        Network { inputs, hidden, weights: vec![[0.0; LANES]; (inputs + 1 + OUTPUTS) * chunks + 1] }
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of hidden units.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Eights in a row of the hidden layer.
    #[inline(always)]
    pub(super) fn chunks(&self) -> usize {
        self.hidden.div_ceil(LANES)
    }

    /// Where the output weights begin.
    #[inline(always)]
    pub(super) fn second(&self) -> usize {
        (self.inputs + 1) * self.chunks()
    }

    /// All numbers.
    pub(super) fn weights(&self) -> &[Lanes] {
        &self.weights
    }

    /// All numbers, to be changed.
    pub(super) fn weights_mut(&mut self) -> &mut [Lanes] {
        &mut self.weights
    }

    /// The weight from an input to a hidden unit; after the last input come the thresholds.
    pub(super) fn hidden_weight(&mut self, input: usize, unit: usize) -> &mut f32 {
        let at = input * self.chunks() + unit / LANES;
        &mut self.weights[at][unit % LANES]
    }

    /// The weight from a hidden unit to an output.
    pub(super) fn output_weight(&mut self, output: usize, unit: usize) -> &mut f32 {
        let at = self.second() + unit / LANES * OUTPUTS + output;
        &mut self.weights[at][unit % LANES]
    }

    /// The threshold of an output.
    pub(super) fn threshold(&mut self, output: usize) -> &mut f32 {
        let last = self.weights.len() - 1;
        &mut self.weights[last][output]
    }

    /// True if all weights are numbers.
    pub fn is_finite(&self) -> bool {
        self.weights.iter().flatten().all(|w| w.is_finite())
    }

    /// Moves every weight a share of the way to that of another network of the same shape.
    pub fn approach(&mut self, other: &Network, share: f32) {
        assert_eq!((self.inputs, self.hidden), (other.inputs, other.hidden), "networks of different shape");
        widely(Approach { own: &mut self.weights, other: &other.weights, share });
    }

    /// The outlook of a position with these inputs.
    pub fn outlook(&self, pairs: &[(u32, f32)], gammons: Gammons) -> Outlook {
        let mut sums = vec![[0.0; LANES]; self.chunks()];
        widely(One { network: self, pairs, gammons, sums: &mut sums })
    }

    /// The outlooks of all candidates, whose common position has the inputs `common`.
    pub fn outlooks(&self, common: &[(u32, f32)], candidates: &Candidates, out: &mut Vec<Outlook>) {
        let chunks = self.chunks();
        let mut room = [[0.0; LANES]; 2 * 32];
        let mut large = Vec::new();
        let both = if 2 * chunks <= room.len() {
            &mut room[..2 * chunks]
        } else {
            large.resize(2 * chunks, [0.0; LANES]);
            &mut large[..]
        };
        let (base, sums) = both.split_at_mut(chunks);
        out.clear();
        widely(Many { network: self, common, candidates, base, sums, out });
    }

    /// The sums of the hidden layer, before the sigmoid.
    #[inline(always)]
    pub(super) fn first_layer<S: Simd>(&self, simd: S, pairs: &[(u32, f32)], sums: &mut [S::f32s]) {
        let chunks = sums.len();
        sums.copy_from_slice(&eights::<S>(&self.weights)[self.inputs * chunks..][..chunks]);
        self.add_rows(simd, pairs, sums);
    }

    /// Adds the rows of some inputs. Four at a time: the sums stay in registers for that long.
    #[inline(always)]
    fn add_rows<S: Simd>(&self, simd: S, pairs: &[(u32, f32)], sums: &mut [S::f32s]) {
        let (fours, rest) = pairs.as_chunks::<4>();
        for four in fours {
            self.add_some(simd, four, sums);
        }
        for one in rest {
            self.add_some(simd, &[*one], sums);
        }
    }

    // The loops below are plain ones over numbers, not over pairs of iterators: only what is inlined has the wide instructions,
    // and that must not depend on how the program was built.

    /// Adds the rows of `N` inputs.
    #[inline(always)]
    fn add_some<S: Simd, const N: usize>(&self, simd: S, pairs: &[(u32, f32); N], sums: &mut [S::f32s]) {
        let (amounts, rows) = self.rows(simd, pairs, sums.len());
        for i in 0..sums.len() {
            let mut sum = sums[i];
            for k in 0..N {
                sum = add_product(simd, sum, amounts[k], rows[k][i]);
            }
            sums[i] = sum;
        }
    }

    /// The amounts and rows of `N` inputs.
    #[inline(always)]
    fn rows<S: Simd, const N: usize>(
        &self,
        simd: S,
        pairs: &[(u32, f32); N],
        chunks: usize,
    ) -> ([S::f32s; N], [&[S::f32s]; N]) {
        let weights = eights::<S>(&self.weights);
        let (mut amounts, mut rows) = ([simd.splat_f32s(0.0); N], [&weights[..0]; N]);
        for k in 0..N {
            amounts[k] = simd.splat_f32s(pairs[k].1);
            rows[k] = &weights[pairs[k].0 as usize * chunks..][..chunks];
        }
        (amounts, rows)
    }

    /// The output weights, five rows for every eight hidden units.
    #[inline(always)]
    pub(super) fn outgoing<S: Simd>(&self) -> &[[S::f32s; OUTPUTS]] {
        let (second, last) = (self.second(), self.weights.len() - 1);
        eights::<S>(&self.weights[second..last]).as_chunks::<OUTPUTS>().0
    }

    /// From the sums of the hidden layer, which become its activations, to the outlook.
    #[inline(always)]
    pub(super) fn second_layer<S: Simd>(&self, simd: S, sums: &mut [S::f32s], gammons: Gammons) -> Outlook {
        let rows = &self.outgoing::<S>()[..sums.len()];
        let mut totals = [simd.splat_f32s(0.0); OUTPUTS];
        for i in 0..sums.len() {
            let hidden = sigmoid(simd, sums[i]);
            sums[i] = hidden;
            for k in 0..OUTPUTS {
                totals[k] = add_product(simd, totals[k], hidden, rows[i][k]);
            }
        }
        self.outputs(simd, totals, gammons)
    }

    /// From the sums of a common position to the outlook of one with some other inputs, in one pass: the sums stay in registers.
    #[inline(always)]
    fn through<S: Simd, const N: usize>(
        &self,
        simd: S,
        common: &[S::f32s],
        pairs: &[(u32, f32); N],
        gammons: Gammons,
    ) -> Outlook {
        let (amounts, inputs) = self.rows(simd, pairs, common.len());
        let rows = &self.outgoing::<S>()[..common.len()];
        let mut totals = [simd.splat_f32s(0.0); OUTPUTS];
        for i in 0..common.len() {
            let mut sum = common[i];
            for k in 0..N {
                sum = add_product(simd, sum, amounts[k], inputs[k][i]);
            }
            let hidden = sigmoid(simd, sum);
            for k in 0..OUTPUTS {
                totals[k] = add_product(simd, totals[k], hidden, rows[i][k]);
            }
        }
        self.outputs(simd, totals, gammons)
    }

    /// From the sums at the outputs to the outlook.
    #[inline(always)]
    fn outputs<S: Simd>(&self, simd: S, totals: [S::f32s; OUTPUTS], gammons: Gammons) -> Outlook {
        let mut values = [self.weights[self.weights.len() - 1]];
        for k in 0..OUTPUTS {
            values[0][k] += sum(simd, totals[k]);
        }
        let all = &mut eights_mut::<S>(&mut values)[0];
        *all = sigmoid(simd, *all);
        let [win, gammon, backgammon, lost_gammon, lost_backgammon, ..] = values[0];
        let [_, won, _, lost, _] = gammons.mask();
        Outlook([win, gammon * won, backgammon * won, lost_gammon * lost, lost_backgammon * lost])
    }
}

struct Approach<'a> {
    own: &'a mut [Lanes],
    other: &'a [Lanes],
    share: f32,
}

impl Work for Approach<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let share = simd.splat_f32s(self.share);
        let (own, other) = (eights_mut::<S>(self.own), eights::<S>(self.other));
        for i in 0..own.len() {
            own[i] = add_product(simd, own[i], share, simd.sub_f32s(other[i], own[i]));
        }
    }
}

/// One position.
struct One<'a> {
    network: &'a Network,
    pairs: &'a [(u32, f32)],
    gammons: Gammons,
    sums: &'a mut [Lanes],
}

impl Work for One<'_> {
    type Output = Outlook;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Outlook {
        let sums = eights_mut::<S>(self.sums);
        self.network.first_layer(simd, self.pairs, sums);
        self.network.second_layer(simd, sums, self.gammons)
    }
}

/// Many positions, with room for the sums of the common one and of a candidate.
struct Many<'a> {
    network: &'a Network,
    common: &'a [(u32, f32)],
    candidates: &'a Candidates,
    base: &'a mut [Lanes],
    sums: &'a mut [Lanes],
    out: &'a mut Vec<Outlook>,
}

impl Work for Many<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (base, sums) = (eights_mut::<S>(self.base), eights_mut::<S>(self.sums));
        self.network.first_layer(simd, self.common, base);
        let mut first = 0;
        for &(end, gammons) in &self.candidates.ends {
            let pairs = &self.candidates.pairs[first..end];
            first = end;
            // All but the last one to four inputs; most positions have no more.
            let (most, rest) = pairs.split_at(pairs.len().saturating_sub(1) / 4 * 4);
            let common: &[S::f32s] = if most.is_empty() {
                base
            } else {
                sums.copy_from_slice(base);
                self.network.add_rows(simd, most, sums);
                sums
            };
            let network = self.network;
            self.out.push(match *rest {
                [] => network.through(simd, common, &[], gammons),
                [a] => network.through(simd, common, &[a], gammons),
                [a, b] => network.through(simd, common, &[a, b], gammons),
                [a, b, c] => network.through(simd, common, &[a, b, c], gammons),
                [a, b, c, d] => network.through(simd, common, &[a, b, c, d], gammons),
                _ => unreachable!("at most four are left"),
            });
        }
    }
}

const _: () = assert!(OUTPUTS <= LANES);
