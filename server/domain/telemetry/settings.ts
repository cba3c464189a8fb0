import { crashFromKmh, leftShareFrom } from '../../../src/contract/limits.ts';

interface Setting {
  default: number;
  unit: string;
  source: string;
}

/** Every threshold of telemetry: its default, unit and where the number comes from. */
export const telemetrySettings = {
  minorFromG: { default: 2.5, unit: 'g', source: 'Geotab collision rule, horizontal resultant; agreed classes' },
  majorFromG: { default: 4, unit: 'g', source: 'agreed classes; Teltonika crash trace 4000 mg' },
  crashFromKmh: {
    default: crashFromKmh,
    unit: 'km/h',
    source: 'agreed: below it a push without a change of velocity, no direction',
  },
  crashFromMs: {
    default: 20,
    unit: 'ms',
    source: 'own choice: a knock on the device is shorter, a crash 50 ms and more',
  },
  minorFromKmh: { default: 8, unit: 'km/h', source: '49 CFR 563.5, trigger: 8 km/h within 150 ms' },
  majorFromKmh: { default: 20, unit: 'km/h', source: 'own choice: from about there belts and bags matter' },
  miniFromHz: { default: 50, unit: 'Hz', source: 'agreed: between slower samples a blow of 20 ms is not seen' },
  leftShareFrom: {
    default: leftShareFrom,
    unit: 'share',
    source: 'own choice: a crash keeps nearly all, a swing loses all',
  },
  settledMs: { default: 200, unit: 'ms', source: 'own choice: half a period of shaking at 2.5 Hz' },
  deltaVFromHz: { default: 20, unit: 'Hz', source: 'agreed: slower samples are 50 ms and more apart' },
  deltaVTailMs: { default: 30, unit: 'ms', source: '49 CFR 563.8: to the end of event time plus 30 ms' },
  deltaVWindowMs: { default: 250, unit: 'ms', source: '49 CFR 563.5' },
  onsetWindowMs: { default: 20, unit: 'ms', source: '49 CFR 563.5, event limits' },
  onsetDeltaVKmh: { default: 0.8, unit: 'km/h', source: '49 CFR 563.5, event limits' },
  baselineFromMs: { default: 50, unit: 'ms', source: 'agreed: a shorter mean is chance' },
  offsetAtMostG: { default: 0.15, unit: 'g', source: 'agreed: more is braking or a bend, not the zero of a sensor' },
  restToleranceG: { default: 0.1, unit: 'g', source: 'own choice: zero and scale errors of cheap sensors' },
  restDriftG: { default: 0.25, unit: 'g', source: 'own choice: a larger difference of two halves is not rest' },
  gravityFromMs: { default: 60_000, unit: 'ms', source: 'own choice: braking and bends cancel out over a minute' },
  plausibleFromMs: { default: 500, unit: 'ms', source: 'own choice: a pulse of 150 ms is then less than half' },
  uprightToleranceG: { default: 0.3, unit: 'g', source: 'own choice: rest plus steady braking of 0.8 g' },
  uprightFromG: { default: 0.5, unit: 'g', source: 'own choice: a car tilted by 60 degrees does not drive' },
  frozenMs: { default: 200, unit: 'ms', source: 'own choice: no axis is still all through an impact' },
  frozenSwingG: { default: 2, unit: 'g', source: 'own choice: shakes every axis of a real sensor' },
  spikeFromHz: { default: 100, unit: 'Hz', source: 'own choice: a blow of 20 ms has two samples from here on' },
  spikeNeighbourShare: { default: 0.25, unit: 'share', source: 'own choice: both neighbours of a blow share in it' },
  baselineMs: { default: 1000, unit: 'ms', source: 'own choice: longest stretch whose mean is removed' },
  pulseCfc: { default: 60, unit: 'CFC', source: 'SAE J211-1, vehicle structure pulse' },
  integrationCfc: { default: 180, unit: 'CFC', source: 'SAE J211-1, integration for velocity' },
  samplesPerCfc: { default: 10, unit: 'Hz per CFC', source: 'SAE J211-1, lowest sampling rate' },
  clipToleranceShare: { default: 0.005, unit: 'share of range', source: 'own choice: scale error of cheap sensors' },
  flatTopMs: { default: 5, unit: 'ms', source: 'own choice: a pulse of 100 ms curves by 0.3 % in 5 ms' },
  flatTopSamples: { default: 3, unit: 'samples', source: 'own choice: two alike are chance' },
  flatTopFromG: { default: 2, unit: 'g', source: 'smallest range of usual sensors' },
  speedBeforeWithinMs: { default: 5000, unit: 'ms', source: 'own choice: five fixes at 1 Hz' },
  speedAfterFromMs: { default: 1000, unit: 'ms', source: 'own choice: delay of a receiver speed' },
  speedAfterWithinMs: { default: 10_000, unit: 'ms', source: 'own choice' },
  tripStartKmh: { default: 5, unit: 'km/h', source: 'agreed; Samsara starts at 5 mph' },
  tripEndMs: { default: 300_000, unit: 'ms', source: 'agreed; Samsara ends after 5 min' },
  tripCircleM: { default: 100, unit: 'm', source: 'agreed: a trip leaves this circle around its start' },
  driftRadiusM: { default: 35, unit: 'm', source: 'own choice: 3.5 sigma of a parked receiver that drifts by 10 m' },
  stationaryRadiusM: { default: 5, unit: 'm', source: 'tuned on 24 tracks with matched routes; usual noise of a fix' },
  speedBaselineMs: { default: 4000, unit: 'ms', source: 'own choice: 5 m of noise read as 5 km/h, not as 20' },
  mergeWithinMs: { default: 500, unit: 'ms', source: 'agreed: closer fixes tell nothing of speed but noise' },
  speedCheckFromKmh: { default: 20, unit: 'km/h', source: 'own choice: over 4 s noise of 5 m is a quarter of the way' },
  speedCheckStretches: { default: 10, unit: 'stretches', source: 'own choice: 40 s of driving' },
  speedSlopeFrom: { default: 0.9, unit: 'ratio', source: 'agreed; a Doppler speed is within 1 %' },
  speedSlopeTo: { default: 1.1, unit: 'ratio', source: 'agreed; a Doppler speed is within 1 %' },
  fixNoiseM: { default: 15, unit: 'm', source: 'agreed: what a fix may be off by in a street' },
  maximumSpeedKmh: { default: 250, unit: 'km/h', source: 'limiter of most fast cars' },
  maximumAccelerationMs2: { default: 10, unit: 'm/s2', source: 'tyre grip, about 1 g' },
  rejoinFixes: { default: 5, unit: 'fixes', source: 'own choice: this many in agreement are a place, not a glitch' },
  oldestFixAgeMs: {
    default: 1000 * 7 * 86_400_000,
    unit: 'ms',
    source: 'IS-GPS-200: the week number runs over after 1024 weeks, less half a year',
  },
  beforeVoucherMs: {
    default: 366 * 86_400_000,
    unit: 'ms',
    source: 'own choice: what waited for its voucher may be older, not by years',
  },
  futureToleranceMs: { default: 600_000, unit: 'ms', source: 'own choice: drift of an unsynchronised clock' },
  sameCrashMs: { default: 10_000, unit: 'ms', source: 'own choice: one crash, told twice by a device' },
  accelerationFromG: { default: 0.255, unit: 'g', source: 'Teltonika FMB 11004: 2.5 m/s2' },
  brakingFromG: { default: 0.275, unit: 'g', source: 'Teltonika FMB 11005: 2.7 m/s2' },
  corneringFromG: { default: 0.347, unit: 'g', source: 'Teltonika FMB 11006: 3.4 m/s2' },
  directionChangeFromG: { default: 0.25, unit: 'g', source: 'own choice: each half of a quick lane change exceeds it' },
  bumpFromG: { default: 0.5, unit: 'g', source: 'own choice: twice the shaking of a bad road' },
  manoeuvreLeaveShare: { default: 0.83, unit: 'share', source: 'Digital Matter: hysteresis of 17 %' },
  manoeuvreFromMs: { default: 300, unit: 'ms', source: 'own choice: what a low pass of 1.2 Hz lets stand' },
  manoeuvreLowPassHz: {
    default: 1.5,
    unit: 'Hz',
    source: 'own choice: a mean over 0.4 s; steering and pedals are slower',
  },
  manoeuvreFromHz: {
    default: 5,
    unit: 'Hz',
    source: 'own choice: slower samples cannot be low-passed and count as they are',
  },
  manoeuvreFromKmh: { default: 10, unit: 'km/h', source: 'Teltonika FMB: acceleration and braking from 10 km/h' },
  directionChangeFromKmh: { default: 30, unit: 'km/h', source: 'Teltonika FMB: cornering from 30 km/h' },
  directionChangeGapMs: { default: 2000, unit: 'ms', source: 'own choice: between the two halves of a lane change' },
  directionChangeHalfMs: { default: 3000, unit: 'ms', source: 'own choice: a longer half is a bend' },
  bumpFromHz: { default: 20, unit: 'Hz', source: 'own choice: wheels hop at about 10 Hz' },
  fixGapMs: { default: 3000, unit: 'ms', source: 'own choice: a manoeuvre between fixes further apart is not seen' },
  orientationWithinDeg: {
    default: 7,
    unit: 'degrees',
    source: 'own choice: 0.4 g of braking then reads as 0.05 g of cornering at most',
  },
  orientationFromS: { default: 30, unit: 's', source: 'own choice: fewer seconds hold no two manoeuvres' },
  remountedFromDeg: { default: 10, unit: 'degrees', source: 'own choice: twice the least error, a hill is 5' },
  remountedGain: { default: 20, unit: 'log likelihood', source: 'own choice: halves the squared residual of a minute' },
  spikeFromG: {
    default: 1.5,
    unit: 'g',
    source: 'own choice: between two samples no body of a car swings there and back',
  },
  outlierFromG: { default: 0.6, unit: 'g', source: 'own choice: no car changes its mean over a second by more' },
  standingMs: { default: 1_800_000, unit: 'ms', source: 'own choice: standing so long ends every trip for good' },
  standingRadiusM: { default: 50, unit: 'm', source: 'own choice: 3.5 sigma between two places that drift by 10 m' },
} as const satisfies Record<string, Setting>;

export type TelemetrySettings = { [Name in keyof typeof telemetrySettings]: number };

export const defaultSettings: Readonly<TelemetrySettings> = Object.freeze(
  Object.fromEntries(
    Object.entries(telemetrySettings).map(([name, setting]) => [name, setting.default]),
  ) as TelemetrySettings,
);
