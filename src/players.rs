//! Players as short strings: `learnt`, `chess-1.tdw?depth=4`, `random`, `uci:stockfish?UCI_Elo=1600&depth=3`, `usi:gpsusi`.

use crate::networks::{self, NetworkPlayer, Seat};
use crate::usage::{TIME, duration, usage};
use crate::weights;
use anyhow::{Context, Result};
use arena::{Choice, Failure, Pace, Player, RandomPlayer, SearchPlayer, TimeControl, Turn};
use eval::network::Precision;
use eval::{Linear, fingerprint};
use game::{Dice, Features, Game, Sets};
use games::backgammon::{Backgammon, Move, pubeval};
use games::list::{Visitor, with};
use lab::Control;
use link::{EnginePlayer, EngineSpec, MOST_HASH};
use search::{MOST_DEPTH, Options, Table};
use std::any::Any;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How the strings are written, for help texts.
pub const HELP: &str = "Players:
  learnt                      the program's own best weights
  material                    the textbook's piece values (chess), YSS's (shogi)
  textbook, zero, ...         any other preset of the game's first feature set; features=NAME for another set
  chess-1.tdw, chess-1.tdrun  a weights file, or a run (the mean of its last fifth)
  random                      any legal move
  uci:stockfish?UCI_Elo=1600  a UCI engine with its options; also xboard:phalanx; for shogi usi:gpsusi?LimitDepth=4 and
                              gnushogi:gnushogi?depth=2; for Othello gtp:gtp-rhino
  learnt?plies=2, net.safetensors   backgammon: a network, by one ply or two; filter=8: only the best 8 further
  pubeval, gnubg:?plies=0     backgammon: Tesauro's yardstick; GNU Backgammon, also with noise=0.05
After a question mark, joined by &: depth=, nodes=, movetime= (100, 100ms or 0.1s), tc= (2+0.02, 60b10), name=; for our own
players also features=, hash= (in MB), profile=exact|strong|knightcap and any switch of the search: null=off, threads=2,
noise=0.1 and so on (docs/search.md). A player without a limit of its own gets that of --depth, --nodes, --movetime or
--tc, and else 100 ms for each move.";

/// What the command says for all players that have no limits of their own.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommonLimits {
    /// A clock.
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
}

/// Time for each move when nobody says anything.
const USUAL: Duration = Duration::from_millis(100);

/// A player that has been read, but not made.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    /// A short name for tables and records, different from all others of a match.
    pub name: String,
    /// The string with all limits, as records keep it.
    pub text: String,
    /// What the referee allows it.
    pub pace: Pace,
    kind: Kind,
    /// What the user wrote after the short name.
    rest: String,
}

#[derive(Clone, Debug)]
enum Kind {
    Random,
    Pubeval,
    /// Networks by name, and how they play.
    Network(String, Seat),
    Engine(EngineSpec),
    Own {
        weights: String,
        features: Option<String>,
        options: Options,
        nodes: Option<u64>,
        time: Option<Duration>,
        /// Weights that are replaced by a control, and the seed of those that chance draws.
        control: Option<(Control, u64)>,
    },
}

/// Makes a player, for one thread.
pub type Maker<G> = Box<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>;

/// The part of a player string after the question mark.
struct Query {
    whole: String,
    parts: Vec<(String, String)>,
}

impl Query {
    fn parse(player: &str, text: &str) -> Result<Query> {
        let part = |part: &str| {
            let pair = part.split_once('=').map(|(name, value)| (name.to_string(), value.to_string()));
            pair.ok_or_else(|| usage(format!("player '{player}': expected name=value, not '{part}'")))
        };
        let parts = text.split('&').filter(|text| !text.is_empty()).map(part).collect::<Result<_>>()?;
        Ok(Query { whole: player.to_string(), parts })
    }

