import { describe, expect, it } from 'vitest';
import { planDrive, trafficAt } from '../../../../server/demo/drive.ts';
import { curveOf } from '../../../../server/demo/impactCurve.ts';
import { withImpact } from '../../../../server/demo/impactDrive.ts';
import { deltaVAlongMs, type ImpactKind, impactKinds, impactOf } from '../../../../server/demo/impacts.ts';
import { createRandom } from '../../../../server/demo/random.ts';
import { moscowNet } from '../../../../server/demo/roads/net.ts';
import { pathOf } from '../../../../server/demo/roads/path.ts';
import { delaysOf, findRoute, randomSpot } from '../../../../server/demo/roads/route.ts';
import { driverStyles } from '../../../../server/demo/styles.ts';
import { trackOf } from '../../../../server/demo/track.ts';
import { summariseImpact } from '../../../../server/domain/telemetry/impact.ts';

const impactMs = Date.UTC(2026, 2, 10, 9);

const simulate = (kind: ImpactKind, peakG: number, index: number) => {
  const random = createRandom(5, `test ${kind}`, index);
  const impact = impactOf(kind, peakG, random);
  for (;;) {
    const delays = delaysOf(moscowNet, random);
    const legs = findRoute(moscowNet, randomSpot(moscowNet, random), randomSpot(moscowNet, random), delays);
    if (!legs) continue;
    const drive = planDrive(pathOf(legs), driverStyles[1]!, trafficAt(12, false), random);
    const crashed = withImpact(drive, impact, random);
    if (!crashed) continue;
    const startMs = impactMs - (crashed.impactSecond + crashed.afterFixS) * 1000;
    const track = trackOf(moscowNet, crashed.drive, startMs, random);
    const curve = curveOf(impact, impactMs, crashed, random);
    return { impact, crashed, curve, track, facts: summariseImpact(curve, track) };
  }
};

const apartDeg = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180);

describe('impacts', () => {
  it.each([
    ['front', 0],
    ['right', 75],
    ['rear', 180],
    ['left', 285],
  ] as const)('%s: the force comes from about %s degrees, as hard as designed', (kind, directionDeg) => {
    for (let index = 0; index < 12; index++) {
      const peakG = 3 + index * 0.9;
      const { facts, impact } = simulate(kind, peakG, index);
      expect(apartDeg(facts.DirectionDeg!, directionDeg)).toBeLessThan(25);
      expect(facts.PeakG!).toBeGreaterThan(peakG * 0.85);
      expect(facts.PeakG!).toBeLessThan(peakG * 1.25);
      expect(facts.Severity).toBe(facts.PeakG! < 4 ? 'minor' : 'major');
      expect(Math.abs(facts.DeltaVLongitudinalKmh! - deltaVAlongMs(impact) * 3.6)).toBeLessThan(5);
      expect(facts.DurationMs!).toBeGreaterThan(30);
    }
  });

  it.each(['kerb', 'slam', 'pothole'] as const)('%s stays below a crash', kind => {
    for (let index = 0; index < 12; index++) {
      const { facts } = simulate(kind, 0.9 + index * 0.1, index);
      expect(facts.Severity).toBe('mini');
      expect(facts.DeltaVKmh!).toBeLessThan(6);
    }
  });

  it('leaves a track from two minutes before to a minute after, and the speed it had', () => {
    for (const kind of impactKinds) {
      const { crashed, facts, track } = simulate(kind, 4, 40);
      expect(crashed.impactSecond).toBeGreaterThanOrEqual(120);
      expect(track.timeMs.length - crashed.impactSecond).toBeGreaterThan(60);
      const before = crashed.drive.speedMs[crashed.impactSecond]!;
      if (kind !== 'slam' && kind !== 'rear') expect(Math.abs(facts.SpeedBeforeKmh! - before * 3.6)).toBeLessThan(5);
    }
  });
});
