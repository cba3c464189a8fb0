import { dayMs, hourMs } from '../../src/schema/kinds/time.ts';
import { driverStoryOf } from './driverStories.ts';
import { createRandom, type Random } from './random.ts';
import { type DriverStyle, type RecordedDrive, recordings } from './recordings.ts';
import type { DemoVoucher, World } from './vouchers.ts';

export const demoDays = 90;
/** Offset of Moscow time from UTC. Both cities of the demo have this time all year. */
export const localOffsetMs = 3 * hourMs;

export type PlannedTrip = { startMs: number; drive: RecordedDrive };

type Habits = { commutes: boolean; errandsPerDay: number; leavesAtHour: number };

const habitsOf = (random: Random): Habits => ({
  commutes: random.chance(0.75),
  errandsPerDay: random.pickWeighted([
    [0.25, 4],
    [0.6, 4],
    [1.2, 2],
    [3, 0.5],
  ]),
  leavesAtHour: random.between(7.2, 9.6),
});

const isGentle = (style: DriverStyle): boolean => style === 'calm' || style === 'steady';

/** Returns a home in the client's city where drives of all given styles were recorded. */
const chooseHome = (world: World, voucher: DemoVoucher, styles: readonly DriverStyle[]): number => {
  const inCity = recordings().drives.filter(({ city }) => city === voucher.client.cityKey);
  const recordedStyles = (home: number) => inCity.filter(drive => drive.home === home).map(({ style }) => style);
  const homes = [...new Set(inCity.map(({ home }) => home))];
  return createRandom(world.seed, 'home', voucher.index).pick(
    homes.filter(home => styles.every(style => recordedStyles(home).includes(style))),
  );
};

/**
 * Returns a function that chooses the style of each drive of a person. For each home there are recordings of a gentle
 * and of a rough style. Each person mixes both styles in another proportion, so that no two drivers have the same
 * score.
 */
const createStyleChooser = (world: World, voucher: DemoVoucher, home: number) => {
  const story = driverStoryOf(voucher.index);
  const random = createRandom(world.seed, 'style', voucher.index);
  const styles = recordings().drives.flatMap(drive => (drive.home === home ? [drive.style] : []));
  const gentleStyle = styles.find(isGentle)!;
  const roughStyle = styles.find(style => !isGentle(style))!;
  const roughShare = isGentle(voucher.style) ? 0.1 * random.next() ** 2 : random.between(0.7, 1);
  return (startMs: number): DriverStyle => {
    if (story) return story.styleAt((world.today.getTime() - startMs) / dayMs);
    return random.chance(roughShare) ? roughStyle : gentleStyle;
  };
};

const createDriveChooser = (world: World, voucher: DemoVoucher, impactHome: number | undefined) => {
  const story = driverStoryOf(voucher.index);
  const styles = story ? [story.styleAt(demoDays), story.styleAt(0)] : [voucher.style];
  const home = impactHome ?? chooseHome(world, voucher, styles);
  const chooseStyle = createStyleChooser(world, voucher, home);
  const drivesFromHome = recordings().drives.filter(drive => drive.home === home);
  return (to: number, isReturn: boolean, startMs: number): RecordedDrive => {
    const localTime = new Date(startMs + localOffsetMs);
    const [hour, weekend] = [localTime.getUTCHours(), localTime.getUTCDay() % 6 === 0];
    const isRushHour = !weekend && ((hour >= 8 && hour < 11) || (hour >= 17 && hour < 20));
    const style = chooseStyle(startMs);
    const matchingDrives = drivesFromHome.filter(
      drive => drive.style === style && drive.to === to && drive.back === isReturn,
    );
    return matchingDrives.find(({ busy }) => busy === isRushHour) ?? matchingDrives[0]!;
  };
};

/** Plans the drives of a day: local departure hour, destination and hours of stay. */
const planOutings = (
  habits: Habits,
  weekend: boolean,
  random: Random,
): { hour: number; to: number; stayH: number }[] => {
  const outings: { hour: number; to: number; stayH: number }[] = [];
  if (habits.commutes && !weekend && random.chance(0.94))
    outings.push({ hour: habits.leavesAtHour + random.normal(0, 0.25), to: 1, stayH: random.between(8, 9.6) });
  const errands = habits.errandsPerDay * (weekend ? 1.5 : 1);
  const errandCount = Math.floor(errands) + (random.chance(errands % 1) ? 1 : 0);
  for (let k = 0; k < errandCount; k++) {
    const earliest = weekend || !habits.commutes ? 9.5 : 18.8;
    outings.push({ hour: random.between(earliest, 22.6), to: random.integer(2, 3), stayH: random.between(0.3, 2.2) });
  }
  return outings.sort((a, b) => a.hour - b.hour);
};

/**
 * All trips of a voucher's car in the demo's 90 days, oldest first, never overlapping. `impactHome`: home from which
 * the drive with the car's impact was recorded. The car's other trips use the same home, so that this drive begins
 * where the car stands.
 */
export const planTrips = (world: World, voucher: DemoVoucher, impactHome?: number): PlannedTrip[] => {
  if (voucher.activatedAt === null) return [];
  const random = createRandom(world.seed, 'days', voucher.index);
  const habits = { ...habitsOf(random), ...driverStoryOf(voucher.index)?.habits };
  const chooseDrive = createDriveChooser(world, voucher, impactHome);
  const nowMs = world.today.getTime();
  const todayMs = Math.floor((nowMs + localOffsetMs) / dayMs) * dayMs - localOffsetMs;
  const fromMs = Math.max(voucher.activatedAt.getTime(), nowMs - demoDays * dayMs);
  const toMs = Math.min(nowMs, voucher.closedAt?.getTime() ?? nowMs, voucher.silentSince?.getTime() ?? nowMs);

  const trips: PlannedTrip[] = [];
  let carFreeFromMs = fromMs;
  const addTrip = (to: number, isReturn: boolean, atMs: number): boolean => {
    const startMs = Math.max(carFreeFromMs, Math.round(atMs / 1000) * 1000);
    const recordedDrive = chooseDrive(to, isReturn, startMs);
    const endMs = startMs + (recordedDrive.gains.length + 1) * 1000;
    if (endMs > toMs) return false;
    trips.push({ startMs, drive: recordedDrive });
    // A pause of at least six minutes keeps two trips apart. With a shorter pause the server would count them as one.
    carFreeFromMs = endMs + 360_000;
    return true;
  };
  for (let day = demoDays; day >= 0; day--) {
    const midnightMs = todayMs - day * dayMs;
    const weekend = new Date(midnightMs + localOffsetMs).getUTCDay() % 6 === 0;
    for (const outing of planOutings(habits, weekend, random)) {
      const leavesMs = midnightMs + outing.hour * hourMs;
      if (leavesMs < fromMs || !addTrip(outing.to, false, leavesMs)) continue;
      if (!addTrip(outing.to, true, carFreeFromMs + outing.stayH * hourMs)) return trips;
    }
  }
  return trips;
};
