const samples = 300;

/**
 * Returns the recording of an impact from the front, as a device sends it: 3 s with 100 samples per second. The impact
 * begins one second after the start and takes 0.1 s.
 */
export const frontImpact = (crashMs: number, peakG: number, more: object = {}) => ({
  Start: new Date(crashMs - 1000).toISOString(),
  RateHz: 100,
  Longitudinal: Array.from({ length: samples }, (_, i) =>
    i >= 100 && i < 110 ? -peakG * Math.sin(((i - 99.5) / 10) * Math.PI) : 0,
  ),
  Lateral: new Array<number>(samples).fill(0),
  Vertical: new Array<number>(samples).fill(1),
  RangeG: 16,
  Frame: 'vehicle' as const,
  ...more,
});

/** Returns the impact of 60 m/s² from a device that sends m/s² instead of g, and no range of the sensor. */
export const impactInMs2 = (crashMs: number) => {
  const { RangeG, ...recording } = frontImpact(crashMs, 60, { Vertical: new Array<number>(samples).fill(9.81) });
  return recording;
};
