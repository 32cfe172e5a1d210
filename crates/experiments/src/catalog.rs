//! The list of experiments.

use crate::chess::{
    coherence, companions, extensions, fusc, knightcap, material, random_values, rules, squares, table_probes,
};
use crate::{Error, Report, Runner, gammon, shogi, walk};

/// A published experiment, defined over the library.
pub struct Experiment {
    /// Its name in commands.
    pub id: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// The definition.
    pub run: fn(&mut Runner) -> Result<Report, Error>,
}

/// All experiments.
pub const LIST: &[Experiment] = &[
    Experiment {
        id: "walk",
        source: "thesis 8.5",
        about: "a bounded random walk, learnt with six ways to set the rates",
        run: walk::experiment,
    },
    Experiment {
        id: "tt-probes",
        source: "thesis 4.2",
        about: "nodes of 30 searches with hash tables of seven sizes that probe 1 to 16 slots",
        run: table_probes::experiment,
    },
    Experiment {
        id: "extensions",
        source: "thesis 4.4",
        about: "nodes to solve tactical problems with 19 sets of extensions (needs --epd)",
        run: extensions::experiment,
    },
    Experiment {
        id: "chess-material",
        source: "thesis 5.3",
        about: "five piece values from 10,000 games at depth 4, and matches against 1:3:3:5:9",
        run: material::basic_experiment,
    },
    Experiment { id: "chess-depths", source: "thesis 5.4", about: "the same at depths 1 to 6", run: material::depths },
    Experiment {
        id: "chess-endings",
        source: "thesis 5.4, B.1",
        about: "the same at depths 1 to 4 where no fifty moves end a game, and who is ahead after 400 plies wins",
        run: material::endings,
    },
    Experiment {
        id: "no-search",
        source: "thesis 5.5",
        about: "the same with random moves, with captures only, and with one ply",
        run: material::no_search,
    },
    Experiment {
        id: "chess-rings",
        source: "thesis 7.2",
        about: "11 and 27 weights: pawn ranks and rings around the centre",
        run: squares::rings,
    },
    Experiment {
        id: "chess-squares",
        source: "thesis 7.4",
        about: "157 and 309 weights: half and full boards, against Random, Zero and Central",
        run: squares::squares,
    },
    Experiment {
        id: "steepness",
        source: "thesis 7.6",
        about: "the steepness of the squashing function as one more weight",
        run: material::steepness,
    },
    Experiment {
        id: "chess-coherence",
        source: "thesis 8.6",
        about: "temporal coherence, delta-bar-delta and a fixed rate on piece values",
        run: coherence::experiment,
    },
    Experiment {
        id: "random-eval",
        source: "thesis, appendix E",
        about: "look-ahead on random values against look-ahead on zero",
        run: random_values::experiment,
    },
    Experiment {
        id: "shogi-material",
        source: "thesis 6.4 to 6.7",
        about: "thirteen values of shogi from 6,000 games, depths 1 to 4, and matches against three published sets",
        run: shogi::experiment,
    },
    Experiment {
        id: "shogi-no-search",
        source: "thesis 6.8",
        about: "the same with random moves, with captures only, and with one ply",
        run: shogi::no_search,
    },
    Experiment {
        id: "gammon-curve",
        source: "TD-Gammon, others",
        about: "networks of backgammon by self-play: points per game against pubeval over 200,000 games; three seeds",
        run: gammon::curve,
    },
    Experiment {
        id: "gammon-limit",
        source: "KnightCap 2000",
        about: "can TDLeaf or TD-directed, at two plies, still teach networks that TD has taught?",
        run: gammon::limit,
    },
    Experiment {
        id: "rules",
        source: "ours",
        about: "TD, TD-directed, TDLeaf, RootStrap and TreeStrap on equal terms, each with three step sizes",
        run: rules::experiment,
    },
    Experiment {
        id: "knightcap-1",
        source: "KnightCap 1998",
        about: "308 games against opponents of its own strength, one weight set; three seeds",
        run: knightcap::first,
    },
    Experiment {
        id: "knightcap-2",
        source: "KnightCap 2000",
        about: "1,070 games with four stages, an update after every fourth",
        run: knightcap::second,
    },
    Experiment {
        id: "companions",
        source: "KnightCap 2000",
        about: "the first experiment with one thing changed: the method, the start, the rule, lambda",
        run: companions::experiment,
    },
    Experiment {
        id: "fusc",
        source: "FUSc# 2008",
        about: "33 classes with their own weights and rates, from a set made by hand",
        run: fusc::experiment,
    },
];

/// The experiment of this name.
pub fn find(id: &str) -> Result<&'static Experiment, Error> {
    let names: Vec<&str> = LIST.iter().map(|experiment| experiment.id).collect();
    let unknown = || Error::Usage(format!("there is no experiment '{id}'; there are: {}", names.join(", ")));
    LIST.iter().find(|experiment| experiment.id == id).ok_or_else(unknown)
}
