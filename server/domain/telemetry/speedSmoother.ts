/** A measured speed, m/s, with its standard deviation. */
export interface SpeedMeasurement {
  readonly atS: number;
  readonly speedMs: number;
  readonly deviationMs: number;
}

/** Change of speed between two moments: the recorded acceleration and its error. */
export interface SpeedChange {
  /** Acceleration that was recorded along the way, m/s². 0: none was. */
  readonly accelerationMs2: number;
  /** Standard deviation of the true acceleration from it, m/s², and the time for which such an error lasts, s. */
  readonly errorMs2: number;
  readonly errorLastsS: number;
  /** Errors of different sources are independent of each other. */
  readonly source: string;
}

/** Change of speed by an impact: the speed after it as a function of the speed before, m/s. */
export interface SpeedStep {
  readonly speedAfterMs: (beforeMs: number) => number;
  /** Derivative of `speedAfterMs`. 0: the speed after the impact does not depend on that before. */
  readonly slope: (beforeMs: number) => number;
  readonly deviationMs: number;
}

/** Speeds at the moments of a grid, m/s, their standard deviations, and the log likelihood of the measurements. */
interface SmoothedSpeeds {
  readonly speedMs: Float64Array;
  readonly deviationMs: Float64Array;
  readonly logLikelihood: number;
}

/** State before any measurement: any speed of a car. */
const unknownSpeed: { readonly meanMs: number; readonly deviationMs: number } = { meanMs: 15, deviationMs: 30 };

/** A measurement further off than this many standard deviations is given the variance that explains it. */
const outlierDeviations = 3;

/**
 * Estimates the speed at rising moments by a Kalman filter (Kalman 1960) and a Rauch-Tung-Striebel smoother (Rauch, Tung
 * and Striebel 1965). The state has two values: the speed, and the present error of the acceleration as a share of its
 * standard deviation. The error is a first-order Gauss-Markov process (Singer 1970).
 * `changes`: one for each interval between two moments. A `SpeedStep` is the impact, and is linearised at the estimate.
 * Measurements must stand at moments of the grid.
 */
