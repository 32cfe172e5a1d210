//! Weights for places: pawn ranks, rings, half boards and full boards (chapter 7).

use super::sets::{self, Values};
use super::{PIECES, basic, means, over_seeds};
use crate::playing::EXACT;
use crate::published::{number, numbers, percent};
use crate::report::{PLAIN, Report, Row, SCORE, Style, Table};
use crate::verdict::deviation;
use crate::{BLOCK, Bout, Error, Estimate, Figure, Learnt, Rival, Runner};
use lab::RunSettings;

/// Root noise of matches in pawns (7.4.2): moves of equal value are rare.
const NOISE: f64 = 0.1;

/// Parts of the range of learnt values that Random is drawn from: the thesis says "a range similar to those found" (7.4.1).
const SHARES: [f64; 3] = [0.5, 0.25, 0.125];

/// What should be known of the games.
const VARIED: &str = "Matches vary the root values by a tenth of a pawn (7.4.2); games of learning choose among moves of equal value, \
    as in chapter 5.";

/// A learning run of a feature set, played as in chapter 5 (7.2.2).
fn run(features: &str, seed: u64, games: u64) -> RunSettings {
    RunSettings { features: features.to_string(), ..basic(seed, games) }
}

/// The same with the noise of matches.
fn noisy(features: &str, seed: u64, games: u64) -> RunSettings {
    RunSettings { noise: NOISE, ..run(features, seed, games) }
}

/// What several runs have learnt together.
struct Mean {
    features: &'static str,
    weights: Vec<f64>,
    typical: [f64; 5],
    /// The same for each run, in pawns.
    each: Vec<[f64; 5]>,
    /// The final weights of each run.
    finals: Vec<Vec<f64>>,
}

impl Mean {
    /// The mean of the runs, if they are complete.
    fn of(features: &'static str, runs: &[Learnt]) -> Option<Mean> {
        let finals: Vec<Vec<f64>> = runs.iter().map(|run| run.last(0.2)).collect::<Option<_>>()?;
        let seen: Vec<Vec<f64>> = runs.iter().map(|run| run.seen().to_vec()).collect();
        let weights = means(&finals);
        let typical = sets::typical(features, &weights, &means(&seen));
        let each = finals.iter().zip(&seen).map(|(weights, seen)| {
            let values = sets::typical(features, weights, seen);
            values.map(|value| value / values[0])
        });
        Some(Mean { features, each: each.collect(), weights, typical, finals })
    }

    fn values(&self) -> Values {
        sets::values(self.features, &self.weights)
    }

    /// The value of a piece on a square, a pawn on its second rank being 1, with the error of the runs.
    fn composite(&self, piece: usize, at: usize) -> Option<Estimate> {
        let ratio = |weights: &[f64]| {
            let values = sets::values(self.features, weights);
            values[piece][at] / values[0][6 * 8]
        };
        let each: Vec<f64> = self.finals.iter().map(|weights| ratio(weights)).collect();
        Some(Estimate { value: ratio(&self.weights), error: Estimate::mean(&each)?.error })
    }

    /// The value of a piece where it usually stood, in pawns, with the error of the runs.
    fn ratio(&self, piece: usize) -> Option<Estimate> {
        let each: Vec<f64> = self.each.iter().map(|values| values[piece]).collect();
        Some(Estimate { value: self.typical[piece] / self.typical[0], error: Estimate::mean(&each)?.error })
    }
}

/// Values as half-board weights whose piece values are those of usual places.
fn rival(values: &Values, core: &[f64; 5]) -> Rival {
    Rival::Weights(sets::weights("half-board", values, core))
}

fn bout(sides: [Rival; 2], noise: f64, games: u64) -> Bout {
    let (features, unhurried) = ("half-board".to_string(), false);
    Bout { game: "chess", features, sides, depth: 4, profile: EXACT, noise, unhurried, games }
}

/// The thesis' piece values at depth 4.
fn pieces() -> [f64; 5] {
    let values = numbers("/5.5/columns/Depth 4/mean");
    std::array::from_fn(|piece| values[piece])
}