    /// Takes the value of `name` out.
    fn take<T>(&mut self, name: &str, read: impl Fn(&str) -> Option<T>, expected: &str) -> Result<Option<T>> {
        let Some(at) = self.parts.iter().position(|(known, _)| known == name) else { return Ok(None) };
        let (_, text) = self.parts.remove(at);
        let error = || usage(format!("player '{}': {name} must be {expected}, not '{text}'", self.whole));
        read(&text).map(Some).ok_or_else(error)
    }

    fn text(&self) -> String {
        self.parts.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    }
}

fn positive<T: std::str::FromStr + PartialOrd + From<u8>>(text: &str) -> Option<T> {
    text.parse().ok().filter(|value| *value >= T::from(1))
}

/// The switches of our own search: the one place where a player's string becomes search options.
fn options(query: &mut Query, depth: Option<u32>) -> Result<Options> {
    let wrong = |error: String| usage(format!("player '{}': {error}", query.whole));
    let profile = query.parts.iter().find(|(name, _)| name == "profile").map_or("strong", |(_, value)| value);
    let mut options = Options::profile(profile, depth.unwrap_or(MOST_DEPTH)).map_err(wrong)?;
    for (name, value) in &query.parts {
        if Options::SWITCHES.contains(&name.as_str()) {
            options.set(name, value).map_err(wrong)?;
        }
    }
    query.parts.retain(|(name, _)| name != "profile" && !Options::SWITCHES.contains(&name.as_str()));
    let megabytes = |text: &str| text.parse().ok().filter(|size| (1..=MOST_HASH).contains(size));
    if let Some(size) = query.take("hash", megabytes, &format!("a number of megabytes from 1 to {MOST_HASH}"))? {
        options.table_bits = Some(bits(size));
    }
    Ok(options)
}

/// The largest table of so many megabytes, as a power of two of entries.
fn bits(megabytes: u32) -> u32 {
    ((u64::from(megabytes) << 20) / Table::ENTRY as u64).ilog2()
}

