//! Methods that learn at every step of a random walk: what the end-of-game methods are compared with.
//!
//! A walk is given as the states that it visits; each has one weight, which is its prediction, and the reward comes
//! at the end. They are kept apart because within a game no learner of a searching engine changes its weights.

/// Calls `step` with the state, the next state (none at the end) and the TD error under the current weights.
fn each(w: &mut [f64], walk: &[usize], outcome: f64, mut step: impl FnMut(&mut [f64], usize, f64)) {
    for (t, &s) in walk.iter().enumerate() {
        let ahead = walk.get(t + 1).map_or(outcome, |next| w[*next]);
        let delta = ahead - w[s];
        step(w, s, delta);
    }
}

/// True online TD(lambda) (van Seijen and Sutton 2014).
pub fn true_online(w: &mut [f64], walk: &[usize], outcome: f64, alpha: f64, lambda: f64) {
    let mut trace = vec![0.0; w.len()];
    let mut old = walk.first().map_or(0.0, |s| w[*s]);
    for (t, &s) in walk.iter().enumerate() {
        // With a reward of `outcome` at the end, the value of the end itself is 0.
        let next = walk.get(t + 1).map_or(0.0, |next| w[*next]);
        let reward = if t + 1 == walk.len() { outcome } else { 0.0 };
        let value = w[s];
        let delta = reward + next - value;
        let visited = trace[s];
        trace.iter_mut().for_each(|e| *e *= lambda);
        trace[s] += 1.0 - alpha * lambda * visited;
        for (w, e) in w.iter_mut().zip(&trace) {
            *w += alpha * (delta + value - old) * e;
        }
        w[s] -= alpha * (value - old);
        old = next;
    }
}

/// TIDBD(lambda), semi-gradient (after Kearney and others 2018): a rate for every weight, learnt by gradient descent.
#[derive(Clone, Debug, PartialEq)]
pub struct Tidbd {
    /// The meta rate.
    pub theta: f64,
    /// Lambda.
    pub lambda: f64,
    /// The logarithms of the rates.
    pub beta: Vec<f64>,
    /// The memory of how each weight moved.
    pub h: Vec<f64>,
}

impl Tidbd {
    /// The start: all rates are `a0`.
    pub fn new(theta: f64, a0: f64, lambda: f64, size: usize) -> Tidbd {
        Tidbd { theta, lambda, beta: vec![libm::log(a0); size], h: vec![0.0; size] }
    }

    /// Learns from one walk.
    pub fn learn(&mut self, w: &mut [f64], walk: &[usize], outcome: f64) {
        let mut z = vec![0.0; w.len()];
        each(w, walk, outcome, |w, s, delta| {
            self.beta[s] += self.theta * delta * self.h[s];
            z.iter_mut().for_each(|z| *z *= self.lambda);
            z[s] += 1.0;
            for i in 0..w.len() {
                let alpha = libm::exp(self.beta[i]);
                advance(&mut w[i], &mut self.h[i], alpha, delta, z[i], i == s);
            }
        });
    }
}

/// Autostep (Mahmood and others 2012) carried to TD(lambda): like [`Tidbd`], with normalised meta steps and no
/// overshooting.
#[derive(Clone, Debug, PartialEq)]
pub struct Autostep {
    /// The meta rate.
    pub theta: f64,
    /// Lambda.
    pub lambda: f64,
    /// The time scale of the normaliser.
    pub tau: f64,
    /// The rates.
    pub alpha: Vec<f64>,
    /// The memory of how each weight moved.
    pub h: Vec<f64>,
    /// The normaliser: a running maximum of meta gradients.
    pub eta: Vec<f64>,
}

impl Autostep {
    /// The start: all rates are `a0`.
    pub fn new(theta: f64, a0: f64, lambda: f64, tau: f64, size: usize) -> Autostep {
        Autostep { theta, lambda, tau, alpha: vec![a0; size], h: vec![0.0; size], eta: vec![0.0; size] }
    }

    /// Learns from one walk.
    pub fn learn(&mut self, w: &mut [f64], walk: &[usize], outcome: f64) {
        let mut z = vec![0.0; w.len()];
        each(w, walk, outcome, |w, s, delta| {
            z.iter_mut().for_each(|z| *z *= self.lambda);
            z[s] += 1.0;
            // Only the visited state has a feature, so only its rate can change.
            let gradient = delta * self.h[s];
            let speed = self.alpha[s] * z[s] / self.tau;
            self.eta[s] = gradient.abs().max(self.eta[s] + speed * (gradient.abs() - self.eta[s]));
            if self.eta[s] > 0.0 {
                self.alpha[s] *= libm::exp(self.theta * gradient / self.eta[s]);
            }
            let overshoot = (self.alpha[s] * z[s]).max(1.0);
            self.alpha.iter_mut().for_each(|alpha| *alpha /= overshoot);
            for i in 0..w.len() {
                advance(&mut w[i], &mut self.h[i], self.alpha[i], delta, z[i], i == s);
            }
        });
    }
}

/// Moves a weight, and its memory of moving.
fn advance(w: &mut f64, h: &mut f64, alpha: f64, delta: f64, z: f64, visited: bool) {
    *w += alpha * delta * z;
    let kept = if visited { (1.0 - alpha * z).max(0.0) } else { 1.0 };
    *h = *h * kept + alpha * delta * z;
}
