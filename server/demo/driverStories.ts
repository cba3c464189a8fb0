import { type DriverStyle, driverStyles } from './styles.ts';

/** A person of the demo whose driving tells something. */
export type DriverStory = {
  /** How they drive so many days before today. */
  styleAt: (daysAgo: number) => DriverStyle;
  /** When they leave for work, and how often they drive besides. */
  habits?: { commutes: boolean; leavesAtHour: number; errandsPerDay: number };
  /** What is written on the trips around so many days before today. */
  notes?: readonly { daysAgo: number; text: string }[];
  /** A trip that somebody left out, and why. */
  excluded?: { daysAgo: number; reason: string };
};

const styleNamed = (name: DriverStyle['name']): DriverStyle => driverStyles.find(style => style.name === name)!;
const calledDaysAgo = 42;

const stories: ReadonlyMap<number, DriverStory> = new Map([
  [
    7,
    {
      // Drove wildly, was called about it, and has driven calmly since.
      styleAt: (daysAgo: number) => styleNamed(daysAgo > calledDaysAgo ? 'wild' : 'calm'),
      notes: [{ daysAgo: calledDaysAgo, text: 'После звонка: обсудили резкие торможения' }],
      excluded: { daysAgo: 60, reason: 'За рулём был механик: проверка тормозов после ремонта' },
    },
  ],
  [
    8,
    {
      // Drives to work at dusk and home before dawn: steady hands, and the dark costs points.
      styleAt: () => styleNamed('steady'),
      habits: { commutes: true, leavesAtHour: 20.5, errandsPerDay: 0 },
      notes: [{ daysAgo: 9, text: 'Ночная смена' }],
    },
  ],
  [
    20,
    {
      // Gentle at every light, and fast through every bend: one habit costs what manoeuvres cost.
      styleAt: () => styleNamed('sweeping'),
      notes: [{ daysAgo: 5, text: 'Съезд с развязки, торопился' }],
    },
  ],
]);

export const driverStoryOf = (index: number): DriverStory | undefined => stories.get(index);