export const smoothSpeeds = (
  timesS: Float64Array,
  changes: readonly (SpeedChange | SpeedStep)[],
  measurements: readonly SpeedMeasurement[],
): SmoothedSpeeds => {
  const count = timesS.length;
  const column = () => new Float64Array(count);
  // Filtered and predicted estimates: speed v and share n, with the variances and the covariance.
  const filtered = { v: column(), n: column(), vv: column(), vn: column(), nn: column() };
  const predicted = { v: column(), n: column(), vv: column(), vn: column(), nn: column() };
  // Transition of each interval: [[fvv, fvn], [0, fnn]].
  const [fvv, fvn, fnn] = [column(), column(), column()];
  let logLikelihood = 0;
  let next = 0;
  let [v, n, vv, vn, nn] = [unknownSpeed.meanMs, 0, unknownSpeed.deviationMs ** 2, 0, 1];
  for (let i = 0; i < count; i++) {
    predicted.v[i] = v;
    predicted.n[i] = n;
    predicted.vv[i] = vv;
    predicted.vn[i] = vn;
    predicted.nn[i] = nn;
    for (; next < measurements.length && measurements[next]!.atS <= timesS[i]! + 1e-6; next++) {
      const { speedMs, deviationMs } = measurements[next]!;
      const innovation = speedMs - v;
      const variance = Math.max(vv + deviationMs ** 2, (innovation / outlierDeviations) ** 2);
      logLikelihood -= (Math.log(vv + deviationMs ** 2) + innovation ** 2 / (vv + deviationMs ** 2)) / 2;
      const [gainV, gainN] = [vv / variance, vn / variance];
      v += gainV * innovation;
      n += gainN * innovation;
      nn -= gainN * vn;
      vn -= gainN * vv;
      vv -= gainV * vv;
    }
    filtered.v[i] = v;
    filtered.n[i] = n;
    filtered.vv[i] = vv;
    filtered.vn[i] = vn;
    filtered.nn[i] = nn;
    const change = changes[i];
    if (i === count - 1 || !change) break;
    if ('slope' in change) {
      const slope = change.slope(v);
      vv = slope * slope * vv + change.deviationMs ** 2;
      v = change.speedAfterMs(v);
      fvv[i] = slope;
      [n, vn, nn] = [0, 0, 1];
      continue;
    }
    const { accelerationMs2, errorMs2, errorLastsS, source } = change;
    const previous = changes[i - 1];
    const isContinued = previous !== undefined && !('slope' in previous) && previous.source === source;
    if (!isContinued) [n, vn, nn] = [0, 0, 1];
    const stepS = timesS[i + 1]! - timesS[i]!;
    const kept = Math.exp(-stepS / errorLastsS);
    // Speed that an acceleration error of one standard deviation adds within the step.
    const added = errorMs2 * errorLastsS * (1 - kept);
    // Process noise of the speed, and its covariance with the acceleration error, integrated over the step.
    const noiseV = (errorMs2 * errorLastsS) ** 2 * ((2 * stepS) / errorLastsS - 3 + 4 * kept - kept * kept);
    const noiseVN = errorMs2 * errorLastsS * (1 - kept) ** 2;
    v += accelerationMs2 * stepS + added * n;
    vv += 2 * added * vn + added * added * nn + Math.max(0, noiseV);
    vn = kept * (vn + added * nn) + noiseVN;
    n *= kept;
    nn = kept * kept * nn + 1 - kept * kept;
    fvv[i] = 1;
    fvn[i] = isContinued ? added : 0;
    fnn[i] = isContinued ? kept : 0;
  }

  const speedMs = filtered.v.slice();
  const deviationMs = Float64Array.from(filtered.vv, Math.sqrt);
  let [sv, sn, svv, svn, snn] = [v, n, vv, vn, nn];
  for (let i = count - 2; i >= 0; i--) {
    const [pvv, pvn, pnn] = [predicted.vv[i + 1]!, predicted.vn[i + 1]!, predicted.nn[i + 1]!];
    const determinant = pvv * pnn - pvn * pvn;
    // Gain: filtered covariance × transposed transition × inverse of the predicted covariance.
    const [a, b] = [filtered.vv[i]! * fvv[i]! + filtered.vn[i]! * fvn[i]!, filtered.vn[i]! * fnn[i]!];
    const [c, d] = [filtered.vn[i]! * fvv[i]! + filtered.nn[i]! * fvn[i]!, filtered.nn[i]! * fnn[i]!];
    const [gvv, gvn] = [(a * pnn - b * pvn) / determinant, (b * pvv - a * pvn) / determinant];
    const [gnv, gnn] = [(c * pnn - d * pvn) / determinant, (d * pvv - c * pvn) / determinant];
    const [dv, dn] = [sv - predicted.v[i + 1]!, sn - predicted.n[i + 1]!];
    const [dvv, dvn, dnn] = [svv - pvv, svn - pvn, snn - pnn];
    sv = filtered.v[i]! + gvv * dv + gvn * dn;
    sn = filtered.n[i]! + gnv * dv + gnn * dn;
    svv = filtered.vv[i]! + gvv * gvv * dvv + 2 * gvv * gvn * dvn + gvn * gvn * dnn;
    svn = filtered.vn[i]! + gvv * gnv * dvv + (gvv * gnn + gvn * gnv) * dvn + gvn * gnn * dnn;
    snn = filtered.nn[i]! + gnv * gnv * dvv + 2 * gnv * gnn * dvn + gnn * gnn * dnn;
    speedMs[i] = sv;
    deviationMs[i] = Math.sqrt(Math.max(0, svv));
  }
  return { speedMs, deviationMs, logLikelihood };
};
