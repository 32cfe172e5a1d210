#!/usr/bin/env python3
"""An independent calculation of what a match proves, in plain Python: it writes match_statistics.json beside itself.

It shares no method with the Rust code where there is a choice: probabilities that fit a hypothesis are found by Newton's
method on the dual problem, and for normalised Elo by a search over the mean with mean and variance as linear conditions,
not by repeated tangents. Run it again after a change:  python3 crates/arena/tests/data/independent.py
"""

import json
import math
import os
import random

Z95 = 1.959963984540054
NORMALISED = 800 / math.log(10)


def moments(counts):
    n, top = sum(counts), len(counts) - 1
    mean = math.fsum(c * i / top for i, c in enumerate(counts)) / n
    return n, mean, math.fsum(c * (i / top - mean) ** 2 for i, c in enumerate(counts)) / n


def elo(score):
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def solve(matrix, right):
    """Two linear equations, or one."""
    if len(right) == 1:
        return [right[0] / matrix[0][0]]
    (a, b), (c, d) = matrix
    det = a * d - b * c
    return [(right[0] * d - b * right[1]) / det, (a * right[1] - c * right[0]) / det]


def best_fit(p, conditions):
    """The largest sum of p log q over q with sum q = 1 and sum q c = 0 for each condition c.

    The dual: minimise f(x) = -sum p log(1 + x.c), a convex function; q = p / (1 + x.c)."""
    x = [0.0] * len(conditions)

    def value(x):
        sums = [1 + sum(xi * c[i] for xi, c in zip(x, conditions)) for i in range(len(p))]
        return math.inf if min(sums) <= 0 else -math.fsum(pi * math.log(s) for pi, s in zip(p, sums))

    now = value(x)
    for _ in range(500):
        sums = [1 + sum(xi * c[i] for xi, c in zip(x, conditions)) for i in range(len(p))]
        gradient = [-math.fsum(pi * c[i] / sums[i] for i, pi in enumerate(p)) for c in conditions]
        hessian = [
            [math.fsum(pi * a[i] * b[i] / sums[i] ** 2 for i, pi in enumerate(p)) for b in conditions] for a in conditions
        ]
        step = solve(hessian, gradient)
        scale = 1.0
        while scale > 1e-18:
            trial = [xi - scale * si for xi, si in zip(x, step)]
            then = value(trial)
            if then <= now:
                break
            scale /= 2
        else:
            break
        done = max(abs(a - b) for a, b in zip(trial, x)) < 1e-15
        x, now = trial, then
        if done:
            break
    return now + math.fsum(pi * math.log(pi) for pi in p)


def golden(function, low, high):
    ratio = (math.sqrt(5) - 1) / 2
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    fa, fb = function(a), function(b)
    for _ in range(200):
        if fa > fb:
            high, b, fb = b, a, fa
            a = high - ratio * (high - low)
            fa = function(a)
        else:
            low, a, fa = a, b, fb
            b = low + ratio * (high - low)
            fb = function(b)
    return max(fa, fb)


def log_likelihood(counts, hypothesis, model):
    top = len(counts) - 1
    counts = [c or 1e-3 for c in counts]
    n = math.fsum(counts)
    p = [c / n for c in counts]
    points = [i / top for i in range(top + 1)]
    if model == "logistic":
        score = 1 / (1 + 10 ** (-hypothesis / 400))
        return n * best_fit(p, [[a - score for a in points]])
    t = hypothesis / NORMALISED * math.sqrt(top / 2)
    if t == 0:
        return n * best_fit(p, [[a - 0.5 for a in points]])

    def given_mean(mean):
        variance = ((mean - 0.5) / t) ** 2
        return best_fit(p, [[a - mean for a in points], [(a - mean) ** 2 - variance for a in points]])

    # The mean lies on the side of t, and the variance is at most that of a coin.
    sign = math.copysign(1, t)
    near, far = 0.5 + 1e-3 * t, 0.5 + 0.4999999 * sign * min(1, abs(t) / math.sqrt(1 + t * t))
    return n * golden(given_mean, min(near, far), max(near, far))


def llr(counts, elo0, elo1, model):
    return log_likelihood(counts, elo1, model) - log_likelihood(counts, elo0, model)


def describe(counts):
    n, mean, variance = moments(counts)
    margin = Z95 * math.sqrt(variance / n)
    deviation = math.sqrt(variance * (len(counts) - 1) / 2)
    return {
        "mean": mean,
        "elo": elo(mean),
        "low": elo(mean - margin),
        "high": elo(mean + margin),
        "superiority": 0.5 * math.erfc(-(mean - 0.5) / math.sqrt(2 * variance / n)),
        "normalised": (mean - 0.5) / deviation * NORMALISED,
        "normalised_margin": margin / deviation * NORMALISED,
        "llr_logistic_0_5": llr(counts, 0, 5, "logistic"),
        "llr_normalised_0_5": llr(counts, 0, 5, "normalised"),
        "llr_logistic_-3_1": llr(counts, -3, 1, "logistic"),
        "llr_normalised_-3_1": llr(counts, -3, 1, "normalised"),
    }


def main():
    random.seed(20)
    # Real matches first (published with fastchess, OpenBench and by tdleaf's own README), then made-up ones of all sizes.
    given = [
        [379, 10170, 21828, 10640, 343],
        [214, 8992, 19871, 9102, 235],
        [5, 942, 2469, 1050, 5],
        [78, 64, 64, 14, 4],
        [584, 11950, 25215, 11975, 596],
        [84, 290, 500, 369, 113],
        [44, 241, 590, 413, 71],
        [34, 54, 63, 64, 75],
        [0, 3, 20, 9, 2],
        [1, 1, 1, 1, 1],
    ]
    while len(given) < 20:
        size = random.choice([10, 40, 200, 1000, 5000])
        weights = [random.random() + 0.05 for _ in range(5)]
        counts = [0] * 5
        for result in random.choices(range(5), weights, k=size):
            counts[result] += 1
        if sum(c > 0 for c in counts) > 2:
            given.append(counts)
    results = []
    for pairs in given:
        split = pairs[2] // 3
        wins = 2 * pairs[4] + pairs[3] + split
        losses = 2 * pairs[0] + pairs[1] + split
        draws = 2 * sum(pairs) - wins - losses
        results.append(
            {
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "pairs": pairs,
                "by_game": describe([losses, draws, wins]),
                "by_pair": describe(pairs),
            }
        )
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "match_statistics.json")
    with open(path, "w") as file:
        json.dump(results, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
