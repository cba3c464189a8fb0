import { type RawBuilder, sql } from 'kysely';

/** SQL of a column with the rounding of every call: km and g to thousandths, km/h to tenths, degrees to millionths. */
export const roundedTo = (digits: 1 | 3 | 6, column: string): RawBuilder<number> =>
  sql.raw(`round(${column}::numeric, ${digits})::float8`);

/** SQL columns that describe a manoeuvre. */
export const manoeuvreFigures = sql`${roundedTo(3, 'peak_g')} as "PeakG", ${roundedTo(3, 'mean_g')} as "MeanG",
  ${roundedTo(1, 'speed_kmh')} as "Speed", ${roundedTo(6, 'latitude')} as "Latitude", ${roundedTo(6, 'longitude')} as "Longitude"`;