impl PlayerSpec {
    /// Reads a player of `game`.
    pub fn parse(text: &str, game: &str, common: &CommonLimits) -> Result<PlayerSpec> {
        let (head, query) = text.split_once('?').unwrap_or((text, ""));
        let mut rest = if query.is_empty() { String::new() } else { format!("?{query}") };
        let mut query = Query::parse(text, query)?;
        let clock = query.take("tc", |text| text.parse::<TimeControl>().ok(), "a time control such as 2+0.02")?;
        let time = query.take("movetime", |text| duration(text).ok(), TIME)?;
        let depth = query.take("depth", |text| positive(text).filter(|depth| *depth <= 64u32), "from 1 to 64")?;
        let nodes = query.take("nodes", positive::<u64>, "a whole number from 1")?;
        let name = query.take("name", |text| (!text.trim().is_empty()).then(|| text.trim().to_string()), "a name")?;
        let own = CommonLimits { clock, time, depth, nodes };
        let dice = diced(game);
        if let Some(limit) = own.first().or(common.first()).filter(|_| dice) {
            let plies = "networks look ahead by plies=1 or 2, GNU Backgammon by plies=0 to 4";
            return Err(usage(format!("player '{text}': in {game} nobody is limited by {limit}; {plies}")));
        }
        let CommonLimits { mut clock, time, depth, nodes } = match (own.is_none(), common.is_none()) {
            (false, _) => own,
            (true, false) => *common,
            (true, true) if dice => own,
            (true, true) => CommonLimits { time: Some(USUAL), ..own },
        };
        let mut limits = Vec::new();
        limits.extend(depth.map(|depth| format!("depth={depth}")));
        limits.extend(nodes.map(|nodes| format!("nodes={nodes}")));
        limits.extend(time.map(|time| format!("movetime={}", time.as_millis().max(1))));
        let mut all = query.text();
        let mut pace = match (clock, time) {
            (Some(control), _) => Pace::Clock(control),
            (None, Some(time)) => Pace::Move(time),
            (None, None) => Pace::Free,
        };
        let join = |parts: &[&str]| parts.iter().copied().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("&");
        let mut kept = join(&[&all, &limits.join("&")]);
        let simple = [("random", Kind::Random), ("pubeval", Kind::Pubeval)];
        let simple = simple.into_iter().find(|(name, _)| *name == head).map(|(_, kind)| kind);
        let protocol = head.split(':').next().filter(|_| head.contains(':')).unwrap_or(head);
        let only = match protocol {
            "pubeval" | "gnubg" => Some("backgammon"),
            "gnushogi" | "usi" => Some("shogi"),
            _ => None,
        };
        if let Some(other) = only.filter(|other| *other != game) {
            return Err(usage(format!("player '{text}' plays {other}, not {game}")));
        }
        if ["uci", "xboard"].contains(&protocol) && !["chess", "shogi"].contains(&game) {
            return Err(usage(format!("player '{text}': {protocol} programs play chess, not {game}")));
        }
        if protocol == "gtp" && ["chess", "shogi", "backgammon"].contains(&game) {
            return Err(usage(format!("player '{text}': GTP is not spoken by programs that play {game}")));
        }
        let (kind, short) = if let Some(kind) = simple {
            (kept, pace) = (String::new(), Pace::Free);
            (kind, head.to_string())
        } else if networks::named(game, head) {
            (kept, pace, clock) = (all.clone(), Pace::Free, None);
            let plies = query.take("plies", |text| positive(text).filter(|plies| *plies <= 2u32), "1 or 2")?;
            let filter = query.take("filter", positive::<u16>, "a whole number from 1")?.map(usize::from);
            let seat = Seat { plies: plies.unwrap_or(1), filter };
            if !query.parts.is_empty() {
                let (unknown, known) = (query.text(), "plies, filter, name");
                return Err(usage(format!("player '{text}' has no option '{unknown}'; options: {known}")));
            }
            if filter.is_some() && seat.plies == 1 {
                return Err(usage(format!("player '{text}': filter is for plies=2, and it looks one ply ahead")));
            }
            let stem = Path::new(head).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            (Kind::Network(head.to_string(), seat), stem.unwrap_or(head.to_string()))
        } else if head.starts_with("gnubg:") {
            (kept, pace, clock) = (all.clone(), Pace::Free, None);
            let whole = if kept.is_empty() { head.to_string() } else { format!("{head}?{kept}") };
            let spec = EngineSpec::parse(&whole).map_err(|error| usage(format!("player '{text}': {error}")))?;
            query.parts.clear();
            let short = spec.name();
            (Kind::Engine(spec), short)
        } else if head.starts_with("uci:") && game == "shogi" {
            let usi = text.replacen("uci:", "usi:", 1);
            return Err(usage(format!("player '{text}': programs that play shogi speak USI: '{usi}'")));
        } else if ["uci", "usi", "xboard", "gnushogi", "gtp"]
            .iter()
            .any(|protocol| head.split(':').next() == Some(protocol))
        {
            let whole = if kept.is_empty() { head.to_string() } else { format!("{head}?{kept}") };
            let spec = EngineSpec::parse(&whole).map_err(|error| usage(format!("player '{text}': {error}")))?;
            if let Some((_, arguments)) = head.split_once(' ') {
                rest = format!(" {arguments}{rest}");
            }
            let short = spec.name();
            (Kind::Engine(spec), short)
        } else {
            let options = options(&mut query, depth)?;
            let features = query.take("features", |text| Some(text.to_string()), "a feature set")?;
            all = query.text();
            if !all.is_empty() {
                let limits = if dice { "" } else { "depth, nodes, movetime, tc, " };
                let known = format!("{limits}name, features, hash, profile and the switches of the search");
                return Err(usage(format!("player '{text}' has no option '{all}'; options: {known}")));
            }
            let (weights, features) = source(game, head, features)?;
            let path = Path::new(head);
            let stem = path.file_stem().filter(|_| path.exists()).map(|stem| stem.to_string_lossy().into_owned());
            let kind = Kind::Own { weights, features, options, nodes, time, control: None };
            (kind, stem.unwrap_or(head.to_string()))
        };
        if kind_is_simple(&kind) && !query.parts.is_empty() {
            return Err(usage(format!("player '{text}': {head} has no option '{}'", query.text())));
        }
        let control = clock.filter(|_| !kind_is_simple(&kind)).map(|control| format!("tc={control}"));
        let kept = join(&[&kept, control.as_deref().unwrap_or_default()]);
        let text = if kept.is_empty() { head.to_string() } else { format!("{head}?{kept}") };
        Ok(PlayerSpec { name: name.unwrap_or(short), text, pace, kind, rest })
    }

