//! All switches of a search in one type. `switches.rs` gives each its name.

/// How the root value is closed in upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Principal variation search: the first move with an open window, the others must first beat it.
    Pvs,
    /// MTD(f): tests with closed windows only, then one open search for the line.
    Mtd,
}

/// Which entry makes room in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// The shallowest of the probed slots, unless it is deeper than the new one (thesis 4.2.5).
    Shallowest,
    /// Pairs of slots: one for deep entries, one for whatever came last (KnightCap).
    TwoDeep,
}

/// What an entry of the table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// One value that is a lower bound, an upper bound or exact.
    One,
    /// A lower and an upper bound, each with its depth.
    Two,
}

/// How far noisy moves are followed below the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiescence {
    /// Not at all: the horizon is the end.
    Off,
    /// So many plies (the thesis' shogi: 8).
    Plies(u32),
    /// Until the position is calm.
    Full,
}

impl Quiescence {
    /// Plies at most.
    pub(crate) fn plies(self) -> u32 {
        match self {
            Quiescence::Off => 0,
            Quiescence::Plies(plies) => plies,
            Quiescence::Full => u32::MAX,
        }
    }
}

/// What a side that may pass is allowed to conclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    /// Nothing.
    Off,
    /// Searched this much less deep than after a move (thesis 4.4).
    Fixed(u32),
    /// Three plies less deep; what is good for the program itself must hold at two plies less, too (KnightCap).
    Verified,
    /// The less deep, the deeper the search and the better the position; only where it looks good.
    Adaptive,
}

/// Which moves around a check do not count towards the depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// All count.
    Off,
    /// Moves out of check do not, tested before the horizon (the thesis' first form).
    Evading,
    /// Moves that give check do not (the thesis' second form).
    Giving,
}

/// Which recaptures are searched a ply deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recapture {
    /// None.
    Off,
    /// Noisy moves after which the static value is the root's of the iteration before, and which a search
    /// around that value confirms.
    Thesis,
    /// Those that restore the balance of an exchange within half a pawn.
    KnightCap,
}

/// When the only good move is searched a ply deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Singular {
    /// Never.
    Off,
    /// If all others fail below it in searches this much less deep (thesis 4.4).
    Reduced(u32),
    /// If all others fail well below the value in the table, in searches half as deep.
    Margin,
}

/// What orders quiet moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// Nothing.
    Off,
    /// Cut-offs by piece and target, weighted by depth (the thesis' platform).
    Cutoffs,
    /// Successes and failures of the move, and of the move as an answer to the one before.
    Answers,
}

/// How to search. [`Options::exact`] is what learning uses, [`Options::strong`] what play uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Plies before quiescence.
    pub depth: u32,
    /// How the root value is found.
    pub driver: Driver,
    /// Half the first window around the value of the iteration before, in pawns; 0: always the whole window.
    pub aspiration: f64,
    /// MTD(f) is content with bounds this many pawns apart; 0: equal bounds.
    pub tolerance: f64,
    /// MTD(f) speeds up by KnightCap's rule when one bound stays put.
    pub momentum: bool,
    /// Begin with the depth that the table has for the root.
    pub resume: bool,
    /// Threads that search together.
    pub threads: usize,

    /// Table entries, as a power of two; `None` searches without a table.
    pub table_bits: Option<u32>,
    /// Consecutive table slots that are probed.
    pub probes: usize,
    /// They begin with the slot of the key; else they are the aligned group that it falls into, which shares cache lines.
    pub sliding: bool,
    /// Which entry makes room.
    pub replace: Replace,
    /// What an entry holds.
    pub bounds: Bounds,
    /// Entries of earlier searches make room first.
    pub ageing: bool,
    /// Believe entries that are deeper than needed. Stronger, and no longer exact.
    pub deeper: bool,
    /// Look for a child in the table that cuts off, before searching any (enhanced transposition cut-off).
    pub ettc: bool,

    /// Follow noisy moves below the horizon.
    pub quiescence: Quiescence,
    /// Recognise at the horizon that the side in check has no move. Odd depths need it to see a mate at the last ply.
    pub horizon_mate: bool,
    /// In quiescence, leave out captures that lose material by exchange.
    pub calm_losing: bool,
    /// In quiescence, a side in check tries every move.
    pub calm_evasions: bool,
    /// In quiescence, use the table.
    pub calm_table: bool,
    /// Use the table at the horizon, where quiescence begins.
    pub horizon_table: bool,
    /// In quiescence, skip captures that leave the side this many pawns below what it needs; 0: none.
    pub calm_margin: f64,
    /// Never skip the opponent's checks and recaptures in quiescence (KnightCap).
    pub calm_asymmetric: bool,

    /// How many pawns worse than an even position a draw is for the program (KnightCap: 0.1).
    pub contempt: f64,
    /// A position that has occurred before, in the game or in the line, counts as a draw.
    pub repetition: bool,
    /// Skip moves to the horizon whose static value already shows that they cannot matter. Never changes a value.
    pub foresight: bool,

    /// Null move.
    pub null: Null,
    /// Checks.
    pub check: Check,
    /// Recaptures.
    pub recapture: Recapture,
    /// Singular moves.
    pub singular: Singular,
    /// A single reply to a check is searched a ply deeper.
    pub single_reply: bool,
    /// If passing gets mated, moves are searched a ply deeper.
    pub mate_threat: bool,
    /// A pawn's safe step to its sixth or seventh rank is searched a ply deeper.
    pub pawn_push: bool,
    /// Extensions but for check and mate threat must first look good for the program (KnightCap).
    pub asymmetric: bool,
    /// At the last ply, a position this many pawns too bad goes to quiescence at once; 0: none.
    pub razoring: f64,

    /// Captures that lose material by exchange are tried last.
    pub order_losing: bool,
    /// Quiet moves that cut off at the same ply are tried early.
    pub killers: bool,
    /// The answer that last refuted the opponent's move is tried early.
    pub refutation: bool,
    /// Quiet moves by their past.
    pub history: History,

    /// Late moves are searched less deep first.
    pub reductions: bool,
    /// Positions and moves too far from the window are given up near the horizon.
    pub futility: bool,
    /// Near the horizon, only so many quiet moves are tried.
    pub late_moves: bool,
    /// Without a move from the table, search a ply less deep.
    pub unguided: bool,

    /// Choose evenly between root moves of equal value.
    pub shuffle: bool,
    /// Root moves get a random bonus of up to this many yardsticks (pawns).
    pub noise: f64,
}

