//! The feature law: what a feature set says of itself, and that its amounts agree with each other.

use super::position::law;
use super::{Plan, broken};
use crate::{Features, Game, Root, Side};

/// Checks a feature set in the positions of random games; the number of positions looked at.
pub fn features<G: Game, F: Features<G>>(features: &F, plan: &Plan<'_, G>) -> Result<u64, String> {
    description(features).map_err(|error| format!("{} features '{}': {error}", G::NAME, features.name()))?;
    let mut positions = 0;
    for number in 0..plan.games {
        plan.random_game(number, |line| {
            positions += 1;
            let game = &line[line.len() - 1];
            for program in [Side::First, Side::Second] {
                amounts_agree(features, game, program)?;
            }
            Ok(())
        })?;
    }
    Ok(positions)
}

fn description<G: Game, F: Features<G>>(features: &F) -> Result<(), String> {
    let count = features.count();
    let mut labels: Vec<String> = (0..count).map(|index| features.label(index)).collect();
    labels.sort_unstable();
    if let Some(two) = labels.windows(2).find(|two| two[0] == two[1]) {
        return Err(format!("two features have the label '{}'", two[0]));
    }
    if let Some(index) = (0..count).find(|index| !features.unit(*index).is_finite() || features.unit(*index) == 0.0) {
        return Err(format!("the unit of feature {index} is {}", features.unit(index)));
    }
    let presets = features.presets();
    if presets.is_empty() {
        return Err("there is no preset to start from".to_string());
    }
    for (index, preset) in presets.iter().enumerate() {
        let wanted = count * preset.sets.count::<G>();
        if preset.weights.len() != wanted || preset.weights.iter().any(|weight| !weight.is_finite()) {
            return Err(format!("preset '{}' does not have {wanted} finite weights", preset.name));
        }
        if presets[..index].iter().any(|other| other.name == preset.name) {
            return Err(format!("two presets have the name '{}'", preset.name));
        }
    }
    for map in features.maps() {
        if map.rows.iter().flatten().flatten().any(|index| *index >= count) {
            return Err(format!("map '{}' has an index that is not below {count}", map.title));
        }
    }
    Ok(())
}

fn amounts_agree<G: Game, F: Features<G>>(features: &F, game: &G, program: Side) -> Result<(), String> {
    let root = Root { program, stage: game.stage(), set: 0 };
    let before = amounts(features, game, &root)?;
    law!(before == amounts(features, game, &root)?, game, "counting twice gives different amounts");
    late_agrees(features, game, &root, &before)?;
    if let Some(mirrored) = game.mirrored() {
        let opposite = amounts(features, &mirrored, &Root { program: program.other(), ..root })?;
        let wrong = (0..before.len()).find(|i| features.symmetric(*i) && before[*i] != -opposite[*i]);
        law!(wrong.is_none(), game, "mirroring does not negate '{}'", features.label(wrong.unwrap()));
    }
    if F::PAIRED {
        let pairs = pairs(features, game, &root)?;
        law!(before == pairs, game, "pairs are not what each pushes");
    }
    let mut quiet = Vec::new();
    if F::FLAT && game.over().is_none() {
        game.quiet(|mv| quiet.push(mv));
    }
    for mv in game.move_list() {
        let mut changed = before.clone();
        collect(features, game, &mut changed, |push| features.change(game, mv, &root, push))?;
        let after = amounts(features, &game.after(mv), &root)?;
        let wrong = (0..after.len()).find(|i| changed[*i] != after[*i]);
        law!(wrong.is_none(), game, "change of move {mv:?} is wrong for '{}'", features.label(wrong.unwrap()));
        let flat = !quiet.contains(&mv) || before == after;
        law!(flat, game, "quiet move {mv:?} changes an amount, although the set says FLAT");
    }
    Ok(())
}

/// Early and late features together are all of them, and late ones are worth no more than they say.
fn late_agrees<G: Game, F: Features<G>>(features: &F, game: &G, root: &Root, all: &[i32]) -> Result<(), String> {
    let prepared = features.prepare(game, root);
    let (mut sum, mut late) = (vec![0; all.len()], vec![0; all.len()]);
    collect(features, game, &mut sum, |push| features.early(game, &prepared, push))?;
    collect(features, game, &mut late, |push| features.late(game, &prepared, push))?;
    sum.iter_mut().zip(&late).for_each(|(sum, late)| *sum += late);
    law!(sum == all, game, "early and late features are not all features");
    for step in [1, 7, 31] {
        let weights: Vec<i32> = (0..all.len()).map(|i| ((i * step) % 101) as i32 - 50).collect();
        let worth: i32 = weights.iter().zip(&late).map(|(weight, amount)| weight * amount).sum();
        let most = features.late_worth(&weights);
        law!(worth.abs() <= most, game, "late features are worth {worth}, which is more than {most}");
    }
    Ok(())
}

fn amounts<G: Game, F: Features<G>>(features: &F, game: &G, root: &Root) -> Result<Vec<i32>, String> {
    let mut sums = vec![0; features.count()];
    let prepared = features.prepare(game, root);
    collect(features, game, &mut sums, |push| features.each(game, &prepared, push))?;
    Ok(sums)
}

/// The amounts as pairs of weights tell them.
fn pairs<G: Game, F: Features<G>>(features: &F, game: &G, root: &Root) -> Result<Vec<i32>, String> {
    let mut sums = vec![0; features.count() / 2];
    let (prepared, mut shares) = (features.prepare(game, root), [0; 2]);
    collect(features, game, &mut sums, |push| shares = features.pairs(game, &prepared, push))?;
    Ok(sums.into_iter().flat_map(|amount| shares.map(|share| share * amount)).collect())
}

/// Adds what `source` pushes to `sums`.
fn collect<G: Game, F: Features<G>>(
    features: &F,
    game: &G,
    sums: &mut [i32],
    source: impl FnOnce(&mut dyn FnMut(usize, i32)),
) -> Result<(), String> {
    let mut outside = None;
    source(&mut |index, amount| match sums.get_mut(index) {
        Some(sum) => *sum += amount,
        None => outside = Some(index),
    });
    law!(outside.is_none(), game, "{} has no feature {}", features.name(), outside.unwrap());
    Ok(())
}
