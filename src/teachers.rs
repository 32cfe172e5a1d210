//! Who teaches, if a learner does not play itself: opponents of a pool, or recorded games.

use crate::learn::LearnArgs;
use crate::usage::usage;
use crate::{pool, remark};
use anyhow::{Context, Result, anyhow};
use arena::Fault;
use game::Game;
use lab::{Method, PoolSettings, RecordSettings, Recorded, Records, RunSettings};
use learn::Rule;

/// At depth 3 a learner whose rule asks for expected replies lost all that it knew (docs/training-log.md).
const DEEP_ENOUGH: u32 = 5;

/// So many games that cannot teach are told one by one.
const TOLD: usize = 10;

/// The recorded games of `--from`, or those of the run that goes on, and what they change in the settings of a new run.
pub fn records<G: Game>(args: &LearnArgs, settings: &mut RunSettings) -> Result<Vec<Recorded<G>>> {
    let saved = settings.records.clone();
    let path = match (&args.from, &saved) {
        (Some(path), None) if args.resume => {
            return Err(usage(format!("--from {}: the run does not learn from records", path.display())));
        }
        (Some(path), _) => path.display().to_string(),
        (None, Some(saved)) => saved.file.clone(),
        (None, None) if args.by.is_some() => return Err(usage("--as is for records: add --from FILE")),
        (None, None) => return Ok(Vec::new()),
    };
    let player = args.by.as_deref().or(saved.as_ref().and_then(|saved| saved.player.as_deref()));
    let bytes = std::fs::read(&path).with_context(|| format!("--from: cannot read {path}"))?;
    let records = Records::<G>::read(&path, &bytes, player);
    if let Some(saved) = saved {
        if args.shuffle && !saved.shuffled {
            return Err(usage("--shuffle: the run takes its records as they come"));
        }
        if saved.print != records.settings.print || saved.player != records.settings.player {
            return Err(anyhow!("{path} has other games, or another player, than the run began with"));
        }
        return Ok(records.games);
    }
    for Fault { line, why } in records.skipped.iter().take(TOLD) {
        remark!("{path}, line {line}: {why}; the game is skipped");
    }
    if records.skipped.len() > TOLD {
        remark!("{path}: {} more games are skipped", records.skipped.len() - TOLD);
    }
    if records.games.is_empty() {
        let who = player.map_or(String::new(), |player| format!(" of '{player}'"));
        return Err(anyhow!("{path}: there is no game{who} to learn from ({} skipped)", records.skipped.len()));
    }
    // The moves are in the records, and each teaches once.
    (settings.noise, settings.opening) = (0.0, 0);
    settings.games = records.games.len() as u64;
    settings.records = Some(RecordSettings { shuffled: args.shuffle, ..records.settings });
    Ok(records.games)
}

/// The opponents of `--pool`, and which of their surprises teach.
pub fn opponents<G: Game>(args: &LearnArgs, settings: &mut RunSettings) -> Result<()> {
    if let Some(text) = &args.pool {
        settings.pool = Some(PoolSettings::new(text, pool::read(text, G::NAME)?));
        if !args.resume {
            settings.batch = args.batch.unwrap_or(1);
            // Games against others are few.
            settings.warmup.games = args.warmup.unwrap_or(0);
            // Who looks one ply ahead expects captures at most, so that hardly a reply could be told from a surprise.
            settings.learn.rule = if expects(settings) { Rule::PosUnpredicted } else { Rule::None };
        }
    }
    let with_pool = [
        ("--trial", args.trial.is_some()),
        ("--rating", args.rating.is_some()),
        ("--spread", args.spread.is_some()),
        ("--given-up", args.given_up.is_some()),
    ];
    let with_others = [("--rule", args.rule.is_some()), ("--sliding", args.sliding.is_some())];
    let given = |words: &[(&'static str, bool)]| words.iter().find(|(_, given)| *given).map(|(word, _)| *word);
    match &mut settings.pool {
        Some(pool) => {
            pool.trial = args.trial.unwrap_or(pool.trial);
            pool.rating = args.rating.unwrap_or(pool.rating);
            pool.spread = args.spread.unwrap_or(pool.spread);
            if let Some(text) = &args.given_up {
                let expected = |_| usage(format!("--given-up is result or nothing, not '{text}'"));
                pool.given_up = serde_json::from_value(text.as_str().into()).map_err(expected)?;
            }
        }
        None => {
            let alone = given(&with_others).filter(|_| settings.records.is_none());
            if let Some(word) = given(&with_pool).or(alone) {
                return Err(usage(format!("{word} is for games against others: add --pool")));
            }
        }
    }
    if let Some(text) = &args.rule {
        let found = Rule::NAMES.iter().find(|(name, _)| name == text).map(|(_, rule)| *rule);
        let names = Rule::NAMES.map(|(name, _)| name).join(", ");
        settings.learn.rule = found.ok_or_else(|| usage(format!("--rule is one of {names}, not '{text}'")))?;
        if settings.learn.rule.needs_predicted() && !expects(settings) && !args.resume {
            let why = "asks which reply was expected, and a search of one ply expects captures at most";
            return Err(usage(format!("--rule {text} {why}: look two plies ahead (--depth 2), or use --rule none")));
        }
    }
    if args.sliding.is_some() && settings.learn.rule == Rule::None {
        let why = if args.rule.is_none() && settings.pool.is_some() { " (the usual one at one ply)" } else { "" };
        return Err(usage(format!("--sliding is for rules that censor: --rule none{why} leaves nothing to slide")));
    }
    settings.learn.ramp_scale = args.sliding.or(settings.learn.ramp_scale);
    let shallow = settings.nodes.is_none() && settings.depth < DEEP_ENOUGH;
    if settings.pool.is_some() && settings.learn.rule.needs_predicted() && shallow && !args.resume {
        let (rule, depth) = (args.rule.as_deref().unwrap_or("pos_unpredicted"), settings.depth);
        remark!(
            "at depth {depth} few replies are the expected ones, so that with --rule {rule} little but losses teaches: \
             --rule none is safer (docs/learning.md)"
        );
    }
    Ok(())
}

/// True if the learner looks far enough ahead to expect whatever reply to its move.
fn expects(settings: &RunSettings) -> bool {
    settings.depth > 1 && settings.method != Method::Td
}
