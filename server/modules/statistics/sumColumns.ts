import { displayedNames, type Sums, summedNames } from '../../domain/score/sums.ts';
import { toSnakeCase } from '../../engine/table/define.ts';

/** Figures that are added up: names, and their columns in `object_day` and `object_score`. */
export const addedColumns = summedNames.map(name => [name, toSnakeCase(name)] as const);
export const speedColumn = 'maximum_speed_kmh';
export const sumColumns: readonly string[] = [...addedColumns.map(([, column]) => column), speedColumn];
/** SQL of the sum of each column of `sumColumns`, in the same order. The speed is a maximum. */
export const sumTerms = [...addedColumns.map(([, column]) => `sum(${column})`), `max(${speedColumn})`].join(', ');
/** SQL of the `set` part of an upsert, which replaces the values of these columns. */
export const replacedColumnsSql = (...columns: readonly string[]): string =>
  columns.map(column => `${column} = excluded.${column}`).join(', ');

type SumColumns = readonly (readonly [name: keyof Sums, column: string])[];

const columnSumSql = (columns: SumColumns): string =>
  columns.map(([, column]) => `sum(${column}::float8) as ${column}`).join(', ');
const namedSumSql = (columns: SumColumns): string =>
  [
    ...columns.map(([name, column]) => `coalesce(sum(${column}), 0)::bigint as "${name}"`),
    `max(${speedColumn}) as "maximumSpeedKmh"`,
  ].join(', ');

/**
 * SQL that adds up rows under the columns' own names. Casts to float8, because sums of bigint are slow decimals. The
 * values are equally exact.
 */
export const columnSumsSql = columnSumSql(addedColumns);

/** SQL that adds up rows of these columns, named as in `Sums`. */
export const namedSumsSql = namedSumSql(addedColumns);

/**
 * Sum columns that comparisons with other objects show. Each further column costs an addition for every row of the
 * company.
 */
const shownColumns = addedColumns.filter(([name]) => (displayedNames as readonly string[]).includes(name));
export const shownSql = shownColumns.map(([, column]) => `${column}::float8 as ${column}`).join(', ');
export const shownColumnSumsSql = columnSumSql(shownColumns);
export const shownNamedSumsSql = namedSumSql(shownColumns);

/** The sum columns computed from counted rows of `trip`, as whole numbers. Equals `sumsOfTrip`. */
const tripSumTerms: { readonly [Name in (typeof summedNames)[number]]: string } = {
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
  contextM: 'case when complication is null then 0 else metres end',
  watchedM: 'case when watched_by is null then 0 else coalesce(watched_m, metres) end',
  sensedM: `coalesce(sensed_m, case when watched_by = 'acceleration' then metres else 0 end)`,
  placedM: 'coalesce(placed_m, 0)',
  acceleration: 'acceleration',
  braking: 'braking',
  cornering: 'cornering',
  directionChange: 'direction_change',
  speeding: 'speeding',
  bump: 'bump',
};
export const tripSumsSql = [
  ...summedNames.map(name => `coalesce(sum(${tripSumTerms[name]}), 0)::bigint as "${name}"`),
  `max(maximum_speed_kmh) as "maximumSpeedKmh"`,
].join(', ');
export const isCountedTripSql = 'scored and excluded_at is null and quarantine_reason is null';
export const countedTripsSql = `(select *, floor(distance_km * 1000 + 0.5)::bigint as metres,
  floor(duration_s * 1000 + 0.5)::bigint as ms from trip where ${isCountedTripSql}) counted`;

/** Values of the sum columns, in the order of `sumColumns`. */
export const sumValues = (sums: Sums): readonly (number | null)[] => [
  ...summedNames.map(name => sums[name]),
  sums.maximumSpeedKmh,
];