/// Tables 7.1 to 7.4.
pub fn rings(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(10_000, 10);
    let runs = over_seeds(runner, "learning rings", 6, |seed| run("rings", seed, games))?;
    let ranks = over_seeds(runner, "learning pawn ranks with noise", 6, |seed| noisy("pawn-ranks", seed, games))?;
    let loose = over_seeds(runner, "learning rings with noise", 6, |seed| noisy("rings", seed, games))?;
    let (ranks, mean, loose) = (Mean::of("pawn-ranks", &ranks), Mean::of("rings", &runs), Mean::of("rings", &loose));
    let mut places = Table::new("Values of places, a pawn on its second rank being 1 (table 7.2)");
    for rank in 3..=7 {
        let published = Estimate::bare(number(&format!("/7.2/pawn_ranks/{rank}")));
        let ours = mean.as_ref().and_then(|mean| mean.composite(0, (8 - rank) * 8));
        places.rows.push(Row::new(format!("pawn on rank {rank}"), PLAIN, Some(published), ours));
    }
    for (piece, name) in PIECES.iter().enumerate().skip(1) {
        for ring in 0..4 {
            let published = Estimate::bare(number(&format!("/7.2/piece_centrality/values/{ring}/{}", piece - 1)));
            let ours = mean.as_ref().and_then(|mean| mean.composite(piece, ring * 9));
            places.rows.push(Row::new(format!("{name} in ring {}", ring + 1), PLAIN, Some(published), ours));
        }
    }
    let value = |mean: &Mean, piece, at| mean.composite(piece, at).map_or(f64::NAN, |estimate| estimate.value);
    let rising = mean.as_ref().map(|mean| {
        let better = (3..=7).filter(|rank| value(mean, 0, (8 - rank) * 8) > value(mean, 0, (9 - rank) * 8)).count();
        (better == 5, format!("{better} of 5 steps"))
    });
    places.rows.push(Row::claim("pawns are worth more with every rank", "all five steps", rising));
    let central = mean.as_ref().map(|mean| {
        let better = (1..5).filter(|piece| value(mean, *piece, 27) > value(mean, *piece, 0)).count();
        (better == 4, format!("{better} of 4 pieces"))
    });
    places.rows.push(Row::claim("pieces are worth more in the centre than at the edge", "all four", central));
    let mut typical = Table::new("Values of pieces where they usually stood, in pawns (figure 7.4)");
    for (piece, name) in PIECES.iter().enumerate().skip(1) {
        let mut capital = (*name).to_string();
        capital[..1].make_ascii_uppercase();
        let published = Estimate::bare(number(&format!("/7.4/figure_7_4_typical_values/{capital}")));
        typical.rows.push(Row::new(*name, PLAIN, Some(published), mean.as_ref().and_then(|mean| mean.ratio(piece))));
        for (how, mean) in [("noise in learning, too", &loose), ("pawn ranks only, noise, too", &ranks)] {
            let ours = mean.as_ref().and_then(|mean| mean.ratio(piece));
            typical.rows.push(Row::new(format!("{name}, {how}"), PLAIN, None, ours));
        }
    }
    let mut scores = Table::new("Matches at depth 4 (table 7.3)");
    let side = |mean: &Option<Mean>| mean.as_ref().map(|mean| rival(&mean.values(), &mean.typical));
    let (learnt, eleven, loose) = (side(&mean), side(&ranks), side(&loose));
    let (none, central) = (rival(&sets::none(), &pieces()), rival(&sets::central(), &pieces()));
    let games = runner.scaled(2_000, BLOCK);
    let pairs = [
        ("27 weights against none", learnt.clone(), none.clone()),
        ("27 weights against Central", learnt, central.clone()),
        ("Central against none", Some(central.clone()), none.clone()),
        ("27 weights, noise in learning, too, against none", loose.clone(), none.clone()),
        ("27 weights, noise in learning, too, against Central", loose, central.clone()),
        ("11 weights, noise in learning, too, against none", eleven, none.clone()),
    ];
    let bouts: Vec<Option<Bout>> =
        pairs.iter().map(|(_, first, second)| Some(bout([first.clone()?, second.clone()], NOISE, games))).collect();
    for (at, ((name, ..), score)) in pairs.iter().zip(runner.play("matches at depth 4", &bouts)?).enumerate() {
        let published =
            (at < 3).then(|| numbers(&format!("/7.3/values/{at}"))).and_then(|row| percent(row[0], row[1], row[2]));
        scores.rows.push(Row::new(*name, SCORE, published, score.and_then(Estimate::percent)));
    }
    let mut varied = Table::new("Central against none, the root values varied by so much of a pawn");
    let noises = [0.0, 0.05, 0.2];
    let bouts = noises.map(|noise| Some(bout([central.clone(), none.clone()], noise, games)));
    for (noise, score) in noises.iter().zip(runner.play("matches varied otherwise", &bouts)?) {
        varied.rows.push(Row::new(noise.to_string(), SCORE, None, score.and_then(Estimate::percent)));
    }
    let note = format!("{} runs each. {VARIED}", runs.len());
    let number = |row: &Row| row.numbers[0].is_some();
    let figures = [
        places.bars("Values of places, a pawn on its second rank being 1 (figure 7.3)", number),
        typical.bars("Values of pieces where they usually stood, in pawns (figure 7.4)", number),
    ];
    let figures = figures.into_iter().flatten().collect();
    Ok(Report { tables: vec![places, typical, scores, varied], figures, notes: vec![note] })
}

