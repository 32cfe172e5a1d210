//! `tdleaf bench --depth N`: time to depth, position by position, and what more threads gain.

use super::{BenchArgs, brain};
use crate::say;
use crate::usage::usage;
use crate::weights;
use anyhow::Result;
use cpu_time::ProcessTime;
use eval::{Evaluator, Linear};
use game::{Dice, Features, Game};
use games::list::{Visitor, with};
use search::{MOST_DEPTH, Options, Searcher, Thought};
use std::time::Instant;

/// Six positions on which KnightCap was measured, and games of the tenth VSB tournament (1996) after Black's twentieth move.
pub(super) const POSITIONS: [(&str, &str); 20] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"),
    ("QGD-mid", "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ -"),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"),
    ("isolani", "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/PBN2N2/1P2QPPP/R1BR2K1 w - -"),
    ("KID", "r1bq1rk1/pppn1pbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - -"),
    ("rook ending", "8/5pk1/1p2p1p1/p1r5/P3PPP1/1P3K2/8/3R4 w - -"),
    ("VSB.01", "2b1kb2/1pq3rp/r2p1pp1/p1nBpPN1/8/4BQ2/PPP3PP/R4RK1 w - -"),
    ("VSB.02", "5rk1/r2n1ppp/p2Bpn2/q7/8/p2Q1B2/2P2PPP/3R1RK1 w - -"),
    ("VSB.03", "1r3r2/1b2bpkp/pp2qnp1/2ppN2P/3P1P2/PQN1PB2/1P3P2/3RK1R1 w - -"),
    ("VSB.04", "1bqrr1k1/1p3p1p/p1p5/3n1pp1/1PNP2b1/P2NP1P1/2Q2P1P/R3RBK1 w - -"),
    ("VSB.05", "r1b2rk1/1p3pp1/4p2p/1B2n1b1/p2RP3/P1N4P/1PPNR1P1/2K5 w - -"),
    ("VSB.06", "r1r1k3/3nbpp1/p1qp1n2/1p2pPB1/4P3/P1N4Q/1PPN3P/R5RK w - -"),
    ("VSB.07", "1rb2rk1/2q2ppp/3p4/3P4/pp3BPb/5B2/PPPQ3P/2KR2R1 w - -"),
    ("VSB.08", "r1b1r1k1/pp3ppp/2pQ1n2/P5q1/2PPp2n/2N1P2P/3N1PP1/R2R1BK1 w - -"),
    ("VSB.09", "r1r3k1/1n1bB1b1/p4pp1/1p1Pp2n/4P3/5P1P/PP1KNN2/R4B1R w - -"),
    ("VSB.10", "3q1rk1/5pp1/2n1pb1p/p1Pp4/3P4/1PN2N2/3Q1PPP/1R4K1 w - -"),
    ("VSB.11", "r2qr2k/1p1b2pp/p4p2/2BR1P1Q/8/1B6/PPP3PP/6K1 w - -"),
    ("VSB.12", "r2qr1k1/p2b1pp1/2n1pb1p/2ppN3/3P1B2/2PB4/P4PPP/1R1QR1K1 w - -"),
    ("VSB.13", "r4rk1/p3qpp1/1p1n3p/1P1P4/3p4/P2B2B1/1PQ2PPP/1K1R4 w - -"),
    ("VSB.14", "4r1k1/pb1q1rpp/1p3n2/3p1p2/P1pP4/2P1PP2/3BB1PP/RQ3RK1 w - -"),
];

/// Runs the command.
pub fn run(args: &BenchArgs) -> Result<()> {
    if args.features.is_empty() {
        let features = weights::choose("chess", None, args.weights.as_deref())?;
        return with("chess", features.as_deref(), Depth(args)).map_err(usage)?;
    }
    for (index, features) in args.features.iter().enumerate() {
        say!("{}{features}", if index > 0 { "\n" } else { "" });
        with("chess", Some(features), Depth(args)).map_err(usage)??;
    }
    Ok(())
}

struct Depth<'a>(&'a BenchArgs);

/// Seconds on the clock and of the processor.
struct Took {
    wall: f64,
    cpu: f64,
}

impl Visitor for Depth<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let args = self.0;
        let depth = args.depth.unwrap_or(1);
        if !(1..=MOST_DEPTH).contains(&depth) {
            return Err(usage(format!("--depth must be from 1 to {MOST_DEPTH}, not {depth}")));
        }
        let options = Options::parse(&args.profile, depth).map_err(|error| usage(format!("--profile: {error}")))?;
        let name = args.weights.as_deref().unwrap_or_else(|| weights::best(&features));
        let weights = weights::load::<G, F>(&features, name)?;
        let evaluator = Linear::new::<G>(features.clone(), weights.sets, &weights.values);
        if let Some(count) = args.brain {
            return brain::run::<G, _>(&evaluator, options, count, args.positions.unwrap_or(POSITIONS.len()))
                .map_err(usage);
        }
        let threads = crate::usage::threads(args.threads.or(Some(1)))?;
        let most = args.positions.unwrap_or(POSITIONS.len());
        let (mut nodes, mut sums) = (0, [0.0f64; 4]);
        say!(
            "{:<12} {:>12} {:>9} {:>9}{}",
            "",
            "nodes",
            "CPU s",
            "1000/s",
            if threads > 1 { "  one thread  several" } else { "" }
        );
        let positions = POSITIONS.iter().take(most);
        for (name, text) in positions.clone() {
            let position = G::read(text).map_err(usage)?;
            let (thought, took) = search(&evaluator, &position, Options { threads: 1, ..options });
            (sums[0], sums[1]) = (sums[0] + took.cpu, sums[1] + took.wall);
            let searched = thought.map_or(0, |thought| thought.nodes);
            nodes += searched;
            let speed = searched as f64 / took.cpu.max(1e-9) / 1e3;
            let mut line = format!("{name:<12} {searched:>12} {:>9.3} {speed:>9.0}", took.cpu);
            if threads > 1 {
                let (_, several) = search(&evaluator, &position, Options { threads, ..options });
                (sums[2], sums[3]) = (sums[2] + several.wall, sums[3] + several.cpu / threads as f64);
                line += &format!("  {:>8.3} s  {:>5.3} s", took.wall, several.wall);
            }
            say!("{line}");
        }
        let count = positions.len();
        say!("{count} positions to depth {depth}, {}: {nodes} nodes, {:.2} CPU seconds", options.describe(), sums[0]);
        say!("{:.2} million nodes per CPU-second", nodes as f64 / sums[0] / 1e6);
        if threads > 1 {
            let (clock, processor) = (sums[1] / sums[2], sums[0] / sums[3]);
            say!(
                "{threads} threads are {clock:.2} times as fast as one by the clock, {processor:.2} by processor time"
            );
        }
        Ok(())
    }
}

fn search<G: Game, E: Evaluator<G>>(evaluator: &E, position: &G, options: Options) -> (Option<Thought<G>>, Took) {
    let mut searcher = Searcher::new(options);
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let thought = searcher.think(evaluator, std::slice::from_ref(position), &mut Dice::new(1, 1));
    (thought, Took { wall: wall.elapsed().as_secs_f64(), cpu: cpu.elapsed().as_secs_f64() })
}
