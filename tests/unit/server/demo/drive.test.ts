import { describe, expect, it } from 'vitest';
import { planDrive, surprisedMs2, trafficAt } from '../../../../server/demo/drive.ts';
import { factsOf } from '../../../../server/demo/driveFacts.ts';
import { createRandom } from '../../../../server/demo/random.ts';
import { moscowNet, type Net, petersburgNet } from '../../../../server/demo/roads/net.ts';
import { pathOf } from '../../../../server/demo/roads/path.ts';
import { delaysOf, findRoute, randomSpot } from '../../../../server/demo/roads/route.ts';
import { type DriverStyle, driverStyles } from '../../../../server/demo/styles.ts';
import { trackOf } from '../../../../server/demo/track.ts';
import { distanceM } from '../../../../server/domain/geo.ts';
import { markSuspectFixes } from '../../../../server/domain/telemetry/suspectFixes.ts';
import { cutTrips } from '../../../../server/domain/telemetry/trips.ts';

const nets = [moscowNet, petersburgNet];
const startMs = Date.UTC(2026, 2, 10, 6);

const drivesOn = (net: Net, count: number, name?: DriverStyle['name']) => {
  const random = createRandom(3, `drives ${net.city}`);
  return Array.from({ length: count }, (_, index) => {
    for (;;) {
      const legs = findRoute(net, randomSpot(net, random), randomSpot(net, random), delaysOf(net, random));
      if (!legs) continue;
      const style = driverStyles.find(each => each.name === name) ?? driverStyles[index % driverStyles.length]!;
      const path = pathOf(legs);
      return { style, path, drive: planDrive(path, style, trafficAt(index % 24, false), random), random };
    }
  });
};

describe.each(nets)('roads of $city', net => {
  it('are a hundred nodes and more, all connected', () => {
    expect(net.nodes.length).toBeGreaterThan(100);
    const seen = new Set([0]);
    const open = [0];
    for (let node = open.pop(); node !== undefined; node = open.pop())
      for (const index of net.edgesAt[node]!) {
        const edge = net.edges[index]!;
        const other = edge.from === node ? edge.to : edge.from;
        if (seen.has(other)) continue;
        seen.add(other);
        open.push(other);
      }
    expect(net.nodes.filter((_, node) => !seen.has(node)).map(node => node.id)).toEqual([]);
  });

  it('have names, lengths and no wild detours', () => {
    for (const edge of net.edges) {
      const [from, to] = [net.nodes[edge.from]!, net.nodes[edge.to]!];
      const straightM = distanceM(from.latitude, from.longitude, to.latitude, to.longitude);
      expect(edge.street).not.toBe('');
      expect(edge.lengthM, edge.street).toBeLessThan(straightM * 1.35 + 30);
      expect(edge.lengthM, edge.street).toBeGreaterThan(straightM * 0.98);
    }
  });

  it('are driven within what the driver allows', () => {
    for (const { style, path, drive } of drivesOn(net, 60)) {
      const { speedMs, distanceM } = drive;
      const worst = { gainMs2: 0, lossMs2: 0, stepM: 0, lateralMs2: 0, overLimit: 0 };
      let at = 0;
      for (let second = 1; second < speedMs.length; second++) {
        const [before, speed] = [speedMs[second - 1]!, speedMs[second]!];
        const stepM = distanceM[second]! - distanceM[second - 1]!;
        while (at < path.alongM.length - 2 && path.alongM[at + 1]! < distanceM[second]!) at++;
        const bend = Math.min(Math.abs(path.curvature[at]!), Math.abs(path.curvature[at + 1]!));
        worst.gainMs2 = Math.max(worst.gainMs2, speed - before);
        worst.lossMs2 = Math.max(worst.lossMs2, before - speed);
        worst.stepM = Math.max(worst.stepM, Math.abs(stepM - (speed + before) / 2));
        worst.lateralMs2 = Math.max(worst.lateralMs2, speed ** 2 * bend);
        worst.overLimit = Math.max(worst.overLimit, (speed * 3.6) / path.limitKmh[at]!);
      }
      expect(worst.gainMs2).toBeLessThanOrEqual(style.accelerationMs2 + 0.05);
      expect(worst.lossMs2).toBeLessThanOrEqual(Math.max(style.brakingMs2, surprisedMs2) + 0.05);
      expect(worst.stepM).toBeLessThan(1.2);
      expect(worst.lateralMs2).toBeLessThan(style.lateralMs2 * 1.2 + 0.3);
      expect(worst.overLimit).toBeLessThan(style.limitFactor * 1.45);
    }
  });

  it('hard drivers brake hard 8 to 15 times in 100 km, calm ones hardly ever', () => {
    const per100km = (name: DriverStyle['name']): number => {
      const drives = drivesOn(net, 60, name).map(({ drive }) => drive);
      const km = drives.reduce((sum, { distanceM }) => sum + distanceM.at(-1)! / 1000, 0);
      const brakings = drives.flatMap(drive => factsOf(net, drive).events.filter(({ kind }) => kind === 'braking'));
      return (brakings.length / km) * 100;
    };
    expect(per100km('calm')).toBeLessThan(2);
    expect(per100km('hard')).toBeGreaterThan(8);
    expect(per100km('hard')).toBeLessThan(15);
    expect(per100km('wild')).toBeLessThan(25);
  });

  it('give tracks without a suspect fix that measure as long as the drive', () => {
    for (const { drive, random } of drivesOn(net, 20)) {
      const track = trackOf(net, drive, startMs, random);
      expect(markSuspectFixes(track, startMs + 86_400_000).suspect).toBe(0);
      const trips = cutTrips(track);
      const drivenKm = drive.distanceM[drive.distanceM.length - 1]! / 1000;
      expect(trips).toHaveLength(1);
      expect(Math.abs(trips[0]!.distanceKm - drivenKm)).toBeLessThan(drivenKm * 0.02 + 0.05);
    }
  });
});