    /// The same player with all weights but the core ones replaced by a control.
    pub fn with_control(&self, control: Control, seed: u64) -> Result<PlayerSpec> {
        let mut kind = self.kind.clone();
        let Kind::Own { control: slot, .. } = &mut kind else {
            return Err(usage(format!("--control needs a player with weights of our own, not '{}'", self.text)));
        };
        *slot = Some((control, seed));
        Ok(PlayerSpec {
            name: control.to_string(),
            text: format!("{} with {control}", self.text),
            kind,
            ..self.clone()
        })
    }

    /// False for a program that can only replay games from the start.
    pub fn takes_positions(&self) -> bool {
        !matches!(&self.kind, Kind::Engine(spec) if !spec.takes_positions())
    }

    /// Starts another program once, so that one that is not there or does not know its options is refused before any game.
    pub fn check(&self) -> Result<()> {
        let Kind::Engine(spec) = &self.kind else { return Ok(()) };
        let trouble = |failure: Failure| usage(format!("player '{}': {}", self.name, failure.0));
        EnginePlayer::new(spec.clone()).prepare().map_err(trouble)
    }

    /// What makes the player in each thread, and a text that tells its weights apart from others. `stop` cuts its thoughts
    /// short.
    pub fn maker<G: Game>(&self, stop: &Arc<AtomicBool>) -> Result<(Maker<G>, String)> {
        match &self.kind {
            Kind::Random => Ok((Box::new(|| Box::new(RandomPlayer)), String::new())),
            Kind::Pubeval => {
                let maker: Maker<Backgammon> = Box::new(|| Box::new(PubevalPlayer));
                let maker = (Box::new(maker) as Box<dyn Any>).downcast::<Maker<G>>();
                let maker = maker.map_err(|_| usage(format!("pubeval plays backgammon, not {}", G::NAME)))?;
                Ok((*maker, String::new()))
            }
            Kind::Network(name, seat) => {
                let (judge, seat) = (Arc::new(networks::load(name)?), *seat);
                let mark =
                    format!("{:016x}", fingerprint(judge.file(String::new()).bytes(Precision::Single).into_iter()));
                let maker: Maker<Backgammon> = Box::new(move || Box::new(NetworkPlayer::new(judge.clone(), seat)));
                let maker = (Box::new(maker) as Box<dyn Any>).downcast::<Maker<G>>();
                let maker = maker.map_err(|_| usage(format!("'{name}' plays backgammon, not {}", G::NAME)))?;
                Ok((*maker, mark))
            }
            Kind::Engine(spec) => {
                let spec = spec.clone();
                Ok((Box::new(move || Box::new(EnginePlayer::new(spec.clone()))), String::new()))
            }
            Kind::Own { weights, features, options, nodes, time, control } => {
                let (limits, stop) = ((*nodes, *time), stop.clone());
                let make = Make { weights, options: *options, limits, control: *control, stop };
                let made = with(G::NAME, features.as_deref(), make).map_err(usage)??;
                // The list gives the game of its name, which is this one.
                let made = made.downcast::<(Maker<G>, String)>().ok().context("the list of games has two of a name")?;
                Ok(*made)
            }
        }
    }
}

