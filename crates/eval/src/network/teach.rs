//! Exact gradients, and the two ways to use them: a step at once, or a sum over a game.

// Plain loops over numbers: see `net.rs`.
#![allow(clippy::needless_range_loop)]

use super::lanes::{LANES, Lanes, Simd, Work, add_product, eights, eights_mut, widely};
use super::{Gammons, Network, OUTPUTS, Outlook};
use serde::{Deserialize, Serialize};

/// What the difference between target and prediction is multiplied by on its way into the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// The gradient of half the squared error: the difference times the slope of the sigmoid. What TD(lambda) is defined with.
    Squared,
    /// The gradient of the cross-entropy: the difference itself. Wrong predictions near 0 and 1 learn faster.
    Entropy,
}

/// A sum of gradients, weight by weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient(Vec<Lanes>);

impl Gradient {
    /// Zeros for a network of this shape.
    pub fn zero(network: &Network) -> Gradient {
        Gradient(vec![[0.0; LANES]; network.weights().len()])
    }

    /// Adds `rate` times the sum to the weights, and begins anew.
    pub fn apply(&mut self, network: &mut Network, rate: f32) {
        widely(Apply { weights: network.weights_mut(), sums: &mut self.0, rate });
    }
}

/// Passes positions forward and errors backward. It holds room for the hidden layer, nothing that lasts.
#[derive(Clone, Debug, Default)]
pub struct Teacher {
    hidden: Vec<Lanes>,
    deltas: Vec<Lanes>,
}

impl Teacher {
    /// One step towards a target; gives what was predicted before it.
    pub fn step(
        &mut self,
        network: &mut Network,
        pairs: &[(u32, f32)],
        gammons: Gammons,
        target: &Outlook,
        (loss, rate): (Loss, f32),
    ) -> Outlook {
        self.resize(network);
        widely(Step { teacher: self, network, pairs, gammons, target, loss, rate })
    }

    /// What is predicted now.
    pub fn predict(&mut self, network: &Network, pairs: &[(u32, f32)], gammons: Gammons) -> Outlook {
        self.resize(network);
        widely(Predict { teacher: self, network, pairs, gammons })
    }

    /// Adds the gradient of one position, for which `difference` is what its outlook should be more (a target less the
    /// prediction), times `share`.
    pub fn gather(
        &mut self,
        network: &Network,
        pairs: &[(u32, f32)],
        gammons: Gammons,
        difference: &Outlook,
        (loss, share): (Loss, f32),
        gradient: &mut Gradient,
    ) {
        self.resize(network);
        widely(Gather { teacher: self, network, pairs, gammons, difference, loss, share, sums: &mut gradient.0 });
    }

    fn resize(&mut self, network: &Network) {
        self.hidden.resize(network.chunks(), [0.0; LANES]);
        self.deltas.resize(network.chunks(), [0.0; LANES]);
    }

    /// Leaves the hidden layer behind.
    #[inline(always)]
    fn forward<S: Simd>(&mut self, simd: S, network: &Network, pairs: &[(u32, f32)], gammons: Gammons) -> Outlook {
        let hidden = eights_mut::<S>(&mut self.hidden);
        network.first_layer(simd, pairs, hidden);
        let outlook = network.second_layer(simd, hidden, gammons);
        // Units that only fill an eight must learn nothing.
        let filled = network.hidden() % LANES;
        if filled > 0 {
            self.hidden[network.chunks() - 1][filled..].fill(0.0);
        }
        outlook
    }

    /// From errors at the outputs, before their sigmoid, to those at the hidden units, before theirs.
    #[inline(always)]
    fn backward<S: Simd>(&mut self, simd: S, network: &Network, errors: &[f32; OUTPUTS]) {
        let one = simd.splat_f32s(1.0);
        let errors = splat(simd, errors, 1.0);
        let (hidden, deltas) = (eights::<S>(&self.hidden), eights_mut::<S>(&mut self.deltas));
        let rows = &network.outgoing::<S>()[..hidden.len()];
        for i in 0..hidden.len() {
            let mut back = simd.splat_f32s(0.0);
            for k in 0..OUTPUTS {
                back = add_product(simd, back, errors[k], rows[i][k]);
            }
            deltas[i] = simd.mul_f32s(simd.mul_f32s(back, hidden[i]), simd.sub_f32s(one, hidden[i]));
        }
    }

