import type { DriverStyle } from './recordings.ts';

/** A demo driver whose driving style changes or stands out in a way that a manager can discover. */
export type DriverStory = {
  styleAt: (daysAgo: number) => DriverStyle;
  /** Whether the person drives to work, the hour of leaving, and the number of other drives a day. */
  habits?: { commutes: boolean; leavesAtHour: number; errandsPerDay: number };
  /** Notes on the first trip of the day that is `daysAgo` days before today. */
  notes?: readonly { daysAgo: number; text: string }[];
  /**
   * Trip that is excluded from the score, with the reason: the first trip from the day `daysAgo` days before today on.
   */
  excluded?: { daysAgo: number; reason: string };
};

const calledDaysAgo = 42;

const storyByVoucherIndex: ReadonlyMap<number, DriverStory> = new Map<number, DriverStory>([
  [
    7,
    {
      // This driver drove wildly until an operator phoned, and has driven calmly since.
      styleAt: daysAgo => (daysAgo > calledDaysAgo ? 'wild' : 'calm'),
      habits: { commutes: true, leavesAtHour: 8.4, errandsPerDay: 0.6 },
      notes: [{ daysAgo: calledDaysAgo, text: 'После звонка: обсудили резкие торможения' }],
      excluded: { daysAgo: 60, reason: 'За рулём был механик: проверка тормозов после ремонта' },
    },
  ],
  [
    8,
    {
      // This driver goes to a night shift after 23:00 and home in the morning. The driving is steady, but night costs
      // points.
      styleAt: () => 'steady',
      habits: { commutes: true, leavesAtHour: 23.4, errandsPerDay: 0 },
      notes: [{ daysAgo: 9, text: 'Ночная смена' }],
    },
  ],
  [
    20,
    {
      // This driver accelerates and brakes gently but takes every bend fast. Only this habit costs points.
      styleAt: () => 'sweeping',
      habits: { commutes: true, leavesAtHour: 7.8, errandsPerDay: 0.25 },
      notes: [{ daysAgo: 5, text: 'Съезд с развязки, торопился' }],
    },
  ],
]);

export const driverStoryOf = (voucherIndex: number): DriverStory | undefined => storyByVoucherIndex.get(voucherIndex);