/// Tesauro's pubeval: no look-ahead.
struct PubevalPlayer;

impl Player<Backgammon> for PubevalPlayer {
    fn choose(&mut self, turn: &Turn<Backgammon>, _: &mut Dice) -> Result<Choice<Backgammon>, Failure> {
        let position = turn.position();
        let roll = position.roll().ok_or_else(|| Failure("there is nothing to choose before the roll".to_string()))?;
        let (play, _) = pubeval::choose(position.board(), roll);
        Ok(Choice { mv: Move::Play(play), thought: None, opinion: None })
    }
}

impl CommonLimits {
    fn is_none(&self) -> bool {
        self.first().is_none()
    }

    /// The name of a limit that is given.
    fn first(&self) -> Option<&'static str> {
        let given = [
            ("depth", self.depth.is_some()),
            ("nodes", self.nodes.is_some()),
            ("movetime", self.time.is_some()),
            ("tc", self.clock.is_some()),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }
}

/// True if a game has dice: then nobody looks ahead but by whole turns.
pub fn diced(game: &str) -> bool {
    with(game, None, HasDice).unwrap_or(false)
}

struct HasDice;

impl Visitor for HasDice {
    type Output = bool;
    fn visit<G: Game, F: Features<G>>(self, _: F) -> bool {
        G::start().chance()
    }
}

fn kind_is_simple(kind: &Kind) -> bool {
    matches!(kind, Kind::Random | Kind::Pubeval)
}

/// Makes names different: by the rest of the string where that is enough, else by a number.
pub fn distinguish(players: &mut [PlayerSpec]) {
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    for (player, name) in players.iter_mut().zip(&names) {
        if names.iter().filter(|other| *other == name).count() > 1 {
            player.name = format!("{name}{}", player.rest);
        }
    }
    for at in 1..players.len() {
        let base = players[at].name.clone();
        let mut number = 2;
        while players[..at].iter().any(|other| other.name == players[at].name) {
            players[at].name = format!("{base} {number}");
            number += 1;
        }
    }
}

/// The weights and the feature set that a name stands for.
fn source(game: &str, name: &str, features: Option<String>) -> Result<(String, Option<String>)> {
    let textbook = with(game, Some("material"), Textbook).ok().flatten();
    match name {
        "learnt" => {
            let set = features.or_else(|| weights::shipped(game));
            let presets = with(game, set.as_deref(), weights::Presets).map_err(usage)?;
            // Without weights that are called so, the last preset is the best one.
            let best = if presets.contains(&name) { Some(&name) } else { presets.last() };
            Ok((best.map_or("zero", |best| best).to_string(), set))
        }
        "material" if features.is_none() && textbook.is_some() => {
            Ok((textbook.unwrap_or_default().to_string(), Some(name.to_string())))
        }
        _ if Path::new(name).exists() => {
            let of_file = weights::features_of(game, name)?;
            Ok((name.to_string(), features.or(of_file)))
        }
        _ => {
            let presets = with(game, features.as_deref(), weights::Presets).map_err(usage)?;
            if presets.contains(&name) {
                return Ok((name.to_string(), features));
            }
            let set = features.map_or(String::new(), |set| format!(" with the features {set}"));
            let programs = match game {
                "backgammon" => ["pubeval", "gnubg:"].as_slice(),
                "shogi" => &["usi:PROGRAM", "gnushogi:PROGRAM"],
                "chess" => &["uci:PROGRAM", "xboard:PROGRAM"],
                "othello" => &["gtp:PROGRAM"],
                _ => &[],
            };
            let mut known = vec!["learnt"];
            known.extend(textbook.map(|_| "material"));
            known.extend(presets.into_iter().filter(|preset| *preset != "learnt"));
            known.extend(["random"].iter().chain(programs));
            let known = known.join(", ");
            Err(usage(format!("no player '{name}' of {game}{set}: neither a file nor one of {known}")))
        }
    }
}

