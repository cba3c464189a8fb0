interface Style {
  /** Seconds from one hard braking to the next. */
  readonly brakingEveryS: number;
  /** Adds acceleration at 25 Hz in the vehicle's axes. */
  readonly withAcceleration?: boolean;
  /** Another latitude, because the same positions at another time are a repeated drive. */
  readonly latitude?: number;
}

const cruiseMs = 28;
const slowMs = 8;
const brakingMs2 = 5;
const gainingMs2 = 2;
const rateHz = 25;
/** Metres in a degree of longitude at 55.75° N. */
const degreeM = 62_760;

/** Returns the speed at a second of the drive, m/s: constant, with periodic hard braking and acceleration. */
const speedAt = (second: number, brakingEveryS: number): number => {
  const into = second % brakingEveryS;
  const brakeS = (cruiseMs - slowMs) / brakingMs2;
  const gainS = (cruiseMs - slowMs) / gainingMs2;
  if (second < brakingEveryS) return Math.min(cruiseMs, second * gainingMs2);
  if (into < brakeS) return cruiseMs - into * brakingMs2;
  return Math.min(cruiseMs, slowMs + (Math.min(gainS, into - brakeS) / gainS) * (cruiseMs - slowMs));
};

/** Returns a message with a drive east of Moscow with hard braking, one fix per second. */
export const hardDrive = (
  startMs: number,
  minutes: number,
  { brakingEveryS, withAcceleration = false, latitude = 55.75 }: Style,
) => {
  const seconds = minutes * 60;
  let metres = 0;
  const Positions = Array.from({ length: seconds }, (_, i) => {
    const speed = speedAt(i, brakingEveryS);
    metres += i === 0 ? 0 : (speed + speedAt(i - 1, brakingEveryS)) / 2;
    return {
      DateTime: new Date(startMs + i * 1000).toISOString(),
      Latitude: latitude,
      Longitude: Number((37.9 + metres / degreeM).toFixed(7)),
      Speed: Number((speed * 3.6).toFixed(1)),
      Course: 90,
      Ignition: true,
    };
  });
  if (!withAcceleration) return { Positions };
  const samples = Array.from({ length: seconds * rateHz }, (_, i) => i / rateHz);
  const Longitudinal = samples.map(at => {
    const change = speedAt(at + 0.02, brakingEveryS) - speedAt(at - 0.02, brakingEveryS);
    return Number((change / 0.04 / 9.80665).toFixed(4));
  });
  const noise = (scale: number) => samples.map((_, i) => Number((scale * Math.sin(i * 12.9898)).toFixed(4)));
  return {
    Positions,
    Acceleration: {
      ...{ Start: new Date(startMs).toISOString(), RateHz: rateHz, Frame: 'vehicle' as const, RangeG: 8 },
      ...{ Longitudinal, Lateral: noise(0.03), Vertical: noise(0.05).map(value => Number((1 + value).toFixed(4))) },
    },
  };
};