    /// Adds `rate` times the gradient to `to`, which is laid out like the weights.
    #[inline(always)]
    fn spread<S: Simd>(
        &self,
        simd: S,
        second: usize,
        pairs: &[(u32, f32)],
        errors: &[f32; OUTPUTS],
        rate: f32,
        to: &mut [Lanes],
    ) {
        let (hidden, deltas) = (eights::<S>(&self.hidden), eights::<S>(&self.deltas));
        let (chunks, last) = (hidden.len(), to.len() - 1);
        for k in 0..OUTPUTS {
            to[last][k] += rate * errors[k];
        }
        let to = eights_mut::<S>(to);
        for p in 0..=pairs.len() {
            // After the inputs come the thresholds.
            let (input, amount) = if p < pairs.len() { pairs[p] } else { ((second / chunks - 1) as u32, 1.0) };
            let step = simd.splat_f32s(rate * amount);
            let row = &mut to[input as usize * chunks..][..chunks];
            for i in 0..chunks {
                row[i] = add_product(simd, row[i], step, deltas[i]);
            }
        }
        let steps = splat(simd, errors, rate);
        let rows = &mut to[second..last].as_chunks_mut::<OUTPUTS>().0[..chunks];
        for i in 0..chunks {
            for k in 0..OUTPUTS {
                rows[i][k] = add_product(simd, rows[i][k], steps[k], hidden[i]);
            }
        }
    }
}

/// Each error times `rate`, in all lanes.
#[inline(always)]
fn splat<S: Simd>(simd: S, errors: &[f32; OUTPUTS], rate: f32) -> [S::f32s; OUTPUTS] {
    let mut all = [simd.splat_f32s(0.0); OUTPUTS];
    for k in 0..OUTPUTS {
        all[k] = simd.splat_f32s(rate * errors[k]);
    }
    all
}

struct Apply<'a> {
    weights: &'a mut [Lanes],
    sums: &'a mut [Lanes],
    rate: f32,
}

impl Work for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let rate = simd.splat_f32s(self.rate);
        let (weights, sums) = (eights_mut::<S>(self.weights), eights_mut::<S>(self.sums));
        for i in 0..weights.len() {
            weights[i] = add_product(simd, weights[i], rate, sums[i]);
            sums[i] = simd.splat_f32s(0.0);
        }
    }
}

struct Predict<'a> {
    teacher: &'a mut Teacher,
    network: &'a Network,
    pairs: &'a [(u32, f32)],
    gammons: Gammons,
}

impl Work for Predict<'_> {
    type Output = Outlook;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Outlook {
        self.teacher.forward(simd, self.network, self.pairs, self.gammons)
    }
}

struct Step<'a> {
    teacher: &'a mut Teacher,
    network: &'a mut Network,
    pairs: &'a [(u32, f32)],
    gammons: Gammons,
    target: &'a Outlook,
    loss: Loss,
    rate: f32,
}

impl Work for Step<'_> {
    type Output = Outlook;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Outlook {
        let outlook = self.teacher.forward(simd, self.network, self.pairs, self.gammons);
        let errors = errors(self.loss, &outlook, self.target, self.gammons);
        self.teacher.backward(simd, self.network, &errors);
        let second = self.network.second();
        self.teacher.spread(simd, second, self.pairs, &errors, self.rate, self.network.weights_mut());
        outlook
    }
}

struct Gather<'a> {
    teacher: &'a mut Teacher,
    network: &'a Network,
    pairs: &'a [(u32, f32)],
    gammons: Gammons,
    difference: &'a Outlook,
    loss: Loss,
    share: f32,
    sums: &'a mut [Lanes],
}

impl Work for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let outlook = self.teacher.forward(simd, self.network, self.pairs, self.gammons);
        let errors = slopes(self.loss, &outlook, self.difference, self.gammons);
        self.teacher.backward(simd, self.network, &errors);
        self.teacher.spread(simd, self.network.second(), self.pairs, &errors, self.share, self.sums);
    }
}

#[inline(always)]
fn errors(loss: Loss, outlook: &Outlook, target: &Outlook, gammons: Gammons) -> [f32; OUTPUTS] {
    let mut difference = *target;
    for k in 0..OUTPUTS {
        difference.0[k] -= outlook.0[k];
    }
    slopes(loss, outlook, &difference, gammons)
}

#[inline(always)]
fn slopes(loss: Loss, outlook: &Outlook, difference: &Outlook, gammons: Gammons) -> [f32; OUTPUTS] {
    let mut errors = gammons.mask();
    for k in 0..OUTPUTS {
        let slope = if loss == Loss::Squared { outlook.0[k] * (1.0 - outlook.0[k]) } else { 1.0 };
        errors[k] *= difference.0[k] * slope;
    }
    errors
}