/// Tables 7.5 and D.2 to D.4.
pub fn squares(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(10_000, 50);
    let halves = over_seeds(runner, "learning half boards", 20, |seed| run("half-board", seed, games))?;
    let fulls = over_seeds(runner, "learning full boards", 20, |seed| run("full-board", seed, games))?;
    let rings = over_seeds(runner, "learning rings", 6, |seed| run("rings", seed, games))?;
    let (half, full) = (Mean::of("half-board", &halves), Mean::of("full-board", &fulls));
    let rings = Mean::of("rings", &rings);
    let mut typical = Table::new("Values of pieces where they usually stood, in pawns (table D.2)");
    for (set, mean) in [("halfboard", &half), ("fullboard", &full)] {
        for (piece, name) in PIECES.iter().enumerate().skip(1) {
            let place = |what: &str| number(&format!("/D.2/{set}/{what}/{piece}"));
            let published = Estimate::published(place("mean"), place("sd"), 20);
            let ours = mean.as_ref().and_then(|mean| mean.ratio(piece));
            typical.rows.push(Row::new(format!("{set}: {name}"), PLAIN, Some(published), ours));
        }
    }
    let mut likeness =
        Table::new("How like our squares are to the published ones (correlation over the squares, tables D.3 and D.4)");
    for (piece, name) in PIECES.iter().enumerate() {
        let ours = half.as_ref().map(|mean| correlation(&mean.values()[piece], &published_half(piece), piece == 0));
        likeness.rows.push(like(format!("half board: {name}"), ours));
    }
    let queen = full.as_ref().map(|mean| correlation(&mean.values()[4], &published_queen(), false));
    likeness.rows.push(like("full board: queen".to_string(), queen));
    let mut scores = Table::new("Matches of half-board values at depth 4 (table 7.5)");
    let games = runner.scaled(2_000, BLOCK);
    let learnt = half.as_ref().map(|mean| rival(&mean.values(), &mean.typical));
    let zero = half.as_ref().map(|mean| rival(&std::array::from_fn(|piece| [mean.typical[piece]; 64]), &mean.typical));
    let random = |share: f64| {
        half.as_ref().map(|mean| {
            let near = |piece: usize, value: f64| mean.typical[piece] + share * (value - mean.typical[piece]);
            let values = mean.values();
            let values = std::array::from_fn(|piece| values[piece].map(|value| near(piece, value)));
            Rival::RandomTerm(sets::weights("half-board", &values, &mean.typical))
        })
    };
    let whole = learnt.clone().map(|learnt| match learnt {
        Rival::Weights(weights) | Rival::RandomTerm(weights) => Rival::RandomTerm(weights),
    });
    let central = Some(rival(&sets::central(), &pieces()));
    let learnt_central = rings.as_ref().map(|mean| rival(&mean.values(), &mean.typical));
    let pairs = [
        ("Learnt against Random", &learnt, &whole),
        ("Learnt against Zero", &learnt, &zero),
        ("Random against Zero", &whole, &zero),
        ("Learnt against Central", &learnt, &central),
        ("LCentral against Central", &learnt_central, &central),
        ("Learnt against LCentral", &learnt, &learnt_central),
    ];
    let bouts: Vec<Option<Bout>> = pairs
        .iter()
        .map(|(_, first, second)| Some(bout([(*first).clone()?, (*second).clone()?], NOISE, games)))
        .collect();
    for (at, ((name, ..), score)) in pairs.iter().zip(runner.play("matches at depth 4", &bouts)?).enumerate() {
        let row = numbers(&format!("/7.5/values/{at}"));
        scores.rows.push(Row::new(*name, SCORE, percent(row[0], row[1], row[2]), score.and_then(Estimate::percent)));
    }
    let mut ranges = Table::new(
        "Random drawn from a part of the range of the learnt values (of a piece, from the least to the most)",
    );
    let mut bouts = Vec::new();
    for share in SHARES {
        let random = random(share);
        for (first, second) in [(&random, &zero), (&learnt, &random)] {
            let sides = first.clone().zip(second.clone());
            bouts.push(sides.map(|(first, second)| bout([first, second], NOISE, games)));
        }
    }
    let mut scores_of = runner.play("matches of Random", &bouts)?.into_iter();
    for share in SHARES {
        for (what, row) in [("Random against Zero", 2), ("Learnt against Random", 0)] {
            let row = numbers(&format!("/7.5/values/{row}"));
            let ours = scores_of.next().flatten().and_then(Estimate::percent);
            let what = format!("{what}, {share} of the range");
            ranges.rows.push(Row::new(what, SCORE, percent(row[0], row[1], row[2]), ours));
        }
    }
    let spread = half.as_ref().map(|mean| deviation(&mean.each.iter().map(|values| values[4]).collect::<Vec<_>>()));
    let spread = spread.filter(|spread| spread.is_finite());
    let spread =
        spread.map_or(String::new(), |spread| format!(" The queen's standard deviation over runs is {spread:.2}."));
    let caption = "Values of pieces where they usually stood, in pawns (figure 7.12)";
    let mut figures: Vec<Figure> = typical.bars(caption, |_| true).into_iter().collect();
    for (mean, caption) in
        [(&half, "Half boards (figures 7.6 to 7.10)"), (&full, "Full boards (figure 7.11 has the queen)")]
    {
        if let Some(mean) = mean {
            let maps = sets::maps(mean.features);
            figures.push(Figure::Boards(caption.to_string(), maps, mean.weights.clone(), mean.typical[0]));
        }
    }
    let note = format!("{} runs on half boards, {} on full ones.{spread} {VARIED}", halves.len(), fulls.len());
    Ok(Report { tables: vec![typical, likeness, scores, ranges], figures, notes: vec![note] })
}

