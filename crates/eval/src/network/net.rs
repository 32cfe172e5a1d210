//! The network itself: its numbers in one list, and how positions go through it, alone or many that differ little.

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
        let (chunks, weights) = (sums.len(), eights::<S>(&self.weights));
        let row = |input: u32| &weights[input as usize * chunks..][..chunks];
        let (fours, rest) = pairs.as_chunks::<4>();
        for four in fours {
            let [a, b, c, d] = four.map(|(_, amount)| simd.splat_f32s(amount));
            let [ra, rb, rc, rd] = four.map(|(input, _)| row(input));
            for ((((sum, ra), rb), rc), rd) in sums.iter_mut().zip(ra).zip(rb).zip(rc).zip(rd) {
                let two = add_product(simd, add_product(simd, *sum, a, *ra), b, *rb);
                *sum = add_product(simd, add_product(simd, two, c, *rc), d, *rd);
            }
        }
        for &(input, amount) in rest {
            let amount = simd.splat_f32s(amount);
            for (sum, row) in sums.iter_mut().zip(row(input)) {
                *sum = add_product(simd, *sum, amount, *row);
            }
        }
    }

    /// From the sums of the hidden layer, which become its activations, to the outlook.
    #[inline(always)]
    pub(super) fn second_layer<S: Simd>(&self, simd: S, sums: &mut [S::f32s], gammons: Gammons) -> Outlook {
        let (second, last) = (self.second(), self.weights.len() - 1);
        let rows = eights::<S>(&self.weights[second..last]).as_chunks::<OUTPUTS>().0;
        let mut totals = [simd.splat_f32s(0.0); OUTPUTS];
        for (sum, rows) in sums.iter_mut().zip(rows) {
            *sum = sigmoid(simd, *sum);
            for (total, row) in totals.iter_mut().zip(rows) {
                *total = add_product(simd, *total, *sum, *row);
            }
        }
        let mut values = [self.weights[last]];
        for (value, total) in values[0].iter_mut().zip(totals) {
            *value += sum::<S>(total);
        }
        let all = &mut eights_mut::<S>(&mut values)[0];
        *all = sigmoid(simd, *all);
        let [w, g, b, lg, lb, ..] = values[0];
        let [_, won, _, lost, _] = gammons.mask();
        Outlook([w, g * won, b * won, lg * lost, lb * lost])
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
        for (own, other) in eights_mut::<S>(self.own).iter_mut().zip(eights::<S>(self.other)) {
            *own = add_product(simd, *own, share, simd.sub_f32s(*other, *own));
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
            sums.copy_from_slice(base);
            self.network.add_rows(simd, &self.candidates.pairs[first..end], sums);
            self.out.push(self.network.second_layer(simd, sums, gammons));
            first = end;
        }
    }
}

const _: () = assert!(OUTPUTS <= LANES);
