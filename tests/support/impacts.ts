export const crashAt = '2026-01-15T08:01:00.000Z';
export const crashMs = Date.parse(crashAt);

/** Returns fixes northwards at a speed, one per second, between two seconds relative to the crash. */
export const fixesAround = (fromS: number, toS: number, kmh: number) =>
  Array.from({ length: toS - fromS }, (_, i) => ({
    DateTime: new Date(crashMs + (fromS + i) * 1000).toISOString(),
    Latitude: 55 + ((fromS + i) * kmh) / 3.6 / 111_320,
    Longitude: 37,
    Speed: kmh,
  }));
/** Returns an impact from the front of 0.1 s. */
export const blowCurve = (peakG: number) => ({
  Start: new Date(crashMs - 1000).toISOString(),
  RateHz: 100,
  Longitudinal: Array.from({ length: 300 }, (_, i) =>
    i >= 100 && i < 110 ? -peakG * Math.sin(((i - 99.5) / 10) * Math.PI) : 0,
  ),
  Lateral: new Array(300).fill(0),
  Vertical: new Array(300).fill(1),
  RangeG: 16,
  Frame: 'vehicle',
});
