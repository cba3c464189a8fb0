import type { DriverStyle } from './recordings.ts';

/** A person of the demo whose driving shows a development. */
export type DriverStory = {
  /** Driving style this many days before today. */
  styleAt: (daysAgo: number) => DriverStyle;
  /** Hour of leaving for work, and number of other drives. */
  habits?: { commutes: boolean; leavesAtHour: number; errandsPerDay: number };
  /** Notes on the trips of a day, this many days before today. */
  notes?: readonly { daysAgo: number; text: string }[];
  /** An excluded trip, and the reason. */
  excluded?: { daysAgo: number; reason: string };
};

const calledDaysAgo = 42;

const stories: ReadonlyMap<number, DriverStory> = new Map<number, DriverStory>([
  [
    7,
    {
      // Drove wildly until a call, and has driven calmly since.
      styleAt: daysAgo => (daysAgo > calledDaysAgo ? 'wild' : 'calm'),
      habits: { commutes: true, leavesAtHour: 8.4, errandsPerDay: 0.6 },
      notes: [{ daysAgo: calledDaysAgo, text: 'После звонка: обсудили резкие торможения' }],
      excluded: { daysAgo: 60, reason: 'За рулём был механик: проверка тормозов после ремонта' },
    },
  ],
  [
    8,
    {
      // Drives to work at dusk and home before dawn: steady driving, and the dark costs points.
      styleAt: () => 'steady',
      habits: { commutes: true, leavesAtHour: 20.5, errandsPerDay: 0 },
      notes: [{ daysAgo: 9, text: 'Ночная смена' }],
    },
  ],
  [
    20,
    {
      // Gentle at every light and fast through every bend, so a single habit costs points.
      styleAt: () => 'sweeping',
      habits: { commutes: true, leavesAtHour: 7.8, errandsPerDay: 0.25 },
      notes: [{ daysAgo: 5, text: 'Съезд с развязки, торопился' }],
    },
  ],
]);

export const driverStoryOf = (index: number): DriverStory | undefined => stories.get(index);