/// The preset that stands for what people say.
struct Textbook;

impl Visitor for Textbook {
    type Output = Option<&'static str>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Self::Output {
        let name = features.textbook();
        features.presets().iter().any(|preset| preset.name == name).then_some(name)
    }
}

struct Make<'a> {
    weights: &'a str,
    options: Options,
    limits: (Option<u64>, Option<Duration>),
    control: Option<(Control, u64)>,
    stop: Arc<AtomicBool>,
}

impl Visitor for Make<'_> {
    /// A `(Maker<G>, String)`: the caller knows its game by type, the list only by name.
    type Output = Result<Box<dyn Any>>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Self::Output {
        let Make { weights, mut options, limits: (nodes, time), control, stop } = self;
        if G::start().chance() {
            // Searches look at rolls as if they were chosen; one ply sees none.
            options.depth = 1;
        }
        let weights = weights::load::<G, F>(&features, weights)?;
        // One set adds nothing, so that records from before there were several stay valid.
        let sets = if weights.sets == Sets::One { "" } else { weights.sets.name() };
        let bytes = weights.values.iter().flat_map(|weight| weight.to_le_bytes());
        let print = fingerprint(bytes.chain(sets.bytes()));
        if control.is_some() && features.core() >= features.count() {
            let (set, game) = (features.name(), G::NAME);
            return Err(usage(format!(
                "--control replaces all weights but the core ones, and {set} of {game} has no others; try a larger set"
            )));
        }
        let evaluator = Linear::new::<G>(features.clone(), weights.sets, &weights.values);
        let maker: Maker<G> = Box::new(move || {
            let player = SearchPlayer::new(evaluator.clone(), options).limited(nodes, time).stopping(stop.clone());
            let Some((control, seed)) = control else { return Box::new(player) };
            let (features, weights) = (features.clone(), weights.clone());
            Box::new(player.renewed(move |opening| {
                let term = control.term::<G, F>(&features, &weights.values, seed, opening);
                Linear::new::<G>(features.clone(), weights.sets, &term)
            }))
        });
        Ok(Box::new((maker, format!("{print:016x}"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(texts: &[&str], common: &CommonLimits) -> Vec<String> {
        let read = |text: &&str| PlayerSpec::parse(text, "chess", common).unwrap();
        let mut players: Vec<PlayerSpec> = texts.iter().map(read).collect();
        distinguish(&mut players);
        players.into_iter().map(|player| player.name).collect()
    }

    #[test]
    fn names_are_short_and_know_nothing_of_common_limits() {
        let common = CommonLimits { time: Some(Duration::from_millis(50)), ..CommonLimits::default() };
        let gnu = "uci:/usr/games/gnuchess --uci?OwnBook=false";
        assert_eq!(names(&[gnu, "learnt?depth=3", "random"], &common), ["gnuchess", "learnt", "random"]);
        assert_eq!(PlayerSpec::parse(gnu, "chess", &common).unwrap().text, format!("{gnu}&movetime=50"));
        let same = [gnu, "uci:gnuchess --uci?depth=1", "uci:gnuchess -u", "learnt", "learnt?depth=2", "learnt"];
        let expected = [
            "gnuchess --uci?OwnBook=false",
            "gnuchess --uci?depth=1",
            "gnuchess -u",
            "learnt",
            "learnt?depth=2",
            "learnt 2",
        ];
        assert_eq!(names(&same, &common), expected);
        assert_eq!(names(&["uci:x?name=a&Hash=1", "uci:x"], &common), ["a", "x"]);
    }

    #[test]
    fn the_manual_names_every_switch() {
        let manual = include_str!("../docs/matches.md");
        for name in Options::SWITCHES.iter().chain(&["exact", "strong", "knightcap"]) {
            assert!(manual.contains(&format!("`{name}`")), "{name}");
        }
    }
}
