# Makes statistics.json: what numpy, scipy, statsmodels, arch and pymannkendall find in made-up series.
# python3 make.py > statistics.json
import json, math, sys, warnings
import numpy as np, scipy, scipy.stats as st, statsmodels, statsmodels.api as sm, arch, pymannkendall as mk
from arch.bootstrap import optimal_block_length
warnings.filterwarnings("ignore")
rng = np.random.default_rng(20261129)

def ar(n, phi, slope=0.0, digits=None):
    e = rng.normal(size=n + 50); x = np.zeros(n + 50)
    for i in range(1, n + 50): x[i] = phi * x[i - 1] + e[i]
    x = x[50:] + slope * np.arange(n)
    return x if digits is None else np.round(x, digits)

def numbers(a): return [None if not np.isfinite(v) else float(v) for v in np.asarray(a, float).ravel()]

out = {"versions": {"numpy": np.__version__, "scipy": scipy.__version__, "statsmodels": statsmodels.__version__,
                    "arch": arch.__version__, "pymannkendall": "1.4.3"}}
out["normal"] = [[p, st.norm.ppf(p), st.norm.cdf(q), q] for p, q in
                 zip([1e-12, 1e-5, 0.01, 0.02425, 0.3, 0.5, 0.8, 0.975, 0.99999], [-9, -4, -2, -1, 0, 0.3, 1, 3, 8])]
out["student"] = [[p, f, st.t.ppf(p, f), st.t.cdf(1.3, f)] for p in [0.6, 0.9, 0.975, 0.9995, 0.025] for f in [1, 2.5, 7, 30, 400]]
out["trends"] = []
for n, phi, slope, digits in [(10, 0, 0.2, None), (30, 0.3, 0.05, 1), (60, 0.7, 0, 0), (120, 0.5, -0.02, None), (200, 0, 0.004, 1), (45, -0.4, 0.1, 1)]:
    y = ar(n, phi, slope, digits); x = np.cumsum(rng.integers(1, 5, n)).astype(float)
    if n == 60: x[10:13] = x[10]
    t = st.theilslopes(y, x, 0.95, method="separate")
    plain, corrected = mk.original_test(y), mk.hamed_rao_modification_test(y)
    out["trends"].append({"x": numbers(x), "y": numbers(y), "slope": t[0], "intercept": t[1], "low": t[2], "high": t[3],
        "score": float(plain.s), "variance": float(plain.var_s), "z": float(plain.z), "p": float(plain.p), "tau": float(plain.Tau),
        "correctedVariance": float(corrected.var_s), "correctedZ": float(corrected.z), "correctedP": float(corrected.p),
        "ranks": numbers(st.rankdata(y)), "quantiles": numbers(np.percentile(y, [0, 5, 25, 50, 75, 95, 100])),
        "block": float(optimal_block_length(y)["stationary"].iloc[0])})
out["loess"] = []
for n, k, passes in [(30, 15, 3), (80, 20, 2), (150, 40, 0), (60, 60, 3)]:
    x = np.sort(np.round(rng.uniform(0, 90, n), 1)); y = np.sin(x / 14) * 4 + rng.normal(size=n); y[n // 3] += 25
    fit = sm.nonparametric.lowess(y, x, frac=(k + 1e-6) / n if k < n else 1.0, it=passes, delta=0, return_sorted=False)
    out["loess"].append({"x": numbers(x), "y": numbers(y), "neighbours": k, "passes": passes, "fit": numbers(fit)})
out["regression"] = []
for n in [24, 60, 150]:
    t = np.arange(n, dtype=float); d = (t >= n // 2).astype(float)
    y = 120 - 0.05 * t - 6 * d - 0.03 * (t - n // 2) * d + ar(n, 0.5) * 3
    columns = np.column_stack([np.ones(n), t, d, (t - n // 2) * d]); lag = int(4 * (n / 100) ** (2 / 9))
    fit = sm.OLS(y, columns).fit(cov_type="HAC", cov_kwds={"maxlags": lag, "use_correction": False})
    out["regression"].append({"y": numbers(y), "columns": [numbers(c) for c in columns.T], "lag": lag,
        "coefficients": numbers(fit.params), "errors": numbers(fit.bse)})
out["circular"] = []
for values, period in [([23.5, 0.5, 22.75, 1.25], 24), ([6.1, 6.9, 7.4], 24), ([350, 10, 20], 360), (list(rng.uniform(0, 24, 40)), 24)]:
    out["circular"].append({"values": numbers(values), "period": period, "mean": float(st.circmean(values, high=period)),
        "deviation": float(st.circstd(values, high=period))})
out["spearman"] = []
for n in [12, 40, 90]:
    a = np.round(rng.normal(size=n), 1); b = np.round(0.4 * a + rng.normal(size=n), 1)
    out["spearman"].append({"x": numbers(a), "y": numbers(b), "correlation": float(st.spearmanr(a, b)[0])})
p = np.concatenate([rng.uniform(0, 0.02, 6), rng.uniform(0, 1, 30)])
out["discoveries"] = {"p": numbers(p), "kept": [int(i) for i in np.flatnonzero(sm.stats.multipletests(p, 0.1, method="fdr_bh")[0])]}
out["local"] = []
for n, noise, level, slope, gaps in [(40, 1, 0.3, 0.001, False), (90, 0.5, 0.02, 0.0004, True), (150, 0.2, 0.1, 0, True)]:
    s = np.cumsum(rng.normal(size=n) * math.sqrt(slope)) - 0.05
    y = 80 + np.cumsum(s + rng.normal(size=n) * math.sqrt(level)) + rng.normal(size=n) * math.sqrt(noise)
    if gaps: y[rng.random(n) < 0.25] = np.nan; y[1] = np.nan; y[-1] = 80
    model = sm.tsa.UnobservedComponents(y, "lltrend", use_exact_diffuse=True)
    known = model.smooth([noise, level, slope])
    best = max((model.fit(start_params=s0, disp=0, maxiter=500, method=m) for s0 in ([noise, level, slope + 1e-6], [1, 1, .01]) for m in ("lbfgs", "nm")), key=lambda f: f.llf)
    out["local"].append({"y": numbers(y), "noise": noise, "level": level, "slope": slope, "logLikelihood": float(known.llf),
        "levels": numbers(known.smoothed_state[0]), "slopes": numbers(known.smoothed_state[1]),
        "levelVariances": numbers(known.smoothed_state_cov[0, 0]), "slopeVariances": numbers(known.smoothed_state_cov[1, 1]),
        "covariances": numbers(known.smoothed_state_cov[0, 1]), "bestLikelihood": float(best.llf), "best": numbers(best.params)})
json.dump(out, sys.stdout)
