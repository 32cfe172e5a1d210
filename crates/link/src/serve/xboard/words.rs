//! What the program writes in xboard's protocol: features, findings, moves and results.

use super::super::moves::written;
use super::super::session::Session;
use super::super::settings::{Kind, RESIGN};
use super::super::worker::Finding;
use arena::{Ended, Reason};
use game::{Game, Side};
use search::Bound;

/// The answer to `protover 2`.
pub fn features<G: Game>(session: &Session<G>) -> String {
    let chess960 = Session::<G>::has_chess960();
    let variants = if chess960 { "normal,fischerandom" } else { "normal" };
    let mut lines = vec![
        "feature done=0".to_string(),
        format!("feature myname=\"{}\" variants=\"{variants}\"", session.name),
        "feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1".to_string(),
        "feature analyze=1 colors=0 name=1 memory=1 smp=1 nps=0 debug=1 san=0 ics=0 pause=0".to_string(),
    ];
    // Memory, cores, pondering and the variant have commands of their own. Nobody resigns here.
    let own = ["Hash", "Threads", "Ponder", "UCI_Chess960", RESIGN];
    for item in session.settings.list(chess960).into_iter().filter(|item| !own.contains(&item.name)) {
        let kind = match item.kind {
            Kind::Number(now, least, most) => format!("-spin {now} {least} {most}"),
            Kind::Switch(now) => format!("-check {}", u8::from(now)),
            Kind::Text(now) => format!("-string {now}"),
            Kind::Choice(now, all) => {
                let mark = |one: &&str| if *one == now { format!("*{one}") } else { one.to_string() };
                format!("-combo {}", all.iter().map(mark).collect::<Vec<_>>().join(" /// "))
            }
            Kind::Button => "-button".to_string(),
        };
        lines.push(format!("feature option=\"{} {kind}\"", item.name));
    }
    lines.push("feature done=1".to_string());
    lines.join("\n")
}

/// `ply score time nodes pv`, time in hundredths of a second. Only lines that are settled.
pub fn thinking<G: Game>(finding: &Finding<'_, G>) -> Option<String> {
    let progress = finding.progress;
    let line = written(finding.position, &progress.line, G::record_move).join(" ");
    let (depth, score, nodes) = (progress.depth, finding.score.number(), progress.nodes);
    (progress.bound == Bound::Exact)
        .then(|| format!("{depth} {score} {} {nodes} {line}", finding.time.as_millis() / 10))
}

/// A move as xboard expects it: castling by name in Chess960, where squares would not be clear.
pub fn move_text<G: Game>(position: &G, mv: G::Move) -> String {
    let record = position.record_move(mv);
    if position.variant().is_some() && record.starts_with("O-O") {
        record.trim_end_matches(['+', '#']).to_string()
    } else {
        position.write_move(mv)
    }
}

/// The result as it is claimed: `1-0 {White mates}`.
pub fn result(ended: &Ended) -> String {
    let winner = match ended.outcome.points(Side::First).signum() {
        1 => Some("White"),
        -1 => Some("Black"),
        _ => None,
    };
    let why = match (winner, &ended.reason) {
        (Some(name), Reason::NoMove) => format!("{name} mates"),
        (Some(name), _) => format!("{name} wins"),
        (None, Reason::NoMove) => "Stalemate".to_string(),
        (None, Reason::Repetition) => "Draw by repetition".to_string(),
        (None, _) => "Draw by rule".to_string(),
    };
    format!("{} {{{why}}}", ended.outcome)
}