fn like(name: String, ours: Option<f64>) -> Row {
    Row::new(name, Style::digits(2), None, ours.map(Estimate::bare))
}

/// Table D.3 as values on 64 squares.
fn published_half(piece: usize) -> [f64; 64] {
    let name = ["Pawn", "Knight", "Bishop", "Rook", "Queen"][piece];
    std::array::from_fn(|at| number(&format!("/D.3/values/{name}/{}/{}", (at % 8).min(7 - at % 8), at / 8)))
}

/// Table D.4.
fn published_queen() -> [f64; 64] {
    std::array::from_fn(|at| number(&format!("/D.4/values/{}/{}", at % 8, at / 8)))
}

/// Pearson's correlation over the squares on which the piece can stand.
fn correlation(a: &[f64; 64], b: &[f64; 64], pawn: bool) -> f64 {
    let squares = if pawn { 8..56 } else { 0..64 };
    let count = squares.len() as f64;
    let mean = |list: &[f64; 64]| list[squares.clone()].iter().sum::<f64>() / count;
    let (x, y) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(usize) -> f64| squares.clone().map(f).sum::<f64>();
    let covariance = sum(&|at| (a[at] - x) * (b[at] - y));
    covariance / (sum(&|at| (a[at] - x).powi(2)) * sum(&|at| (b[at] - y).powi(2))).sqrt()
}
