import { addedNames, type Sums, shownNames } from '../../domain/score/sums.ts';
import { snake } from '../../table/define.ts';

/** Columns of figures that are added, by name, as `object_day` and `object_score` have them. */
export const addedColumns = addedNames.map(name => [name, snake(name)] as const);
export const speedColumn = 'maximum_speed_kmh';
export const sumColumns: readonly string[] = [...addedColumns.map(([, column]) => column), speedColumn];
/** SQL of what many rows of these columns come to, in their order. */
export const sumTerms = [...addedColumns.map(([, column]) => `sum(${column})`), `max(${speedColumn})`].join(', ');
/** SQL that puts these values, or others, in the place of those of a row that is there. */
export const replacing = (...columns: readonly string[]): string =>
  columns.map(column => `${column} = excluded.${column}`).join(', ');

type Added = readonly (readonly [name: keyof Sums, column: string])[];

const addedUp = (columns: Added): string =>
  columns.map(([, column]) => `sum(${column}::float8) as ${column}`).join(', ');
const summed = (columns: Added): string =>
  [
    ...columns.map(([name, column]) => `coalesce(sum(${column}), 0)::bigint as "${name}"`),
    `max(${speedColumn}) as "maximumSpeedKmh"`,
  ].join(', ');

/** The same under the columns' own names. Sums of bigint are decimals, which is slow for everybody's; these are as exact. */
export const addedSql = addedUp(addedColumns);

/** SQL that adds up rows of these columns, named as in `Sums`. */
export const summedSql = summed(addedColumns);

/** Only what is shown of others: each column costs an addition for every row of everybody. */
const shownColumns = addedColumns.filter(([name]) => (shownNames as readonly string[]).includes(name));
export const shownSql = shownColumns.map(([, column]) => `${column}::float8 as ${column}`).join(', ');
export const shownAddedSql = addedUp(shownColumns);
export const shownSummedSql = summed(shownColumns);

/** The same of rows of `trip`: those that count, and of each what is known. Whole numbers, as `sumsOfTrip` has them. */
const tripTerms: { readonly [Name in (typeof addedNames)[number]]: string } = {
  trips: '1',
  distanceM: 'metres',
  durationMs: 'ms',
  nightMs: 'night_ms',
  rushMs: 'rush_ms',
  idleMs: 'idle_ms',
  contextMs: 'case when night_ms is null then 0 else ms end',
  speedSquares: 'speed_squares',
  complicationM: 'complication * metres',
  urbanM: 'urban_m',
  motorwayM: 'motorway_m',
  contextM: 'case when night_ms is null then 0 else metres end',
  watchedM: 'case when watched_by is null then 0 else metres end',
  sensedM: `case when watched_by = 'acceleration' then metres else 0 end`,
  acceleration: 'acceleration',
  braking: 'braking',
  cornering: 'cornering',
  directionChange: 'direction_change',
  speeding: 'speeding',
  bump: 'bump',
};
export const tripSumsSql = [
  ...addedNames.map(name => `coalesce(sum(${tripTerms[name]}), 0)::bigint as "${name}"`),
  `max(maximum_speed_kmh) as "maximumSpeedKmh"`,
].join(', ');
/** Whether a trip is part of the figures. */
export const tripCountsSql = 'scored and excluded_at is null and held is null';
export const countedTripsSql = `(select *, floor(distance_km * 1000 + 0.5)::bigint as metres,
  floor(duration_s * 1000 + 0.5)::bigint as ms from trip where ${tripCountsSql}) counted`;

/** Values of the columns in the order of `sumColumns`. */
export const sumValues = (sums: Sums): readonly (number | null)[] => [
  ...addedNames.map(name => sums[name]),
  sums.maximumSpeedKmh,
];
