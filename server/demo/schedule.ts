import { dayMs, hourMs } from '../../src/schema/kinds/time.ts';
import { type Drive, planDrive, trafficAt } from './drive.ts';
import { driverStoryOf } from './driverStories.ts';
import { createRandom, type Random } from './random.ts';
import { type Net, netOf } from './roads/net.ts';
import { type Path, pathOf } from './roads/path.ts';
import { delaysOf, findRoute, randomSpot, type Spot } from './roads/route.ts';
import type { DemoVoucher, World } from './vouchers.ts';

export const demoDays = 90;
/** Offset of Moscow time, which both cities have all year. */
export const localOffsetMs = 3 * hourMs;

export type PlannedTrip = { startMs: number; drive: Drive };

type Habits = { net: Net; spots: readonly Spot[]; commutes: boolean; errandsPerDay: number; leavesAtHour: number };

export const habitsOf = (voucher: DemoVoucher, random: Random): Habits => {
  const net = netOf(voucher.client.cityKey);
  return {
    net,
    // Home, work, and other destinations.
    spots: Array.from({ length: 6 }, () => randomSpot(net, random)),
    commutes: random.chance(0.75),
    errandsPerDay: random.weighted([
      [0.25, 4],
      [0.6, 4],
      [1.2, 2],
      [3, 0.5],
    ]),
    leavesAtHour: random.between(7.2, 9.6),
  };
};

/**
 * A person's drives between their places. People repeat a few routes, so each is planned a few times and reused: 90
 * days cost as much as three.
 */
const createDrives = (world: World, voucher: DemoVoucher, habits: Habits) => {
  const random = createRandom(world.seed, 'routes', voucher.index);
  const story = driverStoryOf(voucher.index);
  const delays = delaysOf(habits.net, random);
  const paths = new Map<string, Path | null>();
  const drives = new Map<string, Drive>();
  return (from: number, to: number, startMs: number, variant: number): Drive | null => {
    const way = `${from}-${to}`;
    const local = new Date(startMs + localOffsetMs);
    const weekend = local.getUTCDay() % 6 === 0;
    const traffic = trafficAt(local.getUTCHours(), weekend);
    const style = story?.styleAt((world.today.getTime() - startMs) / dayMs) ?? voucher.style;
    const key = `${way} ${traffic.flow} ${variant}${story ? ` ${style.name}` : ''}`;
    const known = drives.get(key);
    if (known) return known;
    if (!paths.has(way)) {
      const legs = findRoute(habits.net, habits.spots[from]!, habits.spots[to]!, delays);
      paths.set(way, legs && pathOf(legs));
    }
    const path = paths.get(way);
    if (!path) return null;
    const drive = planDrive(path, style, traffic, createRandom(world.seed, key, voucher.index));
    drives.set(key, drive);
    return drive;
  };
};

/** Local departure hours and destinations. */
const outingsOf = (habits: Habits, weekend: boolean, random: Random): { hour: number; to: number; stayH: number }[] => {
  const outings: { hour: number; to: number; stayH: number }[] = [];
  if (habits.commutes && !weekend && random.chance(0.94))
    outings.push({ hour: habits.leavesAtHour + random.normal(0, 0.25), to: 1, stayH: random.between(8, 9.6) });
  const errands = habits.errandsPerDay * (weekend ? 1.5 : 1);
  const count = Math.floor(errands) + (random.chance(errands % 1) ? 1 : 0);
  for (let k = 0; k < count; k++) {
    const earliest = weekend || !habits.commutes ? 9.5 : 18.8;
    outings.push({ hour: random.between(earliest, 22.6), to: random.integer(2, 5), stayH: random.between(0.3, 2.2) });
  }
  return outings.sort((a, b) => a.hour - b.hour);
};

/** All trips of a voucher in the demo's 90 days, oldest first, never overlapping. */
export const planTrips = (world: World, voucher: DemoVoucher): PlannedTrip[] => {
  if (voucher.activatedAt === null) return [];
  const random = createRandom(world.seed, 'days', voucher.index);
  const habits = { ...habitsOf(voucher, random), ...driverStoryOf(voucher.index)?.habits };
  const driveFor = createDrives(world, voucher, habits);
  const nowMs = world.today.getTime();
  const todayMs = Math.floor((nowMs + localOffsetMs) / dayMs) * dayMs - localOffsetMs;
  const fromMs = Math.max(voucher.activatedAt.getTime(), nowMs - demoDays * dayMs);
  const toMs = Math.min(nowMs, voucher.closedAt?.getTime() ?? nowMs, voucher.silentSince?.getTime() ?? nowMs);

  const trips: PlannedTrip[] = [];
  let freeFromMs = fromMs;
  const drive = (from: number, to: number, atMs: number): boolean => {
    const startMs = Math.max(freeFromMs, Math.round(atMs / 1000) * 1000);
    const planned = driveFor(from, to, startMs, random.integer(0, 1));
    if (!planned || startMs + planned.speedMs.length * 1000 > toMs) return false;
    trips.push({ startMs, drive: planned });
    // Trips less than six minutes apart would count as one.
    freeFromMs = startMs + planned.speedMs.length * 1000 + 360_000;
    return true;
  };
  for (let day = demoDays; day >= 0; day--) {
    const midnightMs = todayMs - day * dayMs;
    const weekend = new Date(midnightMs + localOffsetMs).getUTCDay() % 6 === 0;
    for (const outing of outingsOf(habits, weekend, random)) {
      const leavesMs = midnightMs + outing.hour * hourMs;
      if (leavesMs < fromMs || !drive(0, outing.to, leavesMs)) continue;
      if (!drive(outing.to, 0, freeFromMs + outing.stayH * hourMs)) return trips;
    }
  }
  return trips;
};
