import { type RawBuilder, sql } from 'kysely';

/** SQL of a column, rounded as in all API calls: km and g to three decimals, km/h to one, degrees to six. */
export const roundedTo = (digits: 1 | 3 | 6, column: string): RawBuilder<number> =>
  sql.raw(`round(${column}::numeric, ${digits})::float8`);

export const manoeuvreFigures = sql`${roundedTo(3, 'peak_g')} as "PeakG", ${roundedTo(3, 'mean_g')} as "MeanG",
  ${roundedTo(1, 'speed_kmh')} as "Speed", ${roundedTo(6, 'latitude')} as "Latitude", ${roundedTo(6, 'longitude')} as "Longitude"`;
