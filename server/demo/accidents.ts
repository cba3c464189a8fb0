import type { CrashFacts } from '../../src/contract/shapes/accident.ts';
import { dayMs } from '../../src/schema/kinds/time.ts';
import type { CurveSamples } from '../domain/telemetry/curves.ts';
import { summariseImpact } from '../domain/telemetry/impact.ts';
import type { Track } from '../domain/telemetry/positions.ts';
import { roundedFacts } from '../domain/telemetry/roundedFacts.ts';
import { type AccidentPlan, planAccidents } from './accidentPlan.ts';
import { type Address, roadAddress } from './cities.ts';
import { planDrive, trafficAt } from './drive.ts';
import { curveOf } from './impactCurve.ts';
import { type ImpactDrive, withImpact } from './impactDrive.ts';
import { impactOf } from './impacts.ts';
import { createRandom, type Random } from './random.ts';
import { netOf } from './roads/net.ts';
import { pathOf, streetAt } from './roads/path.ts';
import { delaysOf, findRoute, randomSpot } from './roads/route.ts';
import { habitsOf, localOffsetMs } from './schedule.ts';
import { trackOf } from './track.ts';
import { type DemoVoucher, isReporting, type World } from './vouchers.ts';

export type DemoAccident = {
  index: number;
  plan: AccidentPlan;
  voucher: DemoVoucher;
  crashMs: number;
  createdMs: number;
  latitude: number;
  longitude: number;
  address: Address;
  facts: CrashFacts;
  curve: CurveSamples;
  track: Track;
};

const driveToImpact = (world: World, voucher: DemoVoucher, plan: AccidentPlan, crashMs: number, random: Random) => {
  const net = netOf(voucher.client.cityKey);
  const home = habitsOf(voucher, createRandom(world.seed, 'days', voucher.index)).spots[0]!;
  const local = new Date(crashMs + localOffsetMs);
  const traffic = trafficAt(local.getUTCHours(), local.getUTCDay() % 6 === 0);
  const impact = impactOf(plan.kind, plan.peakG, random, plan.rateHz);
  const delays = delaysOf(net, random);
  for (let attempt = 0; attempt < 100; attempt++) {
    const legs = findRoute(net, home, randomSpot(net, random), delays);
    if (!legs) continue;
    const drive = planDrive(pathOf(legs), voucher.style, traffic, random);
    const crashed: ImpactDrive | null = withImpact(drive, impact, random);
    if (crashed) return { net, impact, crashed };
  }
  throw new Error(`Voucher ${voucher.number}: no drive has a place for an impact of kind ${plan.kind}`);
};

const simulateAccident = (world: World, index: number, plan: AccidentPlan, voucher: DemoVoucher): DemoAccident => {
  const random = createRandom(world.seed, 'accident', index);
  const fixMs = Math.round((world.today.getTime() - plan.ageHours * 3_600_000) / 1000) * 1000;
  const { net, impact, crashed } = driveToImpact(world, voucher, plan, fixMs, random);
  const { drive, impactSecond, afterFixS } = crashed;
  const crashMs = fixMs + Math.round(afterFixS * 1000);
  const track = trackOf(net, drive, fixMs - impactSecond * 1000, random);
  const curve = curveOf(impact, crashMs, crashed, random);
  return {
    index,
    plan,
    voucher,
    crashMs,
    createdMs: crashMs + random.integer(15, 80) * 1000,
    latitude: Math.round(track.latitude[impactSecond]! * 1e6) / 1e6,
    longitude: Math.round(track.longitude[impactSecond]! * 1e6) / 1e6,
    address: roadAddress(voucher.client.cityKey, streetAt(drive.path, drive.distanceM[impactSecond]!), random),
    facts: roundedFacts(summariseImpact(curve, track)),
    curve,
    track,
  };
};

const canHave = (voucher: DemoVoucher, plan: AccidentPlan, world: World): boolean =>
  voucher.company === plan.company &&
  isReporting(voucher) &&
  voucher.activatedAt!.getTime() < world.today.getTime() - plan.ageHours * 3_600_000 - dayMs;

/** Impacts of the base portfolio, oldest first, numbered in order of arrival. */
export const simulateAccidents = (world: World, vouchers: readonly DemoVoucher[]): DemoAccident[] => {
  const random = createRandom(world.seed, 'accidents');
  const taken = new Set<number>();
  const hoursToday = ((world.today.getTime() + localOffsetMs) % dayMs) / 3_600_000;
  const plans = planAccidents(random, hoursToday).sort((a, b) => b.ageHours - a.ageHours);
  return plans.map((plan, index) => {
    const fit = vouchers.filter(voucher => canHave(voucher, plan, world) && !taken.has(voucher.index));
    const asked = fit.filter(voucher => voucher.client.vip === plan.vip);
    // A hard style makes a crash three times as likely, but every style has some.
    const voucher = random.weighted(
      (asked.length > 0 ? asked : fit).map(entry => [entry, entry.style.lateBraking > 0.1 ? 3 : 1] as const),
    );
    taken.add(voucher.index);
    return simulateAccident(world, index, plan, voucher);
  });
};