impl Options {
    /// The exact profile to `depth` plies, in which every search claims its leaf: the thesis' platform, with fixed depth,
    /// captures-only quiescence, hash table and history ordering.
    pub fn exact(depth: u32) -> Options {
        Options {
            depth,
            driver: Driver::Pvs,
            aspiration: 0.0,
            tolerance: 0.0,
            momentum: true,
            resume: false,
            threads: 1,
            table_bits: Some(if depth < 3 { 12 } else { 16 }),
            probes: 4,
            sliding: false,
            replace: Replace::Shallowest,
            bounds: Bounds::One,
            ageing: false,
            deeper: false,
            ettc: false,
            quiescence: Quiescence::Full,
            horizon_mate: depth % 2 == 1,
            calm_losing: false,
            calm_evasions: false,
            calm_table: false,
            horizon_table: false,
            calm_margin: 0.0,
            calm_asymmetric: false,
            contempt: 0.0,
            repetition: true,
            foresight: true,
            null: Null::Off,
            check: Check::Off,
            recapture: Recapture::Off,
            singular: Singular::Off,
            single_reply: false,
            mate_threat: false,
            pawn_push: false,
            asymmetric: false,
            razoring: 0.0,
            order_losing: false,
            killers: false,
            refutation: false,
            history: History::Cutoffs,
            reductions: false,
            futility: false,
            late_moves: false,
            unguided: false,
            shuffle: true,
            noise: 0.0,
        }
    }

    /// The strong profile, for play: as deep as the limits allow.
    pub fn strong() -> Options {
        Options {
            aspiration: 0.25,
            table_bits: Some(20),
            bounds: Bounds::Two,
            ageing: true,
            deeper: true,
            horizon_mate: false,
            calm_losing: true,
            calm_table: true,
            null: Null::Adaptive,
            check: Check::Giving,
            singular: Singular::Margin,
            order_losing: true,
            killers: true,
            refutation: true,
            history: History::Answers,
            reductions: true,
            futility: true,
            late_moves: true,
            unguided: true,
            shuffle: false,
            ..Options::exact(MOST_DEPTH)
        }
    }

    /// KnightCap's search as its papers and its source describe it.
    pub fn knightcap() -> Options {
        Options {
            driver: Driver::Mtd,
            tolerance: 0.07,
            resume: true,
            table_bits: Some(20),
            probes: 2,
            replace: Replace::TwoDeep,
            bounds: Bounds::Two,
            ageing: true,
            deeper: true,
            ettc: true,
            horizon_mate: false,
            calm_evasions: true,
            calm_table: true,
            calm_margin: 1.3,
            calm_asymmetric: true,
            contempt: 0.1,
            null: Null::Verified,
            check: Check::Evading,
            recapture: Recapture::KnightCap,
            single_reply: true,
            mate_threat: true,
            pawn_push: true,
            asymmetric: true,
            razoring: 0.9,
            killers: true,
            refutation: true,
            history: History::Cutoffs,
            shuffle: false,
            ..Options::exact(MOST_DEPTH)
        }
    }

    /// True if every move to the horizon leads there: none is searched deeper or less deep than the others.
    pub(crate) fn even(&self) -> bool {
        !Options { null: Null::Off, ..*self }.selective()
    }

    /// True if any switch is on that the plain tree does not know.
    pub(crate) fn selective(&self) -> bool {
        let plain = Options::exact(self.depth);
        // All that the plain tree does know may differ.
        let known = Options {
            driver: self.driver,
            aspiration: self.aspiration,
            tolerance: self.tolerance,
            momentum: self.momentum,
            resume: self.resume,
            threads: self.threads,
            table_bits: self.table_bits,
            probes: self.probes,
            sliding: self.sliding,
            replace: self.replace,
            bounds: self.bounds,
            ageing: self.ageing,
            quiescence: self.quiescence,
            horizon_mate: self.horizon_mate,
            repetition: self.repetition,
            foresight: self.foresight,
            shuffle: self.shuffle,
            noise: self.noise,
            ..plain
        };
        *self != known
    }
}

/// The deepest that any profile searches.
pub const MOST_DEPTH: u32 = 64;
