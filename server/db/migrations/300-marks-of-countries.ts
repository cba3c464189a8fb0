import { type Kysely, sql } from 'kysely';

export const placements = {};

/** Marks of countries in the spelling that earlier releases stored, and the numbers beside them. */
const markedNumbers = [
  ['KA?Z', '\\d{3}[A-Z]{2,3}\\d\\d'],
  ['BY|BLR', '(?:\\d{4}|E\\d{3})[A-Z]{2}[0-7]|[A-Z]{2}\\d{4}[0-7]'],
  ['AR?M', '\\d\\d[A-Z]{2}\\d{3}|\\d{3}[A-Z]{2}\\d\\d'],
  ['KGZ?', '0[1-9]\\d{3}[A-Z]{2,3}'],
  ['UZB?', '(?:01|[1-9][05])(?:[A-Z]\\d{3}[A-Z]{2}|\\d{3}[A-Z]{3})'],
] as const;
const patterns = [
  ...markedNumbers.map(([mark, number]) => `^(?:${mark})(${number})$|^(${number})(?:${mark})$`),
  // A Kyrgyz plate has the mark within its number, too.
  '^(0[1-9])KG(\\d{3}[A-Z]{2,3})$',
];

/** Removes the mark of the country from stored Kazakh, Belarusian, Armenian, Kyrgyz and Uzbek plates. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['vehicle', 'voucher', 'accident'])
    for (const pattern of patterns)
      await sql`update ${sql.table(table)} set reg_number = regexp_replace(reg_number, ${pattern}, '\\1\\2')
        where reg_number ~ ${pattern}`.execute(db);
};
