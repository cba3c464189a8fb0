import type { CrashFacts } from '../../src/contract/shapes/accident.ts';
import { dayMs } from '../../src/schema/kinds/time.ts';
import { decodeCurve } from '../domain/telemetry/codec.ts';
import type { CurveSamples } from '../domain/telemetry/curves.ts';
import { summariseImpact } from '../domain/telemetry/impact.ts';
import type { Track } from '../domain/telemetry/positions.ts';
import { roundFacts } from '../domain/telemetry/roundFacts.ts';
import { type AccidentPlan, planAccidents } from './accidentPlan.ts';
import { type Address, roadAddress } from './cities.ts';
import { driverStoryOf } from './driverStories.ts';
import { createRandom } from './random.ts';
import { shiftTrack, trackOf } from './recordings.ts';
import { localOffsetMs } from './schedule.ts';
import { type DemoVoucher, isReporting, type World } from './vouchers.ts';

export type DemoAccident = {
  index: number;
  plan: AccidentPlan;
  voucher: DemoVoucher;
  /** Number of the home at which the drive began, among the homes of the recorded drives. */
  home: number;
  crashMs: number;
  createdMs: number;
  latitude: number;
  longitude: number;
  address: Address;
  facts: CrashFacts;
  curve: CurveSamples;
  track: Track;
};

const replayImpact = (world: World, index: number, plan: AccidentPlan, voucher: DemoVoucher): DemoAccident => {
  const random = createRandom(world.seed, 'accident', index);
  const { city, home, impactMs, street, curve: block } = plan.recording;
  const fixIndex = Math.floor(impactMs / 1000);
  const startMs = Math.round(world.today.getTime() / 1000 - plan.ageHours * 3600 - fixIndex) * 1000;
  const track = shiftTrack(trackOf(plan.recording), startMs);
  const recorded = decodeCurve(Buffer.from(block, 'base64'));
  const curve = { ...recorded, startMs: recorded.startMs + startMs };
  const crashMs = startMs + impactMs;
  return {
    index,
    plan,
    voucher,
    home,
    crashMs,
    createdMs: crashMs + random.integer(15, 80) * 1000,
    latitude: Math.round(track.latitude[fixIndex]! * 1e6) / 1e6,
    longitude: Math.round(track.longitude[fixIndex]! * 1e6) / 1e6,
    address: roadAddress(city, street, random),
    facts: roundFacts(summariseImpact(curve, track)),
    curve,
    track,
  };
};

const canHaveAccident = (voucher: DemoVoucher, { company, recording, ageHours }: AccidentPlan, world: World): boolean =>
  voucher.company === company &&
  voucher.client.cityKey === recording.city &&
  isReporting(voucher) &&
  driverStoryOf(voucher.index) === undefined &&
  voucher.activatedAt!.getTime() < world.today.getTime() - ageHours * 3_600_000 - dayMs;

/** Impacts of the base portfolio, oldest first, numbered in order of arrival. */
export const generateAccidents = (world: World, vouchers: readonly DemoVoucher[]): DemoAccident[] => {
  const random = createRandom(world.seed, 'accidents');
  const usedVouchers = new Set<number>();
  const hoursToday = ((world.today.getTime() + localOffsetMs) % dayMs) / 3_600_000;
  const plans = planAccidents(random, hoursToday).sort((a, b) => b.ageHours - a.ageHours);
  return plans.map((plan, index) => {
    const candidates = vouchers.filter(
      voucher => canHaveAccident(voucher, plan, world) && !usedVouchers.has(voucher.index),
    );
    const candidatesOfVipStatus = candidates.filter(voucher => voucher.client.vip === plan.vip);
    // A hard driving style makes a crash three times as likely, but crashes occur with every style.
    const voucher = random.pickWeighted(
      (candidatesOfVipStatus.length > 0 ? candidatesOfVipStatus : candidates).map(
        entry => [entry, entry.style === 'hard' || entry.style === 'wild' ? 3 : 1] as const,
      ),
    );
    usedVouchers.add(voucher.index);
    return replayImpact(world, index, plan, voucher);
  });
};
