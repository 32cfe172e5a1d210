//! `tdleaf report RUN`: one self-contained HTML page.

use crate::draft;
use crate::networks;
use crate::say;
use crate::usage::usage;
use anyhow::Result;
use clap::Args;
use game::{Features, Game};
use games::list::{Visitor, with};
use lab::{report, report_data};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use store::Run;

/// Make one HTML page from a run: what was learnt, how, and how fast.
#[derive(Args)]
#[command(after_help = "Example:  tdleaf report chess-1.tdrun --out chess.html")]
pub struct ReportArgs {
    /// The run file
    pub run: PathBuf,
    /// The page [default: the run's name with .html]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Write the traces as a picture (SVG) too
    #[arg(long)]
    pub picture: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &ReportArgs) -> Result<()> {
    let meta = Run::read(&args.run)?.meta()?;
    if networks::is_run(&meta) {
        let page = args.out.clone().unwrap_or_else(|| args.run.with_extension("html"));
        draft::distinct(&[("the run", &*args.run), ("the page", &*page)])?;
        if args.picture.is_some() {
            return Err(usage("--picture shows weights over the games: it has no part in the report of a network"));
        }
        networks::write_report(&args.run, &page)?;
        say!("{}", page.display());
        return Ok(());
    }
    let unknown = |error| anyhow::anyhow!("{}: {error}", args.run.display());
    with(&meta.game, Some(&meta.features), Report(args)).map_err(unknown)?
}

struct Report<'a>(&'a ReportArgs);

impl Visitor for Report<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let page = self.0.out.clone().unwrap_or_else(|| self.0.run.with_extension("html"));
        let mut files = vec![("the run", &*self.0.run), ("the page", &*page)];
        files.extend(self.0.picture.as_deref().map(|picture| ("--picture", picture)));
        draft::distinct(&files)?;
        write::<G, F>(&features, &self.0.run, &page)?;
        say!("{}", page.display());
        if let Some(path) = &self.0.picture {
            let data = report_data::<G, F>(&features, &Run::read(&self.0.run)?, String::new())?;
            draft::write(path, &report::picture(&data))?;
            say!("{}", path.display());
        }
        Ok(())
    }
}

/// Writes the page of a run.
pub fn write<G: Game, F: Features<G>>(features: &F, run: &Path, page: &Path) -> Result<()> {
    let run = Run::read(run)?;
    let meta = run.meta()?;
    let command = format!("tdleaf learn {}", repeat(&meta.settings, &meta.names));
    draft::write(page, &report::html(&report_data::<G, F>(features, &run, command)?))
}

/// The options that repeat a run.
fn repeat(settings: &Value, names: &[String]) -> String {
    let text = |value: &Value| value.to_string().trim_matches('"').to_string();
    let mut words = vec![text(&settings["game"])];
    for name in ["features", "start", "depth", "games", "batch", "seed", "noise", "opening", "method"] {
        words.push(format!("--{name} {}", text(&settings[name])));
    }
    words.push(format!("--warmup {}", settings["warmup"]["games"]));
    let frozen = settings["learn"]["fixed"].as_array().into_iter().flatten();
    let frozen: Vec<&str> = frozen.filter_map(|i| Some(names.get(i.as_u64()? as usize)?.as_str())).collect();
    if !frozen.is_empty() {
        words.push(format!("--freeze '{}'", frozen.join(",")));
    }
    let learn = &settings["learn"];
    words.push(format!("--step '{}' --lambda '{}'", learn["step"], learn["lambda"]));
    let mut more = |option: &str, value: &Value, default: Value| {
        if *value != default {
            words.push(format!("--{option} {}", text(value)));
        }
    };
    more("nodes", &settings["nodes"], Value::Null);
    let pool = &settings["pool"];
    if !pool.is_null() {
        let list = pool["list"].as_str().unwrap_or_default();
        more("pool", &json!(format!("'{list}'")), Value::Null);
        for option in ["trial", "rating", "spread"] {
            more(option, &pool[option], Value::Null);
        }
        more("given-up", &pool["given_up"], json!("result"));
        more("rule", &learn["rule"], Value::Null);
        more("sliding", &learn["ramp_scale"], Value::Null);
    }
    more("sets", &settings["sets"], Value::Null);
    let profile = &settings["profile"];
    let quoted = if profile.is_null() { Value::Null } else { json!(format!("'{}'", text(profile))) };
    more("profile", &quoted, Value::Null);
    more("update-every", &learn["update_every"], json!(1));
    more("cap", &learn["cap"], Value::Null);
    more("decided", &learn["decided"], Value::Null);
    more("pull", &learn["pull"], Value::Null);
    let records = &settings["records"];
    if !records.is_null() {
        more("from", &json!(format!("'{}'", text(&records["file"]))), Value::Null);
        let player = &records["player"];
        let quoted = if player.is_null() { Value::Null } else { json!(format!("'{}'", text(player))) };
        more("as", &quoted, Value::Null);
    }
    more("squash", &learn["squash"], Value::Null);
    more("steepness", &learn["beta"], json!(1.0));
    if learn["learn_beta"] == true {
        words.push("--learn-steepness".to_string());
    }
    words.join(" ")
}
